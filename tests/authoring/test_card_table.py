"""Cards as CSV, and back into the files: what is changed there, and that nothing else is."""

from __future__ import annotations

import csv
import io
import os
import shutil
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from interpreter.authoring.card_import import CardImport
from interpreter.authoring.card_table import make_card_table
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.source.files import installed_games
from interpreter.support.csv_output import csv_text
from interpreter.support.errors import RulebookError
from tests.loaded import REPO, book_of

Rows = list[dict[str, str]]
MARKET = REPO / "tests" / "cli" / "market"
PARIS = REPO / "rules" / "red_flag_over_paris"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rows_of(folder: Path) -> Rows:
    return list(csv.DictReader(io.StringIO(make_card_table(load_rulebook(folder)).as_csv(), newline="")))


def write(path: Path, rows: Rows) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)


class Copy:
    """A game's folder to change, and its cards."""

    def __init__(self, of: Path, place: Path) -> None:
        self.folder, self.sheet = place / "game", place / "cards.csv"
        shutil.copytree(of, self.folder, dirs_exist_ok=True)
        self.before = contents(self.folder)

    def edited(self, **cells: dict[str, str]) -> CardImport:
        """The import of a card table in which cells of these cards were changed."""
        rows = rows_of(self.folder)
        for row in rows:
            row.update(cells.pop(row["id"], {}))
        assert not cells
        write(self.sheet, rows)
        return CardImport(str(self.folder), str(self.sheet))

    def refused(self, **cells: dict[str, str]) -> str:
        with pytest.raises(RulebookError) as refused:
            self.edited(**cells)
        assert contents(self.folder) == self.before
        return str(refused.value)

    def lines(self, file: str) -> tuple[list[str], list[str]]:
        """The lines of a file that are gone, and those that are new."""
        old, new = (text.decode().splitlines() for text in (self.before[file], (self.folder / file).read_bytes()))
        parts = [each for each in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if each[0] != "equal"]
        gone = [line.strip() for _, start, end, _, _ in parts for line in old[start:end]]
        return gone, [line.strip() for _, _, _, start, end in parts for line in new[start:end]]


@pytest.fixture
def market(tmp_path: Path) -> Copy:
    return Copy(MARKET, tmp_path)


@pytest.fixture
def paris(tmp_path: Path) -> Copy:
    return Copy(PARIS, tmp_path)


def as_written(text: str) -> bytes:
    return text.encode()


def by_a_spreadsheet(text: str) -> bytes:
    """Return a CSV text as a spreadsheet saves it in a country with a decimal comma.

    Separators and line ends differ, a byte order mark comes first, flags are in capitals, and cells have no trailing
    line end.
    """
    saved = io.StringIO(newline="")
    flags = {"yes": "TRUE", "no": "FALSE"}
    rows = ([flags.get(cell, cell) for cell in row] for row in csv.reader(io.StringIO(text, newline="")))
    csv.writer(saved, delimiter=";", lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerows(rows)
    return b"\xef\xbb\xbf" + saved.getvalue().encode()


@pytest.mark.parametrize("save", [as_written, by_a_spreadsheet])
@pytest.mark.parametrize("game", installed_games())
def test_an_untouched_export_changes_nothing(tmp_path: Path, game: str, save: Callable[[str], bytes]) -> None:
    table = make_card_table(book_of(game))
    cards = book_of(game).cards
    assert sum(
        int(row.cells[column]) for row in table.rows for column in table.columns if column.name == "copies"
    ) == len(cards)
    (tmp_path / "cards.csv").write_bytes(save(table.as_csv()))
    assert CardImport(str(REPO / "rules" / game), str(tmp_path / "cards.csv")).changes == []


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=30)


