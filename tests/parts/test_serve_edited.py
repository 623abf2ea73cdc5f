"""`cahier serve --edit`: files are saved while two people play, and their pages get the new view by themselves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import REPO, save
from tests.parts.serving import Page, Served, serving

pytestmark = pytest.mark.parts

SALE, COVERED = "choose a stall, or stop, to sell", "choose a covered stall, or stop, to sell"


@pytest.fixture
def market(tmp_path: Path) -> Path:
    shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "market")
    return tmp_path / "market"


def pages_of(served: Served) -> dict[str, Page]:
    return {seat: Page(served, served.token(seat)) for seat in ("p1", "p2", "spectators")}


def until(page: Page, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first view that is as wanted."""
    while not holds(found := page.receive()):
        pass
    return found


def saved_matches(home: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in (home / "cahier").glob("*.json")]


def test_an_edit_is_taken_into_the_match_and_a_mistake_is_told(market: Path, tmp_path: Path) -> None:
    with serving(str(market), "--seed", "3", "--seat", "p2=human", "--edit", home=tmp_path) as served:
        pages = pages_of(served)
        before = {seat: page.receive() for seat, page in pages.items()}
        pages["p1"].answer(before["p1"])
        before = {seat: page.receive() for seat, page in pages.items()}
        cards = market / "cards" / "luck.yaml"
        save(cards, "trade at south", "trade at sauth")
        for seat, page in pages.items():
            now = until(page, lambda shown: "notice" in shown)
            assert "cards/luck.yaml:8:55" in now["notice"] and "`sauth` is not an adjective" in now["notice"]
            assert str(tmp_path) not in now["notice"] and now["view"] == before[seat]["view"]
        save(cards, "trade at sauth", "trade at south")
        for seat, page in pages.items():
            now = until(page, lambda shown: "notice" not in shown)
            assert (now["view"], now["number"]) == (before[seat]["view"], before[seat]["number"])
        save(cards, "title: Sun", "title: Son")
        for page in pages.values():
            now = until(page, lambda shown: "notice" in shown)
            assert "again: 1 of 1." in now["notice"] and now["view"]["decisions"] == 1
            assert "Son" in json.dumps(now["view"]) and now["number"] > before["p1"]["number"]
        decider = now["view"]["question"]["seat"]["id"]
        key = "stop" if "stop" in json.dumps(before[decider]["view"]["question"]) else "fish"
        pages[decider].send({"answer": key, "number": before[decider]["number"]})
        stale = pages[decider].receive()
        assert stale["notice"] and stale["view"]["decisions"] == 1, "an answer to the position before the edit"
        pages[decider].answer(stale)
        for page in pages.values():
            now = until(page, lambda shown: shown["view"]["decisions"] == 2)
            assert "notice" not in now
        served.process.terminate()
        told = served.process.communicate()[1]
    assert "luck.yaml:8:55: error: `sauth` is not an adjective" in told and "^" in told and "Traceback" not in told
    assert sorted(len(each["choices"]) for each in saved_matches(tmp_path)) == [1, 2]
    assert all(any(key.startswith("--link p1") for key in each["notes"]) for each in saved_matches(tmp_path))


def test_choices_are_kept_as_far_as_the_new_rules_allow(market: Path, tmp_path: Path) -> None:
    with serving(str(market), "--seed", "3", "--seat", "p2=human", "--edit", home=tmp_path) as served:
        pages = pages_of(served)
        shown = pages["p1"].receive()
        for key in ("fruit", "fish"):
            pages["p1"].send({"answer": key, "number": shown["number"]})
            shown = pages["p1"].receive()
        assert shown["view"]["decisions"] == 2
        save(market / "sequence.yaml", SALE, COVERED)
        now = until(pages["p1"], lambda shown: "notice" in shown)
        assert "1 of 2" in now["notice"] and now["view"]["decisions"] == 1
        assert len(now["view"]["question"]["options"]) == 2
