"""Log entries as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import assert_never

from interpreter.language import log
from interpreter.presentation.questions import option_text
from interpreter.presentation.speech import Localizer


def log_lines(speaker: Localizer, entries: Sequence[log.Entry], seat: int | None) -> list[str]:
    """Return log entries as lines for a seat, or with all secrets for None."""
    renderer = LogRenderer(speaker, seat)
    lines = (renderer.line(entry) for entry in renderer.merge_hidden_moves(entries))
    return [line for line in lines if line]


class LogRenderer:
    """Renderer of log entries for a seat. It hides what the seat doesn't know; None as the seat knows everything."""

    def __init__(self, speaker: Localizer, seat: int | None) -> None:
        program = speaker.rules.program
        self.speaker = speaker
        self.symbols = program.symbols
        self.decisions = program.code(True).decisions
        self.seat = seat
        self.say = speaker.say

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
            case log.TurnStarted(seat):
                return "" if seat is None else self.say("turn", seat=self.speaker.thing("seat", seat))
            case log.DecisionTaken():
                return self._chosen(entry)
            case log.DecisionForced():  # that there was no choice is between a seat and its cards
                line = self._chosen(entry)
                return self.say("forced", line=line) if self.seat in (None, entry.seat) else line
            case log.PiecesMoved():
                return self._pieces(entry)
            case log.StateChanged():
                return self._state(entry)
            case log.CardMoved() | log.CardsMoved() | log.CardUsed() | log.CardsShown() | log.ZoneShuffled():
                return self._card_line(entry)
            case log.TrackMoved():
                return self._track(entry)
            case log.VariableSet():
                return self._variable(entry)
            case log.FlagSet():
                return self._flag(entry)
            case log.MatchEnded():
                return self._ended(entry)
            case _:
                assert_never(entry)

    def _card_line(
        self, entry: log.CardMoved | log.CardsMoved | log.CardUsed | log.CardsShown | log.ZoneShuffled
    ) -> str:
        match entry:
            case log.CardMoved():
                return self._card(entry)
            case log.CardsMoved():
                return self._cards(entry)
            case log.CardUsed(card, label, seat, seen_by):
                said = self.speaker.label(label)
                return self.say(
                    "note", seat=self.speaker.thing("seat", seat), card=self._card_name(card, seen_by), label=said
                )
            case log.CardsShown():
                return self._shown(entry)
            case log.ZoneShuffled():
                return self.say("shuffle", zone=self.speaker.thing("zone", entry.zone))
            case _:
                assert_never(entry)

    def _is_visible(self, mask: int) -> bool:
        return self.seat is None or bool(mask >> self.seat & 1)

    def _chosen(self, entry: log.DecisionTaken | log.DecisionForced) -> str:
        info, value = self.decisions[entry.decision], entry.value
        whose = self.speaker.thing("seat", entry.seat)
        if info.kind == "may" and not value:
            return self.say("declines", seat=whose, what=self.speaker.label(info.labels[0]))
        what = option_text(self.speaker, info, value)
        if (
            info.type.kind == "card"
            and value is not None
            and self.seat != entry.seat
            and not self._is_visible(entry.seen_by)
        ):
            what = self.say("a_card")
        purpose = self.speaker.label(info.label)
        return self.say("chooses_to" if purpose else "chooses", seat=whose, purpose=purpose, what=what)

    def _pieces(self, entry: log.PiecesMoved) -> str:
        count, noun = entry.amount, self._noun(entry.sort, entry.amount)
        start, end = self.speaker.thing("space", entry.source), self.speaker.thing("space", entry.target)
        return self._owned_sentence("pieces", entry.owner, count=count, noun=noun, source=start, target=end)

    def _state(self, entry: log.StateChanged) -> str:
        count, place = entry.amount, self.speaker.thing("space", entry.place)
        noun = self._noun(self.symbols.pieces[entry.sort].id, count)
        states = (entry.sort.partition(" ")[0], entry.state)
        old, new = (self.speaker.label(state) for state in states)
        return self._owned_sentence("state", entry.owner, count=count, noun=noun, place=place, old=old, new=new)

    def _owned_sentence(self, sentence: str, owner: int | None, **parts: object) -> str:
        """Return a sentence about pieces, in the variant that names the owner if a seat owns them."""
        if owner is None or owner >= len(self.symbols.seats):
            return self.say(sentence, **parts)
        return self.say(f"{sentence}_of", seat=self.speaker.thing("seat", owner), **parts)

    def _noun(self, sort: str, count: int) -> str:
        """Return the noun of pieces, after their state if they have one.

        Nouns are English; in other languages the title of the kind takes their place.
        """
        found = self.symbols.pieces[sort]
        names = self.speaker.names
        noun = found.noun.one if count == 1 else found.noun.many
        noun = names.localize(found.title) if names.is_translated(found.id) else noun
        state = sort.partition(" ")[0] if found.states and sort != found.id else ""
        return f"{self.speaker.label(state)} {noun}" if state else noun

    def _card(self, entry: log.CardMoved) -> str:
        if entry.source is not None:
            return self._cards(log.CardsMoved((entry.card,), entry.source, entry.target, (entry.seen_by,)))
        card = self._card_name(entry.card, entry.seen_by)
        return self.say("card_comes", card=card, target=self.speaker.thing("zone", entry.target))

    def _cards(self, entry: log.CardsMoved) -> str:
        pairs = zip(entry.cards, entry.seen_by, strict=True)
        said = [self.speaker.thing("card", card) for card, seen_by in pairs if self._is_visible(seen_by)]
        hidden = len(entry.cards) - len(said)
        if hidden:
            said.append(self.say("a_card") if hidden == 1 else self.say("some_cards", count=hidden))
        return self.say(
            "cards",
            cards=", ".join(said),
            source=self.speaker.thing("zone", entry.source),
            target=self.speaker.thing("zone", entry.target),
        )

    def _card_name(self, card: int, mask: int) -> str:
        return self.speaker.thing("card", card) if self._is_visible(mask) else self.say("a_card")

    def _track(self, entry: log.TrackMoved) -> str:
        found, seat = self.symbols.track(entry.track), entry.seat
        seat_id = self.symbols.seats[seat] if seat is not None else ""
        sentence, owner, title = "track", seat, found.title
        if seat_id in found.names:
            title = found.names[seat_id][1]
        elif seat is not None:
            sentence = "track_of"
        elif found.mirrored:
            sentence, owner = "track_seen_by", 0
        whose = "" if owner is None else self.speaker.thing("seat", owner)
        return self.say(sentence, track=self.speaker.names.localize(title), seat=whose, old=entry.old, new=entry.new)

    def _variable(self, entry: log.VariableSet) -> str:
        variable, kind_of = self.symbols.variables[entry.variable], self.symbols.kind_of_noun
        kind, place = kind_of(variable.kind), entry.place
        owners: list[str] = []
        for per in reversed(variable.per):
            place, at = divmod(place, self.symbols.size_of(per))
            owners.insert(0, self.speaker.thing(kind_of(per), at))
        title = variable.title or {"en": self.speaker.label(variable.id)}
        return self.say(
            "variable_of" if owners else "variable",
            variable=self.speaker.names.localize(title),
            owner=", ".join(owners),
            old=self.speaker.thing(kind, entry.old),
            new=self.speaker.thing(kind, entry.new),
        )

    def _flag(self, entry: log.FlagSet) -> str:
        kind = self.symbols.kind_of_noun(self.symbols.flags[entry.flag].of)
        name = self._card_name(entry.thing, entry.seen_by) if kind == "card" else self.speaker.thing(kind, entry.thing)
        said = self.speaker.label(entry.flag)
        return self.say("flag" if entry.value else "no_flag", thing=name, flag=said)

    def _shown(self, entry: log.CardsShown) -> str:
        everyone = entry.seen_by == self.speaker.rules.constants.everyone
        whom = self.say("everyone") if everyone else self.speaker.thing("seat", entry.seen_by.bit_length() - 1)
        if not self._is_visible(entry.seen_by):
            return self.say("looks", seat=whom)
        return self.say("shown", seat=whom, cards=", ".join(self.speaker.thing("card", card) for card in entry.cards))

    def _ended(self, entry: log.MatchEnded) -> str:
        winners = self.say("and").join(self.speaker.thing("seat", winner) for winner in entry.winners) or self.say(
            "nobody"
        )
        if entry.side is not None:
            winners = self.speaker.thing("side", entry.side)
        return self.say("end", winners=winners, reason=self.speaker.label(entry.reason))
