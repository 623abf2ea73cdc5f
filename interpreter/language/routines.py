"""The routines of a game by number, and which of them is whose: a phrase's, a card's event, a track's, a zone's."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from interpreter.language.ir.statements import Block, Call, CallRoutine, Routine, Signature, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.rulebook.model import Rulebook, Text


@dataclass(slots=True)
class Routines:
    """`phrase` gives the number of a word's routine, `event` that of a card's, `trigger` that of a track's trigger,
    `when_empty` that of a zone; `root` is the whole game.

    Texts call each other, so each is declared before it is read, and has no statements until then. Statements name a
    routine by its number: this table is the only place that changes when it gets its statements, or others.
    """

    all: list[Routine] = field(default_factory=list)
    phrase: dict[int, int] = field(default_factory=dict)
    event: list[int | None] = field(default_factory=list)
    trigger: dict[tuple[str, int], int] = field(default_factory=dict)
    when_empty: dict[str, int] = field(default_factory=dict)
    root: int = 0

    def beside(self) -> Routines:
        """The same routines, to which others can be added."""
        return replace(self, all=self.all[:])

    def add(self, routine: Routine) -> int:
        """One routine more; its number."""
        self.all.append(routine)
        return len(self.all) - 1

    def declare(self, title: str, text: Text, acts: bool = True, event: bool = False) -> int:
        """One that is given nothing; its number. `acts`: it is done by a seat; `event`: by a card."""
        return self.add(Routine(title, text, (), Local("you", Type("seat", optional=not acts)), event=event))

    def define(self, number: int, body: Block) -> None:
        """The statements of a routine are these."""
        self.all[number] = replace(self.all[number], body=body)

    def called(self, statement: Statement) -> int:
        """The number of the routine that a statement calls; -1 if it calls none."""
        match statement:
            case Call():
                return self.phrase[statement.word]
            case CallRoutine():
                return statement.routine
        assert statement.facts.anything or not statement.facts.calls, statement
        return -1

    def set_going(self, statement: Statement) -> list[int]:
        """The routines that may be carried out because a statement is: one that it calls, those of the tracks that it
        changes, that of a zone that it empties."""
        called, changed, empties = self.called(statement), statement.changes(), statement.facts.empties
        found = [called] if called >= 0 else []
        found += [number for (track, _), number in self.trigger.items() if ("track", track) in changed]
        if empties is not None and (zone := getattr(statement, empties)) in self.when_empty:
            found.append(self.when_empty[zone])
        return found


def routines_of(book: Rulebook, phrases: dict[int, Signature]) -> Routines:
    """The routines of a rulebook, declared. `phrases` are those of the vocabulary, by word."""
    routines = Routines()
    for word, it in phrases.items():
        routines.phrase[word] = routines.add(Routine(it.title, it.text, it.holes, it.you, it.turn))
    events: dict[int, int] = {}  # copies of a card share its event
    for card in book.cards:
        if card.event is not None and id(card.event) not in events:
            events[id(card.event)] = routines.declare(f"event of {card.id}", card.event, event=True)
        routines.event.append(None if card.event is None else events[id(card.event)])
    for track in book.tracks:
        for at, trigger in enumerate(track.triggers):
            before = sum(other.direction == trigger.direction for other in track.triggers[:at])
            title = f"{track.id} {trigger.direction}" + (f", {before + 1}" if before else "")
            routines.trigger[track.id, at] = routines.declare(title, trigger.do, acts=track.per_seat)
    for zone in book.zones:
        if zone.when_empty is not None:
            routines.when_empty[zone.id] = routines.declare(f"{zone.id} when empty", zone.when_empty, acts=False)
    routines.root = routines.declare("the game", book.start, acts=False)
    return routines


def in_cycles(calls: list[set[int]]) -> list[int]:
    """The numbers that can reach themselves by calls."""
    found = []
    for start in range(len(calls)):
        seen: set[int] = set()
        queue = list(calls[start])
        while queue:
            number = queue.pop()
            if number == start:
                found.append(start)
                break
            if number not in seen:
                seen.add(number)
                queue.extend(calls[number])
    return found
