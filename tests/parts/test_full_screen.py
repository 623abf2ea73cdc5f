"""The full screen under Textual's pilot: what is shown, the ways to choose, takebacks, looking back, hostile titles."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("textual")

from cli.play.match_setup import set_up_match
from cli.play.play import replay_for_screen
from cli.screen.actions import ACTIONS, REVIEW_ACTIONS, TRIAL_ACTIONS, Action, footer_actions, format_table
from cli.screen.panes import TextPane
from cli.screen.settings import ScreenSettings
from cli.text.words import TerminalMessages
from interpreter import load
from interpreter.authoring.variants.starters import copy_game, destination_of
from interpreter.rulebook.source.files import find_folder
from tests.parts.full_screen import GAMES, RANDOM, Shown, on_screen
from tests.sources import ROOT

pytestmark = pytest.mark.parts


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.mark.parametrize("size", [(80, 24), (100, 40), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_board_question_answers_and_hand_are_always_there(game: str, size: tuple[int, int]) -> None:
    """Test that the spaces stand at the same place at each decision, and that nothing needed is cut off the screen."""
    places: set[tuple[tuple[str, int, int], ...]] = set()

    async def script(shown: Shown) -> None:
        chance = random.Random(2)
        for _ in range(20):
            if shown.table.is_over:
                break
            view, table = shown.view, shown.table
            lines = shown.lines()
            assert len(lines) == size[1]
            board, options, held = (table.find_pane(name) for name in ("board", "options", "held"))
            places.add(tuple((cell.key, cell.left, cell.top) for cell in board.arrangement.cells))
            assert len(board.arrangement.cells) == len(view.board.spaces)
            assert board.region.height >= board.arrangement.height
            assert view.question[:40] in "\n".join(lines)
            assert options.region.height >= 2 or options.region.height >= options.arrangement.height
            assert held.region.height >= min(2, held.arrangement.height)
            for pane in (board, options, held):
                assert pane.region.bottom <= size[1] - 1
            choice = chance.choice(list(view.legal.values()))
            assert re.search(re.escape(f"{choice}]"), "\n".join(lines)) or options.hidden_rows
            await shown.type(choice)
            await shown.press("enter")

    on_screen(game, script, size, RANDOM[game])
    assert len(places) == 1


def test_three_ways_lead_to_one_option() -> None:
    """Test that a label, a name's beginning, the arrows on the board, the list, and a click choose the same space."""
    chosen: list[str] = []

    async def reach(shown: Shown) -> None:
        await shown.type("1")
        await shown.press("enter")
        assert shown.view.find_option("b2") is not None

    async def by_label(shown: Shown) -> None:
        await reach(shown)
        await shown.type("b2")
        assert shown.table.cursor == "b2"
        await shown.press("enter")
        chosen.append(shown.app.session.match.choices[1])

    async def by_board(shown: Shown) -> None:
        await reach(shown)
        await shown.press("right", "down")
        assert shown.table.cursor == "b2"
        await shown.press("enter")
        chosen.append(shown.app.session.match.choices[1])

    async def by_list(shown: Shown) -> None:
        await reach(shown)
        await shown.press("tab")
        while shown.table.cursor != "b2":
            await shown.press("down" if shown.table.cursor != "a5" else "right")
            arrangement = shown.table.find_pane("options").arrangement
            here, there = arrangement.find(shown.table.cursor), arrangement.find("b2")
            assert here is not None and there is not None
            if here.left < there.left:
                await shown.press("right")
            elif here.top > there.top:
                await shown.press("up")
        await shown.press("enter")
        chosen.append(shown.app.session.match.choices[1])

    async def by_click(shown: Shown) -> None:
        await reach(shown)
        pane = shown.table.find_pane("board")
        cell = pane.arrangement.find("b2")
        assert cell is not None
        await shown.click(pane.region.x + cell.left + 3, pane.region.y + cell.top)
        chosen.append(shown.app.session.match.choices[1])

    for way in (by_label, by_board, by_list, by_click):
        on_screen("revolution", way, seats=RANDOM["revolution"])
    assert chosen == ["b2"] * 4


