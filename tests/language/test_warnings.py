"""Every warning, as people see it.

`warnings.txt` lists changes of a file of the sample game with what is said about them, as `messages.txt` does; below a
change for which nothing is said, there is nothing to warn of.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from tests.language.cases import sample_with
from tests.loaded import game_of, marks_of, players_of

USED = ("sequence.yaml", "shuffle deck\n", "shuffle deck\n      reveal cards in shelf to everyone\n")
"""Without this change there is something to warn of in the sample game itself."""
UNSEEN = """\
zones.yaml:12:10: warning: nobody ever gets the cards that begin in `shelf`: no rule draws, moves or looks at them
      - {id: shelf, title: Shelf, face: everyone, starts with: [aim]}
             ^"""
ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for home in ("rules", "tests/games") for path in (ROOT / home).glob("*/game.yaml"))
SLOW = ("red_flag_over_paris",)
CASES = [
    (edit, message.rstrip("\n"))
    for edit, _, message in (
        case.partition("\n---\n")
        for case in (Path(__file__).parent / "warnings.txt").read_text(encoding="utf-8").split("\n## ")[1:]
    )
]


def warned_of(folder: Path) -> str:
    """Return the warnings about a game."""
    return "\n".join(problem.render() for problem in load(folder).warnings).replace(f"{folder}/", "")


@pytest.mark.parametrize(("edit", "message"), CASES, ids=[edit for edit, _ in CASES])
def test_warning(edit: str, message: str, tmp_path: Path) -> None:
    file, old, new = (part.replace("⏎", "\n") for part in edit.split(" | "))
    assert warned_of(sample_with(tmp_path, edits=[USED, (file, old, new)])) == message


def test_a_game_without_oddities(tmp_path: Path) -> None:
    assert warned_of(sample_with(tmp_path, edits=[USED])) == ""


@pytest.mark.parts
def test_cards_that_nobody_gets(tmp_path: Path) -> None:
    assert warned_of(sample_with(tmp_path)) == UNSEEN


@pytest.mark.parametrize(
    ("condition", "written"),
    [
        ("dog is in deck", "dog or dog_2"),
        ("there is a card in deck where it is dog", "dog or dog_2"),
        ("there is a card in deck where it is dog or dog_2", ""),
        ("there is a card in deck where it is ant", ""),
    ],
)
def test_one_of_several_copies(condition: str, written: str, tmp_path: Path) -> None:
    copied = ("cards/main.yaml", "title: Dog, strength: 4", "title: Dog, copies: 2, strength: 4")
    asked = ("cards/main.yaml", "only if count > 0", f"only if {condition}")
    found = warned_of(sample_with(tmp_path, edits=[USED, copied, asked]))
    assert (f"write `{written}`" in found) if written else found == ""


@pytest.mark.parametrize(
    "use", ["shuffle shelf", "move cards in deck to shelf", "draw 1 card from deck to shelf", "move Ant to shelf"]
)
def test_what_takes_no_card_out(use: str, tmp_path: Path) -> None:
    edit = ("sequence.yaml", "shuffle deck\n", f"shuffle deck\n      {use}\n")
    assert warned_of(sample_with(tmp_path, edits=[edit])) == UNSEEN


@pytest.mark.parametrize(
    "use",
    [
        "draw 1 card from shelf to pit",
        "move top card of shelf to pit",
        "move cards in shelf to pit",
        "move Idle to pit",
    ],
)
def test_what_takes_a_card_out(use: str, tmp_path: Path) -> None:
    edit = ("sequence.yaml", "shuffle deck\n", f"shuffle deck\n      {use}\n")
    assert warned_of(sample_with(tmp_path, edits=[edit])) == ""


@pytest.mark.parametrize(
    "folder",
    [pytest.param(each, marks=pytest.mark.parts if each.name in SLOW else marks_of(each)) for each in GAMES],
    ids=lambda folder: folder.name,
)
def test_nothing_to_warn_of_in_games_that_are_whole(folder: Path) -> None:
    variants, _ = variants_of(folder)
    fewest, most = players_of(folder)
    assert fewest == most or game_of(folder, players=most).warnings == ()
    for combination in ((), *combinations_of(variants)):
        assert game_of(folder, *combination).warnings == (), combination


def test_a_variant_is_held_to_what_is_declared(tmp_path: Path) -> None:
    declared = ("cards/main.yaml", "strength: number", "strength: {is: number, from: 1, to: 6}")
    folder = sample_with(tmp_path, edits=[USED, declared])
    overlay = tmp_path / "strong.yaml"
    change = "  - {at: cards/dog/strength, to: 7}"
    overlay.write_text(f"id: strong\ntitle: Strong\nfor: sample\nchange:\n{change}\n", encoding="utf-8")
    assert load(folder).warnings == ()
    (problem,) = load(folder, variants=[str(overlay)]).warnings
    assert problem.render().replace(str(tmp_path) + "/", "") == (
        "strong.yaml:5:34: warning: `strength` is declared to be from 1 to 6, but this is 7; "
        "for a wider range: change: [{at: decks/main/attributes/strength/to, to: 7}]\n"
        f"    {change}\n"
        "                                     ^"
    )


BOT = """\
id: clerk
seat: red
title: Clerk
tables:
  - answers: [answer]
    title: Which town
    keep:
      - {that: ROW}
"""


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("day > 4", "bots/clerk.yaml:8:16: warning: this can never hold: `day` goes from 1 to 4"),
        ("day >= 1 and it is coast", "bots/clerk.yaml:8:16: warning: this always holds: `day` goes from 1 to 4"),
        ("it is coast", ""),
        (
            "there is no town where it is coast and day is 2",
            "bots/clerk.yaml:8:16: warning: this can be read in two ways: "
            "write `there is no town where (it is coast and day is 2)`, as it is read now, "
            "or `(there is no town where it is coast) and day is 2`",
        ),
    ],
)
def test_the_rows_of_tables(row: str, message: str, tmp_path: Path) -> None:
    folder = sample_with(tmp_path, edits=[USED])
    (folder / "bots").mkdir()
    (folder / "bots" / "clerk.yaml").write_text(BOT.replace("ROW", row), encoding="utf-8")
    assert warned_of(folder).partition("\n")[0] == message


@pytest.mark.parts
def test_a_noun_that_is_the_same_for_one_and_many_is_one_thing_to_choose(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "id: shoals\ntitle: Shoals\nseats: [{id: red, title: Red}]\n"
        "map: {noun: {one: series, many: series}, spaces: [{id: north, title: North}, {id: south, title: South}]}\n"
        "variables: [{id: opened, is: series}]\n"
        "start: |\n  as red:\n    choose a series, to open\n    set opened to series\n",
        encoding="utf-8",
    )
    assert load(tmp_path).warnings == ()
