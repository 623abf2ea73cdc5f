"""What has happened, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, assert_never

from interpreter.engine.rules import Rules
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
from interpreter.presentation.questions import option_text
from interpreter.presentation.speech import ENGLISH, Speech
from interpreter.presentation.titles import label_text, thing_name, title_in


def log_lines(rules: Rules, log: Sequence[Entry], seat: int | None, speech: Speech = ENGLISH) -> list[str]:
    """A log, or a part of it, as lines, for one seat or, None, for somebody who may know everything."""
    teller = Teller(rules, seat, speech)
    lines = (teller.line(entry) for entry in teller.gathered(log))
    return [line for line in lines if line]


class Teller:
    """Tells entries, as far as a seat may know of them (None: all)."""

    def __init__(self, rules: Rules, seat: int | None, speech: Speech) -> None:
        self.rules = rules
        self.symbols = rules.program.symbols
        self.decisions = rules.program.code(True).decisions
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
        return self.say(sentence, track=title_in(title, self.speech), seat=whose, old=entry.old, new=entry.new)

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
            variable=title_in(title, self.speech),
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
        everyone = entry.seen_by == self.rules.frame.everyone
        whom = self.say("everyone") if everyone else self._name("seat", entry.seen_by.bit_length() - 1)
        if not self._sees(entry.seen_by):
            return self.say("looks", seat=whom)
        return self.say("shown", seat=whom, cards=", ".join(self._name("card", card) for card in entry.cards))

    def _ended(self, entry: Ended) -> str:
        who = self.say("and").join(self._name("seat", winner) for winner in entry.winners) or self.say("nobody")
        if entry.side is not None:
            who = self._name("side", entry.side)
        return self.say("end", winners=who, reason=label_text(self.symbols, entry.reason, self.speech))
