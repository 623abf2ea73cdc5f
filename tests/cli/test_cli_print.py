"""`cahier print`: pages on disk, all of them or none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.game_loading import names_in
from interpreter.printing.pieces.supplies import dice_needed
from interpreter.rulebook.build import load_rulebook
from tests.cli.command import Cahier, environment

DICE = Path(__file__).parents[1] / "language" / "dice"
WITHOUT = """
import sys
sys.modules["typst"] = None
sys.argv = ["cahier", "print", "market", "-o", "market.pdf"]
from cli.entry import run
run()
"""


def test_the_extra_is_named(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "typst: error: not installed; this does it: pip install 'cahier[print]'\n"
    assert not (folder / "market.pdf").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "market.doc"), "-o market.doc: error: name a file that ends in .pdf, .svg or .png"),
        (
            ("-o", "x.pdf", "--what", "card"),
            "this isn't a part of a game to print; the parts are: cover, rules, board, counters, cards, aids",
        ),
        (("-o", "x.pdf", "--size", "huge"), "this isn't a card size; write one such as 63x88mm"),
        (("-o", "x.pdf", "--size", "250x250"), "is too large for a sheet of 210 x 297 mm"),
        (("-o", "x.pdf", "--paper", "a3"), "there is no paper `a3`; the papers are: a4, letter"),
        (("-o", "x.pdf", "--lang", "xx"), "the game has no names in this language"),
        pytest.param(
            ("-o", "x.pdf", "--what", "aids"),
            "there is nothing to print: the game has no aids",
            marks=pytest.mark.parts,
        ),
        ((), "Missing option '-o' / '--output'"),
    ],
)
def test_bad_input(cahier: Cahier, words: tuple[str, ...], message: str) -> None:
    done = cahier("print", "market", *words)
    assert (done.returncode, done.stdout) == (2, "") and message in done.stderr
    assert not list(Path().glob("*.pdf"))


@pytest.mark.parts
def test_a_language_that_only_the_program_speaks_is_that_of_headings(cahier: Cahier) -> None:
    done = cahier("print", "market", "-o", "x.pdf", "--lang", "de")
    assert (done.returncode, done.stdout) == (0, "x.pdf\n")
    assert (
        "note: the game has no texts in `de`, so only headings and instructions are printed in it; "
        "`cahier translate market de` writes a file to fill in\n"
    ) in done.stderr


def test_dice_are_named_that_the_game_needs() -> None:
    book = load_rulebook(DICE)
    assert dice_needed(book, names_in(book, "en")) == (
        "3 dice",
        "4 white dice (4, 4)",
        "2 black dice (6, 6)",
        "4 own dice (2, 2)",
        "1 lone die (5, 5)",
        "2 coins (heads, heads)",
        "4 cups (3, 3)",
        "1 sky (storm, storm, rain)",
    )


@pytest.mark.parts
def test_a_file_or_one_a_page(cahier: Cahier) -> None:
    done = cahier("print", "market", "-o", "market.pdf")
    assert (done.returncode, done.stdout) == (0, "market.pdf\n")
    assert Path("market.pdf").read_bytes().startswith(b"%PDF")
    assert cahier("print", "market", "-o", "cards.svg", "--what", "cards").stdout == "cards-1.svg … cards-2.svg\n"
    done = cahier(
        "print", "red_flag_over_paris", "-o", "paris.png", "--what", "cards", "--lang", "ru", "--paper", "letter"
    )
    assert done.stdout == "paris-1.png … paris-12.png\n"
    names = {f"paris-{page}.png" for page in range(1, 13)}
    assert {path.name for path in Path().glob("*.png")} == names
    assert all(Path(name).read_bytes().startswith(b"\x89PNG") for name in names)
    done = cahier("print", "red_flag_over_paris", "-o", "aid.pdf", "--what", "aids", "--variant", "solo_versailles")
    assert (done.returncode, done.stdout) == (0, "aid.pdf\n")


@pytest.mark.parts
def test_letters_that_typst_does_not_bring_along_are_named(cahier: Cahier) -> None:
    assert (
        "has a font"
        not in cahier("print", "red_flag_over_paris", "-o", "a.pdf", "--lang", "ru", "--what", "board").stderr
    )
    cards = Path("market/cards/luck.yaml")
    cards.write_text(cards.read_text().replace("title: Fog", "title: 雾 Ъ ß 雾"))
    done = cahier("print", "market", "-o", "b.pdf", "--what", "cards")
    assert done.returncode == 0
    assert "note: check that this computer has a font with these letters: 雾\n" in done.stderr


def test_a_table_of_the_cards(cahier: Cahier) -> None:
    done = cahier("print", "market", "--export", "csv", "-o", "table", "--force")
    assert (done.returncode, done.stdout) == (0, "1 file in table\n") and "paths of style.yaml" in done.stderr
    assert Path("table/cards.csv").read_text("utf-8").startswith("id,title,deck,value,")
    assert cahier("print", "market", "--export", "csv", "-o", "table").returncode == 2


@pytest.mark.parts
def test_all_pages_or_none(cahier: Cahier) -> None:
    """One of them can't be written."""
    Path("page-3.png").mkdir()
    done = cahier("print", "red_flag_over_paris", "-o", "page.png", "--what", "cards", "--force")
    assert done.returncode == 2 and "page-3.png: error: this can't be written" in done.stderr
    assert [path.name for path in Path().glob("*page*")] == ["page-3.png"]
    assert cahier("print", "market", "-o", "nowhere/x.pdf").stderr.startswith(f"{Path.cwd()}/nowhere/x.pdf: error: ")


@pytest.mark.parts
def test_nothing_is_overwritten_unasked(cahier: Cahier) -> None:
    Path("page-2.png").write_text("mine")
    done = cahier("print", "red_flag_over_paris", "-o", "page.png", "--what", "cards")
    assert done.returncode == 2 and done.stderr.startswith("page-2.png: error: already exists; choose another name")
    assert [path.name for path in Path().glob("page*")] == ["page-2.png"] and Path("page-2.png").read_text() == "mine"
    assert cahier("print", "red_flag_over_paris", "-o", "page.png", "--what", "cards", "--force").returncode == 0
    assert len(list(Path().glob("page-*.png"))) == 12


@pytest.mark.parts
def test_a_text_that_is_too_long_is_told_by_its_place(cahier: Cahier) -> None:
    cards = Path("market/cards/luck.yaml")
    lines = "".join("          trade at stalls with your tokens\n" for _ in range(40))
    cards.write_text(
        "deck: luck\ntitle: Luck\nattributes: {value: number}\ncards:\n  - id: fog\n    title: Fog\n    value: 0\n"
        f"    event: |\n{lines}"
    )
    done = cahier("print", "market", "-o", "market.pdf")
    assert (done.returncode, done.stdout) == (2, "") and not Path("market.pdf").exists()
    assert done.stderr.startswith("market/cards/luck.yaml:9:11: error: the text of `fog` is ")
    assert "mm too long at the smallest size, 6 points, for a card of 63 x 88 mm; shorten it" in done.stderr
    assert cahier("print", "market", "-o", "market.pdf", "--size", "130x180").returncode == 0