@pytest.mark.parts
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(titles=["=", "'=", "''=", "'"], newline="\n")
@given(
    titles=st.lists(WORDS.map(str.strip).filter(bool), min_size=4, max_size=4), newline=st.sampled_from(["\n", "\r\n"])
)
def test_any_title_is_taken_back_and_nothing_else_changes(tmp_path: Path, titles: list[str], newline: str) -> None:
    """Whatever YAML, CSV and spreadsheets make of its letters."""
    copy = Copy(MARKET, tmp_path)
    cards = copy.folder / "cards" / "luck.yaml"
    plain = (MARKET / "cards" / "luck.yaml").read_bytes().decode()
    cards.write_bytes(plain.replace("\n", newline).encode())
    ids = [row["id"] for row in rows_of(copy.folder)]
    cells = [cell for (cell,) in csv.reader(io.StringIO(csv_text([title] for title in titles), newline=""))]
    change = copy.edited(**{card_id: {"title": cell} for card_id, cell in zip(ids, cells, strict=True)})
    change.write()
    after = load_rulebook(copy.folder)
    assert [card.title["en"] for card in after.cards] == titles
    old, new = plain.split("\n"), cards.read_bytes().decode().split(newline)
    for before, now in zip(old, new, strict=True):
        start, colon, rest = before.partition("title: ")
        assert now.startswith(start + colon) and (not colon or now.endswith(rest.partition(",")[2]))


@pytest.mark.parts
def test_titles_fields_and_texts_are_taken_back(paris: Copy) -> None:
    event = "place up to 2 cubes in Press\nraise your political_vp by 1"
    paris.edited(
        le_figaro={"title": "Figaro: #1", "title_ru": "Газета", "event": event},
        jules_ducatel={"event": "place a cube in one of the Paris spaces", "title_ru": "Жюль"},
        brassardiers={"side": "", "points": "2"},
        les_cantinieres={"source": "title: rulebook, event: ours"},
    ).write()
    assert paris.lines("cards/strategy.yaml") == (
        [
            "look at your opponent's hand",
            "side: versailles",
            "points: 1",
            "title: Le Figaro",
            "event: place up to 2 cubes in Press",
            "source: rulebook",
        ],
        [
            "side: neutral",
            "points: 2",
            'title: "Figaro: #1"',
            "event: |",
            "place up to 2 cubes in Press",
            "raise your political_vp by 1",
            "source: {title: rulebook, event: ours}",
        ],
    )
    assert paris.lines("text/ru.yaml") == (
        ["jules_ducatel: Жюль Дюкатель", "le_figaro: Фигаро"],
        ["jules_ducatel: Жюль", "le_figaro: Газета"],
    )
    changed = {name for name, data in contents(paris.folder).items() if data != paris.before[name]}
    assert changed == {"cards/strategy.yaml", "text/ru.yaml"}


def test_cards_of_an_entry_for_many_have_a_row_each(market: Copy) -> None:
    cards = market.folder / "cards" / "luck.yaml"
    cards.write_text(
        "deck: luck\nattributes: {value: {is: number, from: 1, to: 2}, hue: [red, blue]}\ncards:\n"
        '  - {each: [hue, value], title: "{hue} {value}", copies: 2, by value: {"1": {copies: 3}}}\n'
    )
    assert [(row["id"], row["title"], row["copies"], row["value"]) for row in rows_of(market.folder)] == [
        ("red_1", "Red 1", "3", "1"), ("red_2", "Red 2", "2", "2"),
        ("blue_1", "Blue 1", "3", "1"), ("blue_2", "Blue 2", "2", "2"),
    ]  # fmt: skip
    market.before = contents(market.folder)
    assert market.edited().changes == []
    made = "an entry with `each` makes this card; change it there: `by value: {blue_2: …}`"
    assert f"copies of `blue_2`: {made}" in market.refused(blue_2={"copies": "4"})
    assert f"title of `blue_2`: {made}" in market.refused(blue_2={"title": "Sky"})


@pytest.mark.parts
def test_in_braces_too(tmp_path: Path) -> None:
    copy = Copy(REPO / "rules" / "liberte", tmp_path)
    copy.edited(
        sieyes={"general": "yes"}, la_rouerie={"cannon": "no"}, le_chapelier={"value": ""}, bailly={"copies": "2"}
    ).write()
    gone, new = copy.lines("cards/a_set.yaml")
    assert [line.replace(", general: true", "").replace("general: true, ", "") for line in new[:1]] == gone[:1]
    assert [line.replace(", cannon: true", "") for line in gone[1:2]] == new[1:2]
    assert [line.replace(", value: 2", "") for line in gone[2:3]] == new[2:3]
    assert [line.replace("copies: 2, ", "").replace(", copies: 2", "") for line in new[3:]] == gone[3:]


