"""`cahier show GAME … --variant V`: what the variant changed is marked in the margin, without colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Cahier

WET = """\
id: wet
title: Wet Days
for: market
change:
  - {at: cards/rain/event, to: trade at south stalls}
  - {at: tracks/day/gives/light, to: [1, 2, 2]}
remove: [cards/fog]
add:
  cards/luck: [{id: hail, title: Hail, value: 1, event: trade at south stalls, source: ours}]
  connections: {two_way: [[fruit, cheese]]}
"""
CROWD = """\
id: crowd
title: Crowd
for: market
change:
  - {at: game/seats/to, from: 3, to: 4}
  - {at: pieces/token/start/p4, from: null, to: {purse: 5}}
"""
CORNER = "id: corner\ntitle: Corner\nfor: revolution\nadd: {spaces: [{id: a1, title: Nook}]}\n"
ROW = """\
id: row
title: Row
for: red_flag_over_paris
change: [{at: spaces/press/title, to: The Press}]
remove: [connections/press/social_movements]
add: {before bots/versailles/tables/Select where to remove/keep/1: [{that: it is military}]}
"""


@pytest.fixture
def wet(folder: Path) -> Path:
    for name, text in (("wet", WET), ("crowd", CROWD), ("corner", CORNER), ("row", ROW)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def show(cahier: Cahier, words: str, **variables: str) -> str:
    done = cahier("show", *words.split(), **variables)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_cards_are_marked(cahier: Cahier, wet: Path) -> None:
    assert show(cahier, "market cards --variant wet.yaml") == (
        "+ with Wet Days, - without\n\n"
        "  Luck (luck): 4 cards\n\n"
        "  Sun (sun): value 2\n      trade at stalls\n      [event reconstructed: not the published one]\n\n"
        "  Rain (rain): value 1\n-     trade at covered stalls\n+     trade at south stalls\n\n"
        "  Wind (wind): value 3\n      trade at south stalls\n      [card made up for this project]\n\n"
        "- Fog (fog): value 0\n-     trade at stalls with your tokens\n"
        "+ Hail (hail): value 1\n+     trade at south stalls\n+     [card made up for this project]\n"
    )
    assert "\n+     trade at south stalls\n" in show(cahier, "market cards rain --variant wet.yaml")
    new = show(cahier, "market cards hail --variant wet.yaml").split("\n\n")[1]
    assert all(line.startswith("+ ") for line in new.splitlines())


@pytest.mark.parts
@pytest.mark.parametrize(
    ("variant", "lang", "gone", "new"),
    [
        (
            "censor",
            "en",
            "top card of the draw pile out of the game",
            "top card of the draw pile under the discard pile",
        ),
        ("censor", "ru", "уберите из игры верхнюю карту", "положите верхнюю карту колоды под низ стопки сброса"),
        ("russian_edition", "en", "is tested by itself: your", "by itself, with presence and control as they are at"),
        ("russian_edition", "ru", "проверяют отдельно: сила", "проверяют отдельно, по присутствию и контролю на этот"),
    ],
)
def test_a_note_that_a_variant_changes_is_marked(cahier: Cahier, variant: str, lang: str, gone: str, new: str) -> None:
    """The note says when presence and control are determined, and when a disc goes, with and without the variant."""
    said = show(cahier, f"red_flag_over_paris cards adolphe_thiers --variant {variant} --lang {lang}")
    before, after = (_with_mark(said, mark) for mark in "-+")
    assert gone in before and gone not in after
    assert new in after and new not in before
    for always in {"en": ("so there are no chains", "A disc can"), "ru": ("цепочек не бывает", "Диск можно")}[lang]:
        assert always in before and always in after


def _with_mark(said: str, mark: str) -> str:
    """The marked lines of what is shown, unfolded."""
    return " ".join(line[1:].strip() for line in said.splitlines() if line.startswith(f"{mark}   "))


def test_tracks_sources_uses_and_the_whole_are_marked(cahier: Cahier, wet: Path) -> None:
    assert "-   light  1  2  3\n+   light  1  2  2\n" in show(cahier, "market tracks --variant wet.yaml")
    assert "+     wind, hail\n" in show(cahier, "market sources --variant wet.yaml")
    assert "\n- 3 spaces, 2 connections" in show(cahier, "market --variant wet.yaml")
    said = show(cahier, "market uses south --variant wet.yaml")
    assert "\n+   Hail  wet.yaml:" in said and "\n    Wind" in said


def test_what_a_variant_does_not_change_is_as_without(cahier: Cahier, wet: Path) -> None:
    for what in ("map", "tracks", "tables", "sources"):
        plain = show(cahier, f"market {what}")
        assert show(cahier, f"market {what} --variant crowd.yaml") == f"nothing here is changed by: Crowd\n\n{plain}"


def test_in_a_picture_spaces_are_marked(cahier: Cahier, wet: Path) -> None:
    said = show(cahier, "red_flag_over_paris map --variant row.yaml")
    assert "┌ + e The Press ─" in said and "┌ + f Social ─" in said and said.count("┌ + ") == 2
    assert "\n-   Press (press): pivotal\n" in said and "\n+   The Press (press): pivotal\n" in said
    grid = show(cahier, "revolution map --variant corner.yaml").partition("districts:")[0]
    assert grid.count("+ ") == 2 and grid.count("Nook") == 1


def test_a_row_that_is_put_before_others_leaves_these_as_they_were(cahier: Cahier, wet: Path) -> None:
    (wet / "market" / "variants").mkdir()
    tables = show(cahier, "red_flag_over_paris tables --variant solo_versailles").partition("Select where to remove")[2]
    assert tables.count("\n+") > 5
    (wet / "market" / "bots").mkdir()
    (wet / "market" / "bots" / "boss.yaml").write_text(
        "id: boss\nseat: any\ntables:\n"
        "  - {answers: [sell], title: Where, keep: [{that: it is covered}, {highest: tokens in it}]}\n",
        encoding="utf-8",
    )
    (wet / "more.yaml").write_text(
        "id: more\ntitle: More\nfor: market\nadd: {before bots/boss/tables/Where/keep/1: [{that: it is south}]}\n"
    )
    lines = show(cahier, "market tables --variant more.yaml").splitlines()
    assert [line[:2] for line in lines if line[2:].strip()[:1].isdigit()] == ["+ ", "  ", "  "]


def test_without_the_lines_that_are_gone_it_is_the_game_with_the_variant(cahier: Cahier, wet: Path) -> None:
    assert cahier("new", "edited", "--from", "market").returncode == 0
    cards = wet / "edited" / "cards" / "luck.yaml"
    text = cards.read_text(encoding="utf-8").replace("trade at covered stalls", "trade at south stalls")
    cards.write_text(text.replace("{id: fog,", "{id: hail, title: Hail, value: 2}\n  - {id: fog,"), encoding="utf-8")
    board = wet / "edited" / "map.yaml"
    board.write_text(board.read_text("utf-8").replace("[[fish, cheese]]", "[[cheese, fruit]]"), encoding="utf-8")
    assert cahier("diff", "market", "edited", "--as-variant", "./mine").returncode == 0
    for what in ("cards", "map", "tracks", "tables"):
        marked = show(cahier, f"market {what} --variant mine.yaml")
        assert marked.startswith(("+ with Mine, - without\n\n", "nothing here is changed by: Mine\n\n"))
        lines = marked.partition("\n\n")[2].splitlines()
        margin = 2 if marked.startswith("+") else 0
        left = [line[margin:] for line in lines if not line.startswith("- ")]
        assert left == show(cahier, f"edited {what}").splitlines()


def test_each_line_that_is_folded_is_marked(cahier: Cahier, wet: Path) -> None:
    said = show(cahier, "market cards --variant wet.yaml", COLUMNS="24").partition("\n\n")[2]
    lines = [line for line in said.splitlines() if line]
    assert all(line[:2] in ("+ ", "- ", "  ") and len(line) < 24 for line in lines)
    assert sum(line.startswith("+ ") for line in lines) > 4


def test_a_game_for_more_players_than_without(cahier: Cahier, wet: Path) -> None:
    said = show(cahier, "market --variant crowd.yaml --players 4")
    assert "\n- 2 to 3 players (here 3)\n+ 2 to 4 players (here 4)\n" in said and "\n+   p4  Player 4\n" in said
    assert "new\n  seat Player 4\n" in cahier("diff", "market", "--variant", "crowd.yaml", "--players", "4").stdout