def test_what_is_not_legal_tells_its_reason() -> None:
    async def script(shown: Shown) -> None:
        while not (refusals := [option for option in shown.view.options if not option.is_legal]):
            await shown.press("enter")
        refused = refusals[0]
        made = len(shown.app.session.match.choices)
        await shown.type(refused.label)
        await shown.press("enter")
        assert refused.reason[:30] in re.sub(r"\s+", " ", shown.text())
        await shown.press("escape")
        shown.table.move_to(refused.key, "board")
        await shown.press("enter")
        assert refused.reason[:30] in re.sub(r"\s+", " ", shown.text())
        assert len(shown.app.session.match.choices) == made

    on_screen("revolution", script, seats=RANDOM["revolution"])


def test_takeback_log_goal_rules_and_help() -> None:
    async def script(shown: Shown) -> None:
        first = shown.view.question
        await shown.type("1")
        await shown.press("enter")
        assert shown.view.question != first
        await shown.press("ctrl+u")
        assert shown.view.question == first
        assert "Taken back" in shown.text()
        await shown.press("ctrl+y")
        assert shown.view.question != first
        for key, words in (("ctrl+g", "goal"), ("ctrl+l", "log"), ("ctrl+o", "table"), ("ctrl+k", "rules")):
            await shown.press(key)
            assert f" {words} " in shown.text(), key
            await shown.press("escape")
            assert f"─ {words} ─" not in shown.text(), key
        await shown.press("f1")
        assert "take back your last choice" in shown.text()
        await shown.press("escape")
        await shown.type("quit")
        await shown.press("enter")

    result = on_screen("revolution", script, seats=RANDOM["revolution"])
    assert result is not None and result.status == 0
    assert any("cahier play --resume" in line for line in result.lines)


def test_the_screen_is_drawn_again_when_its_size_changes() -> None:
    async def script(shown: Shown) -> None:
        assert "under the cursor" not in shown.text()
        await shown.resize(130, 44)
        assert len(shown.lines()) == 44
        assert "under the cursor" in shown.text()
        await shown.resize(80, 24)
        assert len(shown.lines()) == 24
        assert "Royalists" in shown.text()

    on_screen("red_flag_over_paris", script, seats=RANDOM["red_flag_over_paris"])


def test_the_log_is_at_its_end_at_every_size() -> None:
    async def script(shown: Shown) -> None:
        chance = random.Random(1)
        for _ in range(8):
            await shown.type_line(chance.choice(list(shown.view.legal.values())))
        log = shown.table.query_one("#log", TextPane)
        for size in [(130, 44), (100, 26), (80, 24), (160, 30), (110, 40)]:
            await shown.resize(*size)
            assert not log.display or log.scroll_offset.y == log.max_scroll_y > 0, size

    on_screen("red_flag_over_paris", script, seats=RANDOM["red_flag_over_paris"])


def test_names_of_spaces_are_whole_also_in_full_cells() -> None:
    """A full cell gives up the leader's place beside the name, then the blank before the label, and no space moves."""

    async def script(shown: Shown) -> None:
        chance = random.Random(1)
        places = shown.table.find_pane("board").arrangement.cells
        for _ in range(45):
            await shown.type_line(chance.choice(list(shown.view.legal.values())))
        text = shown.text()
        assert all(space.title in text for space in shown.view.board.spaces.values())
        assert "h Île-de-France" in text and "[P1]2b Blue …" in text
        assert shown.table.find_pane("board").arrangement.cells == places

    on_screen("liberte", script, seats=RANDOM["liberte"])


