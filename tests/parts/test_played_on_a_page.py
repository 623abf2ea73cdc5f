"""Games played on a page of one file, in a real browser without a network, and the same matches in Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.matches.match import Game
from interpreter.web.play_page import GAME_DOCUMENT, PlayPage
from interpreter.web.single_file import bundle_modules
from tests.loaded import game_of
from tests.parts.browser import Browser

pytestmark = [pytest.mark.parts, pytest.mark.browser]

GAMES = ("red_flag_over_paris", "liberte", "vive_la_revolution", "revolution")
SEED = 11


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that has no network."""
    found = Browser()
    found.driver.execute_cdp_cmd("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    found.driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    yield found
    found.driver.quit()


def page_of(game: Game, *people: str, lang: str = "en") -> PlayPage:
    from interpreter.presentation.speech import load_catalog

    players = {seat: "human" if seat in (people or game.seats[:1]) else "random" for seat in game.seats}
    return PlayPage(game, players, SEED, load_catalog(lang))


HARNESS = """
const game = JSON.parse(document.getElementById("game-data").textContent);
const bytes = Uint8Array.from(atob(game.module), (letter) => letter.charCodeAt(0));
WebAssembly.instantiate(bytes).then(({ instance }) => {
  const { LocalMatch } = modules["local_match.js"];
  window.match = new LocalMatch(game, instance.exports, (message) => { window.last = message; }, () => {});
  match.open({ seed: game.seed, players: Object.values(game.players), choices: [] });
});
"""
STEP = """
const options = last.view.question.options;
if (arguments[0] !== null) { match.send({ answer: options[arguments[0] % options.length].key, number: last.number }); }
return [match.course.choices, last.view];
"""


def open_engine(browser: Browser, page: PlayPage, folder: Path) -> None:
    """Open a page with nothing but the engine, as `match`, and the last message that came from it, as `last`."""
    document = json.dumps(page.document()).replace("<", "\\u003c")
    data = f'<script type="application/json" id="{GAME_DOCUMENT}">{document}</script>'
    path = folder / "engine.html"
    path.write_text(f"<body>{data}<script>{bundle_modules('local_match.js')}{HARNESS}</script>", "utf-8")
    browser.show(path, 1024, "light")
    wait = "const done = arguments[0]; const look = () => (window.last ? done() : setTimeout(look, 10)); look();"
    browser.driver.execute_async_script(wait)


def comparable(board: Any) -> Any:
    """A board without what a page doesn't have: the news in Python's words, and reasons for refusals."""
    question = board["question"] and {**board["question"], "refusals": []}
    return {**board, "events": [], "question": question}


def differing(shown: Any, expected: Any) -> dict[str, Any]:
    shown, expected = comparable(shown), comparable(json.loads(json.dumps(expected)))
    return {name: (shown.get(name), part) for name, part in expected.items() if shown.get(name) != part}


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", GAMES)
def test_each_board_is_the_one_of_python(name: str, lang: str, browser: Browser, tmp_path: Path) -> None:
    """Test that seed and choices lead to the same boards, questions, options and labels, and to the same end."""
    from interpreter.presentation.speech import load_catalog

    game, random = game_of(name), Random(3)
    seat, speech = game.seats[-1], load_catalog(lang)
    open_engine(browser, page_of(game, seat, lang=lang), tmp_path)
    match = game.start(SEED)
    choices, view = browser.run(STEP, None)
    while True:
        for index in choices[match.decisions :]:
            match.choose(index)
        expected = match.board(seat, speech).to_json()
        if any(side.id in game.rulebook.player_texts.goals for side in game.rulebook.sides):
            hide_sides(view, expected)
        assert differing(view, expected) == {}, match.decisions
        if match.is_over():
            break
        choices, view = browser.run(STEP, random.randrange(1 << 30))


def hide_sides(*boards: Any) -> None:
    """Leave the goals out: a page doesn't work out who knows which side a seat is on."""
    for board in boards:
        for standing in board["standing"]:
            standing["goal"] = ""
