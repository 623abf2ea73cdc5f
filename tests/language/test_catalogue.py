"""What stops the start where the catalogue of a language is not complete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from interpreter.errors import Where
from interpreter.language.ir.making import FALSE, TRUE
from interpreter.language.ir.nodes import Plain
from interpreter.language.ir.statements import PLAIN, Call, Draw, Facts, If, Inert, Leave, Must, Shuffle, Stop
from interpreter.language.ir.walks import blocks_of, check, expressions_of, statements_in

HERE = Where("here")


@dataclass(slots=True)
class Silent(Inert):
    name: str


@dataclass(slots=True)
class Strange(Inert):
    facts: ClassVar[Facts] = PLAIN
    parts: dict[str, str]


@dataclass(slots=True)
class Wrong(Inert):
    facts: ClassVar[Facts] = Facts(skipped=False, into=("target",))
    zone: str


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Silent, "Silent does not state its facts"),
        (Strange, "Strange: no walk knows what parts is declared to be"),
        (Wrong, "Wrong has no field that its facts speak of"),
    ],
)
def test_a_statement_can_leave_nothing_out(kind: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        check(kind)


def test_an_expression_has_no_parts_that_no_walk_knows() -> None:
    with pytest.raises(TypeError, match=r"Twins\.pair: no walk knows what tuple\[Expr, Expr\] is"):

        class Twins(Plain[Any]):
            pair: tuple[Expr, Expr]  # type: ignore[name-defined]  # noqa: F821


def test_walks_find_what_is_declared() -> None:
    leave, stop, call = Leave(HERE), Stop(HERE), Call(HERE, 0, (), TRUE)
    branches = If(HERE, [(TRUE, [leave]), (FALSE, [])], [stop])
    assert blocks_of(branches) == [[leave], [], [stop]] and expressions_of(branches) == [TRUE, FALSE]
    assert list(statements_in([Must(HERE, call)])) == [Must(HERE, call), call]
    draw = Draw(HERE, TRUE, FALSE, (TRUE, TRUE), None, "deck")
    assert expressions_of(draw) == [TRUE, FALSE, TRUE, TRUE]
    assert expressions_of(draw, besides=draw.facts.into) == [TRUE, FALSE]
    assert expressions_of(Shuffle(HERE, TRUE), besides=Shuffle.facts.into) == []
