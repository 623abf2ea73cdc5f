"""Messages about lines in everyday words, which the language expresses with its few verbs (`everyday.txt`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.analysis import Analysis
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import RulebookError
from tests.language.test_pasted import cases_of, meant_by, read, said_of

HERE = Path(__file__).parent
LINES = cases_of("everyday.txt")
SUGGESTED = sorted({text for _, message in LINES for text in meant_by(message)})


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return Analysis(load_rulebook(HERE / "sample"))


@pytest.mark.parametrize(("written", "message"), LINES, ids=[line for line, _ in LINES])
def test_line(written: str, message: str, analysis: Analysis) -> None:
    analysis.grammar.__dict__.pop("wordings", None)  # each game limits the number of these searches
    assert said_of(analysis, written) == message


def test_what_each_seat_has_is_that_of_the_loop_above(analysis: Analysis) -> None:
    said = said_of(analysis, "for each seat, as s:\n  draw 1 card from deck to hand")
    assert "did you mean `draw 1 card from deck to hand of s`?" in said


def test_a_chosen_neighbour_is_not_called_by_the_noun_of_spaces(analysis: Analysis) -> None:
    said = said_of(analysis, "choose a neighbour of Alder where it is coast\nmove 1 of your pawns from Alder to town")
    assert "did you mean `move 1 of your pawns from Alder to neighbour`?" in said


@pytest.mark.parametrize("text", SUGGESTED)
def test_what_is_suggested_can_be_read(text: str, analysis: Analysis) -> None:
    read(analysis, text)


def test_most_lines_have_a_suggestion_that_can_be_tried() -> None:
    assert len(SUGGESTED) > 40


FLOCKS = """\
id: flocks
title: Flocks
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map:
  noun: {one: meadow, many: meadows}
  spaces: [{id: hill, title: 'Hill\\g<0>q'}, {id: vale, title: Vale}]
  connections: {two_way: [[hill, vale]]}
pieces:
  - {id: sheep, owner: seat, noun: {one: sheep, many: sheep}, supply: 3, start: {each: {fold: 3}}}
boxes: [{id: fold, title: Fold}]
start: |
  as red:
    LINE
"""


@pytest.mark.parametrize(
    "line",
    [
        "move 2 sheepp from hill to vale",
        "moove 2 shep from hill to vale",
        "move 2 sheeps from hill to vale",
        "remove an enemy sheep from an adjacent meadow",
        "place a sheep in an open meadow",
    ],
)
def test_nouns_and_titles_as_games_may_have_them(line: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FLOCKS.replace("LINE", line), encoding="utf-8")
    with pytest.raises(RulebookError, match=line.split()[-1]):
        load(tmp_path)


def test_many_adjectives_are_not_all_tried(tmp_path: Path) -> None:
    values = ", ".join(f"a{number}" for number in range(200))
    game = FLOCKS.replace("  spaces:", f"  attributes: {{soil: {{is: [{values}], none: bare}}}}\n  spaces:")
    (tmp_path / "game.yaml").write_text(game.replace("LINE", "stop"), encoding="utf-8")
    analysis = Analysis(load_rulebook(tmp_path))
    tried: list[str] = []

    def fits(text: str) -> bool:
        tried.append(text)
        return False

    assert analysis.grammar.wordings.hints.answer("flip a sheep", fits, lambda _: ()) is None
    assert len(tried) < 200


LOYAL = """\
flags: [{id: calm, of: seat}, {id: loyal, of: meadow}]
words:
  - {say: "{seat} prove(s) loyal", when: seat is calm}
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("if red is loyal: stop", "; this game says `SEAT proves loyal`"),
        ("if red is lofty: stop", None),
        ("if hill is calm: stop", None),
    ],
)
def test_a_condition_of_the_game_for_an_adjective(line: str, said: str | None, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FLOCKS.replace("LINE", line) + LOYAL, encoding="utf-8")
    with pytest.raises(RulebookError) as raised:
        load(tmp_path)
    message = raised.value.problems[0].message
    assert message.endswith(said) if said is not None else "this game says" not in message
