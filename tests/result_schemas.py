"""JSON schemas of the lab's result documents, made from the types of these.

python tests/result_schemas.py

This writes `schemas/results/` anew.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from jsonschema import Draft202012Validator

from interpreter.lab.balance.balance_document import BalanceDocument
from interpreter.lab.balance.study_plan import StudyPlanDocument
from interpreter.lab.campaigns.campaign_document import CampaignDocument
from interpreter.lab.compare.comparison_document import CompareDocument
from interpreter.lab.compare.plan import PlanDocument
from interpreter.lab.impact.impact_document import ImpactDocument
from interpreter.lab.impact.impact_ladder_document import ImpactLadderDocument
from interpreter.lab.measure.measure_document import MeasureDocument
from interpreter.lab.measure.measure_ladder_document import MeasureLadderDocument
from interpreter.lab.measure.people_document import PeopleDocument
from interpreter.lab.playtest_document import PlaytestDocument
from interpreter.lab.result_documents import INLINE, OPTIONAL, UNWRITTEN, Estimate, field_types, inlined
from interpreter.lab.sweep.sweep_document import SweepDocument
from interpreter.lab.sweep.sweep_ladder_document import SweepLadderDocument
from interpreter.lab.tune.tune_document import TuneDocument
from interpreter.lab.tune.tune_plan import TunePlanDocument
from interpreter.playtest.run.figures import FIGURES, FigureShape
from tests.sources import ROOT

FOLDER = ROOT / "schemas" / "results"
DOCUMENTS: dict[str, type] = {
    "playtest": PlaytestDocument,
    "compare": CompareDocument,
    "impact": ImpactDocument,
    "sweep": SweepDocument,
    "measure": MeasureDocument,
    "balance": BalanceDocument,
    "people": PeopleDocument,
    "plan": PlanDocument,
    "tune": TuneDocument,
    "tune_plan": TunePlanDocument,
    "impact_ladder": ImpactLadderDocument,
    "measure_ladder": MeasureLadderDocument,
    "sweep_ladder": SweepLadderDocument,
    "study_plan": StudyPlanDocument,
    "campaign": CampaignDocument,
}
"""The documents by the command that writes them, or by a name of their own."""
COMMANDS = {
    "people": "measure RECORDS",
    "plan": "compare --plan",
    "tune_plan": "tune --plan",
    "impact_ladder": "impact --by ladder",
    "measure_ladder": "measure --by ladder",
    "sweep_ladder": "sweep --by ladder",
    "study_plan": "impact --plan",
}
"""The commands whose words are not the name of their document."""
PLAIN: dict[Any, str] = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


@dataclass(frozen=True)
class Spread:
    """The least, middle and greatest number."""

    min: int | None
    median: float | None
    max: int | None


@dataclass(frozen=True)
class Mistake:
    """An error in the rules that stopped games."""

    file: str
    line: int
    column: int
    code: str
    message: str
    games: int
    first_game: int


SHAPES: dict[FigureShape, Any] = {
    FigureShape.WINNERS: dict[str, int],
    FigureShape.SEATS: dict[str, int],
    FigureShape.REASONS: dict[str, int],
    FigureShape.SPREAD: Spread,
    FigureShape.MEAN: float | None,
    FigureShape.SCORES: dict[str, float],
    FigureShape.WINNERS_BY_SEAT: dict[str, dict[str, int]],
    FigureShape.USES: dict[str, dict[str, int]],
    FigureShape.LEADS: dict[str, dict[str, int]],
    FigureShape.POSITIONS: dict[str, Spread],
    FigureShape.ENDS: dict[str, dict[str, int]],
    FigureShape.MISTAKES: list[Mistake],
}
"""Types of the figures of a playtest."""


def path_of(command: str) -> Path:
    return FOLDER / f"{command}.schema.json"


def schema_of(command: str) -> dict[str, Any]:
    """The schema of the document that a command writes."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://cahier.invalid/schemas/results/{command}.schema.json",
        "title": f"cahier {COMMANDS.get(command, command)} --json",
        **_object(DOCUMENTS[command]),
    }


