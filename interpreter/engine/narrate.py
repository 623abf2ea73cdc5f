"""Decisions, options and the log in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from interpreter.language.log import (
    CardMoved,
    CardsMoved,
    CardUsed,
    Chosen,
    Ended,
    Entry,
    FlagSet,
    Forced,
    PiecesMoved,
    Shown,
    Shuffled,
    StateChanged,
    TrackMoved,
    Turn,
    VariableSet,
)
from interpreter.language.parts import DecisionInfo
from interpreter.language.symbols import Symbols
from interpreter.rulebook.texts import slug

if TYPE_CHECKING:
    from interpreter.engine.match import Game
    from interpreter.rulebook.model import Title


@dataclass(frozen=True, slots=True)
class Speech:
    """How things are told: the language of their names, and sentences with holes."""

    lang: str
    sentences: Mapping[str, str]

    def say(self, sentence: str, **parts: object) -> str:
        return self.sentences[sentence].format(**parts)


ENGLISH = Speech(
    "en",
    {
        "nothing": "nothing",
        "none": "none",
        "stop": "stop",
        "no": "no",
        "owned": "{thing} ({seat})",
        "a_card": "a card",
        "some_cards": "{count} cards",
        "turn": "-- {seat}",
        "chooses": "{seat} chooses: {what}",
        "chooses_to": "{seat} chooses to {purpose}: {what}",
        "declines": "{seat} declines: {what}",
        "forced": "{line} (no other choice)",
        "pieces": "  {count} {noun}: {source} -> {target}",
        "pieces_of": "  {count} {noun} of {seat}: {source} -> {target}",
        "state": "  {count} {noun} in {place}: {old} -> {new}",
        "state_of": "  {count} {noun} of {seat} in {place}: {old} -> {new}",
        "card_comes": "  {card}: {target}",
        "cards": "  {cards}: {source} -> {target}",
        "track": "  {track}: {old} -> {new}",
        "track_of": "  {track} of {seat}: {old} -> {new}",
        "track_seen_by": "  {track} ({seat}): {old} -> {new}",
        "variable": "  {variable}: {old} -> {new}",
        "variable_of": "  {variable} of {owner}: {old} -> {new}",
        "flag": "  {thing} is {flag}",
        "no_flag": "  {thing} is no longer {flag}",
        "note": "{seat} uses {card}: {label}",
        "shuffle": "  {zone} is shuffled",
        "everyone": "everyone",
        "looks": "  {seat} looks at cards",
        "shown": "  shown to {seat}: {cards}",
        "and": " and ",
        "nobody": "nobody",
        "end": "The game is over, won by {winners} ({reason})",
    },
)
"""The sentences of the log. Another language is a Speech with the same names."""


SPOKEN_VOWEL = re.compile(r"(?!uni|use|eu|one\b|once)[aeiou]|hour|heir|hono", re.IGNORECASE)
"""What a word begins with that has `an` before it."""


def thing_id(symbols: Symbols, kind: str, value: int) -> str:
    """The id of a thing by its number; for a seat's own box or zone `BOX of SEAT`."""
    if kind in ("space", "box"):
        return symbols.shown["place"][value]
    if kind in symbols.shown:
        return symbols.shown[kind][value]
    return str(value)


def thing_name(symbols: Symbols, kind: str, value: int | None, speech: Speech = ENGLISH) -> str:
    """What a thing is called in print."""
    book = symbols.rulebook
    if value is None:
        return speech.say("nothing")
    if kind == "seat":
        return _said(book.seats[value].title, speech)
    if kind == "side":
        return _said(book.sides[value].title, speech)
    if kind == "card":
        return _said(book.cards[value].title, speech)
    if kind in ("space", "box"):
        if value < symbols.spaces:
            return _said(book.map.spaces[value].title, speech)
        boxes = [(symbols.box_index[box.id], box.title, "seat" if box.per_seat else None) for box in book.boxes]
        return _owned(symbols, boxes, value, speech)
    if kind == "zone":
        zones = [(symbols.zone_index[zone.id], zone.title, zone.per) for zone in book.zones]
        return _owned(symbols, zones, value, speech)
    return str(value)


def _said(title: Title, speech: Speech) -> str:
    """A title in the language, or in English."""
    return title.get(speech.lang) or title["en"]


def _owned(symbols: Symbols, rows: list[tuple[int, Title, str | None]], value: int, speech: Speech) -> str:
    """The name of the place with this number, and whose it is. A row: first number, title, what there is one for."""
    base, title, per = max((row for row in rows if row[0] <= value), key=lambda row: row[0])
    if per is None:
        return _said(title, speech)
    owner = thing_name(symbols, per, value - base, speech)
    return speech.say("owned", thing=_said(title, speech), seat=owner)


