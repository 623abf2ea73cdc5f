"""Log entries as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from interpreter.presentation.player_sentences import value_text
from interpreter.presentation.questions import option_text
from interpreter.presentation.speech import Localizer
from interpreter.rulebook import log_entries as log
from interpreter.rulebook.text import HOLE, spaced_evenly

HOLES: Mapping[log.FieldType, str] = {
    "count": "count",
    "piece": "noun",
    "piece with states": "noun",
    "whom": "seat",
    "decision": "purpose",
    "answer": "what",
    "dice": "count",
}
"""Holes of sentences, by type of the field, that have another name than the field."""

SPECTATOR = -1
"""Number of a reader who knows only what every seat knows."""


def log_lines(speaker: Localizer, entries: Sequence[log.Entry], seat: int | None) -> list[str]:
    """Return log entries as lines for a seat, or with all secrets for None."""
    renderer = LogRenderer(speaker, seat)
    lines = (renderer.line(entry) for entry in renderer.merge_hidden_moves(entries))
    return [line for line in lines if line]


class LogRenderer:
    """Renderer of log entries for a seat. It hides what the seat doesn't know; None as the seat knows everything.

    Attributes:
        texts: By type of a field, the function from the entry and the field's value to a text.
    """

    def __init__(self, speaker: Localizer, seat: int | None) -> None:
        program = speaker.rules.program
        self.speaker = speaker
        self.symbols = program.symbols
        self.decisions = program.code(True).decisions
        self.seat = seat
        self.say = speaker.say
        self.texts: Mapping[log.FieldType, Callable[[Any, Any], object]] = {
            "seat": lambda _, seat: self._seat(seat),
            "seats": self._winners,
            "whom": self._whom,
            "card": self._card,
            "cards": self._cards,
            "zone": lambda _, zone: speaker.thing("zone", zone),
            "place": lambda _, place: speaker.thing("space", place),
            "count": lambda _, count: count,
            "piece": self._noun,
            "piece with states": self._noun,
            "state": lambda _, state: speaker.label(state),
            "track": self._track,
            "step": lambda _, step: step,
            "variable": self._variable,
            "owner": self._owner,
            "value": self._value,
            "flag": lambda _, flag: speaker.label(flag),
            "thing": self._thing,
            "dice": lambda _, dice: len(dice),
            "faces": self._faces,
            "label": lambda _, label: speaker.label(label),
            "reason": lambda _, reason: speaker.label(reason),
            "decision": lambda _, decision: speaker.label(self.decisions[decision].label),
            "answer": self._answer,
        }

    def merge_hidden_moves(self, entries: Sequence[log.Entry]) -> Iterator[log.Entry]:
        """Yield the entries, with consecutive hidden moves of single cards between the same zones merged into one."""
        for direction, group in groupby(entries, self._hidden_move):
            if direction is None:
                yield from group
                continue
            moves = [entry for entry in group if isinstance(entry, log.CardMoved)]
            if len(moves) == 1:
                yield moves[0]
            else:
                cards, masks = tuple(move.card for move in moves), tuple(move.seen_by for move in moves)
                yield log.CardsMoved(cards, *direction, masks)

    def _hidden_move(self, entry: log.Entry) -> tuple[int, int] | None:
        """Return source and target of a hidden move of a single card; None for other entries."""
        if not isinstance(entry, log.CardMoved) or entry.source is None or self._is_visible(entry.seen_by):
            return None
        return entry.source, entry.target

    def line(self, entry: log.Entry) -> str:
        """Return the text of an entry; empty for an entry that isn't shown."""
        match entry:
            case log.TurnStarted(None):
                return ""
            case log.PlayersTold(seen_by=seen_by):
                return self.say("tell", text=self._told(entry)) if self._is_visible(seen_by) else ""
            case log.CardMoved(card, int(source), target, seen_by):
                return self._sentence(log.CardsMoved((card,), source, target, (seen_by,)), "cards")
            case log.DecisionForced(seat) if self.seat in (None, seat):  # otherwise it is between a seat and its cards
                return self.say("forced", line=self._sentence(entry, self._variant(entry)))
            case log.TrackMoved(track, None) if self.symbols.track(track).mirrored:
                return self._sentence(entry._replace(seat=0), "track_seen_by")
            case _:
                return self._sentence(entry, self._variant(entry))

    def _variant(self, entry: log.Entry) -> str:
        """Return the key of an entry's sentence: of the declared one, or of another one for some values."""
        sentence = log.ENTRY_KINDS[type(entry)].sentence
        match entry:
            case log.DecisionTaken() | log.DecisionForced():
                info = self.decisions[entry.decision]
                if info.sealed is not None and self.seat not in (None, entry.seat):
                    return "chooses_in_secret"
                if info.kind == "may" and not entry.value:
                    return "declines"
                return "chooses_to" if info.label and self._declined(entry) is None else sentence
            case log.ChoiceShown():
                return f"{sentence}_to" if self.decisions[entry.decision].label else sentence
            case (
                log.PiecesMoved(seat=int(seat)) | log.PieceCaptured(seat=int(seat)) | log.StateChanged(seat=int(seat))
            ) if seat < len(self.symbols.seats):
                return f"{sentence}_of"
            case log.TrackMoved(track, int(seat)) if self.symbols.seats[seat] not in self.symbols.track(track).names:
                return f"{sentence}_of"
            case log.VariableSet(variable) if self.symbols.variables[variable].per:
                return f"{sentence}_of"
            case log.FlagSet(value=False):
                return "no_flag"
            case log.DiceRolled(seat, seen_by=masks):
                hidden = "" if any(map(self._is_visible, masks)) else "_hidden"
                return f"{sentence}{hidden}" if seat is not None else f"{sentence}{hidden}_alone"
            case log.DiceShown() if not self._is_visible(entry.seen_by):
                return "looks_at_dice"
            case log.CardsShown() if not self._is_visible(entry.seen_by):
                return "looks"
            case _:
                return sentence

    def _sentence(self, entry: log.Entry, sentence: str) -> str:
        """Return a sentence with the fields of an entry in its holes."""
        holes: dict[str, object] = {}
        for name, field in log.ENTRY_KINDS[type(entry)].fields.items():
            value, text = getattr(entry, name), self.texts.get(field.type)
            if text is not None:
                is_said = value is not None or field.type == "answer"
                holes[HOLES.get(field.type, name)] = text(entry, value) if is_said else self.say("nothing")
        return self.say(sentence, **holes)

    def _told(self, entry: log.PlayersTold) -> str:
        """Return a sentence for players with the values in its holes."""
        parts = told_parts(self.speaker, entry.sentence)
        values = list(zip(entry.kinds, entry.values, strict=True))
        said = (part if isinstance(part, str) else value_text(self.speaker, *values[part]) for part in parts)
        return spaced_evenly("".join(said))

    # -- seats and cards

    def _is_visible(self, mask: int) -> bool:
        if self.seat == SPECTATOR:
            return mask == self.speaker.rules.constants.everyone
        return self.seat is None or bool(mask >> self.seat & 1)

    def _seat(self, seat: int) -> str:
        return self.speaker.thing("seat", seat) if seat < len(self.symbols.seats) else ""

    def _winners(self, entry: log.Entry, seats: Sequence[int]) -> str:
        if isinstance(entry, log.MatchEnded) and entry.side is not None:
            return self.speaker.thing("side", entry.side)
        return self.say("and").join(map(self._seat, seats)) or self.say("nobody")

    def _whom(self, _entry: log.Entry, mask: int) -> str:
        everyone = mask == self.speaker.rules.constants.everyone
        return self.say("everyone") if everyone else self._seat(mask.bit_length() - 1)

    def _card(self, entry: Any, card: int) -> str:
        return self.speaker.thing("card", card) if self._is_visible(_masks(entry, 1)[0]) else self.say("a_card")

    def _cards(self, entry: log.Entry, cards: Sequence[int]) -> str:
        pairs = zip(cards, _masks(entry, len(cards)), strict=True)
        said = [self.speaker.thing("card", card) for card, mask in pairs if self._is_visible(mask)]
        hidden = len(cards) - len(said)
        if hidden:
            said.append(self.say("a_card") if hidden == 1 else self.say("some_cards", count=hidden))
        return ", ".join(said)

    def _answer(self, entry: log.DecisionTaken | log.DecisionForced | log.ChoiceShown, value: Any) -> str:
        info = self.decisions[entry.decision]
        if info.kind == "may" and not value:
            return self.speaker.label(info.labels[0])
        if isinstance(entry, log.ChoiceShown):
            return self._declined(entry) or option_text(self.speaker, info, value)
        is_secret = info.has_cards and value is not None and self.seat != entry.seat
        if is_secret and not self._is_visible(entry.seen_by):
            count = len(info.things_of(value)) if info.subset is not None else 1
            return self.say("a_card") if count == 1 else self.say("some_cards", count=count)
        return self._declined(entry) or option_text(self.speaker, info, value)

    def _declined(self, entry: log.DecisionTaken | log.DecisionForced | log.ChoiceShown) -> str | None:
        """Return the game's own words for the way out that was taken, or None."""
        way_out = self.decisions[entry.decision].way_out
        if entry.value is not None or not way_out:
            return None
        return self.speaker.sentences.declined(self.speaker, entry.decision, way_out)

    # -- pieces, tracks, variables and flags

    def _noun(self, entry: log.PiecesMoved | log.PieceCaptured | log.StateChanged, piece: str) -> str:
        """Return the noun of pieces, after their state if they moved in one, and after the number of those captured.

        Nouns are English; in other languages the title of the kind takes their place.
        """
        found = self.symbols.pieces[piece]
        names = self.speaker.names
        noun = found.noun.one if entry.amount == 1 else found.noun.many
        noun = names.localize(found.title) if names.is_translated(found.id) else noun
        state = entry.state if isinstance(entry, log.PiecesMoved | log.PieceCaptured) else None
        noun = f"{self.speaker.label(state)} {noun}" if state else noun
        return f"{entry.amount} {noun}" if isinstance(entry, log.PieceCaptured) and entry.amount > 1 else noun

    def _track(self, entry: log.TrackMoved, track: str) -> str:
        found, names = self.symbols.track(track), self.speaker.names
        own = None if entry.seat is None else found.names.get(self.symbols.seats[entry.seat])
        return names.localize(found.title if own is None else own[1])

    def _variable(self, _entry: log.VariableSet, variable: str) -> str:
        title = self.symbols.variables[variable].title or {"en": self.speaker.label(variable)}
        return self.speaker.names.localize(title)

    def _owner(self, entry: log.VariableSet, owner: int) -> str:
        owners: list[str] = []
        for per in reversed(self.symbols.variables[entry.variable].per):
            owner, at = divmod(owner, self.symbols.size_of(per))
            owners.insert(0, self.speaker.thing(self.symbols.kind_of_noun(per), at))
        return ", ".join(owners)

    def _value(self, entry: log.VariableSet, value: Any) -> str:
        return self.speaker.thing(self.symbols.kind_of_noun(self.symbols.variables[entry.variable].kind), value)

    def _faces(self, entry: log.DiceRolled | log.DiceShown, shown: tuple[int, ...]) -> str:
        return ", ".join(map(self._face, entry.dice, shown, _masks(entry, len(shown))))

    def _face(self, die: int, number: int, mask: int) -> str:
        face = self.symbols.face_of(die, number) if self._is_visible(mask) else "?"
        return self.speaker.label(face) if isinstance(face, str) and face != "?" else str(face)

    def _thing(self, entry: log.FlagSet, thing: int) -> str:
        kind = self.symbols.kind_of_noun(self.symbols.flags[entry.flag].of)
        return self._card(entry, thing) if kind == "card" else self.speaker.thing(kind, thing)


