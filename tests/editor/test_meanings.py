"""Meaning of the word at a place: hover text and declaration."""

from __future__ import annotations

import os

import pytest

from interpreter.editor.completion import completions
from interpreter.editor.meanings import WordMeaning, declarations, hover_text, meaning_at
from interpreter.support.errors import Location
from tests.editor.conftest import Opened

LE_FIGARO = "event: place up to 2 cubes in Press"
PHRASE = ("word", "place up to {n} cubes in {area: spaces}")
COMMUNE, PRESS = ("seat", "commune"), ("space", "press")


def meant(game: Opened, name: str, mark: str) -> WordMeaning | None:
    return meaning_at(game.readings, *game.at(name, mark))


@pytest.mark.parts
@pytest.mark.parametrize(
    ("name", "mark", "thing"),
    [
        ("cards/strategy.yaml", "event: ^place up to 2 cubes in Press", PHRASE),
        ("cards/strategy.yaml", "event: place up to 2 cubes ^in Press", PHRASE),
        ("cards/strategy.yaml", "event: place up to 2 cubes in ^Press", PRESS),
        ("cards/strategy.yaml", "event: place up to 2 cubes in Press^", PRESS),
        ("cards/strategy.yaml", "side: com^mune", COMMUNE),
        ("map.yaml", "{id: p^ress, title", PRESS),
        ("map.yaml", "- [royalists, p^ress]", PRESS),
        ("vocabulary.yaml", '{seat} is ^present in {space}"', ("word", "{seat} is present in {space}")),
        ("vocabulary.yaml", "h^ome of space is seat", ("column", "home")),
        (
            "vocabulary.yaml",
            "number of (spaces in area where seat c^ontrols it)",
            ("word", "{seat} control(s) {space}"),
        ),
        ("scenarios/cubes.yaml", "turn: ^commune", COMMUNE),
        ("scenarios/cubes.yaml", "begin: place up to 3 cubes in ^Press", PRESS),
        ("variants/solo_commune.yaml", 'try the ^event of {card}"', ("word", "try the event of {card}")),
        ("variants/solo_commune.yaml", "set used^ to 1", ("variable", "used")),
    ],
)
def test_things(paris: Opened, name: str, mark: str, thing: tuple[str, str]) -> None:
    found = meant(paris, name, mark)
    assert found is not None and thing in found.things, found


@pytest.mark.parametrize(
    ("name", "mark", "form"),
    [
        ("sequence.yaml", "for ^each seat, in player order", "for_each"),
        ("sequence.yaml", "if seat is commune, ot^herwise", "conditional"),
        ("vocabulary.yaml", "choose a space in area where you can add a cube to it, or ^stop", "or_stop"),
    ],
)
def test_forms_of_the_language(paris: Opened, name: str, mark: str, form: str) -> None:
    found = meant(paris, name, mark)
    assert found is not None and (found.form, found.things) == (form, ())
    assert (found.where.column, found.length) != (0, 0)


def test_names_of_a_text(market: Opened) -> None:
    made = meant(market, "sequence.yaml", "from your purse to t^arget")
    hole = meant(market, "sequence.yaml", "choose a stall in ^area, or stop")
    assert made is not None and hole is not None
    at_name = market.at("sequence.yaml", "as ^target\n")[1]
    at_hole = market.at("sequence.yaml", "{^area: stalls}")[1]
    assert declarations(made) == [at_name] and declarations(hole) == [at_hole]
    assert hover_text(made) == f"a name that this text introduces in line {at_name.line}"


@pytest.mark.parametrize(
    ("name", "mark", "file", "line"),
    [
        (
            "cards/strategy.yaml",
            "event: ^place up to 2 cubes in Press",
            "vocabulary.yaml",
            'say: "place up to {n} cubes in {area: spaces}"',
        ),
        ("cards/strategy.yaml", "event: place up to 2 cubes in ^Press", "map.yaml", "{id: press, title"),
        ("scenarios/cubes.yaml", "turn: ^commune", "game.yaml", "{id: commune"),
    ],
)
def test_where_it_is_declared(paris: Opened, name: str, mark: str, file: str, line: str) -> None:
    found = meant(paris, name, mark)
    assert found is not None
    (where,) = declarations(found)
    assert os.path.relpath(where.file, paris.folder) == file
    assert line in paris.saved(file).split("\n")[where.line - 1]