def _object(kind: type) -> dict[str, Any]:
    properties, required = _properties(kind)
    text = inspect.getdoc(kind) or ""
    return {
        "description": " ".join(text.partition("\n\nAttributes:")[0].split()),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _properties(kind: type) -> tuple[dict[str, Any], list[str]]:
    """The properties of a dataclass, and the names of those that are always there."""
    properties: dict[str, Any] = {}
    required = []
    described = descriptions(kind)
    for name, hint in field_types(kind).items():
        marks: Sequence[Any] = getattr(hint, "__metadata__", ())
        if UNWRITTEN in marks:
            continue
        if INLINE in marks:
            more, needed = _inline(hint)
            written = inlined(more, marks)
            properties |= written
            required += [key for key in needed if key in written]
            continue
        plain = _not_null(_schema(hint)) if OPTIONAL in marks else _schema(hint)
        properties[name] = ({"description": described[name]} if name in described else {}) | plain
        required += [] if OPTIONAL in marks else [name]
    return properties, required


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without null, for a field that is left out if it is None."""
    if "anyOf" in schema:
        (schema,) = (each for each in schema["anyOf"] if each != {"type": "null"})
    elif isinstance(schema["type"], list):
        (kind,) = (each for each in schema["type"] if each != "null")
        return schema | {"type": kind}
    return schema


def _inline(hint: Any) -> tuple[dict[str, Any], list[str]]:
    kind = get_args(hint)[0]
    if get_origin(kind) is Mapping:
        return {figure.key: _schema(SHAPES[figure.shape]) for figure in FIGURES}, [figure.key for figure in FIGURES]
    if is_dataclass(kind) and not any(isinstance(mark, Estimate) for mark in hint.__metadata__):
        assert isinstance(kind, type)
        return _properties(kind)
    whole = _schema(hint)
    return whole["properties"], whole["required"]


def descriptions(kind: type) -> dict[str, str]:
    """The descriptions of fields in the docstrings of a class and its bases."""
    texts = ((inspect.getdoc(base) or "").partition("Attributes:\n")[2] for base in kind.__mro__[-2::-1])
    found = (pair for text in texts for pair in re.findall(r"^    (\w+): (.*(?:\n {8,}.*)*)", text, re.MULTILINE))
    return {name: " ".join(text.split()) for name, text in found}


def _schema(hint: Any) -> dict[str, Any]:
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        for mark in hint.__metadata__:
            if isinstance(mark, Estimate):
                bound = {"type": ["number", "null"]}
                keys = [mark.key, "low", "high"]
                return _closed(dict.fromkeys(keys, bound), keys)
        return _schema(parts[0])
    if kind in (Union, UnionType):
        found = [_schema(part) for part in parts]
        if all(each.keys() == {"type"} for each in found):
            return {"type": [each["type"] for each in found]}
        return {"anyOf": found}
    if kind is dict:
        return {"type": "object", "additionalProperties": _schema(parts[1])}
    if kind is list:
        return {"type": "array", "items": _schema(parts[0])}
    if kind is Literal:
        return {"enum": list(parts)}
    if hint is Any:
        return {}
    return _object(hint) if is_dataclass(hint) and isinstance(hint, type) else {"type": PLAIN[hint]}


def _closed(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def text_of(command: str) -> str:
    return json.dumps(schema_of(command), indent=2, ensure_ascii=False) + "\n"


@cache
def _validator(command: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(path_of(command).read_text("utf-8")))


def check_document(command: str, document: Any) -> None:
    """Raise ValidationError unless a document fits the published schema."""
    _validator(command).validate(document)


if __name__ == "__main__":
    for command in DOCUMENTS:
        path_of(command).write_text(text_of(command), "utf-8")