def told_parts(speaker: Localizer, sentence: str) -> list[str | int]:
    """Return a sentence for players in the speaker's language: texts, and the numbers of the values in its holes.

    Args:
        speaker: Names and sentences in the language.
        sentence: The sentence in English, whose holes number the values.
    """
    english = spaced_evenly(sentence)
    numbers = {hole: number for number, hole in enumerate(_holes(english))}
    said = speaker.rules.rulebook.player_texts.told.get(english, {}).get(speaker.names.lang, english)
    if not numbers.keys() >= set(_holes(said)):  # a mistake of the translation, which `check` reports
        said = english
    said = spaced_evenly(speaker.names.safe(said))
    parts: list[str | int] = []
    at = 0
    for found in HOLE.finditer(said):
        parts += (said[at : found.start()], numbers[spaced_evenly(found[1] or "")])
        at = found.end()
    return [*parts, said[at:]]


def _holes(sentence: str) -> list[str]:
    """Return the expressions in the holes of a sentence."""
    return [spaced_evenly(found[1] or "") for found in HOLE.finditer(sentence)]


def _masks(entry: log.Entry, cards: int) -> Sequence[int]:
    """Return the masks of the seats that see the cards of an entry."""
    mask: int | tuple[int, ...] = getattr(entry, log.ENTRY_KINDS[type(entry)].mask)
    return (mask,) * cards if isinstance(mask, int) else mask
