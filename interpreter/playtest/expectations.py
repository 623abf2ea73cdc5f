"""Comparison of a scenario's expectations with the match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.engine.events import Event
from interpreter.errors import CahierError
from interpreter.language.incremental import condition_of, number_of
from interpreter.matches.match import Match
from interpreter.players.table import TablePlayer
from interpreter.playtest.failures import Edit, Failure, instead, situation, why_not
from interpreter.rulebook.expectations import FIELDS, Decides, Holds, Logged, Options, Over, TableKeeps, Then, View
from interpreter.rulebook.given import NOBODY
from interpreter.rulebook.model import Text

NUMBER_COMPARED = re.compile(
    r"\s*(.+?)\s+(is(?: not| at least| at most| more than| less than)?|[<>]=?)\s+(-?\d+)\s*", re.DOTALL
)
"""A condition that compares a value with a number: the value, the comparison, the number."""


def differences(match: Match, expected: Sequence[Then]) -> list[Failure]:
    """Return the expectations that are not met. Raises RulebookError for an invalid condition."""
    events = match.events() if any(isinstance(then, Logged) for then in expected) else []
    found = (_not_logged(events, then) if isinstance(then, Logged) else _differs(match, then) for then in expected)
    return [failure for failure in found if failure is not None]


def _differs(match: Match, then: Then) -> Failure | None:
    if isinstance(then, Holds):
        return _does_not_hold(match, then)
    if isinstance(then, Decides):
        seat = None if match.decision is None else match.decision.seat
        edits = () if seat is None else instead((then.seat,), [seat])
        return None if seat == then.seat else Failure(then.where, f"{then.seat} decides", situation(match), (), edits)
    if isinstance(then, Options):
        return _not_offered(match, then)
    if isinstance(then, TableKeeps):
        return _table_keeps(match, then)
    if isinstance(then, View):
        return _not_in_view(match, then)
    assert isinstance(then, Over)
    return _not_over(match, then)


def _does_not_hold(match: Match, then: Holds) -> Failure | None:
    state = match.state
    if condition_of(match.game.program, then.condition)(state.v, state.z):
        return None
    value = _number_compared(match, then.condition)
    if value is None:
        return Failure(then.where, then.condition.strip(), "it is not so")
    edits = _number_instead(then.condition, value)
    return Failure(then.where, then.condition.strip(), f"it is {value}", edits=edits)


def _number_instead(condition: Text, value: int) -> tuple[Edit, ...]:
    """Return the edit that puts another number into a condition with `is`, `is at least` or `is at most`."""
    compared = NUMBER_COMPARED.fullmatch(condition)
    if compared is None or compared[2] not in ("is", "is at least", "is at most"):
        return ()
    before = condition[: compared.start(3)]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return (Edit(condition.at(line, column), compared[3], str(value)),)


def _number_compared(match: Match, condition: Text) -> int | None:
    """Return the current value that a condition compares with a literal number; None for other conditions."""
    compared = NUMBER_COMPARED.fullmatch(condition.strip())
    if compared is None:
        return None
    program = match.game.program
    try:
        value = number_of(program, Text(compared[1], condition.where))
    except CahierError:
        return None
    return int(program.queries(logged=True).function(value)(match.state.v, match.state.z))


def _not_offered(match: Match, then: Options) -> Failure | None:
    """Compare options. Any one of several cards that are alike matches the one that is an option."""
    said = f"options {then.how}"
    if match.decision is None:
        return Failure(then.where, f"{said} {', '.join(then.keys)}", situation(match))
    offered = [option.key for option in match.decision.options]
    meant = {key: match.offered(key) for key in then.keys}
    absent = [key for key, found in meant.items() if found is None]
    if then.how == "lacks":
        there = [key for key in then.keys if meant[key] is not None]
        return Failure(then.where, f"{said} {', '.join(there)}", situation(match)) if there else None
    notes = tuple(why_not(match, key) for key in absent)
    if then.how == "are":
        right = not absent and {offered[index] for index in meant.values() if index is not None} == set(offered)
        if right:
            return None
        edits = instead(then.keys, offered)
        return Failure(then.where, f"{said} {', '.join(then.keys)}", situation(match), notes, edits)
    return Failure(then.where, f"{said} {', '.join(absent)}", situation(match), notes) if absent else None


def _table_keeps(match: Match, then: TableKeeps) -> Failure | None:
    said = f"table keeps {', '.join(then.keys)}"
    decision = match.decision
    if decision is None:
        return Failure(then.where, said, situation(match))
    kept = TablePlayer(match.game, decision.seat).kept(match.state)
    keys = sorted(decision.options[index].key for index in kept)
    meant = {key: match.offered(key) for key in then.keys}
    if None not in meant.values() and sorted(kept) == sorted(index for index in meant.values() if index is not None):
        return None
    notes = tuple(why_not(match, key) for key, found in meant.items() if found is None)
    return Failure(then.where, said, f"it keeps {', '.join(keys)}", notes, instead(then.keys, keys))


def _not_in_view(match: Match, then: View) -> Failure | None:
    found = set(_words(match.view(then.seat)))
    wrong = [id for id in then.ids if (id in found) != then.has]
    if not wrong:
        return None
    expected = f"view of {then.seat} {'has' if then.has else 'lacks'} {', '.join(wrong)}"
    return Failure(then.where, expected, "it is not there" if then.has else "it is there")


def _not_logged(events: Sequence[Event], then: Logged) -> Failure | None:
    """Compare the log; a failure shows the most similar entry. A zone may be named without its owner."""

    def right(event: Event, field: str, value: object) -> bool:
        found = getattr(event, field)
        return found == value or (isinstance(found, str) and found.partition(" of ")[0] == value)

    def nearness(event: Event) -> tuple[int, int]:
        """Return the number of matching fields, and the number of fields that the event has."""
        has = sum(getattr(event, field) is not None for field, _ in then.fields)
        return sum(right(event, *field) for field in then.fields), has

    rated = [(nearness(event), event) for event in events]
    (most, _), nearest = max(rated, key=lambda each: each[0], default=((0, 0), None))
    if (most == len(then.fields)) == then.has:
        return None
    names = {field: name for name, field in FIELDS.items()}
    wanted = ", ".join(f"{names.get(field, field)}: {value}" for field, value in then.fields)
    expected = f"log {'has' if then.has else 'lacks'} {wanted}"
    if nearest is None or not most:
        return Failure(then.where, expected, "there is nothing like it")
    told = ((name, getattr(nearest, name)) for name in Event.__slots__)
    line = ", ".join(f"{names.get(name, name)}: {value}" for name, value in told if value is not None)
    return Failure(then.where, expected, f"it has {line}")


def _words(view: Any) -> Iterator[str]:
    """Yield all texts in plain data.

    A key with an empty value is skipped, because it only says that such a thing exists.
    """
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for key, value in view.items():
            if value:
                yield key
            yield from _words(value)
    elif isinstance(view, list):
        for value in view:
            yield from _words(value)


def _not_over(match: Match, then: Over) -> Failure | None:
    outcome = match.outcome()
    wanted = [f"won by {' and '.join(then.winners)}"] if then.winners is not None else []
    wanted += [f"because of {then.reason}"] if then.reason is not None else []
    wanted += [f"by the side {then.side}"] if then.side is not None else []
    wanted += [f"{seat} has {score}" for seat, score in then.scores]
    expected = ", ".join(["the game is over", *wanted])
    if outcome is None:
        return Failure(then.where, expected, situation(match))
    pairs: list[tuple[tuple[Text, ...], list[str]]] = [
        (then.winners or (), outcome.winners or [NOBODY]),
        ((then.reason,) if then.reason is not None else (), [outcome.reason]),
        ((then.side,) if then.side is not None else (), [outcome.side or NOBODY]),
        *(((score,), [str(outcome.scores[seat])]) for seat, score in then.scores),
    ]
    wrong = [(said, now) for said, now in pairs if said and sorted(said) != sorted(now)]
    if not wrong:
        return None
    edits = tuple(edit for said, now in wrong for edit in instead(said, now))
    return Failure(then.where, expected, situation(match), edits=edits)
