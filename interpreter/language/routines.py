"""Routines of a game by number, and their owners: phrases, events of cards, triggers of tracks, zones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from interpreter.language.ir.statements import Block, CallPhrase, CallRoutine, Routine, Signature, Statement
from interpreter.language.ir.types import Local, Type
from interpreter.rulebook.model import Rulebook, Text


@dataclass(slots=True)
class Routines:
    """The table of all routines.

    Texts call each other, so each routine is declared before it is read, and has no statements until then. Statements
    refer to a routine by its number: only this table changes when a routine gets its statements, or others.

    Attributes:
        all: Routines by number.
        phrase: Routine number of each phrase, by word.
        event: Routine number of each card's event, by card.
        trigger: Routine number of each trigger, by track and index.
        when_empty: Routine number for each zone that has one.
        root: Routine number of the whole game.
    """

    all: list[Routine] = field(default_factory=list)
    phrase: dict[int, int] = field(default_factory=dict)
    event: list[int | None] = field(default_factory=list)
    trigger: dict[tuple[str, int], int] = field(default_factory=dict)
    when_empty: dict[str, int] = field(default_factory=dict)
    root: int = 0

    def copy(self) -> Routines:
        """Return a copy to which other routines can be added."""
        return replace(self, all=self.all[:])

    def add(self, routine: Routine) -> int:
        """Add a routine, and return its number."""
        self.all.append(routine)
        return len(self.all) - 1

    def declare(self, title: str, text: Text, acts: bool = True, event: bool = False) -> int:
        """Declare a routine without parameters, and return its number.

        `acts` is True if a seat carries it out, and `event` if it is a card's event.
        """
        return self.add(Routine(title, text, (), Local("you", Type("seat", optional=not acts)), is_event=event))

    def define(self, number: int, body: Block) -> None:
        """Set the statements of a routine."""
        self.all[number] = replace(self.all[number], body=body)

    def callee(self, statement: Statement) -> int:
        """Return the number of the routine that a statement calls; -1 if it calls none."""
        match statement:
            case CallPhrase():
                return self.phrase[statement.word]
            case CallRoutine():
                return statement.routine
        assert statement.facts.calls_any_text or not statement.facts.calls, statement
        return -1

    def started_by(self, statement: Statement) -> list[int]:
        """Return the routines that a statement may start.

        These are the one it calls, those of the tracks it changes, and that of a zone it empties.
        """
        called, changed, empties = self.callee(statement), statement.changes(), statement.facts.empties
        found = [called] if called >= 0 else []
        found += [number for (track, _), number in self.trigger.items() if ("track", track) in changed]
        if empties is not None and (zone := getattr(statement, empties)) in self.when_empty:
            found.append(self.when_empty[zone])
        return found


def declare_routines(book: Rulebook, phrases: dict[int, Signature]) -> Routines:
    """Declare the routines of a rulebook. `phrases` are those of the vocabulary, by word."""
    routines = Routines()
    for word, it in phrases.items():
        routines.phrase[word] = routines.add(Routine(it.title, it.text, it.parameters, it.you, it.begins_turn))
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
            routines.when_empty[zone.id] = routines.declare(
                f"{zone.id} when empty", zone.when_empty, acts=zone.per_seat
            )
    routines.root = routines.declare("the game", book.start, acts=False)
    return routines


def cyclic_nodes(calls: list[set[int]]) -> list[int]:
    """Return the numbers that can reach themselves through calls."""
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
