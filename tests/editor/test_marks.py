"""Notes above declarations: the worth that the last `cahier impact` found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from interpreter.editor.buffers import GameWorkspace
from interpreter.editor.marks import declaration_notes
from interpreter.matches.loading import load
from tests.editor.conftest import Opened


def notes(market: Opened) -> list[str]:
    home = GameWorkspace(str(market.folder))
    market.readings.mark_changed(home)
    found = declaration_notes(market.readings, home, str(market.folder / "cards" / "luck.yaml"))
    return [note.title for note in found if "worth" in note.title]


def document(market: Opened, **changed: Any) -> dict[str, Any]:
    holder = {"points": 2.1, "low": 0.5, "high": 3.75}
    card = {"id": "rain", "counted": "holder", "holder": holder, "points": {}}
    known = {"game": "market", "variants": [], "digest": load(str(market.folder)).rulebook.digest}
    return known | {"cards": [card], "things": []} | changed


def test_a_card_has_its_worth_above_it(market: Opened) -> None:
    stored = market.folder / "impact.json"
    assert notes(market) == []
    stored.write_text(json.dumps(document(market)))
    assert notes(market) == ["worth +2.1 points (0.5 to 3.8), last impact"]
    stored.write_text(json.dumps(document(market, digest="of other rules")))
    assert notes(market) == ["worth +2.1 points (0.5 to 3.8), impact of earlier rules"]


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "bazaar"},
        {"variants": ["rainy"]},
        {"cards": [{"id": "rain", "counted": None, "holder": None, "points": {}}]},
        {"cards": [{"id": "rain", "counted": "holder", "holder": {"points": None}}]},
        {"cards": {"rain": 3}},
        {"cards": ["rain"], "things": None},
    ],
)
def test_other_documents_say_nothing(market: Opened, changed: dict[str, Any]) -> None:
    (market.folder / "impact.json").write_text(json.dumps(document(market, **changed)))
    assert notes(market) == []


@pytest.mark.parametrize("content", ["[]", "{", "3", '"x"', "[" * 100_000])
def test_other_files_say_nothing(market: Opened, content: str) -> None:
    (market.folder / "impact.json").write_text(content)
    assert notes(market) == []
