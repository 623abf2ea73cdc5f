"""Pieces with states, pieces of whoever takes them, grids of squares, hexes and triangles, zones for spaces, dice.

things.txt lists texts and how things stand after them, things_messages.txt mistakes in texts and in files of `things`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.matches.match import Game
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import CahierError
from tests.language.cases import answered, found, loaded, read_cases, sample_with, start

SAMPLES = ("things", "grid", "dice", "hexes", "triangles")
CASES = [(sample, *case) for sample in SAMPLES for case in read_cases(f"{sample}.txt")]
TEXTS = {sample: list(dict.fromkeys(text for of, text, _, _ in CASES if of == sample)) for sample in SAMPLES}


def read_messages(sample: str) -> list[tuple[str, str, str]]:
    text = (Path(__file__).parent / f"{sample}_messages.txt").read_text(encoding="utf-8")
    parts = (case.partition("\n---\n") for case in text.split("\n## ")[1:])
    return [(sample, mistake, message.rstrip("\n")) for mistake, _, message in parts]


MESSAGES = [case for sample in SAMPLES for case in read_messages(sample)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    return {sample: loaded(tmp_path_factory.mktemp(sample), TEXTS[sample], sample) for sample in SAMPLES}


@pytest.mark.parametrize(
    ("sample", "text", "answers", "expected"), CASES, ids=[f"{text!r}, {answers!r}" for _, text, answers, _ in CASES]
)
def test_text(sample: str, text: str, answers: str, expected: dict[str, Any], games: dict[str, Game]) -> None:
    match = answered(start(games[sample], TEXTS[sample].index(text)), answers)
    assert {name: found(match, name) for name in expected} == expected


@pytest.mark.parametrize(("sample", "mistake", "message"), MESSAGES, ids=[mistake for _, mistake, _ in MESSAGES])
def test_message(sample: str, mistake: str, message: str, tmp_path: Path) -> None:
    file, old, new = (part.replace("⏎", "\n") for part in mistake.split(" | ")) if " | " in mistake else ("", "", "")
    edits = [(file, old, new)] if file else []
    folder = sample_with(tmp_path, [] if edits else [mistake], edits, sample)
    with pytest.raises(CahierError) as caught:
        load(folder)
    assert str(caught.value).replace(f"{folder}/", "") == message


def test_the_log_says_the_state(tmp_path: Path) -> None:
    text = "move 1 awake crab from birch to alder\nmake 1 asleep crab in alder awake\nmove all crabs from birch to nest"
    match = start(loaded(tmp_path, [text], "things"), 0)
    assert match.log() == [
        "  1 awake crab: Birch -> Alder",
        "  1 crab in Alder: asleep -> awake",
        "  1 awake crab: Birch -> Nest",
    ]


def test_no_roll_of_no_dice_is_logged(tmp_path: Path) -> None:
    match = start(loaded(tmp_path, ["roll count dice\nroll 1 lone_die"], "dice"), 0)
    assert len(match.log()) == 1


def test_the_log_says_the_words_on_dice(tmp_path: Path) -> None:
    text = "flip the coins\nchoose a coin, to keep"
    match = start(loaded(tmp_path, [text], "dice"), 0)
    assert match.log()[0] == "  Red rolls heads, heads"
    assert [event.target for event in match.events()] == ["heads", "heads"]
    assert match.decision is not None
    assert [option.text for option in match.decision.options] == ["Coin 1: heads", "Coin 2: heads"]
    assert match.view("blue")["dice"]["coin_1"] == "heads"


def test_the_log_hides_secret_rolls(tmp_path: Path) -> None:
    text = "roll your cups\nroll cup_1 of red again\nreveal cup_1 of red to blue\nchoose a cup, to keep"
    match = start(loaded(tmp_path, [text], "dice"), 0)
    assert match.log("blue") == ["  Red rolls 2 dice", "  Red rolls 1 die", "  shown to Blue: 3"]
    assert match.log("red") == ["  Red rolls 3, 3", "  Red rolls 3", "  Blue looks at 1 die"]
    assert match.view("blue")["dice"]["cup_1 of red"] == 3
    assert match.view("blue")["dice"]["cup_2 of red"] is None
    assert match.decision is not None
    assert [option.text for option in match.decision.options][1:3] == ["Cup 2 (Red): 3", "Cup 1 (Blue): 0"]


def test_given_words_on_dice(tmp_path: Path) -> None:
    game = load(sample_with(tmp_path, sample="dice"))
    scenario = """