def test_what_is_told(paris: Opened) -> None:
    found = meant(paris, "cards/strategy.yaml", "event: place up to 2 cubes ^in Press")
    assert found is not None
    text = hover_text(found)
    assert text is not None
    assert "place up to {n: number} cubes in {area: set of spaces}" in text
    assert "field a cube in target" in text and "\n\na phrase\n\n" in text
    press = meant(paris, "cards/strategy.yaml", "event: place up to 2 cubes in ^Press")
    assert press is not None and "dimension: public_opinion" in (hover_text(press) or "")
    form = meant(paris, "sequence.yaml", "for ^each seat, in player order")
    assert form is not None and "again and again" in (hover_text(form) or "")


def test_what_a_game_says_is_no_markup(market: Opened) -> None:
    title = '"```\\n[x](command:y) \\u202e"'
    home = market.show("map.yaml", market.saved("map.yaml").replace("title: Fruit", f"title: {title}"))
    found = meaning_at(market.readings, home, market.at("sequence.yaml", "tokens of seat in Fi^sh")[1])
    assert found is not None and hover_text(found)
    market.show("map.yaml", market.saved("map.yaml").replace("id: fruit, title: Fruit", f"id: fruit, title: {title}"))
    market.show("sequence.yaml", market.saved("sequence.yaml").replace("Fruit", "fruit"))
    line = market.buffers.lines(str(market.folder / "sequence.yaml")).index(
        "score: tokens of seat in fruit + tokens of seat in Fish + 2 * tokens of seat in Cheese"
    )
    found = meaning_at(market.readings, home, Location(str(market.folder / "sequence.yaml"), line + 1, 27))
    assert found is not None
    text = hover_text(found) or ""
    assert "````cahier\n``` [x](command:y) \\u202e\n" in text and "\u202e" not in text


@pytest.mark.parametrize("broken", ["{[", "", "event: *x", "start: |\n  take a turn\n raise day\n"])
def test_a_file_that_is_half_written_is_known_as_it_was(market: Opened, broken: str) -> None:
    home, place = market.at("sequence.yaml", "raise ^day")
    assert meaning_at(market.readings, home, place) is not None
    market.show("tracks.yaml", broken)
    found = meaning_at(market.readings, home, place)
    assert found is not None and found.things == (("track", "day"),) and not found.reading.is_current


def test_a_mistake_elsewhere_hides_nothing(market: Opened) -> None:
    text = market.saved("sequence.yaml").replace("shuffle deck", "shuffel deck")
    home = market.show("sequence.yaml", text)
    place = market.place("sequence.yaml", text, text.index("tokens of seat in Fish") + 20)
    found = meaning_at(market.readings, home, place)
    assert found is not None and found.reading.is_current and found.things == (("space", "fish"),)


def test_a_word_that_cannot_be_read_is_known_all_the_same(paris: Opened) -> None:
    name, old = "vocabulary.yaml", "when: space has pieces of seat or home of space is seat"
    text = paris.saved(name).replace(old, "when: space has")
    home = paris.show(name, text)
    place = paris.place(name, text, text.index("where seat controls it") + 12)
    found = meaning_at(paris.readings, home, place)
    assert found is not None and found.reading.is_current and hover_text(found)
    assert ("word", "{seat} is present in {space}") in found.reading.declared_words


@pytest.mark.parametrize(("line", "column"), [(0, 0), (1, 0), (1, 10**9), (10**9, 1), (-5, -5), (3, 1)])
def test_places_that_are_nowhere(market: Opened, line: int, column: int) -> None:
    home, _ = market.at("sequence.yaml", "raise ^day")
    meaning_at(market.readings, home, Location(str(market.folder / "sequence.yaml"), line, column))


@pytest.mark.parametrize(
    "broken", ["- name: fish is sold\nx", "a: b: c", "\t", "- {", "- name: [", "", "&", "\ud800 fish"]
)
def test_half_a_scenario_is_no_error(market: Opened, broken: str) -> None:
    name = "scenarios/selling.yaml"
    text = f"# fish\n{broken}\n"
    home = market.show(name, text)
    for line, row in enumerate(text.split("\n"), start=1):
        for column in range(1, len(row) + 2):
            place = Location(str(market.folder / name), line, column)
            meaning_at(market.readings, home, place)
            completions(market.readings, home, place)


@pytest.mark.parts
def test_every_place_of_every_file_can_be_asked_about(market: Opened) -> None:
    asked = 0
    for path in sorted(market.folder.rglob("*.yaml")):
        text = path.read_text("utf-8")
        home = market.show(str(path.relative_to(market.folder)), text)
        for line, row in enumerate(text.split("\n"), start=1):
            for column in range(1, len(row) + 2, 3):
                found = meaning_at(market.readings, home, Location(str(path), line, column))
                asked += found is not None and hover_text(found) is not None
    assert asked > 100
