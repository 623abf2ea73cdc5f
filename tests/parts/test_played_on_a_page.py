"""Games played on a page of one file, in a real browser without a network, and the same matches in Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import load
from interpreter.matches.human_play import HumanChoice
from interpreter.matches.match import Game, Match
from interpreter.matches.takeback import takeback_steps
from interpreter.playtest import Replay, find_record, record_head
from interpreter.presentation.log_lines import log_lines
from interpreter.presentation.speech import MessageCatalog
from interpreter.rulebook.log_entries import PlayersTold
from interpreter.support.errors import PlayError
from interpreter.web.play_page import PlayPage
from interpreter.web.single_file import GAME_DOCUMENT, bundle_modules
from tests.cli.command import REPO
from tests.engine.test_subsets import made
from tests.loaded import game_of
from tests.native.test_portable_matches import POTS
from tests.parts.browser import Browser
from tests.parts.long_games import long_game
from tests.presentation.test_odds import ATTACK, CARDS
from tests.presentation.test_odds import GAMES as GAMES_OF_ODDS

pytestmark = [pytest.mark.parts, pytest.mark.browser]

OPTION_FIELDS = ("key", "text", "label", "kind", "parts")
GAMES = ("red_flag_over_paris", "liberte", "vive_la_revolution", "revolution")
SEED = 11


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that has no network."""
    found = Browser(is_offline=True)
    yield found
    found.driver.quit()


def page_of(game: Game, *people: str, lang: str = "en") -> PlayPage:
    from interpreter.presentation.speech import load_catalog

    players = {seat: "human" if seat in (people or game.seats[:1]) else "random" for seat in game.seats}
    return PlayPage(game, players, SEED, load_catalog(lang), record_head(game))


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
return [match.course.choices, last.view, last.can_undo];
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
    """A board without what a page doesn't have: the news in Python's words, reasons for refusals, and odds."""
    question = board["question"] and {
        **board["question"],
        "refusals": [],
        "options": [{**option, "odds": ""} for option in board["question"]["options"]],
    }
    return {**board, "events": [], "question": question}


def differing(shown: Any, expected: Any) -> dict[str, Any]:
    shown, expected = comparable(shown), comparable(json.loads(json.dumps(expected)))
    return {name: (shown.get(name), part) for name, part in expected.items() if shown.get(name) != part}


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", [long_game(game) for game in GAMES])
def test_each_board_is_the_one_of_python(name: str, lang: str, browser: Browser, tmp_path: Path) -> None:
    """Test that seed and choices lead to the same boards, questions, options and labels, and to the same end."""
    from interpreter.presentation.speech import load_catalog

    game, random = game_of(name), Random(3)
    seat, speech = game.seats[-1], load_catalog(lang)
    open_engine(browser, page_of(game, seat, lang=lang), tmp_path)
    match = game.start(SEED)
    choices, view, can_undo = browser.run(STEP, None)
    while True:
        for index in choices[match.decisions :]:
            match.choose(index)
        expected = match.board(seat, speech).to_json()
        assert differing(view, expected) == {}, match.decisions
        assert can_undo == can_take_back(match, seat), match.decisions
        check_told(match, seat, speech, browser.run("return match.logOf(match.viewer);"))
        if match.is_over():
            break
        choices, view, can_undo = browser.run(STEP, random.randrange(1 << 30))


def can_take_back(match: Match, seat: str) -> bool:
    try:
        return takeback_steps(match, seat, [seat]) > 0
    except PlayError:
        return False


CHOOSE = """
const choices = [...document.querySelectorAll('.space.legal, .card.legal, #options button')];
if (choices.length) {
  const at = arguments[0] % 4 ? 0 : (arguments[0] * 7919) % choices.length;
  choices[at].dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
return choices.length;
"""
OPENED = """
const done = arguments[0];
const look = () => (document.getElementById("title").textContent === "cahier" ? setTimeout(look, 10) : done());
look();
"""


