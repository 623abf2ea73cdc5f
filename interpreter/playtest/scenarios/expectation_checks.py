"""Comparison of a scenario's expectations with the match.

Failures of scenarios, in words: the expectation, the actual result, and the reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.engine.events import Event
from interpreter.language.incremental import compile_condition, read_number
from interpreter.matches.match import Match
from interpreter.players.table_player import TablePlayer
from interpreter.rulebook.log_entries import EVENT_NAMES
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.expectations import (
    Expectation,
    ExpectedCondition,
    ExpectedDecider,
    ExpectedEnd,
    ExpectedLogEntry,
    ExpectedOptions,
    ExpectedTableChoice,
    ExpectedView,
)
from interpreter.rulebook.scenarios.given import NOBODY
from interpreter.support.errors import CahierError, Location


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of text in a scenario's file that would make it pass."""

    where: Location
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that is not met.

    Attributes:
        where: The place of the expectation in the scenario.
        expected: The expectation.
        found: The actual result.
        notes: Further explanations.
        edits: Edits that would make the scenario pass; empty if they can't be determined.
    """

    where: Location
    expected: str
    found: str
    notes: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()


def replacement_edits(expected: Sequence[Text], actual: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edit that replaces ids on one line: kept ids in their order, then new ones."""
    if not expected or not actual or len({key.where.line for key in expected}) > 1:
        return ()
    line, first, last = expected[0].excerpt(expected[0].where) or "", expected[0].where, expected[-1]
    old = line[first.column - 1 : last.where.column - 1 + len(last)]
    kept = [key for key in expected if key in actual]
    new = ", ".join([*kept, *(key for key in actual if key not in kept)])
    in_brackets = line[: first.column - 1].rstrip().endswith("[")
    return (Edit(first, old, f"[{new}]" if len(actual) > 1 and not in_brackets else new),)


def describe_situation(match: Match) -> str:
    """Describe the decision and its options, or the end of the game."""
    decision, outcome = match.decision, match.outcome()
    if decision is not None:
        keys = ", ".join(option.key for option in decision.options)
        return f"{decision.seat} decides ({decision.prompt}): {keys}"
    if outcome is None:
        return "nobody is asked anything"
    return f"the game is over, won by {' and '.join(outcome.winners) or 'nobody'}, because of {outcome.reason}"


def explain_absence(match: Match, key: str) -> str:
    """Explain why an option is not on offer."""
    reason = match.why_not(key)
    assert reason is not None
    grounds = [f"{ground.text} ({ground.where})" if ground.where else ground.text for ground in reason.grounds]
    return f"{key} is not on offer: {', since '.join(grounds)}"


NUMBER_COMPARISON = re.compile(
    r"\s*(.+?)\s+(is(?: not| at least| at most| more than| less than)?|[<>]=?)\s+(-?\d+)\s*", re.DOTALL
)
"""A condition that compares a value with a number: the value, the comparison, the number."""


def unmet_expectations(match: Match, expected: Sequence[Expectation]) -> list[Failure]:
    """Return the expectations that are not met. Raises RulebookError for an invalid condition."""
    events = match.events() if any(isinstance(then, ExpectedLogEntry) for then in expected) else []
    found = (
        _check_log(events, then) if isinstance(then, ExpectedLogEntry) else _check(match, then) for then in expected
    )
    return [failure for failure in found if failure is not None]


def _check(match: Match, then: Expectation) -> Failure | None:
    if isinstance(then, ExpectedCondition):
        return _check_condition(match, then)
    if isinstance(then, ExpectedDecider):
        seat = None if match.decision is None else match.decision.seat
        edits = () if seat is None else replacement_edits((then.seat,), [seat])
        return (
            None
            if seat == then.seat
            else Failure(then.where, f"{then.seat} decides", describe_situation(match), (), edits)
        )
    if isinstance(then, ExpectedOptions):
        return _check_options(match, then)
    if isinstance(then, ExpectedTableChoice):
        return _check_table(match, then)
    if isinstance(then, ExpectedView):
        return _check_view(match, then)
    assert isinstance(then, ExpectedEnd)
    return _check_end(match, then)


def _check_condition(match: Match, then: ExpectedCondition) -> Failure | None:
    state, holds = match.state, compile_condition(match.game.program, then.condition)
    with state.own_work():
        if holds(state, state.v, state.z):
            return None
    value = _compared_value(match, then.condition)
    if value is None:
        return Failure(then.where, then.condition.strip(), "it is not so")
    edits = _number_edit(then.condition, value)
    return Failure(then.where, then.condition.strip(), f"it is {value}", edits=edits)


def _number_edit(condition: Text, value: int) -> tuple[Edit, ...]:
    """Return the edit that puts another number into a condition with `is`, `is at least` or `is at most`."""
    compared = NUMBER_COMPARISON.fullmatch(condition)
    if compared is None or compared[2] not in ("is", "is at least", "is at most"):
        return ()
    before = condition[: compared.start(3)]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return (Edit(condition.place_at(line, column), compared[3], str(value)),)