def test_cards_and_names_may_stand_in_game_yaml(market: Copy) -> None:
    """A small game is one file."""
    (market.folder / "cards" / "luck.yaml").unlink()
    game = market.folder / "game.yaml"
    game.write_text(
        game.read_text()
        + "decks:\n  - deck: luck\n    title: Luck\n    attributes: {value: number}\n    cards:\n"
        + "      - {id: sun, title: Sun, value: 1}  # hot\n      - {id: fog, title: Fog, value: 1}\n"
        + "text:\n  fr:\n    names: {sun: Soleil}\n"
    )
    before = game.read_text()
    event = "trade at stalls\ntrade at south stalls"
    market.edited(sun={"title": "Sunny", "title_fr": "Le soleil", "event": event}, fog={"title_fr": "Brume"}).write()
    sunny = 'title: Sunny, value: 1, event: "trade at stalls\\ntrade at south stalls"'
    expected = before.replace("title: Sun, value: 1", sunny)
    assert game.read_text() == expected.replace("{sun: Soleil}", "{sun: Le soleil, fog: Brume}")


def test_comments_stay(market: Copy) -> None:
    cards = market.folder / "cards" / "luck.yaml"
    cards.write_text(
        "deck: luck  # one\nattributes: {value: number, kind: {is: text, optional: true}}\ncards:\n"
        "  # two\n  - id: sun  # three\n    title: 'It''s Sun'  # four\n    value: 2   # five\n    kind: hot  # six\n"
        "    # seven\n    event: |  # eight\n      trade at stalls\n\n    # nine\n"
        "  - {id: fog, title: Fog, value: 1}\n# ten\n"
    )
    market.edited(
        sun={"title": "It's a Sun", "value": "30", "kind": "", "event": "trade at stalls\ntrade at south stalls"},
        fog={"title": "Fog, thick", "event": "trade at stalls"},
    ).write()
    assert cards.read_text() == (
        "deck: luck  # one\nattributes: {value: number, kind: {is: text, optional: true}}\ncards:\n"
        "  # two\n  - id: sun  # three\n    title: 'It''s a Sun'  # four\n    value: 30   # five\n    # six\n"
        "    # seven\n    event: |  # eight\n      trade at stalls\n      trade at south stalls\n\n"
        '    # nine\n  - {id: fog, title: "Fog, thick", value: 1, event: trade at stalls}\n# ten\n'
    )


def test_a_title_may_look_like_a_formula(market: Copy) -> None:
    market.edited(sun={"title": "=1+1"}).write()
    rows = rows_of(market.folder)
    assert rows[0]["title"] == "'=1+1"
    write(market.sheet, rows)
    assert CardImport(str(market.folder), str(market.sheet)).changes == []


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (
            {"event": "trade at covred stalls"},
            "cards.csv:2:27: error: event of `sun`: `covred` is not an adjective in this game\n"
            '    sun,Sun,luck,1,2,trade at covred stalls,"title: rulebook, event: reconstructed"\n'
            "                              ^^^^^^\n    did you mean `covered`?",
        ),
        ({"value": "two"}, "cards.csv:2:16: error: value of `sun`: `value` is a whole number"),
        ({"value": ""}, "value of `sun`: each card of the deck needs a `value`"),
        ({"title": ""}, "title of `sun`: a title is one line of text, and can't be removed here"),
        ({"copies": "0"}, "cards.csv:2:14: error: copies of `sun`: the number of copies is a whole number from 1"),
        ({"deck": "bad"}, "deck of `sun`: a card stays in its deck"),
        (
            {"source": "title: rulbook"},
            "`rulbook` isn't a source; it is one of rulebook, inferred, reconstructed, ours",
        ),
        ({"id": "sunn"}, "there is no card with the id `sunn`; add new cards in the game's folder `cards`"),
        ({"id": "fog"}, "the card `fog` already has a row"),
    ],
)
def test_what_cant_be_taken_back_is_refused_in_its_place(market: Copy, cells: dict[str, str], message: str) -> None:
    found = market.refused(sun=cells)
    assert message in found.replace(f"{market.sheet.parent}{os.sep}", "")


@pytest.mark.parts
def test_a_mistake_within_a_text_is_told_on_its_line(paris: Copy) -> None:
    found = paris.refused(le_figaro={"event": "place up to 2 cubes in Press\nplace a cube in Presse"})
    line = next(at for at, line in enumerate(paris.sheet.read_text().split("\n"), 1) if "Presse" in line)
    assert f"cards.csv:{line}:17: error: event of `le_figaro`: `Presse` is not a name in this game\n" in found
    assert "                    ^^^^^^\n    did you mean `Press`?" in found


