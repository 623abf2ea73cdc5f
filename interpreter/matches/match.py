"""A game ready to be played, and one match of it as the world sees it: decisions, choices, undo, copy, views, save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from interpreter.engine.history import History, Outcome
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.errors import LONGEST_NAME, PlayError, Problem, Where, nearest
from interpreter.language.log import Chosen
from interpreter.presentation.log_lines import log_lines
from interpreter.presentation.names import Names
from interpreter.presentation.questions import Decision, Option, question
from interpreter.presentation.speaker import Speaker
from interpreter.presentation.speech import ENGLISH, Speech
from interpreter.rulebook.model import Rulebook

if TYPE_CHECKING:  # and in the functions that need them: playing thousands of matches needs none of these
    from interpreter.engine.events import Event
    from interpreter.engine.view import View
    from interpreter.knowledge.redraw import Redraw
    from interpreter.presentation.boards import Board
    from interpreter.presentation.reasons import Reason, Told
    from interpreter.rulebook.given import Given


class Game(Rules):
    """The rules of a game, of which matches can be played."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Raises RulebookError with every mistake in the texts."""
        super().__init__(rulebook)
        self._names: dict[str, Names] = {}

    def names(self, lang: str = ENGLISH.lang) -> Names:
        """The names of the game's things in a language."""
        if lang not in self._names:
            self._names[lang] = Names(self.rulebook, lang)
        return self._names[lang]

    def speaker(self, speech: Speech = ENGLISH) -> Speaker:
        """Who says the game's things in a language."""
        return Speaker(self, self.names(speech.lang), speech)

    def start(self, seed: int = 0, limited: bool = False) -> Match:
        """A new match, up to its first decision. Equal seeds and choices make equal matches. `limited`: one that goes
        on without end is stopped with a BudgetError, as in a playtest; else only an effect without end is."""
        self.check_seed(seed)
        return Match(self, History(self, seed, self.new_state(seed, logged=True), limited=limited))

    def stage(self, given: Mapping[str, Any] | str | Given, seed: int = 0) -> Match:
        """A match that begins in a position: what stands under a scenario's `given`, as a mapping, as YAML, or read.

        Raises RulebookError with all that is wrong with the position, PlayError for a bad seed.
        """
        from interpreter.engine.positions import read_position
        from interpreter.engine.staging import stage
        from interpreter.rulebook.given import Given

        self.check_seed(seed)
        position = given if isinstance(given, Given) else read_position(self, given)
        game, state, opening = stage(self, position, seed)
        return Match(game, History(game, seed, state, opening))

    def check_seed(self, seed: int) -> None:
        """Raise PlayError unless it is the seed of a match."""
        if not isinstance(seed, int) or seed < 0:
            raise PlayError(Problem(Where(self.id), "bad-seed", f"a seed is a whole number from 0, not {seed!r}"))