- name: A storm
  given: {variables: {shows: {sky: SHOWS, coin_1: 0}}}
  then: [sky is storm, number of coins showing heads is 0]
"""
    (tmp_path / "one.yaml").write_text(scenario.replace("SHOWS", "storm"), encoding="utf-8")
    (verdict,) = play_scenarios(GameCache(game), load_scenarios(game.rulebook, [str(tmp_path / "one.yaml")]))
    assert not verdict.mistakes
    (tmp_path / "two.yaml").write_text(scenario.replace("SHOWS", "strom"), encoding="utf-8")
    with pytest.raises(CahierError, match=r"expected one of its faces \(storm, rain\), or 0"):
        load_scenarios(game.rulebook, [str(tmp_path / "two.yaml")])


def test_the_log_says_whose(tmp_path: Path) -> None:
    text = (
        "move 1 shell from nest to alder\nmove 1 of your shells from alder to nest\nmove 1 shell from nest to cave\n"
        "move 1 shell from cave to den of p2"
    )
    match = start(loaded(tmp_path, [text], "things"), 0)
    assert match.log() == [
        "  1 shell of Player 1: Nest -> Alder",
        "  1 shell of Player 1: Alder -> Nest",
        "  1 shell: Nest -> Cave",
        "  1 shell: Cave -> Den (Player 2)",
    ]


def test_given_pieces(tmp_path: Path) -> None:
    game = load(sample_with(tmp_path, sample="things"), players=3)
    (tmp_path / "one.yaml").write_text(
        """
- name: pieces of all kinds
  players: 3
  given:
    pieces:
      crab: {awake: {alder: 2}, birch: 1, nest: 3}
      fox: {each: {wild: {cedar: 0}, den: 4}, p2: {calm: {alder: 0, birch: 1}}}
      shell: {p2: {alder: 2, den: 1}, p3: {alder: 1}, nobody: {nest: 0, cave: 2}}
  then:
    - awake crabs in alder is 2 and asleep crabs in alder is 1 and awake crabs in birch is 2 and crabs in birch is 3
    - calm foxes of p2 in birch is 1 and foxes of p1 in den of p1 is 4 and foxes in cedar is 0
    - shells of p2 in alder is 2 and shells of p2 in den of p2 is 1 and shells of p3 in alder is 1
    - shells in nest is 0 and shells in cave is 2
""",
        encoding="utf-8",
    )
    (scenario,) = load_scenarios(game.rulebook, [str(tmp_path / "one.yaml")])
    (verdict,) = play_scenarios(GameCache(game), [scenario])
    assert not verdict.mistakes


def test_seats_that_do_not_play(tmp_path: Path) -> None:
    game = load(sample_with(tmp_path, sample="things"))
    (tmp_path / "two.yaml").write_text(
        """
- name: each of two
  given:
    pieces: {fox: {each: {wild: {cedar: 0}, den: 4}}}
  then:
    - foxes in den of p1 is 4 and foxes in den of p2 is 4
- name: the third of two
  given:
    pieces: {fox: {p3: {den: 4}}}
  then:
    - foxes in den of p1 is 3
""",
        encoding="utf-8",
    )
    each, third = play_scenarios(GameCache(game), load_scenarios(game.rulebook, [str(tmp_path / "two.yaml")]))
    assert not each.mistakes
    said = "`p3` does not play: there are 2 players; say `players: …` in the scenario"
    assert [mistake.message for mistake in third.mistakes] == [said]