def test_a_variant_that_would_not_fit_any_more_is_told(market: Copy) -> None:
    (market.folder / "variants").mkdir()
    (market.folder / "variants" / "wet.yaml").write_text(
        "id: wet\ntitle: Wet\nabout: More rain.\nfor: market\nsource: ours\n"
        "change:\n  - {at: cards/rain/value, from: 1, to: 2}\n"
    )
    market.before = contents(market.folder)
    found = market.refused(rain={"value": "3"})
    assert found.startswith(f"{market.folder / 'variants' / 'wet.yaml'}:7:") and "error: with the changes: " in found
    assert len(market.edited(sun={"value": "3"}).changes) == 1


@pytest.mark.parametrize("kind", ["scenarios", "variants"])
def test_a_file_of_no_card_that_cannot_be_read_is_left_alone(market: Copy, kind: str) -> None:
    (market.folder / kind).mkdir(exist_ok=True)
    (market.folder / kind / "half.yaml").write_bytes(b"a: [b\n")
    os.mkfifo(market.folder / kind / "pipe.yaml")
    assert len(market.edited(sun={"value": "3"}).changes) == 1


def test_all_that_is_wrong_is_told_at_once(market: Copy) -> None:
    found = market.refused(sun={"value": "two"}, rain={"copies": "many"}, wind={"deck": "x"})
    assert found.count("error: ") == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "the file is empty"),
        (b"id,title\nsun\n", "cards.csv:2:1: error: this row has 1 cell, the header has 2"),
        (b"title\nSun\n", "there is no column `id`, which identifies the cards"),
        (b"id,titel\nsun,Sun\n", "there is no column `titel`; the columns are: id, title"),
        (b"id,titlo,title\nsun,Sun,Sun\n", "there is no column `titlo`; the columns are: id, title"),
        (b"id,title,title\nsun,Sun,Sun\n", "the column `title` is here twice"),
        ("id,title\nsun,Été\n".encode("latin-1"), "the file is not in UTF-8"),
        (b'id,title\nsun,"Sun\n', "this isn't CSV"),
        (
            b"id,title\nsun,Sun\x07ny\n",
            "cards.csv:2:5: error: title of `sun`: it contains a control character, \\x07; remove it",
        ),
        (b'id,event\nsun,"stop\nst\x00op"\n', "event of `sun`: it contains a control character, \\x00; remove it"),
        (b"id,title\nsun," + b"x" * 200_000, "cards.csv:2:1: error: a cell has more than 131,072 letters"),
        (b'id,title\nsun,"' + b"x\n" * 100_000 + b'"', "error: a cell has more than 131,072 letters"),
    ],
)
def test_what_is_no_table_is_refused(market: Copy, text: bytes, message: str) -> None:
    market.sheet.write_bytes(text)
    with pytest.raises(RulebookError) as refused:
        CardImport(str(market.folder), str(market.sheet))
    assert message in str(refused.value)


def test_a_column_that_is_there_is_not_suggested(market: Copy) -> None:
    (*_, last) = rows_of(market.folder)[0]
    write(
        market.sheet,
        [{"titles" if name == last else name: row[name] for name in row} for row in rows_of(market.folder)],
    )
    with pytest.raises(RulebookError) as refused:
        CardImport(str(market.folder), str(market.sheet))
    assert [problem.suggestion for problem in refused.value.problems] == [last]


def test_what_somebody_else_has_changed_meanwhile_is_kept(market: Copy) -> None:
    change = market.edited(sun={"title": "Sunshine"})
    cards = market.folder / "cards" / "luck.yaml"
    cards.write_text(cards.read_text() + "# mine\n")
    with pytest.raises(RulebookError, match="the file has just been changed by somebody else"):
        change.write()
    assert cards.read_text().endswith("# mine\n") and "Sunshine" not in cards.read_text()


def test_some_rows_and_columns_are_enough(market: Copy) -> None:
    market.sheet.write_text("title,id\nFoggy,fog\n")
    change = CardImport(str(market.folder), str(market.sheet))
    assert [(taken.id, taken.column.name, taken.line) for taken in change.changes] == [("fog", "title", 9)]