class Match:
    """One match. Made by `Game.start`, `load_match` or `replay`."""

    def __init__(self, game: Game, history: History) -> None:
        """`history`: what has happened, by the rules of the game."""
        self.game = game
        self._history = history
        self._decision: Decision | None = None
        self._redraw: Redraw | None = None

    # -- decisions

    @property
    def decision(self) -> Decision | None:
        """What is asked now, or None when the match is over."""
        if self._decision is None and (asked := self._history.asked) is not None:
            self._decision = question(self.game.speaker(), asked)
        return self._decision

    def question(self, speech: Speech) -> Decision | None:
        """What is asked now, in a language, or None when the match is over."""
        asked = self._history.asked
        return None if asked is None else question(self.game.speaker(speech), asked)

    @property
    def seed(self) -> int:
        return self._history.seed

    @property
    def choices(self) -> list[str]:
        """The keys of what was chosen so far."""
        return self._history.choices

    @property
    def decisions(self) -> int:
        """How many decisions were taken so far."""
        return len(self._history.choices)

    @property
    def staged(self) -> bool:
        """Whether the match began in a position that was laid out."""
        return self._history.opening is not None

    @property
    def imagined(self) -> bool:
        """Whether the match was drawn at random from those that may be."""
        return self._history.imagined

    def is_over(self) -> bool:
        return self._history.asked is None

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self._history.outcome()

    def choose(self, choice: Option | str | int) -> None:
        """Answer the decision by an option, its key or its index. Raises PlayError if it is not on offer; nothing
        changes then.
        """
        index = self.index_of(choice)
        try:
            self._history.choose(index)
        finally:
            self._decision = self._redraw = None

    def index_of(self, choice: Option | str | int) -> int:
        """The index of an option of the decision, given by itself, its key or its index. Raises PlayError if it is not
        on offer.
        """
        asked, keys = self._history.asked, self._history.keys
        if asked is None:
            raise PlayError(Problem(Where(self.game.id), "over", "the match is over: there is nothing to choose"))
        if isinstance(choice, Option):
            choice = choice.key
        if isinstance(choice, int) and not isinstance(choice, bool):
            if 0 <= choice < len(keys):
                return choice
            message = f"option {choice} is not on offer: there are {len(keys)}, from 0"
            raise PlayError(Problem(Where(self.game.id), "not-on-offer", message))
        found = self.offered(str(choice))
        if found is None:
            said = str(choice)
            meant = nearest(said, keys)
            if len(said) > LONGEST_NAME:
                said = said[:LONGEST_NAME] + "…"
            message = f"`{said}` is not on offer to {self.game.seats[asked.seat]}; on offer: {', '.join(keys)}"
            raise PlayError(Problem(Where(self.game.id), "not-on-offer", message, f"`{meant}`" if meant else None))
        return found

    def offered(self, key: str) -> int | None:
        """The index of the option with this key, or of a card that is alike in all that is printed and lies in the same
        zone; None if there is none."""
        keys, cards = self._history.keys, self.game.card_ids
        if key in keys:
            return keys.index(key)
        if key not in cards:
            return None
        where, v = self.game.constants.where, self._history.state.v
        home = v[where + cards.index(key)]
        alike = (at for at, other in enumerate(keys) if self.game.alike(other, key))
        return next((at for at in alike if v[where + cards.index(keys[at])] == home), None)

    def why_not(
        self, key: str, seat: str | None = None, speech: Speech = ENGLISH, told: Told | None = None
    ) -> Reason | None:
        """Why no option with this key is on offer at the decision; None if one is. With `seat`, nothing is told from
        which it could learn what is kept from it: cards, and variables that nobody sees. `reason.text` says it in a few
        words, `reason.where` where in the rules, `reason.grounds` how one thing follows from another. `told` tells
        parts of events in the language of the speech.

        Raises PlayError if the match is over.
        """
        from interpreter.engine.why import Inquiry
        from interpreter.presentation.reasons import reason_of

        try:
            self.index_of(key)
        except PlayError:
            asked = self._history.asked
            if asked is None:
                raise
            whose = None if seat is None else self._seat(seat)
            grounds = Inquiry(self.game, self._history.state, whose).why_not(key)
            return reason_of(self.game.speaker(speech), grounds, asked, told)
        return None

    def undo(self) -> None:
        """Take back the last choice. Raises PlayError at the start."""
        self._history.undo()
        self._decision = self._redraw = None

    def copy(self) -> Match:
        """An independent match in the same position, with its own past."""
        return Match(self.game, self._history.copy())

    def redraw(self, seat: str) -> Redraw:
        """What draws states that agree with what a seat knows now (see knowledge.redraw)."""
        from interpreter.knowledge.redraw import Redraw

        number = self._seat(seat)
        if self._redraw is None or self._redraw.seat != number:
            self._redraw = Redraw(self.game, self._history.state, self._history.opening, number)
        return self._redraw

    def determinize(self, seat: str, random: Random) -> Match:
        """A match in a position drawn at random from those that agree with all that a seat knows; its past is made up
        to fit, and can't be gone back to. It goes on by chances of its own.

        Meant for the seat that decides: of another seat's decision the options are the true ones.
        """
        game, state = self.game, self.redraw(seat).logged(random.getrandbits(64))
        decisions = game.program.code(True).decisions
        told = (entry for entry in state.log or () if isinstance(entry, Chosen))
        choices = [game.key(decisions[entry.decision], entry.value) for entry in told]
        return Match(game, History(game, random.getrandbits(32), state, self._history.opening, imagined=choices))

    @property
    def state(self) -> State:
        """The whole state as it is, secrets included: for players that the rules themselves describe."""
        return self._history.state

    @property
    def past(self) -> Sequence[State]:
        """The states in which each of the choices so far was made."""
        return self._history.past

    # -- what one can see

    def view(self, seat: str) -> dict[str, Any]:
        """All that a seat may know, as plain data: places, tracks, variables, cards, the decision if it is asked.

        Raises PlayError for a seat that is not in the game.
        """
        from interpreter.engine.view import as_data

        view, decision = self.seen_by(seat), self.decision
        asked: dict[str, Any] | None = None
        if decision is not None:
            asked = {"seat": decision.seat}
            if decision.seat == seat:
                keys = [option.key for option in decision.options]
                asked |= {"label": decision.label, "prompt": decision.prompt, "options": keys}
        return as_data(self.game, view, asked)

    def seen_by(self, seat: str) -> View:
        """All that a seat may know of the position, typed. Raises PlayError for a seat that is not in the game."""
        from interpreter.engine.view import view_of

        return view_of(self.game, self._history.state, self._seat(seat))

    def board(self, seat: str, names: Names | None = None) -> Board:
        """What a seat sees of the position, as documents with the names of things: in English, or those given. Raises
        PlayError for a seat that is not in the game."""
        from interpreter.presentation.boards import board_of

        return board_of(self.game.rulebook, self.seen_by(seat), names or self.game.names())

    @property
    def logged(self) -> int:
        """How many entries the log has now. An entry is one line or none; some alike ones become a line together."""
        return len(self._history.state.log or ())

    def log(
        self, seat: str | None = None, speech: Speech = ENGLISH, since: int = 0, until: int | None = None
    ) -> list[str]:
        """What has happened so far, a line each; for a seat only what it may know. `since` and `until`: what `logged`
        was at the decisions between which it happened.
        """
        number = None if seat is None else self._seat(seat)
        return log_lines(self.game.speaker(speech), self._history.entries(since, until), number)

    def events(self, since: int = 0) -> list[Event]:
        """What has happened so far as plain data, secrets included: each thing by its id. `since`: as for `log`."""
        from interpreter.engine.events import events_of

        return list(events_of(self.game, self._history.entries(since)))

    def _seat(self, seat: str) -> int:
        if seat not in self.game.seats:
            meant = nearest(seat, self.game.seats)
            message = f"there is no seat `{seat}`; seats are {', '.join(self.game.seats)}"
            raise PlayError(Problem(Where(self.game.id), "unknown-seat", message, f"`{meant}`" if meant else None))
        return self.game.seats.index(seat)

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain data, secrets included: equal snapshots play on equally."""
        return self._history.snapshot()

    def save(self, path: str | Path, notes: Mapping[str, str] | None = None) -> None:
        """Write the match to a file, with what a program wants to find again there (see engine.saves). Raises SaveError
        if that can't be done."""
        from interpreter.engine.saves import write_history

        write_history(self._history, Path(path), notes)


def replay(game: Game, seed: int, choices: Sequence[str]) -> Match:
    """The match that these choices make. Raises PlayError at the first one that is not on offer."""
    match = game.start(seed)
    for choice in choices:
        match.choose(choice)
    return match
