"""A game that can be played, and a match of it: decisions, choices, undo, copy, views, save."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from interpreter.engine.chance_outcomes import outcomes_of_beginning, outcomes_of_choice
from interpreter.engine.history import History, Outcome
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.presentation.log_lines import log_lines
from interpreter.presentation.names import Names
from interpreter.presentation.player_sentences import SentenceEvaluator
from interpreter.presentation.questions import Decision, Option, describe_decision, topic_of
from interpreter.presentation.speech import ENGLISH, Localizer, MessageCatalog
from interpreter.rulebook.log_entries import DecisionTaken
from interpreter.rulebook.model import GAME_NUMBER, Rulebook
from interpreter.support.errors import MAX_NAME_LENGTH, Location, PlayError, Problem
from interpreter.support.similar_words import closest_match

if TYPE_CHECKING:  # imported in the functions that need them, because playouts don't
    from interpreter.engine.events import Event
    from interpreter.engine.view import View
    from interpreter.knowledge.determinizer import Determinizer
    from interpreter.presentation.board.contents import BoardLook
    from interpreter.presentation.board.document import Board, BoardEvent
    from interpreter.presentation.reasons import PartTranslator, Reason
    from interpreter.presentation.saying.card_texts import CardTranslator
    from interpreter.rulebook.scenarios.given import GivenPosition


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """A position that chance can lead to, and the probability that it does."""

    probability: Fraction
    match: Match


class Game(Rules):
    """The rules of a game of which matches can be played."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Compile the rules of a rulebook.

        Raises:
            RulebookError: Its texts have errors; it has all of them.
        """
        super().__init__(rulebook)
        self._names: dict[str, Names] = {}
        self._sentences: SentenceEvaluator | None = None
        self._looks: dict[Names, BoardLook] = {}
        self._has_odds: bool | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_sentences": None, "_looks": {}}

    def names(self, lang: str = ENGLISH.lang) -> Names:
        """Return the names of the game's things in a language."""
        if lang not in self._names:
            self._names[lang] = Names(self.rulebook, lang)
        return self._names[lang]

    def look(self, names: Names) -> BoardLook:
        """Return what is the same on all boards of the game, with names in a language.

        Raises:
            RulebookError: The game's phrases in this language have mistakes.
        """
        from interpreter.presentation.board.contents import BoardLook
        from interpreter.presentation.board.track_yields import READ_FOR_ALL, find_track_yields

        if names not in self._looks:
            texts = self._card_texts(names)
            has_own_yields = any(track.gives and track.per_seat for track in self.rulebook.tracks)
            yields = find_track_yields(self.program.analysis) if has_own_yields else READ_FOR_ALL
            translate = None if texts is None else texts.translate
            self._looks[names] = BoardLook(self.rulebook, names, translate, yields)
        return self._looks[names]

    def _card_texts(self, names: Names) -> CardTranslator | None:
        """Return the translator of card texts, or None if the game has no phrases in this language."""
        from interpreter.presentation.saying.card_texts import make_card_translator

        if names.lang not in self.rulebook.phrasebooks:
            return None
        return make_card_translator(self.rulebook, names, lambda: self.program.analysis)

    def speaker(self, speech: MessageCatalog = ENGLISH) -> Localizer:
        """Return the speaker that puts the game's events and questions into words."""
        return Localizer(self, self.names(speech.lang), speech, self.sentences)

    @property
    def sentences(self) -> SentenceEvaluator:
        """The evaluator of the game's own words for players."""
        if self._sentences is None or self._sentences.rules is not self:  # a game with a fragment is a copy
            self._sentences = SentenceEvaluator(self)
        return self._sentences

    @property
    def has_odds(self) -> bool:
        """True if an option can lead to a roll, or to a piece that is drawn at random."""
        from interpreter.matches.odds import rolls_or_draws

        if self._has_odds is None:
            self._has_odds = rolls_or_draws(self.program.analysis.routines)
        return self._has_odds

    def start(self, seed: int = 0, limited: bool = False, after: Mapping[str, Any] | None = None) -> Match:
        """Start a new match and play up to its first decision; equal seeds and choices make equal matches.

        Args:
            seed: A number from 0.
            limited: True if a match that doesn't end raises BudgetError, as in a playtest. By default only an effect
                that doesn't end does so.
            after: What the earlier game of a campaign kept (see `Match.kept`).

        Raises:
            PlayError: The seed is invalid.
            SaveError: What was kept isn't whole, or doesn't fit this game.
        """
        self.check_seed(seed)
        game = self if after is None else self.after(after)
        return Match(game, History(game, seed, game.new_state(seed, logged=True), is_limited=limited))

    def after(self, kept: Mapping[str, Any] | None, where: Location | None = None) -> Game:
        """Return the game whose matches begin with what an earlier one kept; None for the first game of a campaign.

        `where` is the place of the document for messages.

        Raises:
            SaveError: What was kept isn't whole, or doesn't fit this game.
        """
        from interpreter.engine.campaigns.campaign import after

        return after(self, kept, where or Location(self.id))

    def chance(self) -> Iterator[ChanceOutcome]:
        """Yield the positions in which a match can begin, each with its probability.

        Raises:
            PlayError: There are too many.
        """
        for probability, history in outcomes_of_beginning(self):
            yield ChanceOutcome(probability, Match(self, history))

    def stage(self, given: Mapping[str, Any] | str | GivenPosition, seed: int = 0) -> Match:
        """Start a match in a given position.

        Args:
            given: The content of a scenario's `given`, as a mapping, as YAML, or already read.
            seed: A number from 0.

        Raises:
            RulebookError: The position has mistakes; it has all of them.
            PlayError: The seed is invalid.
        """
        from interpreter.engine.staging import read_position, stage
        from interpreter.rulebook.scenarios.given import GivenPosition

        self.check_seed(seed)
        position = given if isinstance(given, GivenPosition) else read_position(self, given)
        game, state, opening = stage(self, position, seed)
        return Match(game, History(game, seed, state, opening))

    def check_sentences(self) -> tuple[Problem, ...]:
        """Return the mistakes in the game's own words for players. Play doesn't need them, so loading doesn't look."""
        from interpreter.language.sentence_holes import PlayerSentences

        texts = self.rulebook.player_texts
        if not (texts.goals or texts.questions or texts.refusals or texts.endings or texts.told):
            return ()
        found = dict.fromkeys(PlayerSentences(self.program.analysis).problems())
        return tuple(sorted(found, key=lambda problem: problem.where))

    def check_seed(self, seed: int) -> None:
        """Raise PlayError if a number can't be the seed of a match."""
        if not isinstance(seed, int) or seed < 0:
            raise PlayError(Problem(Location(self.id), "bad-seed", f"a seed is a whole number from 0, not {seed!r}"))