def open_page(browser: Browser, page: PlayPage, folder: Path, width: int = 1024) -> None:
    path = folder / "page.html"
    path.write_text(page.html(), "utf-8")
    browser.show(path, width, "light")
    browser.driver.execute_async_script(OPENED)


def text_of(browser: Browser, element: str) -> str:
    return str(browser.run("return document.getElementById(arguments[0]).textContent;", element))


def match_on(browser: Browser, game: Game) -> Match:
    """The match that the page's address keeps, in Python; after many changes the address follows a little later."""
    browser.driver.execute_async_script("setTimeout(arguments[0], 200);")
    seed, _, choices = browser.run("return location.hash.slice(1);").split("/")
    match = game.start(int(seed))
    for index in choices.split(".") if choices else ():
        match.choose(int(index))
    return match


def deciders(match: Match) -> list[str]:
    """The seats that made a match's decisions."""
    found = []
    for at in range(match.decisions):
        decision = match.at(at).decision
        assert decision is not None
        found.append(decision.seat)
    return found


def test_acts_outlast_takebacks_and_a_reload(browser: Browser, tmp_path: Path) -> None:
    game = game_of("revolution")
    open_page(browser, page_of(game, *game.seats), tmp_path)
    browser.run(CHOOSE, 0)
    browser.run("document.getElementById('undo').click();")
    browser.run(CHOOSE, 1)
    browser.driver.refresh()
    browser.driver.execute_async_script(OPENED)
    browser.run(CHOOSE, 0)
    first, undone, second, third = browser.run("return history.state.acts;")
    assert undone == {"seat": game.seats[0], "at": 0, "undo": True}
    assert (first["at"], second["at"], third["at"]) == (0, 0, 1)
    assert all(0 <= act["seconds"] < 600 for act in (first, second, third))


