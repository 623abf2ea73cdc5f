"""Keys of all options and labels of all log entries that a game can have, to detect unknown names in scenarios."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from interpreter.language.execution.executable import PAIR_SIGN
from interpreter.language.incremental import link_routine
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.expressions import Const, Expr, Pairs, Range, Subsets
from interpreter.language.ir.statements import Choose, Either, End, May, RecordUse, Routine
from interpreter.language.program import Program
from interpreter.language.symbols import Symbols
from interpreter.matches.match import Game
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.expectations import ExpectedLogEntry, ExpectedOptions, ExpectedTableChoice
from interpreter.rulebook.scenarios.scenario_files import BY_TABLE, Scenario
from interpreter.rulebook.schema.meant_values import BETWEEN_VALUES
from interpreter.rulebook.text import slug
from interpreter.support.errors import CahierError, Problem
from interpreter.support.similar_words import closest_match, is_opposite


@dataclass(slots=True)
class OptionKeys:
    """The keys and labels that some routines can produce.

    Attributes:
        named: Keys of options, except for numbers.
        pairs: Keys of the first and the second things of each choice of a pair.
        members: Keys of the things of which each choice takes a subset.
        numbers: Lowest and highest number of each choice of a number; None for computed ends.
        labels: Labels of log entries, by the kind of entry.
        groups: Keys of the options of each decision with options of its own.
    """

    named: set[str] = field(default_factory=set)
    pairs: list[tuple[frozenset[str], frozenset[str]]] = field(default_factory=list)
    members: list[frozenset[str]] = field(default_factory=list)
    numbers: set[tuple[int | None, int | None]] = field(default_factory=set)
    groups: list[set[str]] = field(default_factory=list)
    labels: dict[str, set[str]] = field(default_factory=lambda: {"choice": set(), "use": set(), "end": set()})

    def is_possible(self, key: str) -> bool:
        """Return True if an option can have this key."""
        if not key.removeprefix("-").isdecimal():
            first, _, second = key.partition(PAIR_SIGN)
            is_pair = any(first in firsts and second in seconds for firsts, seconds in self.pairs)
            return (
                key in self.named
                or is_pair
                or any(members.issuperset(key.split(PAIR_SIGN)) for members in self.members)
            )
        if key in self.named or len(key) > MAX_DIGITS:
            return key in self.named or (None, None) in self.numbers
        number = int(key)
        return any((low is None or low <= number) and (high is None or number <= high) for low, high in self.numbers)


MAX_DIGITS = 20
_BETWEEN_KEYS = re.compile(r" *(?:[-+,;/>]+| to | and ) *")
"""Signs and words that people write between the keys of a pair."""
_ANSWER = re.compile(r" *- \w+: *")
"""Matches the beginning of the line of an answer."""
_cached_keys: WeakKeyDictionary[Program, OptionKeys] = WeakKeyDictionary()


def unknown_keys(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Yield problems for unknown keys and labels in a scenario.

    Known are those that the game, or the effects with which the scenario begins, can produce.
    """
    known = [_program_keys(game.program)]
    found = list(_unknown_problems(scenario, known))
    begin = scenario.given.begin
    if found and begin is not None:
        turn = scenario.given.turn
        you = game.seats.index(turn) if turn in game.seats else None
        try:
            program = link_routine(game.program, begin, you)[0]
        except CahierError:  # reported when the position is set up
            return
        known.append(_collect_keys(program.symbols, program.routines.all[len(game.program.routines.all) :]))
        found = list(_unknown_problems(scenario, known))
    yield from found


def _unknown_problems(scenario: Scenario, known: list[OptionKeys]) -> Iterator[Problem]:
    for key in _scenario_keys(scenario):
        if not any(keys.is_possible(key) for keys in known):
            yield _unknown_key(key, known)
    for then in scenario.expected:
        if isinstance(then, ExpectedLogEntry):
            fields = dict(then.fields)
            label, what = fields.get("label"), fields.get("what")
            if isinstance(label, Text):
                kinds = [str(what)] if what else ["use"] if "card" in fields else ["choice", "use", "end"]
                labels = {name for keys in known for kind in kinds for name in keys.labels[kind]}
                if label not in labels:
                    message = f"nothing in this game is called `{label}` in {_entries_phrase(kinds)} of the log"
                    line = label.excerpt(label.where)
                    yield Problem(label.where, "unknown-label", message, closest_match(label, labels), line, len(label))


def _unknown_key(key: Text, known: list[OptionKeys]) -> Problem:
    """Return the problem of an unknown key: a pair, several keys in one text, or a misspelt key."""
    message = f"no option of this game has the key `{key}`"
    among = {name for keys in known for name in keys.named}
    line = key.excerpt(key.where)
    meant = _joined_keys(key, known)
    parts = [part.strip() for part in BETWEEN_VALUES.split(key.strip("[] ")) if part.strip()]
    parts = key.split() if among.issuperset(key.split()) else parts
    if meant is None and len(parts) > 1:
        several = [part if part in among else closest_match(part, among) for part in parts]
        return _several_keys(key, [each for each in several if each is not None], len(parts))
    if meant is None and (meant := closest_match(key, among)) is not None and is_opposite(key, meant):
        there = next((sorted(group) for keys in known for group in keys.groups if meant in group), [])
        message += f"; where `{meant}` is one, the options are {', '.join(there)}" if there else ""
        meant = next(each for each in there if each != meant) if len(there) == 2 else None
    elif meant is None:
        meant = _only_key_in(key, among)
    return Problem(key.where, "unknown-option", message, meant, line, len(key))


