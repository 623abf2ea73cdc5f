"""Every message about a wrong rulebook, as people see it.

`messages.txt` lists mistakes in the sample game with what is said: `## file | text | text put in its place`, where ⏎ is
a line end, and below it the whole message.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.scenarios.scenario_files import load_scenarios, read_scenarios
from interpreter.support.errors import CahierError


def cases() -> list[tuple[str, str]]:
    text = (Path(__file__).parent / "messages.txt").read_text(encoding="utf-8")
    sections = [section.partition("\n") for section in text.split("\n## ")[1:]]
    return [(head, body.rstrip("\n")) for head, _, body in sections]


@pytest.mark.parametrize(("mistake", "message"), cases(), ids=[head for head, _ in cases()])
def test_message(mistake: str, message: str, spoil: Callable[[str, str, str], Path]) -> None:
    file, old, new = (part.replace("⏎", "\n") for part in mistake.split(" | "))
    folder = spoil(file, old, new)
    with pytest.raises(CahierError) as caught:
        load_scenarios(load_rulebook(folder))
    assert str(caught.value).replace(f"{folder}/", "") == message


def test_a_turn_without_begin_is_warned_of(spoil: Callable[[str, str, str], Path]) -> None:
    folder = spoil("scenarios/a.yaml", "    begin: play\n", "")
    _, problems = read_scenarios(load_rulebook(folder))
    assert [problem.render().replace(f"{folder}/", "") for problem in problems] == [
        "scenarios/a.yaml:9:11: warning: `turn` says who acts in `begin`, and there is none: "
        "the game is played from the start; with `begin: PHRASE`, that phrase is carried out instead\n"
        "        turn: white\n"
        "              ^^^^^"
    ]


@pytest.mark.parametrize("winner", ["crown", "[crown]"])
def test_a_side_is_no_winner(winner: str, spoil: Callable[[str, str, str], Path]) -> None:
    spoil("game.yaml", "seats:", "sides: [{id: crown, title: Crown}, {id: town, title: Town}]\nseats:")
    folder = spoil("scenarios/a.yaml", "winner: [white]", f"winner: {winner}")
    _, problems = read_scenarios(load_rulebook(folder))
    assert [problem.message for problem in problems] == [
        "`crown` is a side, and a `winner` is a seat; that a side wins is `side: crown`"
    ]


def test_many_mistakes_in_one_run(spoil: Callable[[str, str, str], Path]) -> None:
    spoil("map.yaml", "region: north", "region: norht")
    spoil("cards/main.yaml", "strength: 2", "strength: two")
    spoil("pieces.yaml", "gate: 2", "gat: 2")
    spoil("tracks.yaml", "start: 1", "start: 7")
    folder = spoil("zones.yaml", "face: owner", "fase: owner")
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    codes = [problem.code for problem in caught.value.problems]
    assert codes == ["wrong-type", "unknown-value", "unknown-space", "out-of-range", "unknown-field"]
    assert [problem.where.file for problem in caught.value.problems] == sorted(
        problem.where.file for problem in caught.value.problems
    )


@pytest.mark.parametrize("file", ["map.yaml", "game.yaml", "pieces.yaml", "zones.yaml", "cards/main.yaml"])
def test_a_broken_file_has_no_follow_ups(file: str, folder: Path) -> None:
    (folder / file).write_text("a: [b\n", encoding="utf-8")
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    assert [(problem.where.file, problem.code) for problem in caught.value.problems] == [
        (str(folder / file), "not-closed")
    ]


def test_very_many_problems_are_counted(folder: Path) -> None:
    spaces = "\n".join(f"  - {{id: s{number}, title: S, region: west}}" for number in range(1000))
    (folder / "map.yaml").write_text(f"attributes: {{region: [north]}}\nspaces:\n{spaces}\n", encoding="utf-8")
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    assert len(caught.value.problems) == 201
    assert caught.value.problems[-1].code == "more-problems"


def test_wrong_number_of_players(folder: Path) -> None:
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder, players=3)
    assert caught.value.problems[0].code == "players-out-of-range"
    assert caught.value.message == "3 players: the game is for 2"


def test_a_card_without_id_beside_a_file_that_declares_its_columns(folder: Path) -> None:
    more = folder / "cards" / "more.yaml"
    more.write_text("deck: main\ncards:\n  - title: Rain\n    strength: 1\n    side: white\n", encoding="utf-8")
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    assert str(caught.value) == f"{more}:3:5: error: an entry without `id` or `each`\n      - title: Rain\n        ^"