@pytest.mark.parametrize("name", [long_game(game) for game in GAMES])
def test_a_game_is_played_to_its_end_by_clicks(name: str, browser: Browser, tmp_path: Path) -> None:
    game, number = game_of(name), 0
    open_page(browser, page_of(game), tmp_path)
    while browser.run(CHOOSE, number):
        number += 1
    match = match_on(browser, game)
    assert match.is_over() and number > 5
    ending = match.board(game.seats[0]).ending
    assert ending is not None and text_of(browser, "question") == ending.text
    (tmp_path / "record.jsonl").write_text(browser.run("return document.getElementById('record-text').value;"), "utf-8")
    record = find_record(str(tmp_path / "record.jsonl"))
    replay = Replay(game, record)
    own = [at for at, seat in enumerate(deciders(match)) if seat == game.seats[0]]
    assert [act.at for act in record.acts] == own
    for act, then in zip(record.acts, map(match.at, own), strict=True):
        assert then.decision is not None and isinstance(act, HumanChoice)
        assert act.options == tuple(option.key for option in then.decision.options) and act.topic == then.topic
        assert act.choice == match.choices[act.at] and act.seconds is not None
    assert [*replay.steps()][-1].choices == match.choices and replay.difference is None
    said, asked = browser.logs()
    assert said == [] and {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert "undefined" not in browser.run("return document.body.innerText;")


@pytest.mark.parametrize("name", GAMES[:3])
def test_no_hidden_card_is_named_on_the_page(name: str, browser: Browser, tmp_path: Path) -> None:
    """Test that no card is named that the seat has never seen, neither on the board nor in the log."""
    game, number = game_of(name), 0
    open_page(browser, page_of(game), tmp_path)
    seat, names = game.seats[0], game.names()
    everywhere = "return document.body.innerText + [...document.querySelectorAll('title')].map(it => it.textContent);"
    unseen: set[str] = set()
    while number < 30 and browser.run(CHOOSE, number):
        number += 1
        match = match_on(browser, game)
        views = [match.at(at).seen_by(seat) for at in range(match.decisions + 1)]
        seen = {card for view in views for cards in view.zones.values() for card in cards}
        titles = {names.title_of(card) for card in seen if card is not None}
        unseen = {names.title_of(card) for card in game.card_ids} - titles
        text = browser.run(everywhere)
        own = {space.title["en"] for space in game.rulebook.map.spaces}
        assert [title for title in unseen - own if title in text] == []
    assert len(unseen) > 5


PLEDGE = """\
id: pledge
title: Pledge
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map: {spaces: [{id: inn, title: Inn}, {id: mill, title: Mill}], connections: {two_way: [[inn, mill]]}}
decks: [{deck: letters, title: Letters, cards: [{id: ace, title: Ace}, {id: ten, title: Ten}, {id: two, title: Two}]}]
zones:
  - {id: pile, title: Pile, face: nobody, starts with: [letters]}
  - {id: hand, title: Hand, for: seat, face: owner}
tracks: [{id: guesses, title: Guesses, between: [0, 9], start: 0}]
variables:
  - {id: pledged, title: Pledged, is: card}
  - {id: all_pledged, title: All pledged, is: {list: card}}
  - {id: pledge, title: Pledge, is: card, for: seat}
  - {id: deposit, title: Deposit, is: card, for: space}
start: |
  shuffle pile
  draw 1 card from pile to hand of red
  set pledged to top card of hand of red
  add pledged to all_pledged
  set pledge of red to pledged
  set deposit of Inn to pledged
  for each seat, as you:
    may "guess": raise guesses
  reveal pledged to everyone
  as blue:
    may "guess again": raise guesses
  end the game, nobody wins, because "over"
"""


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_card_in_a_variable_is_on_the_board_of_seats_that_know_it(
    seat: str, browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "game.yaml").write_text(PLEDGE, "utf-8")
    game = load(tmp_path)
    match = game.start(SEED)
    (held,) = match.view("red")["zones"]["hand of red"]
    open_page(browser, page_of(game, seat), tmp_path)
    assert (game.names().title_of(held) in browser.run("return document.body.innerText;")) == (seat == "red")
    open_engine(browser, page_of(game, seat), tmp_path)
    choices, view, _ = browser.run(STEP, None)
    while True:
        for index in choices[match.decisions :]:
            match.choose(index)
        assert differing(view, match.board(seat).to_json()) == {}, match.decisions
        is_known = seat == "red" or match.decisions > 1
        assert (held in json.dumps([view["variables"], view["spaces"]])) == is_known
        if match.is_over():
            break
        choices, view, _ = browser.run(STEP, 0)


def test_a_game_is_played_by_keys_and_reloaded_and_taken_back(browser: Browser, tmp_path: Path) -> None:
    game = game_of("revolution")
    open_page(browser, page_of(game), tmp_path)
    step = 0
    while labels := browser.run("return [...document.querySelectorAll('#options kbd')].map(each => each.textContent);"):
        press(browser, labels[step % len(labels)], ENTER)
        step += 1
        if step == 4:
            shown = [text_of(browser, part) for part in ("question", "hand", "log", "tracks")]
            browser.driver.refresh()
            browser.driver.execute_async_script(OPENED)
            assert [text_of(browser, part) for part in ("question", "hand", "log", "tracks")] == shown
        if step == 6:
            before, question = match_on(browser, game).choices, text_of(browser, "question")
            labels = browser.run("return [...document.querySelectorAll('#options kbd')].map(each => each.textContent);")
            press(browser, labels[0], ENTER)
            after = match_on(browser, game).choices
            press(browser, "-")
            assert match_on(browser, game).choices == before and text_of(browser, "question") == question
            press(browser, labels[0], ENTER)
            assert match_on(browser, game).choices == after, "chance answers as it did before"
    assert match_on(browser, game).is_over() and "over" in text_of(browser, "status")
    press(browser, ",")
    assert "over" not in text_of(browser, "moment") and text_of(browser, "moment").startswith("after ")
    assert browser.logs()[0] == []


def test_lines_of_the_log_stay_and_follow_what_is_taken_back(browser: Browser, tmp_path: Path) -> None:
    open_page(browser, page_of(game_of("revolution")), tmp_path)
    lines = "return [...document.querySelectorAll('#log p')].map((line) => line.outerHTML);"
    browser.run(CHOOSE, 0)
    browser.run("document.querySelector('#log p').wasThere = true;")
    before = browser.run(lines)
    browser.run(CHOOSE, 0)
    assert len(browser.run(lines)) > len(before)
    browser.run("document.getElementById('undo').click();")
    assert browser.run(lines) == before
    assert browser.run("return document.querySelector('#log p').wasThere;") is True
    browser.driver.refresh()
    browser.driver.execute_async_script(OPENED)
    assert browser.run(lines) == before


ENTER = "\ue007"


def press(browser: Browser, *keys: str) -> None:
    browser.driver.find_element("tag name", "body").send_keys(*keys)


def test_a_new_match_has_other_players_and_another_seed(browser: Browser, tmp_path: Path) -> None:
    game = game_of("red_flag_over_paris")
    open_page(browser, page_of(game), tmp_path)
    browser.run("document.getElementById('again').open = true;")
    form = """
    const form = document.getElementById("new-match");
    form.querySelector("[data-seat=commune]").value = "random";
    form.querySelector("[data-seat=versailles]").value = arguments[0];
    form.querySelector("#seed").value = "12";
    form.requestSubmit();
    """
    browser.run(form, "random")
    assert "at least one seat" in text_of(browser, "new-match") and text_of(browser, "status").startswith("Commune")
    browser.run(form, "human")
    assert browser.run("return location.hash;").startswith("#12/random,human/")
    assert text_of(browser, "status").startswith("Versailles")
    assert text_of(browser, "question") == match_on(browser, game).board("versailles").question.text  # type: ignore[union-attr]


def test_people_who_take_turns_see_a_cover_between_them(browser: Browser, tmp_path: Path) -> None:
    game = game_of("red_flag_over_paris")
    open_page(browser, page_of(game, *game.seats), tmp_path)
    browser.run(CHOOSE, 0)
    while (match := match_on(browser, game)).decision is not None and match.decision.seat == "commune":
        browser.run(CHOOSE, 0)
    hidden = [game.names().title_of(card) for card in match.seen_by("versailles").zones["hand of versailles"] if card]
    assert (
        "Versailles" in text_of(browser, "cover")
        and browser.run("return document.getElementById('cover').hidden;") is False
    )
    assert not any(title in browser.run("return document.body.innerText;") for title in hidden)
    assert browser.run(CHOOSE, 0) == 0
    browser.run("document.getElementById('here').click();")
    assert all(title in text_of(browser, "hand") for title in hidden)


def test_what_was_chosen_in_secret_is_told_when_all_have_chosen(browser: Browser, tmp_path: Path) -> None:
    game = game_of("tests/games/odd_or_even")
    open_page(browser, page_of(game, *game.seats), tmp_path)
    browser.run(CHOOSE, 0)
    browser.run("document.getElementById('here').click();")
    log = text_of(browser, "log")
    assert "Odd has chosen in secret" in log and "reveals" not in log
    browser.run(CHOOSE, 1)
    log = text_of(browser, "log")
    assert "Odd reveals the choice to show: 1" in log and "Even reveals the choice to show: " in log


@pytest.mark.parametrize(
    "address", ["#x", "#1/human", "#1/human,king/", "#-1/human,random/", "#%", "#5/human,random/0.99.0"]
)
def test_an_address_that_is_no_match_does_no_harm(address: str, browser: Browser, tmp_path: Path) -> None:
    game = game_of("revolution")
    path = tmp_path / "page.html"
    path.write_text(page_of(game).html(), "utf-8")
    browser.driver.get(f"{path.as_uri()}{address}")
    browser.driver.execute_async_script(OPENED)
    assert browser.run(CHOOSE, 0) > 0 and match_on(browser, game).decisions > 0
    assert browser.logs()[0] == []


def test_a_choice_that_the_module_can_not_carry_out_is_not_made(browser: Browser, tmp_path: Path) -> None:
    from tests.engine.test_endless import whole_game
    from tests.native.test_fallback import COURSE, GROW

    game = whole_game(tmp_path, COURSE, GROW)
    open_page(browser, page_of(game), tmp_path)
    click = "document.querySelector(`#options [data-key=${arguments[0]}]`).click();"
    question = text_of(browser, "question")
    browser.run(click, "birch")
    assert "can't carry out the rules" in text_of(browser, "notice") and text_of(browser, "question") == question
    assert match_on(browser, game).decisions == 0
    browser.run("document.querySelector('#options [data-key]:not([data-key=birch])').click();")
    assert text_of(browser, "notice") == "" and match_on(browser, game).is_over()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [360, 1600])
