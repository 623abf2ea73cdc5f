"""Completion of the text being written."""

from __future__ import annotations

import pytest

from interpreter.editor.completion import Candidate, completions, cursor_context, snippet_of
from interpreter.support.errors import Location
from tests.editor.conftest import Opened

STRATEGY, OLD = "cards/strategy.yaml", "    event: place up to 2 cubes in Press\n"


def offered(game: Opened, name: str, old: str, new: str) -> list[Candidate]:
    return completions(game.readings, *game.typed(name, old, new))


def likely(found: list[Candidate], kind: str) -> set[str]:
    return {each.text for each in found if each.is_likely and each.kind == kind}


@pytest.mark.parametrize(
    "written",
    [
        "    event: ^\n",
        "    event: pl^\n",
        "    event: |\n      ^\n",
        "    event: |\n      drop the surplus cubes\n      p^\n",
        "    event: |\n      if Versailles controls Press:\n        ^\n      remove up to 1 enemy cube from Press\n",
    ],
)
def test_the_games_own_phrases_where_a_statement_begins(paris: Opened, written: str) -> None:
    found = offered(paris, STRATEGY, OLD, written)
    assert "place up to {n} cubes in {area}" in likely(found, "wording")
    assert {"choose", "if", "repeat"} <= likely(found, "keyword")
    assert "Press" not in {each.text for each in found}


def test_names_that_fit_come_first(paris: Opened) -> None:
    found = offered(paris, STRATEGY, OLD, "    event: place up to 2 cubes in ^\n")
    names = likely(found, "name")
    assert {"Press", "Royalists"} <= names and not {"Commune", "Le Figaro"} & names
    assert "Commune" in {each.text for each in found}


@pytest.mark.parts
def test_words_within_a_wording(paris: Opened) -> None:
    assert {each.text for each in offered(paris, STRATEGY, OLD, "    event: place up to 2 ^\n")} == {"cube", "cubes"}


def test_conditions_where_one_can_stand(paris: Opened) -> None:
    found = offered(paris, STRATEGY, OLD, "    event: |\n      if ^\n")
    assert "{seat} controls {space}" in likely(found, "wording")
    found = offered(
        paris, "vocabulary.yaml", "    when: space has pieces of seat or home of space is seat", "    when: ^"
    )
    assert "{seat} controls {space}" in likely(found, "wording")


def test_answers_where_a_body_can_give_one(paris: Opened) -> None:
    condition = "    when: space has pieces of seat or home of space is seat"
    body = "    when: |\n      if space has pieces of seat: ^\n      no\n"
    found = offered(paris, "vocabulary.yaml", condition, body)
    assert {"yes", "no", "give", "let"} <= likely(found, "keyword")
    found = offered(paris, STRATEGY, OLD, "    event: ^\n")
    assert not {"yes", "no"} & likely(found, "keyword")


def test_names_that_a_text_gives_itself(market: Opened) -> None:
    found = offered(market, "sequence.yaml", "from your purse to target", "from your purse to ^")
    assert "target" in likely(found, "name")


def test_ids_in_data(paris: Opened) -> None:
    paris.readings.get(paris.show("map.yaml", paris.saved("map.yaml")))
    found = offered(paris, "map.yaml", "  two_way:\n", "  two_way:\n    - [press, ^\n")
    assert "royalists" in likely(found, "name") and "commune" not in likely(found, "name")
    found = offered(paris, STRATEGY, "    side: commune", "    side: ^")
    assert likely(found, "name") == {"commune", "versailles", "neutral"}
    assert not offered(paris, STRATEGY, "    title: ", "    title: ^")


def test_a_text_that_makes_no_sense_offers_names_all_the_same(paris: Opened) -> None:
    found = offered(paris, STRATEGY, OLD, "    event: plaec pu ot ^\n")
    assert "press" in {each.text for each in found}


def test_holes_become_stops() -> None:
    assert snippet_of("place up to {n} cubes in {area}") == "place up to ${1:n} cubes in ${2:area}"
    assert snippet_of("take a turn") == "take a turn"


@pytest.mark.parametrize(
    ("text", "key", "rows"),
    [
        ("event: ^", "event", [""]),
        ("- {id: x, event: place ^", "event", ["place "]),
        ("do: |\n  one\n  two ^", "do", ["one", "two "]),
        ("do: |\n  if x:\n    ^", "do", ["if x:", "  "]),
        ("do: |\n  if x:\n    one\n  ^", "do", ["if x:", "  one", ""]),
        ("do: |\n  one\nwhen: ^", "when", [""]),
        ("- say: x\n  do: >\n    one\n    two ^", "do", ["one", "two "]),
        ("then:\n  - one ^", "then", ["one "]),
        ("then:\n- one ^", "then", ["one "]),
        ("event: one\n  two ^", "event", ["one two "]),
        ("certain: [one ^", "certain", ["one "]),
        ('when: "one ^', "when", ["one "]),
    ],
)
def test_what_stands_before_a_place(text: str, key: str, rows: list[str]) -> None:
    lines = text.replace("^", "").split("\n")
    found = cursor_context(lines, len(lines), len(lines[-1]) + 1)
    assert found is not None and (found.key, [*found.rows]) == (key, rows)


@pytest.mark.parametrize("text", ["^", "# a ^", "- ^", "\n\n^", "one two ^", "do: |^", "a: b\n\n- c\n^"])
def test_nothing_stands_before_it(text: str) -> None:
    lines = text.replace("^", "").split("\n")
    assert cursor_context(lines, len(lines), len(lines[-1]) + 1) is None
    assert cursor_context(lines, 10**6, 1) is None and cursor_context(lines, -1, -1) is None


def test_every_place_of_every_file_can_be_completed(market: Opened) -> None:
    offers = 0
    for path in sorted(market.folder.rglob("*.yaml")):
        text = path.read_text("utf-8")
        home = market.show(str(path.relative_to(market.folder)), text)
        for line, row in enumerate(text.split("\n"), start=1):
            for column in (1, len(row) // 2, len(row) + 1):
                offers += bool(completions(market.readings, home, Location(str(path), line, column)))
    assert offers > 40
