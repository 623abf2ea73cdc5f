"""Value ranges that `cahier check` reports: they hold in every position of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.checking.spans import NumberRange, ThingSet
from interpreter.language.ir.builders import (
    bound_name,
    constant,
    descendants_of,
    expressions_of,
    statements_in,
    substitute,
)
from interpreter.language.ir.expressions import (
    Computed,
    Const,
    Expr,
    IsPlayable,
    IsWatchRunning,
    Pairs,
    Ref,
    Subsets,
    WouldChange,
)
from interpreter.language.ir.expressions import Random as RandomOne
from interpreter.matches.match import Game
from tests.loaded import game_of

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(str(path.parent) for home in ("rules", "tests/games") for path in (ROOT / home).glob("*/game.yaml"))
FOLDERS.append(str(ROOT / "tests" / "language" / "sample"))
BEYOND = (RandomOne, WouldChange, IsPlayable, IsWatchRunning, Pairs, Subsets, Computed)
"""Operations that need more than a position or stand for options alone, and bodies, which are no expressions."""
POSITIONS = 4
EXPRESSIONS = 400


def expressions(game: Game) -> Iterator[Expr]:
    """All that is worked out anywhere in a game, each part by itself."""
    program = game.program
    bodies = [term.body for term in program.analysis.terms.all.values() if term.body is not None]
    for routine in program.routines.all:
        for statement in statements_in(routine.body):
            bodies += expressions_of(statement)
    for body in bodies:
        yield from descendants_of(body)


def filled(expr: Expr, game: Game, random: Random) -> Expr | None:
    """The expression with something for each name in it; None if there is nothing of that kind."""
    made = {part.local for part in descendants_of(expr) if isinstance(part, Ref)}
    inner = {bound_name(part) for part in descendants_of(expr)}
    known = {}
    for name in made - inner:
        kind = name.type.kind
        sizes = {
            "seat": len(game.seats),
            "space": game.program.symbols.space_count,
            "card": len(game.card_ids),
            "number": 6,
        }
        if name.type.many or not sizes.get(kind):
            return None
        known[name] = constant(random.randrange(sizes[kind]), name.type._replace(optional=False))
    return substitute(expr, known)


def fits(value: Any, claim: NumberRange | ThingSet) -> bool:
    if isinstance(claim, NumberRange):
        return bool(claim.low <= value <= claim.high)
    if isinstance(value, (list, tuple)):
        return (claim.candidates is None or set(value) <= claim.candidates) and claim.low <= len(value) <= claim.high
    return claim.candidates is None or value in claim.candidates


@pytest.mark.parts
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: Path(folder).name)
def test_no_value_is_beyond_its_range(folder: str) -> None:
    game, random = game_of(folder), Random(7)
    program = game.program
    ranges = ValueRanges(program.symbols, program.analysis.terms.term)
    found = [expr for expr in expressions(game) if not any(isinstance(part, BEYOND) for part in descendants_of(expr))]
    tried = narrow = 0
    match = game.start(seed=3)
    for _ in range(POSITIONS):
        for _ in range(random.randrange(5, 60)):
            if not match.is_over():
                match.choose(random.randrange(len(match.decision.options) if match.decision else 1))
        questions = program.queries()
        for expr in random.sample(found, min(EXPRESSIONS, len(found))):
            whole = filled(expr, game, random)
            if whole is None or isinstance(whole, Const):
                continue
            try:
                value = questions.function(whole)(match.state, match.state.v, match.state.z)
            except (IndexError, TypeError, KeyError):  # a question about nothing
                continue
            claim = ranges.of(whole, {})
            tried += 1
            narrow += claim not in (NumberRange(float("-inf"), float("inf")), NumberRange(0, 1)) and claim != ThingSet(
                None
            )
            assert fits(value, claim), f"{value}, not {claim}: {whole}"
    assert tried > 10 and narrow > tried / 10