def test_nothing_is_wider_than_the_page(name: str, width: int, browser: Browser, tmp_path: Path) -> None:
    open_page(browser, page_of(game_of(name)), tmp_path, width)
    for number in range(6):
        browser.run(CHOOSE, number)
    browser.run("document.getElementById('again').open = true;")
    assert browser.run("return document.documentElement.scrollWidth;") <= width


def test_titles_of_a_game_are_shown_and_never_obeyed(browser: Browser, tmp_path: Path) -> None:
    from interpreter import load

    title = "</script><img src=x onerror=document.title='owned'>"
    folder = tmp_path / "hostile"
    for path in (REPO / "rules" / "revolution").rglob("*.yaml"):
        target = folder / path.relative_to(REPO / "rules" / "revolution")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8").replace("title: Royalist", f'title: "{title}"')
        target.write_text(text.replace("title: Revolution\n", f'title: "{title}"\n'), "utf-8")
    open_page(browser, page_of(load(folder)), tmp_path)
    for number in range(4):
        browser.run(CHOOSE, number)
    assert title in browser.run("return document.body.innerText;")
    assert browser.run("return document.querySelectorAll('img').length;") == 0
    assert "owned" not in browser.driver.title.replace(title, "") and browser.logs()[0] == []


def check_told(match: Match, seat: str, speech: MessageCatalog, log: Any) -> None:
    """Check that the sentences that the rules tell the seat are in the log of the page, in order."""
    number = match.game.seats.index(seat)
    entries = [entry for entry in match.state.log or () if isinstance(entry, PlayersTold)]
    expected = [line.strip() for line in log_lines(match.game.speaker(speech), entries, number)]
    texts = iter([text for event in log for text in (event["text"], *(each["text"] for each in event["consequences"]))])
    assert [line for line in expected if line not in texts] == []


