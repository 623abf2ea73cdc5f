"""One screen of `cahier play`, at terminals of three sizes, in all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.play.asking import REQUIRED, BlockForm, compose
from cli.play.offer import MAX_ROWS, MOST_REFUSALS, OptionList
from cli.prompt import TypableOption
from cli.text.screen import BOX_SIGNS, TIED_BLANK, Screen, in_columns, split_pages
from cli.text.words import TerminalMessages
from tests.cli.terminal import Terminal
from tests.forks import Forks

SIZES = [(80, 24), (100, 40), (160, 50)]
GAMES = ["liberte", "red_flag_over_paris", "revolution", "vive_la_revolution"]
QUICK = ("red_flag_over_paris", "revolution")
"""Games that are tried where a test takes long; the others with `-m parts`."""
LABEL = re.compile(r"(?:^| {2,})(\d+|[a-z]{1,2}\d*|-)(?= {2,}\S|$)", re.MULTILINE)

Start = Callable[..., Terminal]


@pytest.fixture
def terminal(folder: Path, forks: Forks) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*words: str, columns: int = 100, rows: int = 40) -> Terminal:
        started.append(Terminal(forks, "play", *words, columns=columns, rows=rows))
        return started[-1]

    yield start
    for one in started:
        one.close()


def screen_of(said: str) -> list[str]:
    """The lines from the rule that each screen begins with to the prompt."""
    return said[said.rindex("\n── ") + 1 :].split("\n")


def options_of(lines: list[str]) -> list[str]:
    """Return the labels below the question, which can be typed."""
    start = max(at for at, line in enumerate(lines) if line.startswith("choose") or line.endswith("?"))
    return [label for line in lines[start:] for label in LABEL.findall(line)]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in QUICK else pytest.mark.parts) for game in GAMES]
)
def test_what_is_asked_and_what_has_happened_stand_on_one_screen(terminal: Start, game: str) -> None:
    play = terminal(game, "--seed", "4", columns=80)
    first = play.wait_for("\nCommune> ", "\nPlayer 1> ", "\nRoyalist> ")
    prompt = first[first.rindex("\n") :]
    for columns, rows in SIZES:
        play.resize(columns, rows)
        said = play.ask("", prompt)
        for _ in range(3):
            lines = screen_of(said)
            assert len(lines) <= rows and max(map(cell_len, lines)) < columns and TIED_BLANK not in said, said
            assert options_of(lines), said
            said = play.ask(options_of(lines)[0], prompt)
            assert any("chooses" in line for line in screen_of(said)), said


@pytest.mark.parts
def test_what_the_last_move_changed_is_marked(terminal: Start) -> None:
    play = terminal("red_flag_over_paris", "--seed", "3", columns=80, rows=24)
    play.wait_for("Commune> ")
    for answer in ("1", "1", "Execution", "event"):
        said = play.ask(answer, "Commune> ")
    assert "* has changed since your last choice" in said
    assert "*j Butte" in said, said


@pytest.mark.parts
def test_spaces_that_can_be_chosen_are_marked(terminal: Start) -> None:
    play = terminal("red_flag_over_paris", "--seed", "4", columns=80, rows=24)
    said = play.wait_for("Commune> ")
    while "Where do you " not in said:
        assert "> can be chosen" not in said
        said = play.ask("1", "Commune> ")
    lines = screen_of(said)
    assert "> can be chosen" in lines[0]
    marked = set(re.findall(r"(?:^|  )>[ *]([a-z]{1,2}) ", "\n".join(lines[1:])))
    assert marked == set(options_of(lines)) - {"0"} != set()
    assert "`>`: you can choose it" in play.ask("help", "Commune> ")


@pytest.mark.parts
def test_the_whole_map_page_by_page(terminal: Start) -> None:
    play = terminal("red_flag_over_paris", "--seed", "3", columns=80, rows=8)
    play.wait_for("Commune> ")
    said = play.ask("map", "enough -- ")
    assert "Seats: C = Commune" in said and said.count("\n") <= 8
    said += play.ask("", "enough -- ")
    assert "Royalists" in said and play.ask("q", "Commune> ").count("\n") <= 1
    play.ask("map", "enough -- ")
    assert "There is no card `moon`" in play.ask("card moon", "Commune> ")
    play.ask("map", "enough -- ")
    assert "Who goes first?" in play.ask("1", "Commune> ")
    play.ask("map", "enough -- ")
    play.type("quit\n")
    assert play.finish() == 0 and "The game is kept" in play.said


def offer(count: int, name: str = "option") -> OptionList:
    return OptionList(
        [TypableOption(str(at), f"key{at}", f"{name} {at}") for at in range(1, count + 1)],
        {},
        {},
        TerminalMessages("en"),
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("count", [1, 7, 25, 200, pytest.param(1_000, marks=pytest.mark.parts)])
def test_options_are_on_pages_and_none_is_cut(width: int, height: int, count: int) -> None:
    screen = Screen(width, BOX_SIGNS, "utf-8", height)
    found: list[int] = []
    page, number = 0, 1
    while page < number:
        lines, number = offer(count).lay_out_page(screen, height, page)
        page += 1
        assert len(lines) <= MAX_ROWS + (number > 1) and max(map(cell_len, lines)) < width
        assert ("page" in lines[-1]) == (number > 1)
        found += sorted(int(label) for line in lines for label in re.findall(r"(\d+)  option", line))
    assert found == list(range(1, count + 1))


def test_long_options_are_folded_not_cut() -> None:
    words = " ".join(f"word{at}" for at in range(60))
    lines, _ = offer(2, words).lay_out_page(Screen(80, BOX_SIGNS, "utf-8", 24), 24, 0)
    assert max(map(cell_len, lines)) < 80 and " ".join(" ".join(lines).split()).count(words) == 2


@pytest.mark.parametrize("room", [5, 12, 20, 40])
@pytest.mark.parametrize("letters", [40, 125, 200])
def test_a_page_of_long_options_is_no_longer_than_there_is_room(room: int, letters: int) -> None:
    name = ("a long title " * 20)[:letters]
    refused = {str(at): (f"{name} {at}", "because") for at in range(20)}
    choices = [TypableOption(str(at), f"key{at}", f"{name} {at}") for at in range(1, 31)]
    long = OptionList(choices, {}, refused, TerminalMessages("en"))
    found, page, number = "", 0, 1
    while page < number:
        lines, number = long.lay_out_page(Screen(80, BOX_SIGNS, "utf-8", 24), room, page)
        page += 1
        assert len(lines) <= max(room, MOST_REFUSALS + 1 + 3), lines
        found += " ".join(line.strip() for line in lines)
    assert all(f"title {at}" in found or f"{name} {at}" in found for at in range(1, 31))


LONG = "A title of many words, as somebody may well have written it who never saw a narrow terminal, and at its end {}"


@pytest.mark.parametrize("every", [True, False])
def test_thirty_cards_with_long_titles_page_by_page(terminal: Start, folder: Path, every: bool) -> None:
    cards = "".join(f"  - {{id: c{at}, title: '{LONG.format(at)}', value: {at}}}\n" for at in range(1, 31))
    (folder / "market" / "cards" / "luck.yaml").write_text(
        f"deck: luck\ntitle: Luck\nattributes: {{value: number}}\ncards:\n{cards}"
    )
    rules = folder / "market" / "sequence.yaml"
    text = rules.read_text().replace(
        "draw 1 card from deck to hand of each seat", "draw 30 cards from deck to hand of p1"
    )
    which = "" if every else " where value of it < 12"
    rules.write_text(text.replace("choose a card in your hand,", f"choose a card in your hand{which},"))
    (folder / "market" / "vocabulary.yaml").unlink(missing_ok=True)
    play = terminal("market", "--seed", "3", columns=80, rows=24)
    prompt = "Player 1> "
    said = play.wait_for(prompt)
    found: set[str] = set()
    for _ in range(20):
        said = play.ask("more", prompt)
        lines = screen_of("\n" + said)
        assert len(lines) <= 24 and max(map(cell_len, lines)) < 80, said
        assert any(line.startswith("choose a card") for line in lines), said
        found |= set(LABEL.findall("\n".join(lines[lines.index("choose a card to play") :])))
    assert found <= {str(at) for at in range(31)} and len(found - {"0"}) == (30 if every else 11)


def test_what_the_terminal_says_is_folded_between_words(terminal: Start) -> None:
    play = terminal("market", "--seed", "3", columns=80, rows=40)
    said = play.wait_for("Player 1> ")
    said = play.ask("save", "Player 1> ") + play.ask("help", "Player 1> ") + play.ask("log", "Player 1> ")
    assert all(cell_len(line) < 80 for line in said.split("\n")), said
    assert "unless chance was drawn or a card\n                was revealed since\n" in said, said


def test_columns_as_wide_as_what_is_in_them() -> None:
    assert in_columns(["a", "bbbb", "cc", "d"], 12, 2) == ["a      cc", "bbbb   d"]
    assert in_columns(["a" * 20], 12, 2) is None
    assert split_pages(["a" * 20, "b", "c"], 12, 1, [2, 1, 1]) == [["a" * 20], ["b"], ["c"]]
    assert split_pages(["a" * 20, "b", "c" * 50], 12, 4, [2, 1, 5]) == [["a" * 20, "b"], ["c" * 50]]
    assert split_pages(["a", "b", "c"], 4, 2, [1, 1, 1]) == [["a", "b"], ["c"]]


def test_blocks_get_room_by_rank() -> None:
    board = [BlockForm(2, ["board"]), BlockForm(3, ["large", "board"])]
    question = [BlockForm(REQUIRED, ["which?", "1", "2"])]
    assert compose([board, question], 2) == ["which?", "1", "2"]
    assert compose([board, question], 4) == ["board", "which?", "1", "2"]
    assert compose([board, [BlockForm(1, ["news"])], question], 5) == ["board", "news", "which?", "1", "2"]
    assert compose([board, [BlockForm(1, ["news"])], question], 6) == ["large", "board", "news", "which?", "1", "2"]


@pytest.mark.parts
@pytest.mark.parametrize(("columns", "rows"), [SIZES[0], pytest.param(*SIZES[2], marks=pytest.mark.parts)])
def test_why_the_others_did_it_stands_with_what_they_did(terminal: Start, columns: int, rows: int) -> None:
    words = ("red_flag_over_paris", "--variant", "solo_versailles", "--seed", "3", "--explain")
    play = terminal(*words, columns=columns, rows=rows)
    said, prompt = play.wait_for("Commune> "), "Commune> "
    while "Versailles chooses" not in said:
        said = play.ask("1", prompt)
    lines = screen_of(said)
    assert len(lines) <= rows and max(map(cell_len, lines)) < columns, said
    assert said.rindex("it and you do not control it") < said.rindex("Versailles chooses"), said
    log = play.ask("log", prompt, "enough -- ")
    while log.endswith("enough -- "):
        log += play.ask("", prompt, "enough -- ")
    for reason in ("Remove or place: ", "otherwise: place", "it is roomy: ", "it and you do not control it: "):
        assert reason in log, log
