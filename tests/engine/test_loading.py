"""Loading a game with variants from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load, load_match
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import RulebookError


@pytest.mark.parts
def test_a_plain_string_is_one_variant(tmp_path: Path) -> None:
    game = load("liberte", "first_edition")
    assert game.rulebook.requested_variants == ("first_edition",)
    assert game.rulebook.digest == load("liberte", ["first_edition"]).rulebook.digest
    assert load_rulebook("liberte", variants="first_edition").digest == game.rulebook.digest
    game.start(seed=1).save(tmp_path / "match.json")
    assert load_match(tmp_path / "match.json").game.rulebook.requested_variants == ("first_edition",)


def overlay(folder: Path, name: str, content: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(f"id: {name}\ntitle: Mine\nfor: liberte\n{content}", encoding="utf-8")
    return str(path)


@pytest.mark.parts
def test_a_mistake_that_an_overlay_makes_of_the_games_own_text_is_told_as_its_work(tmp_path: Path) -> None:
    short = overlay(tmp_path, "short", "change:\n  - {at: tracks/turn/between, to: [1, 2]}\n")
    with pytest.raises(RulebookError) as caught:
        load("liberte", short)
    problem = caught.value.problems[0]
    assert (Path(problem.where.file).name, problem.code) == ("deputy.yaml", "out-of-range")
    assert problem.message == "4 is out of range: `turn` goes from 1 to 2; the variant `short` causes this"
    with pytest.raises(RulebookError, match="the variant `short` causes this"):
        load("liberte", [short, "first_edition"])


def test_a_mistake_of_a_bot_is_not_the_work_of_the_variant_with_which_it_plays(tmp_path: Path) -> None:
    files = {
        "game.yaml": "id: t\ntitle: T\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
        "map.yaml": "attributes: {wet: flag}\nspaces: [{id: x, title: X, wet: true}, {id: y, title: Y}]\n",
        "sequence.yaml": "start: |\n  as red:\n    choose a space, to go\n",
        "bots/one.yaml": "id: one\nseat: any\nwith: [solo]\ntables: [{answers: [go], keep: [{that: wet}]}]\n",
        "variants/solo.yaml": "id: solo\ntitle: Solo\nfor: t\n",
        "variants/more.yaml": "id: more\ntitle: More\nfor: t\n",
    }
    for name, said in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(said, encoding="utf-8")
    for variants in (["solo"], ["solo", "more"], ["more", "solo"]):
        with pytest.raises(RulebookError) as caught:
            load(tmp_path, variants)
        assert [problem.message for problem in caught.value.problems] == [
            "a condition is needed here, and this is a word"
        ]


LODGE = {
    "game.yaml": "id: lodge\ntitle: Lodge\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "noun: {one: room, many: rooms}\nspaces: [{id: hall, title: Great Hall}, {id: den, title: Den}]\n",
    "vocabulary.yaml": "flags: [{id: lit, of: room}]\nwords:\n  - {say: 'air {n} rooms', do: raise dust by n}\n",
    "tracks.yaml": "tracks: [{id: dust, title: Dust, between: [0, 9]}]\n",
    "sequence.yaml": "start: |\n  make Great Hall lit\n  make Den lit\n  air 1 room\n",
}


@pytest.mark.parametrize(
    ("changes", "what", "line", "name"),
    [
        ("remove: [spaces/hall]", "removes", "make Great Hall lit", "Great Hall"),
        ('remove: ["words/air {n} rooms"]', "removes", "air 1 room", "air {n} rooms"),
        ("change: [{at: spaces/den/title, to: Study}]", "renames", "make Den lit", "Den"),
    ],
)
def test_a_line_of_the_game_names_what_a_variant_removes(
    changes: str, what: str, line: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, content in LODGE.items():
        path = Path("lodge", file)
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    Path("mine.yaml").write_text(f"id: mine\ntitle: Mine\nfor: lodge\n{changes}\n", encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load("lodge", "mine.yaml")
    (problem,) = caught.value.problems
    rest = "which this line names" if what == "removes" else "and this line still has the old name"
    assert problem.message == (
        f"the variant `mine` {what} `{name}` in mine.yaml:4, {rest}; it has to change this line, too: "
        f"add `- {{at: start, line: {line}, to: …}}` under its `change:`"
    )
    assert problem.excerpt == f"  {line}"
    marked = problem.excerpt[problem.where.column - 1 :][: problem.length]
    assert marked == (name if name in line else line)
    assert problem.suggestion is None and not problem.wordings


def test_a_wording_that_a_variant_adds_again_is_to_be_replaced(tmp_path: Path) -> None:
    files = {
        "game.yaml": "id: t\ntitle: T\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\nstart: play on\n",
        "vocabulary.yaml": "words:\n  - {say: play on, do: stop}\n",
        "variants/more.yaml": "id: more\ntitle: More\nfor: t\nadd:\n  words:\n    - {say: play on, do: stop}\n",
    }
    for name, said in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(said, encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(tmp_path, ["more"])
    (problem,) = caught.value.problems
    assert problem.message.endswith('it changes the word: `replace: [{at: "words/play on", …}]`')
    (tmp_path / "variants/more.yaml").write_text(
        'id: more\ntitle: More\nfor: t\nreplace: [{at: "words/play on", with: {do: do nothing}}]\n', encoding="utf-8"
    )
    load(tmp_path, ["more"])


@pytest.mark.parts
def test_a_mistake_in_the_overlay_itself_is_told_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load("liberte", overlay(tmp_path, "wrong", "add:\n  words: [{say: nap, do: set turn to 9}]\n"))
    assert [problem.message for problem in caught.value.problems] == ["9 is out of range: `turn` goes from 1 to 4"]