def odds_on_page(browser: Browser, rules: str | Path, folder: Path) -> list[tuple[list[str], list[str]]]:
    """Play a game between people on a page; return the odds of options there and in Python, by question."""
    game, random = load(rules), Random(1)
    found: list[tuple[list[str], list[str]]] = []
    open_engine(browser, page_of(game, *game.seats), folder)
    match = game.start(SEED)
    choices, view, _ = browser.run(STEP, None)
    while True:
        for index in choices[match.decisions :]:
            match.choose(index)
        if match.decision is None:
            return found
        if view["seat"] is None:
            browser.run("match.send({ here: true, number: last.number });")
            view = browser.run("return last.view;")
        question = match.board(match.decision.seat).question
        assert question is not None
        shown = [option["odds"] for option in view["question"]["options"]]
        found.append((shown, [option.odds for option in question.options]))
        choices, view, _ = browser.run(STEP, random.randrange(1 << 30))


@pytest.mark.parametrize(
    "rules", [GAMES_OF_ODDS / "higher", GAMES_OF_ODDS / "berries", ATTACK, POTS.replace("2 pieces", "1 piece")]
)
def test_odds_are_those_of_python(rules: str | Path, browser: Browser, tmp_path: Path) -> None:
    if isinstance(rules, str):
        (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    found = odds_on_page(browser, tmp_path if isinstance(rules, str) else rules, tmp_path)
    assert found and all(shown == expected for shown, expected in found)
    assert any(any(shown) for shown, _ in found)


def test_what_is_hidden_keeps_odds_away(browser: Browser, tmp_path: Path) -> None:
    """A page can't draw deals that agree with a seat's knowledge."""
    (tmp_path / "game.yaml").write_text(ATTACK + CARDS.replace("{face}", "nobody"), encoding="utf-8")
    found = odds_on_page(browser, tmp_path, tmp_path)
    assert any(any(expected) for _, expected in found) and not any(any(shown) for shown, _ in found)


def test_odds_stand_beside_the_options(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(ATTACK, encoding="utf-8")
    open_page(browser, page_of(load(tmp_path)), tmp_path)
    assert "58 %: Strength: 0 -> 1" in text_of(browser, "options")


BORDERS = """\
id: hedges
title: Hedges
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map: {noun: {one: square, many: squares}, grid: {columns: 3, rows: 2}}
groups: {border: {one: border, many: borders, joins: neighbours}}
boxes: [{id: heap, title: Heap}]
pieces: [{id: hedge, supply: 4, start: {heap: 4}}]
start: |
  players take turns:
    choose an empty border, to plant on
    move 1 hedge from heap to border
    if hedges in heap is 0: end the game, nobody wins, because "full"
"""
CLICK_ON_BORDER = """
document.querySelector(`.joint.legal[data-id="${arguments[0]}"]`).dispatchEvent(new MouseEvent("click"));
return [...document.querySelectorAll(".joint:not(.legal)")].map((each) => each.dataset.id);
"""


def test_a_box_between_two_spaces_is_clicked_and_holds_its_piece(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BORDERS, encoding="utf-8")
    game = load(tmp_path)
    open_page(browser, page_of(game, *game.seats), tmp_path)
    assert browser.run("return document.querySelectorAll('.joint.legal').length;") == 7
    assert browser.run(CLICK_ON_BORDER, "a1_b1") == ["a1_b1"]
    assert browser.run(CLICK_ON_BORDER, "b1_b2") == ["a1_b1", "b1_b2"]
    assert "Heap" in text_of(browser, "piles") and "A1–B1" not in text_of(browser, "piles")


def test_subsets_are_those_of_python(browser: Browser, tmp_path: Path) -> None:
    game, random = made(tmp_path, "up to 3 cards in your hand"), Random(1)
    open_engine(browser, page_of(game, *game.seats), tmp_path)
    match = game.start(SEED)
    choices, view, _ = browser.run(STEP, None)
    asked = 0
    while match.decision is not None:
        if view["seat"] is None:
            browser.run("match.send({ here: true, number: last.number });")
            view = browser.run("return last.view;")
        question = match.board(match.decision.seat).question
        assert question is not None
        expected = [(each.key, each.text, each.label, each.kind, list(each.parts)) for each in question.options]
        shown = [[option[name] for name in OPTION_FIELDS] for option in view["question"]["options"]]
        assert [tuple(option) for option in shown] == expected
        asked += 1
        choices, view, _ = browser.run(STEP, random.randrange(1 << 30))
        for index in choices[match.decisions :]:
            match.choose(index)
    assert asked == 2


CLICK_ON_CARD = """
document.querySelector(`#hand .legal[data-id="${arguments[0]}"]`).click();
return [...document.querySelectorAll("#options button")].map((each) => each.dataset.key);
"""


def test_members_are_pointed_at_one_by_one(browser: Browser, tmp_path: Path) -> None:
    game = made(tmp_path, "up to 2 cards in your hand")
    open_page(browser, page_of(game, *game.seats), tmp_path)
    first, second = browser.run(
        "return [...document.querySelectorAll('#hand .legal')].map((each) => each.dataset.id);"
    )[:2]
    begun = browser.run(CLICK_ON_CARD, first)
    assert begun[0] == first and len(begun) > 2 and all(first in key.split("-") for key in begun)
    (both,) = browser.run(CLICK_ON_CARD, second)
    assert set(both.split("-")) == {first, second}
    assert browser.run(CLICK_ON_CARD, second) == begun