def test_the_end_stays_and_leads_back() -> None:
    made: list[int] = []

    async def script(shown: Shown) -> None:
        chance = random.Random(4)
        while not shown.table.is_over:
            await shown.type(chance.choice(list(shown.view.legal.values())))
            await shown.press("enter")
        assert "The game is over" in shown.text()
        match = shown.app.session.match
        await shown.press("ctrl+r")
        assert f"choice {match.decisions} of {match.decisions}" in shown.text()
        await shown.press("home")
        assert f"choice 0 of {match.decisions}" in shown.text()
        await shown.press("right", "right", "left")
        assert f"choice 1 of {match.decisions}" in shown.text()
        await shown.press("escape")
        await shown.type("back")
        await shown.press("enter")
        last = max(at for at, state in enumerate(match.past) if match.game.seats[state.seat] == "royalist")
        made.append(last)
        assert "choice" in shown.text()
        await shown.press("enter")

    result = on_screen("revolution", script, seats=RANDOM["revolution"])
    assert result is not None and result.back_to is not None and result.back_to <= made[0]


def test_a_cover_hides_the_cards_of_the_other_person() -> None:
    seen: list[str] = []

    async def script(shown: Shown) -> None:
        assert "Pass the keyboard to Commune" in shown.text()
        await shown.press("x", "enter")
        names = [name for pile in shown.view.list_hand() for _, name in pile.cards]
        assert [name for name in names if name not in shown.text()] == [], shown.text()
        await shown.type("1")
        await shown.press("enter")
        assert "Pass the keyboard to Versailles" in shown.text()
        seen.extend(name for name in names if name in shown.text())
        await shown.press("ctrl+q")

    result = on_screen("red_flag_over_paris", script, seats=("commune=human", "versailles=human"))
    assert seen == []
    assert result is not None and any("kept" in line for line in result.lines)


def test_programs_are_watched_and_hints_are_shown() -> None:
    async def watch(shown: Shown) -> None:
        assert "The game is over" in shown.text()

    seats = ("royalist=random", "jacobin=random")
    on_screen("revolution", watch, seats=seats, settings=ScreenSettings(pace=0.0))

    async def ask(shown: Shown) -> None:
        await shown.press("ctrl+t")
        assert re.search(r"playouts", shown.text())
        await shown.press("escape")
        await shown.type("1")
        await shown.press("enter")
        assert len(shown.app.session.match.choices) >= 1

    on_screen("revolution", ask, seats=("jacobin=search:20",), settings=ScreenSettings(can_ponder=False))


