"""`cahier play --after` and `serve --after`: the next game of a campaign, by its name or its file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from cli.play.edited_rules import EditedRulesError, replay_edited
from cli.play.match_setup import set_up_match
from interpreter import load, load_match
from interpreter.matches import Match
from tests.cli.command import Cahier, environment
from tests.forks import Forks

TOLL_ROAD = Path(__file__).parents[1] / "games" / "toll_road"
NOBODY = ("--seat", "ada=random", "--seat", "ben=random")

Typed = Callable[..., CompletedProcess[str]]


@pytest.fixture(autouse=True)
def road(folder: Path) -> Path:
    shutil.copytree(TOLL_ROAD, folder / "road")
    return folder / "road"


@pytest.fixture
def typed(forks: Forks) -> Typed:
    def run(*words: str, lines: str = "") -> CompletedProcess[str]:
        done = forks.run(words, environment(), lines=lines)
        assert "Traceback" not in done.stderr and "internal error" not in done.stderr, done.stderr
        return done

    return run


def saves(folder: Path) -> list[Path]:
    """The saves of matches, the latest first."""
    return sorted((folder / "state" / "cahier").glob("*.json"), key=lambda path: -path.stat().st_mtime_ns)


def play_out(folder: Path, seed: int = 1) -> Match:
    match = load(folder / "road").start(seed)
    while not match.is_over():
        match.choose(0)
    return match


@pytest.mark.parts
def test_three_games_one_after_the_other(cahier: Cahier, folder: Path) -> None:
    first = cahier("play", "road", *NOBODY, "--seed", "1")
    name = saves(folder)[0].name.removesuffix(".over.json")
    assert "of the campaign." not in first.stdout
    command = f"cahier play road --after {name}"
    assert first.stdout.splitlines()[-1] == f"The next game of the campaign: `{command}`"
    second = cahier(*command.split()[1:], "--seed", "2")
    assert second.returncode == 0 and "Game 2 of the campaign.\n" in second.stdout
    assert "Seats: Ada: random, Ben: random." in second.stdout  # as in the game before
    third = cahier("play", "--after", str(saves(folder)[0]), "--seed", "3")
    assert third.returncode == 0 and "Game 3 of the campaign.\n" in third.stdout and "campaign)" in third.stdout
    assert "The next game" not in third.stdout
    no_more = cahier("play", "--after", str(saves(folder)[0]))
    assert no_more.returncode == 2 and "the campaign has 3 games, and 3 were played" in no_more.stderr
    kept = [json.loads(path.read_text()).get("after") for path in saves(folder)]
    assert [each and each["games"] for each in kept] == [2, 1, None]
    for path in saves(folder):
        again = cahier("replay", str(path))
        assert again.returncode == 0 and again.stdout.endswith("as saved\n")
        assert load_match(path).is_over()


@pytest.mark.parts
def test_a_later_game_is_resumed_and_recorded(typed: Typed, folder: Path) -> None:
    play_out(folder).save("first.json")
    words = ("play", "road", "--plain", "--seat", "ada=human", "--seat", "ben=human", "--seed", "3")
    begun = typed(*words, "--after", "first.json", lines="1\n")
    assert begun.returncode == 0 and "Game 2 of the campaign." in begun.stdout
    (path,) = saves(folder)
    assert json.loads(path.read_text())["choices"]
    resumed = typed("play", "--plain", "--resume", path.stem)
    assert resumed.returncode == 0 and "Game 2 of the campaign." in resumed.stdout
    assert load_match(path).game_number == 2
    over = typed("play", "--plain", "--resume", path.stem, lines="1\n1\n1\n1\n")
    assert "The next game of the campaign: " in over.stdout
    (record,) = (folder / "state" / "cahier" / "records").glob("*.jsonl")
    assert json.loads(record.read_text())["after"]["games"] == 1
    again = typed("replay", str(record), "--rules", "road")
    assert again.returncode == 0 and again.stdout.endswith("as recorded\n")
    (folder / "road" / "records").mkdir()
    shutil.copy(record, folder / "road" / "records")
    assert typed("test", "road").stdout.endswith("13 passed, 0 failed\n")
    record.write_text(record.read_text().replace('"games":1', '"games":2'))
    forged = typed("replay", str(record), "--rules", "road")
    assert forged.returncode == 2 and "its digest doesn't agree with it" in forged.stderr


def test_a_path_in_a_record_is_none_of_this_machine(cahier: Cahier, folder: Path) -> None:
    kept = play_out(folder).kept()
    assert str(folder) not in json.dumps(kept)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("road", "--after", "unfinished.json"), "this match isn't over"),
        (("road", "--after", "nonesuch"), "--after nonesuch: error: there is no saved match with this name"),
        (("road", "--after", "cut.json"), "cut.json: error: this is not a whole saved match"),
        (("road", "--after", "forged.json"), "its choices can't be played"),
        (("--after", "first.json", "--players", "3"), "it was a match of 2 players"),
        (("market", "--after", "first.json"), "this is a game of toll_road, not of market"),
        (("market", "--after", "market.json"), "the game has no campaign"),
        (("--resume", "--after", "first.json"), "a saved game goes on; --after begins the next one"),
        (("road", "--load", "first.json", "--after", "first.json"), "a saved game goes on"),
    ],
)
@pytest.mark.parametrize("command", ["play", "serve"])
def test_what_is_no_earlier_game(
    cahier: Cahier, folder: Path, words: tuple[str, ...], message: str, command: str
) -> None:
    if command == "serve":
        pytest.importorskip("uvicorn")
    match = play_out(folder)
    match.save("first.json")
    text = Path("first.json").read_text()
    Path("cut.json").write_text(text[:-200])
    Path("forged.json").write_text(text.replace(f'"seed": {match.seed}', '"seed": 8'))
    match.at(0).save("unfinished.json")
    other = load("market").start(1)
    while not other.is_over():
        other.choose(0)
    other.save("market.json")
    done = cahier(command, *words)
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert done.stdout == "" and not saves(folder)


@pytest.mark.parts
def test_rules_that_have_changed_since(cahier: Cahier, folder: Path) -> None:
    play_out(folder).save("first.json")
    rules = folder / "road" / "game.yaml"
    text = rules.read_text()
    rules.write_text(text.replace("raise coins of seat by number of this game", "raise coins of seat by 9"))
    done = cahier("play", "road", "--after", "first.json", *NOBODY)
    assert done.returncode == 0 and "Game 2 of the campaign." in done.stdout
    assert "the rules have changed since `first.json` was played; it is replayed by them" in done.stderr
    rules.write_text(text.replace("draw 2 cards", "draw 0 cards"))
    done = cahier("play", "road", "--after", "first.json", *NOBODY)
    assert done.returncode == 2 and "can't be replayed to its end" in done.stderr


@pytest.mark.parts
def test_another_variant_may_be_the_next_game(cahier: Cahier, folder: Path) -> None:
    play_out(folder).save("first.json")
    (folder / "road" / "variants").mkdir()
    (folder / "road" / "variants" / "winter.yaml").write_text(
        "id: winter\nfor: toll_road\ntitle: Winter\nchange:\n  - {at: cards/iron/weight, from: 4, to: 5}\n"
    )
    done = cahier("play", "road", "--variant", "winter", "--after", "first.json", *NOBODY)
    assert done.returncode == 0, done.stderr
    assert "Variants: Winter." in done.stdout and "Game 2 of the campaign." in done.stdout


@pytest.mark.parts
def test_rules_edited_during_a_later_game(folder: Path) -> None:
    """The match is replayed from what was kept, or goes on by the rules as they were."""
    later = load("road").start(3, after=play_out(folder).kept())
    setup = set_up_match(later, (), {}, "en", None)
    rules = folder / "road" / "game.yaml"
    text = rules.read_text()
    rules.write_text(text.replace("weight: 4}", "weight: 5}"))
    assert replay_edited(setup, (), load("road")).match.game.kept == later.game.kept
    rules.write_text(text.replace("hand, gate, flooded", "hand, flooded"))
    with pytest.raises(EditedRulesError) as refused:
        replay_edited(setup, (), load("road"))
    assert "the game doesn't keep `gate`" in refused.value.problems[0].message


def test_a_card_is_tried_in_a_position_of_a_later_game(typed: Typed, folder: Path) -> None:
    game = folder / "market" / "game.yaml"
    game.write_text(game.read_text() + "campaign: {keeps: [token]}\n")
    first = load("market").start(3)
    while not first.is_over():
        first.choose(0)
    second = load("market").start(4, after=first.kept())
    second.save("second.json")
    assert second.view("p1")["pieces"] != load("market").start(4).view("p1")["pieces"]
    done = typed("try", "market", "rain", "--from", "second.json", lines="quit\n")
    assert done.returncode == 0 and "Purse: P1 3 tokens; P2 3 tokens" in done.stdout


def test_no_path_is_opened_that_only_a_file_names(cahier: Cahier, folder: Path) -> None:
    play_out(folder).save("first.json")
    done = cahier("play", "--after", "first.json")
    assert done.returncode == 2 and "paths in a file are never opened automatically" in done.stderr
    assert "cahier play road --after first.json?" in " ".join(done.stderr.split())
