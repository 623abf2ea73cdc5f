"""Hints and explanations over the wire."""

from __future__ import annotations

from pathlib import Path
from time import sleep

import pytest

from tests.parts.serving import Page, serving

pytestmark = pytest.mark.parts


def test_a_seat_asks_for_a_hint_and_for_explanations(tmp_path: Path) -> None:
    with serving("revolution", "--seed", "3", "--seat", "jacobin=table", home=tmp_path) as served:
        page, watching = Page(served, served.token("royalist")), Page(served, served.token("spectators"))
        shown = page.receive()
        assert shown["can_ask"] and watching.receive()["can_ask"] is False
        page.send({"hint": True, "number": shown["number"]})
        advice = page.receive()
        assert advice["kind"] == "advice" and "plays on many times" in advice["lines"][0]
        assert any("%" in line for line in advice["lines"][1:])
        watching.send({"hint": True, "number": shown["number"]})
        assert "only for your own decision" in watching.receive()["notice"]
        lines = ["There is nothing to explain"]
        while lines[0].startswith("There is nothing to explain"):
            page.answer(shown)
            while not (shown := page.receive())["view"]["question"]["options"]:
                pass
            page.send({"explain": True})
            lines = page.receive()["lines"]
        assert any(line.startswith("Jacobin chooses") for line in lines)


def test_an_answer_stops_the_hint_and_a_search_holds_up_nobody(tmp_path: Path) -> None:
    with serving("red_flag_over_paris", "--seed", "3", home=tmp_path) as served:
        pages = {seat: Page(served, served.token(seat)) for seat in ("commune", "versailles")}
        shown = {seat: page.receive() for seat, page in pages.items()}
        seat = shown["commune"]["view"]["question"]["seat"]["id"]
        for _ in range(5):
            pages[seat].send({"hint": True, "number": shown[seat]["number"]})
        pages[seat].answer(shown[seat])
        now = pages[seat].receive()
        assert now["kind"] == "view" and now["view"]["decisions"] == 1
        sleep(3)
        pages[seat].send({"hint": True, "number": now["number"] - 1})
        assert pages[seat].receive()["kind"] == "view", "no hint for the earlier position came in between"
        served.process.terminate()
        assert "Traceback" not in served.process.communicate()[1]
