"""`cahier diff GAME OTHER`: what is different in another folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Cahier


@pytest.fixture
def fair(cahier: Cahier, folder: Path) -> Path:
    """A copy of the market in which some things are different."""
    assert cahier("new", "fair", "--from", "market").returncode == 0
    edit(
        folder / "fair" / "cards" / "luck.yaml",
        ("event: trade at covered stalls", "event: trade at south stalls"),
        ("  - {id: fog, title: Fog, value: 0, event: trade at stalls with your tokens, source: rulebook}\n", ""),
        ("source: {title: rulebook, event: reconstructed}", "source: ours"),
    )
    edit(folder / "fair" / "map.yaml", ("[[fruit, fish]]", "[[fruit, fish], [fruit, cheese]]"))
    return folder / "fair"


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_what_is_different_in_another_folder(cahier: Cahier, fair: Path) -> None:
    done = cahier("diff", "market", "fair")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Fair (fair), compared with Market day (market)\n\n"
        "changed\n"
        "  the game\n    title: Market day -> Fair\n"
        "  card Rain\n    event: trade at covered stalls -> trade at south stalls\n\n"
        "no longer there\n  card Fog\n\n"
        "new\n  the way between Cheese and Fruit\n"
    )
    back = cahier("diff", "fair", "market", "--lang", "ru").stdout
    assert "no longer there\n  the way between Сыр and Fruit" in back and "new\n  card Fog" in back


def test_bends_are_compared_by_what_they_say(cahier: Cahier, fair: Path) -> None:
    bend = "\nbends:\n  - {after: take a turn, do: raise day}\n"
    for name in ("market", "fair"):
        path = fair.parent / name / "sequence.yaml"
        path.write_text(f"# {name}\n" * len(name) + path.read_text(encoding="utf-8") + bend, encoding="utf-8")
    assert "bent" not in cahier("diff", "market", "fair").stdout
    edit(fair / "sequence.yaml", ("{after: take a turn, do: raise day}", "{before: take a turn, do: raise day}"))
    said = cahier("diff", "market", "fair").stdout
    assert "bends that were removed\n  after `take a turn`:\n    raise day\n" in said
    assert "bent rules\n  before `take a turn`:\n    raise day\n" in said


@pytest.mark.parts
def test_a_changed_note_is_told_by_its_sentences(cahier: Cahier) -> None:
    assert (
        "  note on `op`\n    says:\n"
        "      - Below 3, put the top card of the draw pile out of the game:\n"
        "      + Below 3, put the top card of the draw pile under the discard pile:\n"
    ) in cahier("diff", "red_flag_over_paris", "--variant", "censor").stdout


def test_nothing_is_different(cahier: Cahier, folder: Path) -> None:
    done = cahier("diff", "market", "./market")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n\nno difference that players would see\n" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("market --as-variant mine", "diff: error: name a variant"),
        (
            "market --variant day=1 --as-variant mine",
            "diff --as-variant: error: --as-variant needs a folder with changes",
        ),
        ("market fair --as-variant Mine", "Mine: error: an id"),
        ("market fair --as-variant nowhere/mine", "nowhere/mine.yaml: error: the folder `nowhere` doesn't exist"),
        ("market ./market --as-variant mine", "market: error: its rules are the same as those of `market`"),
        ("market", "diff: error: name a variant"),
        ("market fair --variant x=1", "diff: error: name either another folder or variants to compare the game with"),
        ("market fair --games 9", "diff --games 9: error: games are played only with --effect"),
        ("market nowhere", "nowhere: error: there is no folder and no game of this name"),
        ("market fair --players 9", "9 players: the game is for 2 to 3"),
        ("market fair --lang de", "--lang de: error: the game has no names in this language"),
    ],
)
def test_what_cant_be_compared(cahier: Cahier, fair: Path, words: str, said: str) -> None:
    done = cahier("diff", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_other_game_is_read_whole(cahier: Cahier, fair: Path) -> None:
    edit(fair / "cards" / "luck.yaml", ("event: trade at stalls,", "event: trade at stallz,"))
    done = cahier("diff", "market", "fair")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fair/cards/luck.yaml:6:") and "`stallz`" in done.stderr


def test_a_variant_of_ones_edits(cahier: Cahier, fair: Path) -> None:
    (fair / "scenarios" / "more.yaml").write_text("- name: nothing\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in fair.parent.rglob("*.yaml")}
    done = cahier("diff", "market", "fair", "--as-variant", "rainy", "--players", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        "\n\nmarket/variants/rainy.yaml: a variant that makes Fair of Market day\n"
        "not included, because scenarios and variants are files of their own: fair/scenarios/more.yaml\n"
        "next: cahier check market --variant rainy; cahier play market --variant rainy\n"
    )
    written = fair.parent / "market" / "variants" / "rainy.yaml"
    assert {path: path.read_bytes() for path in fair.parent.rglob("*.yaml") if path != written} == before
    assert cahier("check", "market", "--variant", "rainy").returncode == 0
    shown = [cahier("show", *words.split()).stdout for words in ("market cards --variant rainy", "fair cards")]
    assert "trade at south stalls" in shown[1] and "Fog" not in shown[1]
    games = [
        cahier("playtest", *words.split(), "--games", "50", "--json", "-").stdout
        for words in ("market --variant rainy", "fair")
    ]
    one, other = (json.loads(text) for text in games)
    assert (one["outcomes"], one["decisions"]) == (other["outcomes"], other["decisions"])


def test_nothing_is_overwritten_by_a_variant(cahier: Cahier, fair: Path) -> None:
    path = fair.parent / "rainy.yaml"
    path.write_text("mine", encoding="utf-8")
    (fair.parent / "market" / "variants").mkdir()
    (fair.parent / "market" / "variants" / "torn.yaml").write_text("id: [", encoding="utf-8")
    for name, said in (("./rainy", "rainy.yaml"), ("torn", "market/variants/torn.yaml")):
        done = cahier("diff", "market", "fair", "--as-variant", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{said}: error: already exists and isn't overwritten; choose another name\n" in done.stderr
    assert path.read_text(encoding="utf-8") == "mine"


def test_what_a_variant_cant_say(cahier: Cahier, fair: Path) -> None:
    (fair / "text").mkdir()
    (fair / "text" / "ru.yaml").write_text("names: {p1: Первый}\n", encoding="utf-8")
    done = cahier("diff", "market", "fair", "--as-variant", "rainy")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "fair/text/ru.yaml:1:13: error: a variant can't express the difference in `p1` under `names` of `ru`: "
        "a variant names only things that have titles\n    names: {p1: Первый}\n                ^^^^^^\n"
    )
    assert not (fair.parent / "market" / "variants").exists()


@pytest.mark.parts
def test_what_it_does_to_play(cahier: Cahier, fair: Path) -> None:
    done = cahier("diff", "market", "fair", "--effect", "--games", "300", "--players", "3")
    assert done.returncode == 0, done.stderr
    told, _, played = done.stdout.partition(
        "\nin play (`cahier compare market fair --players 3` has more options for this)\n\n"
    )
    assert told == cahier("diff", "market", "fair", "--players", "3").stdout
    compared = cahier("compare", "market", "fair", "--players", "3", "--games", "300")
    assert compared.returncode == 1
    untimed = [
        text.partition("before: market; after: fair\n")[2].rpartition("\n\n")[0] for text in (played, compared.stdout)
    ]
    assert "won by, %" in untimed[0] and untimed[0] == untimed[1]


def test_what_variants_do_to_play(cahier: Cahier, fair: Path) -> None:
    done = cahier("diff", "market", "--variant", "tracks/day/start=2", "--effect", "--games", "20")
    assert (done.returncode, done.stdout.count("before: market; after: market with")) == (0, 1)
    assert "  track Day\n    start: 1 -> 2\n" in done.stdout


def test_a_card_with_its_copies_is_one_card(cahier: Cahier, folder: Path) -> None:
    for name in ("before", "after"):
        assert cahier("new", name, "--like", "cards").returncode == 0
    edit(
        folder / "after" / "game.yaml",
        ("title: After", "title: Before"),
        ("id: after", "id: before"),
        ("{id: harvest, title: Harvest, copies: 4, event: gain 2 coins}", "{id: crop, title: Crop, copies: 4}"),
        ("{id: beggar, title: Beggar, copies: 3, ", "{id: beggar, title: Beggar, "),
        ("lower coins of you by 1", "lower coins of you by 2"),
    )
    done = cahier("diff", "before", "after", "--as-variant", "mine")
    assert done.stdout.startswith(
        "Before (after), compared with Before (before)\n\n"
        "changed\n"
        "  card Beggar\n    copies: 3 -> 1\n"
        "  card Merchant\n    event:\n      - lower coins of you by 1\n      + lower coins of you by 2\n\n"
        "no longer there\n  card Harvest, 4 copies\n\n"
        "new\n  card Crop\n    copies: 4\n\n"
        "before/variants/mine.yaml: a variant that makes after of before\n"
    )
    assert cahier("diff", "before", "--variant", "mine").stdout.count("Harvest") == 1


@pytest.mark.parametrize(("steps", "said"), [("[2, 3]", "raised to 2 or 3: stop"), ("2", "raised to 2: stop")])
def test_what_happens_on_a_track_reads_as_a_sentence(cahier: Cahier, fair: Path, steps: str, said: str) -> None:
    file = fair / "tracks.yaml"
    day = file.read_text(encoding="utf-8").rstrip().removesuffix("}")
    file.write_text(f"{day}, when: [{{raised to: {steps}, do: stop}}]}}\n", encoding="utf-8")
    assert f"  track Day\n    when: nothing -> {said}\n" in cahier("diff", "market", "fair").stdout
