"""The page of a replay: what it holds, what it never holds, and the way back to its file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter.matches.match import Match
from interpreter.support.errors import Location, SaveError
from interpreter.web.replay_page import DOCUMENT, MOST_VIEWS, ReplayPage, ReplaySource, read_source
from interpreter.web.single_file import PAGES, bundle_modules, make_single_file, read_document
from tests.loaded import game_of

GAME = "red_flag_over_paris"
HERE = Location("page.html")
STEPS = 40


def positions(seed: int = 5, steps: int = STEPS) -> Iterator[Match]:
    """The same match at each of its positions."""
    match, random = game_of(GAME).start(seed), Random(2)
    yield match
    while match.decision is not None and match.decisions < steps:
        match.choose(random.randrange(len(match.decision.options)))
        yield match


def page_of(*viewers: str | None, show: Callable[[Match], Match] = lambda match: match) -> ReplayPage:
    page = ReplayPage(game_of(GAME), viewers)
    for match in positions():
        page.add_position(show(match))
    return page


@cache
def text_of(seat: str | None) -> str:
    return page_of(seat).html()


def decode(data: dict[str, Any], value: Any) -> Any:
    """Return an encoded value as it was."""
    if not isinstance(value, list):
        return value
    entry = data["values"][value[0]]
    if isinstance(entry, dict):
        return {name: decode(data, part) for name, part in entry.items()}
    return [decode(data, part) for part in entry] if isinstance(entry, list) else entry


@pytest.mark.parts
@pytest.mark.parametrize("seat", ["commune", "versailles"])
def test_no_byte_of_a_seats_page_depends_on_what_is_hidden_from_it(seat: str) -> None:
    random = Random(3)
    dealt = page_of(seat, show=lambda match: match.determinize(seat, random)).html()
    assert dealt == text_of(seat)


@pytest.mark.parts
def test_a_page_of_spectators_depends_on_no_hidden_card() -> None:
    random = Random(4)

    def deal(match: Match) -> Match:
        return match.determinize(match.decision.seat, random) if match.decision else match

    assert page_of(None, show=deal).html() == text_of(None)


def test_a_seats_page_names_no_card_that_the_seat_never_saw() -> None:
    text = text_of("commune")
    cards = set(game_of(GAME).card_ids)
    seen = {
        card
        for match in positions()
        for zone in match.seen_by("commune").zones.values()
        for card in zone
        if card is not None
    }
    titles = {card: game_of(GAME).names().title_of(card) for card in cards}
    assert 10 < len(seen) < len(cards) - 10
    assert all(titles[card] in text for card in seen)
    assert [card for card in cards - seen if f'"{card}"' in text or f'"{titles[card]}"' in text] == []


@pytest.mark.parts
def test_a_page_holds_each_view_and_the_choices_of_its_seat() -> None:
    data = read_document(page_of("commune", None).html(), DOCUMENT)
    assert data is not None and [each["seat"] for each in data["viewers"]] == ["commune", None]
    for viewer in data["viewers"]:
        shown = [decode(data, each["view"]) for each in viewer["positions"]]
        expected = [match.board(viewer["seat"]).to_json() for match in positions()]
        assert json.dumps(shown) == json.dumps(expected), "also where True equals 1"
    *_, end = positions()
    deciders = [end.game.seats[before.seat] for before in end.past]
    own, spectators = ([each.get("chosen") for each in viewer["positions"]] for viewer in data["viewers"])
    chosen = [choice if seat == "commune" else None for choice, seat in zip(end.choices, deciders, strict=True)]
    assert own == [*chosen, None] and set(spectators) == {None}


def test_the_logs_of_all_positions_are_the_log_of_the_match() -> None:
    data = read_document(text_of("versailles"), DOCUMENT)
    assert data is not None
    events = [decode(data, event) for each in data["viewers"][0]["positions"] for event in each["log"]]
    *_, end = positions()
    assert [line for event in events for line in lines_of(event)] == [
        line for event in end.told("versailles") for line in lines_of(event.to_json())
    ]


def lines_of(event: dict[str, Any]) -> list[str]:
    return [event["text"], *(each["text"] for each in event["consequences"])]


SOURCES = ['{"game": "x"}\n', '{\n "title": "</script><b>\\u003c"\r\n}', "\u2028é\U0001f600\x00 no end"]


@pytest.mark.parametrize("text", SOURCES)
def test_the_file_is_taken_out_of_its_page_byte_for_byte(text: str) -> None:
    page = ReplayPage(game_of(GAME), [None])
    page.add_position(game_of(GAME).start(1))
    found = read_source(page.html(ReplaySource("save", text)), HERE)
    assert (found.kind, found.text) == ("save", text)


def test_a_page_of_seats_holds_no_file() -> None:
    with pytest.raises(SaveError, match="only what its viewers saw"):
        read_source(text_of("commune"), HERE)


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ('"text": "{}', '"text": "{ }', "was changed"),
        ('"kind": "record"', '"kind": "rules"', "was changed"),
        ('"page": "replay"', '"page": "other"', "no page"),
        ('id="match-data"', 'id="data"', "no page"),
        ('"viewers"', '"viewers', "no page"),
        ('"source": {', '"source": [[{', "no page"),
    ],
)
def test_a_page_that_was_changed_is_refused(was: str, now: str, why: str) -> None:
    page = ReplayPage(game_of(GAME), [None])
    page.add_position(game_of(GAME).start(1))
    text = page.html(ReplaySource("record", "{}\n"))
    assert was in text
    with pytest.raises(SaveError, match=why):
        read_source(text.replace(was, now), HERE)


@pytest.mark.parametrize("text", ["", "<html>", '<script type="application/json" id="match-data">' + "[" * 100_000])
def test_anything_else_is_no_page(text: str) -> None:
    with pytest.raises(SaveError, match="no page"):
        read_source(f"{text}</script>", HERE)


def test_a_match_that_is_too_long_is_refused_before_it_is_played() -> None:
    page = ReplayPage(game_of(GAME), ["commune", None])
    page.check_length(MOST_VIEWS // 2 - 1, HERE)
    with pytest.raises(SaveError, match="too long for a page"):
        page.check_length(MOST_VIEWS // 2, HERE)


def test_titles_and_texts_end_no_element() -> None:
    hostile = "</script></title><script>alert(1)</script><!--"
    text = make_single_file("replay.html", hostile, {DOCUMENT: json.dumps({"page": hostile})})
    assert re.findall(r"<(/?(?:script|title|!--)[^>]*)>", text) == [
        "title",
        "/title",
        f'script type="application/json" id="{DOCUMENT}"',
        "/script",
        'script type="module"',
        "/script",
    ]
    assert read_document(text, DOCUMENT) == {"page": hostile}


def test_the_policy_allows_nothing_but_the_script_and_the_style_of_the_page() -> None:
    text = text_of(None)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    allowed = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
    for name, pattern in (("script", r'<script type="module">(.*?)</script>'), ("style", r"<style>(.*?)</style>")):
        (content,) = re.findall(pattern, text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert allowed.pop(f"{name}-src") == f"'sha256-{digest}'"
    assert allowed.pop("img-src") == "data:"
    assert set(allowed.values()) == {"'none'"} and "default-src" in allowed
    assert not re.search(r"\sstyle=|\son\w+=\"|<link|<img|\ssrc=", text)
    assert set(re.findall(r"https?://[^\"'` ]+", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", sorted(path.name for path in PAGES.glob("*.js")))
def test_every_module_of_the_pages_can_be_bundled(name: str) -> None:
    text = bundle_modules(name)
    assert not re.search(r"^(import|export) ", text, re.MULTILINE) and text.count(f'modules["{name}"] = ') == 1