def _several_keys(key: Text, keys: list[str], wanted: int) -> Problem:
    """Return the problem of a text with several keys, of which some may be known."""
    line = key.excerpt(key.where) or ""
    before = line[: key.where.column - 1]
    message = f"no option of this game has the key `{key}`"
    if len(keys) < wanted:
        return Problem(key.where, "unknown-option", message, None, line, len(key))
    message, meant = f"`{key}` is several keys: each is an entry of a list", ", ".join(keys)
    if _ANSWER.fullmatch(before):
        message, column = "each answer is an entry of its own", before.index("-") + 1
        wording = "\n".join(f"{before[column - 1 :]}{each}" for each in keys)
        replaced = (column, key.where.column + len(key) - column)
        return Problem(
            key.where, "unknown-option", message, None, line, len(key), wordings=(wording,), replaced=replaced
        )
    is_entry = re.search(r"\[[^]{}]*$", before) is not None
    meant = meant if is_entry else f"[{meant}]"
    quotes = 1 if before[-1:] in ("'", '"') else 0
    replaced = (key.where.column - quotes, len(key) + 2 * quotes)
    return Problem(key.where, "unknown-option", message, f"`{meant}`", line, len(key), replaced=replaced)


def _joined_keys(key: Text, known: list[OptionKeys]) -> str | None:
    """Return the key of a pair that is written with other signs between its parts."""
    joined = PAIR_SIGN.join(_BETWEEN_KEYS.split(key.strip("[] ")))
    return joined if joined != key and any(keys.is_possible(joined) for keys in known) else None


def _only_key_in(phrase: str, keys: Collection[str]) -> str | None:
    """Return the longest key whose words are part of a phrase, as in `sail from alder`; None if several are as long."""
    padded = f" {slug(phrase).replace('_', ' ')} "
    found = sorted((key for key in keys if f" {key.replace('_', ' ')} " in padded), key=len, reverse=True)
    return found[0] if found and (len(found) == 1 or len(found[1]) < len(found[0])) else None


def _entries_phrase(kinds: list[str]) -> str:
    return f"the `{kinds[0]}` entries" if len(kinds) == 1 else "the entries"


def _scenario_keys(scenario: Scenario) -> Iterator[Text]:
    yield from (answer.key for answer in scenario.answers if answer.key != BY_TABLE)
    for then in scenario.expected:
        if isinstance(then, (ExpectedOptions, ExpectedTableChoice)):
            yield from then.keys
        elif isinstance(then, ExpectedLogEntry):
            yield from (value for name, value in then.fields if name == "key" and isinstance(value, Text))


def _program_keys(program: Program) -> OptionKeys:
    """Return the keys of a program, computed once."""
    if program not in _cached_keys:
        _cached_keys[program] = _collect_keys(program.symbols, program.routines.all)
    return _cached_keys[program]


def _collect_keys(symbols: Symbols, routines: Iterable[Routine]) -> OptionKeys:
    found = OptionKeys()
    kinds: set[str] = set()
    for routine in routines:
        for statement in statements_in(routine.body):
            match statement:
                case Choose():
                    kinds.add(statement.name.type.kind)
                    _add_joint_keys(found, symbols, statement.options)
                    found.labels["choice"].add(slug(statement.label))
                    if statement.way_out:
                        found.named.add(statement.way_out)
                    if statement.name.type.kind == "number":
                        found.numbers.add(_number_bounds(statement))
                case Either():
                    found.groups.append({slug(label) for label, _ in statement.options})
                case May():
                    found.groups.append({"yes", "no"})
                case RecordUse():
                    found.labels["use"].add(slug(statement.label))
                case End():
                    found.labels["end"].add(statement.reason)
    found.named = found.named.union(*found.groups)
    for kind in kinds:
        found.named.update(symbols.labels.get(kind, ()))
    found.labels["choice"].discard("")
    return found


def _number_bounds(choice: Choose) -> tuple[int | None, int | None]:
    """Return the ends of a choice of a number, as far as they are literals."""
    options = choice.options
    if not isinstance(options, Range):
        return None, None
    low, high = (end.number if isinstance(end, Const) else None for end in (options.low, options.high))
    return low, high


def _add_joint_keys(found: OptionKeys, symbols: Symbols, options: Expr) -> None:
    """Add the keys of the things of which options consist, if these are pairs or subsets."""
    if isinstance(options, Pairs):
        firsts, seconds = (frozenset(symbols.labels[things.type.kind]) for things in (options.things, options.seconds))
        found.pairs.append((firsts, seconds))
    elif isinstance(options, Subsets):
        found.members.append(frozenset(symbols.labels[options.things.type.kind]))