class Match:
    """A match, created by `Game.start`, `load_match` or `replay`."""

    def __init__(self, game: Game, history: History) -> None:
        self.game = game
        self._history = history
        self._decision: Decision | None = None
        self._determinizer: Determinizer | None = None

    # -- decisions

    @property
    def decision(self) -> Decision | None:
        """The decision to make now, or None when the match is over."""
        if self._decision is None and (asked := self._history.pending) is not None:
            self._decision = describe_decision(self.game.speaker(), asked)
        return self._decision

    def question(self, speech: MessageCatalog) -> Decision | None:
        """Return the decision to make now in a language, or None when the match is over."""
        asked = self._history.pending
        return None if asked is None else describe_decision(self.game.speaker(speech), asked)

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats that may decide now: one, or all that still have to choose at the same time."""
        return tuple(self.game.seats[seat] for seat in self._history.awaited)

    def decision_of(self, seat: str, speech: MessageCatalog = ENGLISH) -> Decision | None:
        """Return the decision that a seat may make now; None if it has none.

        Raises:
            PlayError: There is no such seat.
        """
        asked = self._history.pending_of(self._seat(seat))
        return None if asked is None else describe_decision(self.game.speaker(speech), asked)

    def asked_first(self, seat: str) -> Match:
        """Return an independent match in which a seat of `deciders` decides first, and none of the others has."""
        return Match(self.game, self._history.asked_first(self._seat(seat)))

    def has_sealed(self, seat: str) -> bool:
        """Return True if a seat has chosen, and others still have to choose at the same time."""
        return self._history.has_sealed(self._seat(seat))

    def reopen(self, seat: str) -> None:
        """Take back the choice of a seat, for which `has_sealed` is true; the other seats' choices stay."""
        self._history.reopen(self._seat(seat))
        self._decision = self._determinizer = None

    @property
    def topic(self) -> str:
        """Kind of the decision to make now, in words of the rules; empty when the match is over."""
        asked = self._history.pending
        return "" if asked is None else topic_of(asked.info)

    @property
    def seed(self) -> int:
        """The seed of the random generator."""
        return self._history.seed

    @property
    def choices(self) -> list[str]:
        """Keys of the options chosen so far."""
        return self._history.choices

    @property
    def decisions(self) -> int:
        """Number of decisions made so far."""
        return len(self._history.choices)

    @property
    def game_number(self) -> int:
        """The number of the game in its campaign, from 1."""
        base = self.game.program.symbols.variable_base.get(GAME_NUMBER)
        return 1 if base is None else int(self._history.state.v[base])

    @property
    def is_staged(self) -> bool:
        """True if the match began in a given position."""
        return self._history.is_staged

    def is_over(self) -> bool:
        """True if no decision is left to make."""
        return self._history.pending is None

    def outcome(self) -> Outcome | None:
        """Return the result of the match, or None if it isn't over."""
        return self._history.outcome()

    def ending(self, speech: MessageCatalog = ENGLISH) -> str:
        """Return how the match ended in the game's own words; empty before the end, or if it has no words for it."""
        return self.game.sentences.ending(self.game.speaker(speech), self._history.state) or ""

    def choose(self, choice: Option | str | int, seat: str | None = None) -> None:
        """Make the decision, by an option, its key or its index.

        If several seats choose at the same time, `seat` may be any of `deciders`. Nobody learns what it chose before
        all have chosen. The match goes on as if they had chosen in the order of the seats.

        Raises:
            PlayError: It is not on offer; nothing changes then.
        """
        index = self.index_of(choice, seat)
        try:
            self._history.choose(index, None if seat is None else self._seat(seat))
        finally:
            self._decision = self._determinizer = None

    def chance(self, choice: Option | str | int) -> Iterator[ChanceOutcome]:
        """Yield the positions that a choice can lead to, each with its probability; this match stays as it is.

        A choice without chance has one outcome. Outcomes may be equal: of two dice, either may show the 6.

        Raises:
            PlayError: The choice is not on offer, or has too many outcomes.
        """
        for probability, history in outcomes_of_choice(self._history, self.index_of(choice)):
            yield ChanceOutcome(probability, Match(self.game, history))

    def index_of(self, choice: Option | str | int, seat: str | None = None) -> int:
        """Return the index of an option of the decision, given by itself, its key or its index.

        `seat` is one of `deciders`; None for the first.

        Raises:
            PlayError: It is not on offer.
        """
        asked = self._history.pending
        if asked is None:
            raise PlayError(Problem(Location(self.game.id), "over", "the match is over: there is nothing to choose"))
        if seat is not None:
            asked = self._history.pending_of(self._seat(seat))
            if asked is None:
                message = f"it is not for {seat} to choose now, but for {', '.join(self.deciders)}"
                raise PlayError(Problem(Location(self.game.id), "not-on-offer", message))
        keys = [self.game.option_key(asked.info, value) for value in asked.values]
        if isinstance(choice, Option):
            choice = choice.key
        if isinstance(choice, int) and not isinstance(choice, bool):
            if 0 <= choice < len(keys):
                return choice
            message = f"option {choice} is not on offer: there are {len(keys)}, from 0"
            raise PlayError(Problem(Location(self.game.id), "not-on-offer", message))
        found = self._option_index(str(choice), keys)
        if found is None:
            said = str(choice)
            meant = closest_match(said, keys)
            if len(said) > MAX_NAME_LENGTH:
                said = said[:MAX_NAME_LENGTH] + "…"
            message = f"`{said}` is not on offer to {self.game.seats[asked.seat]}; on offer: {', '.join(keys)}"
            raise PlayError(Problem(Location(self.game.id), "not-on-offer", message, f"`{meant}`" if meant else None))
        return found

    def option_index(self, key: str) -> int | None:
        """Return the index of the option with a key, or None.

        An option for an equally printed card in the same zone is accepted as well.
        """
        return self._option_index(key, self._history.keys)

    def _option_index(self, key: str, keys: Sequence[str]) -> int | None:
        cards = self.game.card_ids
        if key in keys:
            return keys.index(key)
        if key not in cards:
            return None
        where, v = self.game.constants.where, self._history.state.v
        home = v[where + cards.index(key)]
        alike = (at for at, other in enumerate(keys) if self.game.are_alike(other, key))
        return next((at for at in alike if v[where + cards.index(keys[at])] == home), None)

    def why_not(
        self, key: str, seat: str | None = None, speech: MessageCatalog = ENGLISH, told: PartTranslator | None = None
    ) -> Reason | None:
        """Explain why no option with a key is on offer; None if one is.

        The result has the explanation in a few words (`text`), a place in the rules (`where`), and the chain of reasons
        (`grounds`).

        Args:
            key: The key.
            seat: The reader. Cards and variables that this seat can't see aren't revealed.
            speech: The language.
            told: Translates parts of events into this language.

        Raises:
            PlayError: The match is over.
        """
        from interpreter.engine.why import OptionExplainer
        from interpreter.presentation.reasons import reason_of

        try:
            self.index_of(key)
        except PlayError:
            asked = self._history.pending
            if asked is None:
                raise
            whose = None if seat is None else self._seat(seat)
            explainer = OptionExplainer(self.game, self._history.state, whose, self.game.sentences.queries)
            grounds = explainer.why_not(key)
            return reason_of(self.game.speaker(speech), grounds, asked, told)
        return None

    def undo(self) -> None:
        """Take back the last choice.

        Raises:
            PlayError: There is no choice to take back.
        """
        self._history.undo()
        self._decision = self._determinizer = None

    def at(self, decisions: int) -> Match:
        """Return the match as it was after so many decisions.

        Raises:
            PlayError: Fewer decisions have been made.
        """
        return Match(self.game, self._history.at(decisions))

    def copy(self) -> Match:
        """Return an independent match in the same position, with its own history."""
        return Match(self.game, self._history.copy())

    def determinizer(self, seat: str) -> Determinizer:
        """Return the determinizer for a seat's knowledge of the current position."""
        from interpreter.knowledge.determinizer import Determinizer

        number = self._seat(seat)
        if self._determinizer is None or self._determinizer.seat != number:
            self._determinizer = Determinizer(self.game, self._history.state, self._history.opening, number)
        return self._determinizer

    def determinize(self, seat: str, random: Random) -> Match:
        """Return a match in a position drawn at random from those that agree with everything that a seat knows.

        Its history is made up to match and can't be undone. Its random events are independent of this match.

        Use it for the seat that decides: if another seat decides, the options are those of the true position.
        """
        game, state = self.game, self.determinizer(seat).draw_logged_state(random.getrandbits(64))
        decisions = game.program.code(True).decisions
        told = (entry for entry in state.log or () if isinstance(entry, DecisionTaken))
        choices = [game.option_key(decisions[entry.decision], entry.value) for entry in told]
        return Match(game, History(game, random.getrandbits(32), state, self._history.opening, imagined=choices))

    @property
    def state(self) -> State:
        """The whole state, including secrets, for players that are part of the rules."""
        return self._history.state

    @property
    def past(self) -> Sequence[State]:
        """The states in which the choices so far were made."""
        return self._history.past

    # -- views and logs

    def view(self, seat: str) -> dict[str, Any]:
        """Return everything that a seat may know, as plain data: places, tracks, variables, cards, the decision.

        The options are included only if the seat decides.

        Raises:
            PlayError: There is no such seat.
        """
        from interpreter.engine.view import view_as_data

        view, decision = self.seen_by(seat), self.decision_of(seat)
        asked: dict[str, Any] | None = None
        if self.deciders:
            asked = {"seat": seat if decision is not None else self.deciders[0]}
            if len(self.deciders) > 1 or (decision is not None and decision.is_secret):
                asked["together"] = list(self.deciders)
            if decision is not None:
                keys = [option.key for option in decision.options]
                asked |= {"label": decision.label, "prompt": decision.prompt, "options": keys}
        return view_as_data(self.game, view, asked)

    def seen_by(self, seat: str) -> View:
        """Return everything that a seat may know of the position, as a typed view.

        Raises:
            PlayError: There is no such seat.
        """
        from interpreter.engine.view import view_of

        return view_of(self.game, self._history.state, self._seat(seat))

    def board(
        self,
        seat: str | None,
        speech: MessageCatalog = ENGLISH,
        names: Names | None = None,
        translator: PartTranslator | None = None,
    ) -> Board:
        """Return everything that a screen shows to a seat, or to a spectator for None.

        Args:
            seat: The seat.
            speech: The language.
            names: Names in this language, if they differ from the game's own: escaped for a page, for example.
            translator: Translator of parts of events, for reasons.

        Raises:
            PlayError: There is no such seat.
            RulebookError: The game's phrases in this language have mistakes.
        """
        from interpreter.matches.seat_boards import board_of

        names = names or self.game.names(speech.lang)
        number = None if seat is None else self._seat(seat)
        speaker = Localizer(self.game, names, speech, self.game.sentences)
        return board_of(self._history, number, self.game.look(names), speaker, translator, self.game.has_odds)

    @property
    def log_length(self) -> int:
        """Number of entries in the log now.

        An entry makes at most one line; several similar ones can be combined in one line.
        """
        return len(self._history.state.log or ())

    def log(
        self, seat: str | None = None, speech: MessageCatalog = ENGLISH, since: int = 0, until: int | None = None
    ) -> list[str]:
        """Return the log as lines of text; for a seat, only events that it may know.

        Args:
            seat: The reader; None: all events.
            speech: The language.
            since: Number of entries to skip (`logged` at an earlier decision).
            until: Number of entries at which to stop (`logged` at a later decision); None: the end.
        """
        number = None if seat is None else self._seat(seat)
        return log_lines(self.game.speaker(speech), self._history.entries(since, until), number)

    def told(self, seat: str | None, speech: MessageCatalog = ENGLISH, since: int = 0) -> list[BoardEvent]:
        """Return the latest events of the log with their consequences, as a seat or a spectator (None) may know them.

        Args:
            seat: The reader.
            speech: The language.
            since: Number of entries to skip.
        """
        from interpreter.presentation.board.news import tell_events

        number = None if seat is None else self._seat(seat)
        return tell_events(self.game.speaker(speech), self._history.entries(since), number, since)

    def events(self, since: int = 0) -> list[Event]:
        """Return the log as plain data with ids, including secrets.

        `since` is the number of entries to skip.
        """
        from interpreter.engine.events import events_of

        return list(events_of(self.game, self._history.entries(since)))

    def _seat(self, seat: str) -> int:
        if seat not in self.game.seats:
            meant = closest_match(seat, self.game.seats)
            message = f"there is no seat `{seat}`; seats are {', '.join(self.game.seats)}"
            raise PlayError(Problem(Location(self.game.id), "unknown-seat", message, f"`{meant}`" if meant else None))
        return self.game.seats.index(seat)

    def kept(self) -> dict[str, Any]:
        """Return what the next game of a campaign begins with, as plain data, including secrets (see `Game.start`).

        Raises:
            PlayError: The match isn't over, or the game has no campaign.
        """
        from interpreter.engine.campaigns.campaign import keep

        return keep(self.game, self._history.state)

    def snapshot(self) -> dict[str, Any]:
        """Return the whole state as plain data, including secrets.

        Matches with equal snapshots continue equally.
        """
        return self._history.snapshot()

    def save(self, path: str | Path, notes: Mapping[str, str] | None = None, *, is_private: bool = False) -> None:
        """Write the match to a file, with notes for the program that opens it (see engine.saves).

        The file names the game's folder only if it lies beside it, unless the file is private: `load_match` finds
        other games of your own only if they are handed to it.

        Raises:
            SaveError: The file can't be written.
        """
        from interpreter.engine.saves import write_save

        write_save(self._history, Path(path), notes, is_private=is_private)


def replay(game: Game, seed: int, choices: Sequence[str]) -> Match:
    """Return the match that results from these choices.

    Raises:
        PlayError: A choice is not on offer.
    """
    match = game.start(seed)
    for choice in choices:
        match.choose(choice)
    return match