def _compared_value(match: Match, condition: Text) -> int | None:
    """Return the current value that a condition compares with a literal number; None for other conditions."""
    compared = NUMBER_COMPARISON.fullmatch(condition.strip())
    if compared is None:
        return None
    program = match.game.program
    try:
        value = read_number(program, Text(compared[1], condition.where))
    except CahierError:
        return None
    state, function = match.state, program.queries(logged=True).function(value)
    with state.own_work():
        return int(function(state, state.v, state.z))


def _check_options(match: Match, then: ExpectedOptions) -> Failure | None:
    """Compare options. Any one of several cards that are alike matches the one that is an option."""
    expectation = f"options {then.relation}"
    if match.decision is None:
        return Failure(then.where, f"{expectation} {', '.join(then.keys)}", describe_situation(match))
    offered = [option.key for option in match.decision.options]
    meant = {key: match.option_index(key) for key in then.keys}
    absent = [key for key, found in meant.items() if found is None]
    if then.relation == "lacks":
        there = [key for key in then.keys if meant[key] is not None]
        return Failure(then.where, f"{expectation} {', '.join(there)}", describe_situation(match)) if there else None
    notes = tuple(explain_absence(match, key) for key in absent)
    if then.relation == "are":
        right = not absent and {offered[index] for index in meant.values() if index is not None} == set(offered)
        if right:
            return None
        edits = replacement_edits(then.keys, offered)
        return Failure(then.where, f"{expectation} {', '.join(then.keys)}", describe_situation(match), notes, edits)
    return (
        Failure(then.where, f"{expectation} {', '.join(absent)}", describe_situation(match), notes) if absent else None
    )


def _check_table(match: Match, then: ExpectedTableChoice) -> Failure | None:
    expectation = f"table keeps {', '.join(then.keys)}"
    decision = match.decision
    if decision is None:
        return Failure(then.where, expectation, describe_situation(match))
    kept = TablePlayer(match.game, decision.seat).remaining_options(match.state)
    keys = sorted(decision.options[index].key for index in kept)
    meant = {key: match.option_index(key) for key in then.keys}
    if None not in meant.values() and sorted(kept) == sorted(index for index in meant.values() if index is not None):
        return None
    notes = tuple(explain_absence(match, key) for key, found in meant.items() if found is None)
    return Failure(then.where, expectation, f"it keeps {', '.join(keys)}", notes, replacement_edits(then.keys, keys))


def _check_view(match: Match, then: ExpectedView) -> Failure | None:
    found = set(_texts_in(match.view(then.seat)))
    wrong = [name for name in then.ids if (name in found) != then.has]
    if not wrong:
        return None
    expected = f"view of {then.seat} {'has' if then.has else 'lacks'} {', '.join(wrong)}"
    return Failure(then.where, expected, "it is not there" if then.has else "it is there")


def _check_log(events: Sequence[Event], then: ExpectedLogEntry) -> Failure | None:
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
    names = {field: name for name, field in EVENT_NAMES.items()}
    wanted = ", ".join(f"{names.get(field, field)}: {value}" for field, value in then.fields)
    expected = f"log {'has' if then.has else 'lacks'} {wanted}"
    if nearest is None or not most:
        return Failure(then.where, expected, "there is nothing like it")
    told = ((name, getattr(nearest, name)) for name in Event.__slots__)
    line = ", ".join(f"{names.get(name, name)}: {value}" for name, value in told if value is not None)
    return Failure(then.where, expected, f"it has {line}")


def _texts_in(view: Any) -> Iterator[str]:
    """Yield all texts in plain data.

    A key with an empty value is skipped, because it only says that such a thing exists.
    """
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for key, value in view.items():
            if value:
                yield key
            yield from _texts_in(value)
    elif isinstance(view, list):
        for value in view:
            yield from _texts_in(value)


def _check_end(match: Match, then: ExpectedEnd) -> Failure | None:
    outcome = match.outcome()
    wanted = [f"won by {' and '.join(then.winners)}"] if then.winners is not None else []
    wanted += [f"because of {then.reason}"] if then.reason is not None else []
    wanted += [f"by the side {then.side}"] if then.side is not None else []
    wanted += [f"{seat} has {score}" for seat, score in then.scores]
    expected = ", ".join(["the game is over", *wanted])
    if outcome is None:
        return Failure(then.where, expected, describe_situation(match))
    pairs: list[tuple[tuple[Text, ...], list[str]]] = [
        (then.winners or (), outcome.winners or [NOBODY]),
        ((then.reason,) if then.reason is not None else (), [outcome.reason]),
        ((then.side,) if then.side is not None else (), [outcome.side or NOBODY]),
        *(((score,), [str(outcome.scores[seat])]) for seat, score in then.scores),
    ]
    wrong = [(said, now) for said, now in pairs if said and sorted(said) != sorted(now)]
    if not wrong:
        return None
    edits = tuple(edit for said, now in wrong for edit in replacement_edits(said, now))
    return Failure(then.where, expected, describe_situation(match), edits=edits)
