"""Conditions and values with a body: statements that compute an answer (`bodies.yaml`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import load
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError, PlayError
from tests.language.cases import HERE, answered, found, sample_with, start

TABLE = (HERE / "bodies.yaml").read_text("utf-8")
CASES = [(text, expected) for case in yaml.safe_load(TABLE)["cases"] for text, expected in case.items()]
WRONG = yaml.safe_load(TABLE)["wrong"]
OWN_WORDS = TABLE[TABLE.index("words:\n") : TABLE.index("cases:\n")]


def game_with_bodies(folder: Path, texts: list[str], *edits: tuple[str, str, str]) -> Game:
    return load(sample_with(folder, texts, [("vocabulary.yaml", "words:\n", OWN_WORDS), *edits]))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_with_bodies(tmp_path_factory.mktemp("bodies"), [text for text, _ in CASES])


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_a_body_computes(text: str, expected: dict[str, Any], game: Game) -> None:
    match = start(game, [text for text, _ in CASES].index(text))
    assert {name: found(match, name) for name in expected} == expected


@pytest.mark.parametrize("wrong", WRONG, ids=[next(iter(each.values())) for each in WRONG])
def test_a_body_that_does_more_than_compute_is_refused(wrong: dict[str, str], tmp_path: Path) -> None:
    (kind,) = wrong.keys() - {"says"}
    pattern = "{town} is odd" if kind == "when" else "oddness of {town}"
    body = "".join(f"      {line}\n" for line in wrong[kind].split("\n"))
    word = f'words:\n  - say: "{pattern}"\n    {kind}: |\n{body}'
    with pytest.raises(CahierError) as caught:
        load(sample_with(tmp_path, edits=[("vocabulary.yaml", "words:\n", word)]))
    assert str(caught.value).replace(f"{tmp_path}/sample/", "").split("\n")[0] == wrong["says"]


@pytest.mark.parametrize("text", ["set count to the countdown from (0 - 1)", "set count to the sum of all up to 101"])
def test_a_loop_without_an_end_stops_the_match(text: str, tmp_path: Path) -> None:
    game = game_with_bodies(tmp_path, [text])
    with pytest.raises(PlayError, match=r"in `(countdown|sum).*`: this loop goes round more than 100 times") as caught:
        answered(start(game, 0), "")
    assert caught.value.problems[0].where.file.endswith("vocabulary.yaml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("set count to factorial of 66", r"`factorial of .*` uses itself more than 64 levels deep"),
        ("set count to ways through Birch in 21", r"`ways through .*` uses itself more than 10000 times"),
    ],
)
def test_a_word_that_uses_itself_too_often_stops_the_match(text: str, says: str, tmp_path: Path) -> None:
    game = game_with_bodies(tmp_path, [text])
    with pytest.raises(PlayError, match=says) as caught:
        answered(start(game, 0), "")
    assert caught.value.problems[0].where.file.endswith("vocabulary.yaml")


@pytest.mark.parametrize("text", ["set count to factorial of 65", "set count to ways through Birch in 8"])
def test_a_word_that_uses_itself_often_goes_on(text: str, tmp_path: Path) -> None:
    edits = ("vocabulary.yaml", "give goal * factorial", "give 1 + factorial")
    assert found(start(game_with_bodies(tmp_path, [text], edits), 0), "count") > 60


def test_words_do_not_use_each_other(tmp_path: Path) -> None:
    words = """words:
  - say: "{town} is even"
    when: |
      if town is burnt: yes
      give town is odd
  - say: "{town} is odd"
    when: |
      if town is burnt: no
      give town is even
"""
    with pytest.raises(CahierError, match=r"`\{town\} is even` is explained by itself"):
        load(sample_with(tmp_path, edits=[("vocabulary.yaml", "words:\n", words)]))


SECRETS = """words:
  - say: "might held by {seat}"
    means: |
      let mine be cards in hand of seat
      let n be 0
      for each card in mine, as c: raise n by strength of c
      give n
  - say: "{town} is lucky"
    when: |
      let n be hidden_number
      if worth of town > n: yes
      no
  - say: "fortune of {seat} in {n}"
    means: |
      if n is 0: give hidden_number
      give 1 + fortune of the opponent of seat in (n - 1)
"""


@pytest.mark.parametrize(
    "value", ["might held by red", "1 if Elm is lucky, otherwise 0", "fortune of red in 2", "1 + fortune of red in 0"]
)
def test_a_secret_in_a_body_is_not_told(value: str, tmp_path: Path) -> None:
    edits = [("vocabulary.yaml", "words:\n", SECRETS)]
    with pytest.raises(CahierError, match="this is told to all players, and some of them can't see all of it"):
        load(sample_with(tmp_path, [f'tell "it is {{{value}}}"'], edits))


def test_a_reason_says_which_condition_does_not_hold_but_not_why_it_is_hidden(tmp_path: Path) -> None:
    edits = [("vocabulary.yaml", "words:\n", SECRETS)]
    match = start(load(sample_with(tmp_path, ["choose a town where it is lucky, or stop"], edits)), 0)
    found = [match.why_not("alder", seat) for seat in (None, "red")]
    assert [reason and [ground.text for ground in reason.grounds] for reason in found] == [
        ["`it is lucky` is not so"],
        ["it is none of `town where it is lucky`"],
    ]