def label_text(symbols: Symbols, label: str, speech: Speech = ENGLISH) -> str:
    """What the rules call an option or a purpose, in the language if the game has a name for it."""
    return symbols.rulebook.texts.get(speech.lang, {}).get(slug(label), label.replace("_", " "))


def option_text(symbols: Symbols, info: DecisionInfo, value: int | None, speech: Speech = ENGLISH) -> str:
    if info.kind == "may":
        return label_text(symbols, info.labels[0], speech) if value else speech.say("no")
    if value is None:
        return speech.say("stop" if info.way_out == "stop" else "none")
    if info.kind == "either":
        return label_text(symbols, info.labels[value], speech)
    return thing_name(symbols, info.type.kind, value, speech)


def prompt(info: DecisionInfo, options: Sequence[Any]) -> str:
    """The question as people read it, with what is on offer."""
    if info.kind == "may":
        return f"{info.labels[0]}?"
    if info.kind == "either":
        return "choose: " + " or ".join(info.labels[value] for value in options)
    purpose = f" to {info.label.replace('_', ' ')}" if info.label else ""
    article = "an" if SPOKEN_VOWEL.match(info.noun) else "a"
    return f"choose {article} {info.noun}{purpose}"


def log_lines(
    game: Game, decisions: list[DecisionInfo], log: Sequence[Entry], seat: int | None, speech: Speech = ENGLISH
) -> list[str]:
    """A log, or a part of it, as lines, for one seat or, None, for somebody who may know everything."""
    teller = _Teller(game, decisions, seat, speech)
    lines = (teller.line(entry) for entry in teller.gathered(log))
    return [line for line in lines if line]


