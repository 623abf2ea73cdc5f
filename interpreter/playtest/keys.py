"""Keys of all options and labels of all log entries that a game can have, to detect unknown names in scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from interpreter.errors import CahierError, Problem, nearest
from interpreter.language.incremental import with_routine
from interpreter.language.ir.expressions import Const, Range
from interpreter.language.ir.statements import Choose, Either, End, May, Note, Routine
from interpreter.language.ir.walks import statements_in
from interpreter.language.program import Program
from interpreter.language.symbols import Symbols
from interpreter.matches.match import Game
from interpreter.rulebook.expectations import Logged, Options, TableKeeps
from interpreter.rulebook.labels import slug
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios import BY_TABLE, Scenario


@dataclass(slots=True)
class Keys:
    """The keys and labels that some routines can produce.

    Attributes:
        named: Keys of options, except for numbers.
        numbers: Lowest and highest number of each choice of a number; None for computed ends.
        labels: Labels of log entries, by the kind of entry.
    """

    named: set[str] = field(default_factory=set)
    numbers: set[tuple[int | None, int | None]] = field(default_factory=set)
    labels: dict[str, set[str]] = field(default_factory=lambda: {"choice": set(), "use": set(), "end": set()})

    def can_be(self, key: str) -> bool:
        """Return True if an option can have this key."""
        if not key.removeprefix("-").isdecimal():
            return key in self.named
        if key in self.named or len(key) > LONGEST_NUMBER:
            return key in self.named or (None, None) in self.numbers
        number = int(key)
        return any((low is None or low <= number) and (high is None or number <= high) for low, high in self.numbers)


LONGEST_NUMBER = 20
_of_programs: WeakKeyDictionary[Program, Keys] = WeakKeyDictionary()


def unknown_keys(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Yield problems for unknown keys and labels in a scenario.

    Known are those that the game, or the effects with which the scenario begins, can produce.
    """
    known = [_keys(game.program)]
    found = list(_unknown(scenario, known))
    begin = scenario.given.begin
    if found and begin is not None:
        turn = scenario.given.turn
        you = game.seats.index(turn) if turn in game.seats else None
        try:
            program = with_routine(game.program, begin, you)[0]
        except CahierError:  # reported when the position is set up
            return
        known.append(_offered(program.symbols, program.routines.all[len(game.program.routines.all) :]))
        found = list(_unknown(scenario, known))
    yield from found


def _unknown(scenario: Scenario, known: list[Keys]) -> Iterator[Problem]:
    for key in _named(scenario):
        if not any(keys.can_be(key) for keys in known):
            message = f"no option of this game has the key `{key}`"
            among = {name for keys in known for name in keys.named}
            line = key.excerpt(key.where)
            yield Problem(key.where, "unknown-option", message, nearest(key, among), line, len(key))
    for then in scenario.expected:
        if isinstance(then, Logged):
            fields = dict(then.fields)
            label, what = fields.get("label"), fields.get("what")
            if isinstance(label, Text):
                kinds = [str(what)] if what else ["use"] if "card" in fields else ["choice", "use", "end"]
                labels = {name for keys in known for kind in kinds for name in keys.labels[kind]}
                if label not in labels:
                    message = f"nothing in this game is called `{label}` in {_entries(kinds)} of the log"
                    line = label.excerpt(label.where)
                    yield Problem(label.where, "unknown-label", message, nearest(label, labels), line, len(label))


def _entries(kinds: list[str]) -> str:
    return f"the `{kinds[0]}` entries" if len(kinds) == 1 else "the entries"


def _named(scenario: Scenario) -> Iterator[Text]:
    yield from (answer.key for answer in scenario.answers if answer.key != BY_TABLE)
    for then in scenario.expected:
        if isinstance(then, (Options, TableKeeps)):
            yield from then.keys
        elif isinstance(then, Logged):
            yield from (value for name, value in then.fields if name == "key" and isinstance(value, Text))


def _keys(program: Program) -> Keys:
    """Return the keys of a program, computed once."""
    if program not in _of_programs:
        _of_programs[program] = _offered(program.symbols, program.routines.all)
    return _of_programs[program]


def _offered(symbols: Symbols, routines: Iterable[Routine]) -> Keys:
    found = Keys()
    kinds: set[str] = set()
    for routine in routines:
        for statement in statements_in(routine.body):
            match statement:
                case Choose():
                    kinds.add(statement.name.type.kind)
                    found.labels["choice"].add(slug(statement.label))
                    if statement.way_out:
                        found.named.add(statement.way_out)
                    if statement.name.type.kind == "number":
                        found.numbers.add(_ends(statement))
                case Either():
                    found.named |= {slug(label) for label, _ in statement.options}
                case May():
                    found.named |= {"yes", "no"}
                case Note():
                    found.labels["use"].add(slug(statement.label))
                case End():
                    found.labels["end"].add(statement.reason)
    for kind in kinds:
        found.named.update(symbols.shown.get("place" if kind in ("space", "box") else kind, ()))
    found.labels["choice"].discard("")
    return found


def _ends(choice: Choose) -> tuple[int | None, int | None]:
    """Return the ends of a choice of a number, as far as they are literals."""
    options = choice.options
    if not isinstance(options, Range):
        return None, None
    low, high = (end.number if isinstance(end, Const) else None for end in (options.low, options.high))
    return low, high