def test_without_colours_there_are_none() -> None:
    async def plain(shown: Shown) -> None:
        assert shown.styles() == {(False, False)}

    async def coloured(shown: Shown) -> None:
        assert (True, True) in shown.styles()

    on_screen("red_flag_over_paris", coloured, seats=RANDOM["red_flag_over_paris"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        on_screen("red_flag_over_paris", plain, seats=RANDOM["red_flag_over_paris"], has_colour=False)


def test_titles_are_shown_and_never_obeyed(tmp_path: Path) -> None:
    """Test that markup and escape sequences in titles appear as they are written, or escaped."""
    folder = tmp_path / "hostile"
    shutil.copytree(find_folder("revolution"), folder)
    path = folder / "cards" / "buildings.yaml"
    text = path.read_text("utf-8")
    text = text.replace("title: Versailles", 'title: "[red]x[/] [b"')
    path.write_text(text.replace("title: Bastille", 'title: "B\\e[31mC\\u202eD"'), "utf-8")
    rules = folder / "sequence.yaml"
    rules.write_text(
        re.sub("(?<=controls )(Bastille|Versailles)", lambda name: name[0].lower(), rules.read_text("utf-8"))
    )

    async def script(shown: Shown) -> None:
        assert "[red]x[/] [b" in shown.text()
        assert "B\\x1b[31mC\\u202eD" in shown.text()
        assert "\x1b" not in shown.text() and "\u202e" not in shown.text()
        await shown.press("ctrl+d")
        await shown.press("escape", "ctrl+p")
        await shown.press("escape")
        await shown.press("enter")

    on_screen(folder, script, seats=RANDOM["revolution"])


@pytest.mark.parametrize("actions", [ACTIONS, REVIEW_ACTIONS, TRIAL_ACTIONS], ids=["play", "review", "try"])
def test_each_action_is_in_the_palette_the_help_and_the_documentation(actions: tuple[Action, ...]) -> None:
    messages = TerminalMessages("en")
    table = format_table(actions, messages)
    assert table in (ROOT / "cli" / "README.md").read_text("utf-8")
    assert table.count("\n") == len(actions) + 1
    for is_over in (True, False):
        assert 3 <= len(footer_actions(actions, is_over)) <= 5
    keys = [key for action in actions for key in action.keys]
    assert len(keys) == len(set(keys))
    assert not [key for key in keys if key in ("ctrl+enter", "alt+enter", "ctrl+i", "ctrl+m", "ctrl+h", "ctrl+j")]
    for action in actions:
        assert action.word or not all(re.fullmatch(r"f\d+", key) for key in action.keys) or not action.keys
    russian = TerminalMessages("ru")
    for action in actions:
        assert action.title(russian) != action.title(messages)
        assert action.description(russian) != action.description(messages)


def test_the_palette_finds_actions_by_name() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("ctrl+p")
        await shown.type("goal")
        while "what each player has to do to win" not in shown.text():
            await shown.settle()
        await shown.press("enter")
        while "─ goal ─" not in shown.text():
            await shown.settle()

    on_screen("revolution", script, seats=RANDOM["revolution"])


def test_the_rules_may_be_edited_while_the_screen_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "revolution"
    copy_game(find_folder("revolution"), destination_of(str(folder)))
    saved: list[list[str]] = []

    def take_edited() -> list[str]:
        return saved.pop() if saved else []

    async def first(shown: Shown) -> None:
        await shown.type("1")
        await shown.press("enter")
        saved.append([str(folder / "sequence.yaml")])
        while shown.app.is_running:
            await asyncio.sleep(0.01)

    settings = ScreenSettings(can_ponder=False, take_edited=take_edited)
    result = on_screen(folder, first, seats=RANDOM["revolution"], settings=settings)
    assert result is not None and result.edited == (str(folder / "sequence.yaml"),) and not result.is_over


def test_a_match_goes_on_by_edited_rules_and_the_screen_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "revolution"
    copy_game(find_folder("revolution"), destination_of(str(folder)))
    setup = set_up_match(load(folder).start(3), RANDOM["revolution"], {}, "en", None)
    setup.match.choose(0)
    rules = folder / "sequence.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("lay card on district\n", "lay crd on district\n"), "utf-8")
    same, lines = replay_for_screen(setup, (), [str(rules)])
    assert same is setup and any("`crd` is not a name" in line for line in lines)
    rules.write_text(text.replace("lay card on district\n", "lay card on district  # the choice made\n"), "utf-8")
    new, lines = replay_for_screen(setup, (), [str(rules)])
    assert new.match.game.rulebook.digest != setup.match.game.rulebook.digest and new.match.decisions == 1
    assert any("1 of 1 choice" in line for line in lines)

    async def script(shown: Shown) -> None:
        assert "1 of 1 choice" in "\n".join(shown.lines())

    on_screen(folder, script, seats=RANDOM["revolution"], settings=ScreenSettings(can_ponder=False, notes=lines))


def test_the_end_of_a_game_of_a_campaign_says_how_the_next_one_begins() -> None:
    async def script(shown: Shown) -> None:
        while not shown.table.is_over:
            await shown.type(next(iter(shown.view.legal.values())))
        await shown.press("ctrl+q")

    left = on_screen(ROOT / "tests/games/toll_road", script, (120, 40), ("ada=human", "ben=random"))
    assert left is not None and "The next game of the campaign: `cahier play " in left.lines[-1]