class _Teller:
    def __init__(self, game: Game, decisions: list[DecisionInfo], seat: int | None, speech: Speech) -> None:
        self.game = game
        self.symbols = game.program.symbols
        self.decisions = decisions
        self.seat = seat
        self.speech = speech
        self.say = speech.say

    def gathered(self, log: Sequence[Entry]) -> Iterator[Entry]:
        """The entries; cards that go the same way one after the other, unseen, become one entry."""
        for way, group in groupby(log, self._unseen_way):
            if way is None:
                yield from group
                continue
            moves = [entry for entry in group if isinstance(entry, CardMoved)]
            if len(moves) == 1:
                yield moves[0]
            else:
                cards, masks = tuple(move.card for move in moves), tuple(move.seen_by for move in moves)
                yield CardsMoved(cards, *way, masks)

    def _unseen_way(self, entry: Entry) -> tuple[int, int] | None:
        """From where to where a single card goes that can't be seen; None for anything else."""
        if not isinstance(entry, CardMoved) or entry.source is None or self._sees(entry.seen_by):
            return None
        return entry.source, entry.target

    def line(self, entry: Entry) -> str:
        """The entry in words; nothing of what is not told."""
        match entry:
            case Turn(seat):
                return "" if seat is None else self.say("turn", seat=self._name("seat", seat))
            case Chosen():
                return self._chosen(entry)
            case Forced():  # that there was no choice is between a seat and its cards
                line = self._chosen(entry)
                return self.say("forced", line=line) if self.seat in (None, entry.seat) else line
            case PiecesMoved():
                return self._pieces(entry)
            case StateChanged():
                return self._state(entry)
            case CardMoved():
                return self._card(entry)
            case CardsMoved():
                return self._cards(entry)
            case TrackMoved():
                return self._track(entry)
            case VariableSet():
                return self._variable(entry)
            case FlagSet():
                return self._flag(entry)
            case CardUsed(card, label, seat, seen_by):
                said = label_text(self.symbols, label, self.speech)
                return self.say("note", seat=self._name("seat", seat), card=self._seen(card, seen_by), label=said)
            case Shuffled():
                return self.say("shuffle", zone=self._name("zone", entry.zone))
            case Shown():
                return self._shown(entry)
            case Ended():
                return self._ended(entry)
            case _:
                assert_never(entry)

    def _name(self, kind: str, value: Any) -> str:
        return thing_name(self.symbols, kind, value, self.speech)

    def _sees(self, mask: int) -> bool:
        return self.seat is None or bool(mask >> self.seat & 1)

    def _chosen(self, entry: Chosen | Forced) -> str:
        info, value = self.decisions[entry.decision], entry.value
        whose = self._name("seat", entry.seat)
        if info.kind == "may" and not value:
            return self.say("declines", seat=whose, what=label_text(self.symbols, info.labels[0], self.speech))
        what = option_text(self.symbols, info, value, self.speech)
        if info.type.kind == "card" and value is not None and self.seat != entry.seat and not self._sees(entry.seen_by):
            what = self.say("a_card")
        purpose = label_text(self.symbols, info.label, self.speech)
        return self.say("chooses_to" if purpose else "chooses", seat=whose, purpose=purpose, what=what)

    def _pieces(self, entry: PiecesMoved) -> str:
        count, noun = entry.amount, self._noun(entry.sort, entry.amount)
        start, end = self._name("space", entry.source), self._name("space", entry.target)
        return self._whose("pieces", entry.owner, count=count, noun=noun, source=start, target=end)

    def _state(self, entry: StateChanged) -> str:
        count, place = entry.amount, self._name("space", entry.place)
        noun = self._noun(self.symbols.pieces[entry.sort].id, count)
        states = (entry.sort.partition(" ")[0], entry.state)
        old, new = (label_text(self.symbols, state, self.speech) for state in states)
        return self._whose("state", entry.owner, count=count, noun=noun, place=place, old=old, new=new)

    def _whose(self, sentence: str, owner: int | None, **parts: object) -> str:
        """A sentence about pieces; of a seat's, the one that says whose they are."""
        if owner is None or owner >= len(self.symbols.seats):
            return self.say(sentence, **parts)
        return self.say(f"{sentence}_of", seat=self._name("seat", owner), **parts)

    def _noun(self, sort: str, count: int) -> str:
        """Nouns are English; another language has the title of the kind. Before it comes the state, if there is one."""
        found = self.symbols.pieces[sort]
        title = found.title.get(self.speech.lang) if self.speech.lang != ENGLISH.lang else None
        noun = title or (found.noun.one if count == 1 else found.noun.many)
        state = sort.partition(" ")[0] if found.states and sort != found.id else ""
        return f"{label_text(self.symbols, state, self.speech)} {noun}" if state else noun

    def _card(self, entry: CardMoved) -> str:
        if entry.source is not None:
            return self._cards(CardsMoved((entry.card,), entry.source, entry.target, (entry.seen_by,)))
        card = self._seen(entry.card, entry.seen_by)
        return self.say("card_comes", card=card, target=self._name("zone", entry.target))

    def _cards(self, entry: CardsMoved) -> str:
        pairs = zip(entry.cards, entry.seen_by, strict=True)
        said = [self._name("card", card) for card, seen_by in pairs if self._sees(seen_by)]
        hidden = len(entry.cards) - len(said)
        if hidden:
            said.append(self.say("a_card") if hidden == 1 else self.say("some_cards", count=hidden))
        return self.say(
            "cards",
            cards=", ".join(said),
            source=self._name("zone", entry.source),
            target=self._name("zone", entry.target),
        )

    def _seen(self, card: int, mask: int) -> str:
        return self._name("card", card) if self._sees(mask) else self.say("a_card")

    def _track(self, entry: TrackMoved) -> str:
        found, seat = self.symbols.track(entry.track), entry.seat
        id = self.symbols.seats[seat] if seat is not None else ""
        sentence, owner, title = "track", seat, found.title
        if id in found.names:
            title = found.names[id][1]
        elif seat is not None:
            sentence = "track_of"
        elif found.mirrored:
            sentence, owner = "track_seen_by", 0
        whose = "" if owner is None else self._name("seat", owner)
        return self.say(sentence, track=_said(title, self.speech), seat=whose, old=entry.old, new=entry.new)

    def _variable(self, entry: VariableSet) -> str:
        variable, kind_of = self.symbols.variables[entry.variable], self.symbols.kind_of_noun
        kind, place = kind_of(variable.kind), entry.place
        owners: list[str] = []
        for per in reversed(variable.per):
            place, at = divmod(place, self.symbols.size_of(per))
            owners.insert(0, self._name(kind_of(per), at))
        title = variable.title or {"en": label_text(self.symbols, variable.id, self.speech)}
        return self.say(
            "variable_of" if owners else "variable",
            variable=_said(title, self.speech),
            owner=", ".join(owners),
            old=self._name(kind, entry.old),
            new=self._name(kind, entry.new),
        )

    def _flag(self, entry: FlagSet) -> str:
        kind = self.symbols.kind_of_noun(self.symbols.flags[entry.flag].of)
        name = self._seen(entry.thing, entry.seen_by) if kind == "card" else self._name(kind, entry.thing)
        said = label_text(self.symbols, entry.flag, self.speech)
        return self.say("flag" if entry.value else "no_flag", thing=name, flag=said)

    def _shown(self, entry: Shown) -> str:
        everyone = entry.seen_by == self.game.frame.everyone
        whom = self.say("everyone") if everyone else self._name("seat", entry.seen_by.bit_length() - 1)
        if not self._sees(entry.seen_by):
            return self.say("looks", seat=whom)
        return self.say("shown", seat=whom, cards=", ".join(self._name("card", card) for card in entry.cards))

    def _ended(self, entry: Ended) -> str:
        who = self.say("and").join(self._name("seat", winner) for winner in entry.winners) or self.say("nobody")
        if entry.side is not None:
            who = self._name("side", entry.side)
        return self.say("end", winners=who, reason=label_text(self.symbols, entry.reason, self.speech))
