"""Result documents and their published schemas."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator, ValidationError

from interpreter.lab.result_documents import INLINE, OPTIONAL, Decimals, Estimate, Points, ShareEstimate, Value, to_json
from interpreter.lab.stats.intervals import Interval
from tests.result_schemas import DOCUMENTS, check_document, path_of, schema_of, text_of


@pytest.mark.parametrize("command", DOCUMENTS)
def test_the_published_schema_is_that_of_the_types(command: str) -> None:
    """`python tests/result_schemas.py` writes them anew."""
    Draft202012Validator.check_schema(schema_of(command))
    assert path_of(command).read_text("utf-8") == text_of(command)


@dataclass(frozen=True)
class Inner:
    one: float
    share: Annotated[ShareEstimate, INLINE]


@dataclass(frozen=True)
class Outer:
    inner: Annotated[Inner, INLINE]
    change: dict[str, Points]
    unknown: Value
    none: Value | None
    left_out: Annotated[Inner | None, OPTIONAL]
    number: Annotated[float, Decimals(1)]
    mean: Annotated[Interval, Estimate("mean")]
    inners: list[Inner]


def test_a_document_is_written_as_its_types_say() -> None:
    inner = Inner(1 / 3, Interval(0.5, -0.00001, 1.0))
    change = {"a": Interval(0.123456789, 0.0, 1.0)}
    outer = Outer(inner, change, None, None, None, 2 / 3, Interval(2.0, -inf, inf), [inner])
    plain = {"one": 0.3333, "share": 0.5, "low": 0.0, "high": 1.0}
    assert to_json(outer) == {
        **plain,
        "change": {"a": {"points": 12.3457, "low": 0.0, "high": 100.0}},
        "unknown": {"value": None, "low": None, "high": None},
        "none": None,
        "number": 0.7,
        "mean": {"mean": 2.0, "low": None, "high": None},
        "inners": [plain],
    }
    assert str(to_json(inner)["low"]) == "0.0"


@pytest.mark.parametrize("command", DOCUMENTS)
def test_what_is_no_document_does_not_fit(command: str) -> None:
    with pytest.raises(ValidationError):
        check_document(command, {"format": "0.5"})
