"""Random texts, and the rules of games broken in one place: what can be loaded ends alike by both backends."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import load
from interpreter.matches.match import Game
from interpreter.support.errors import RulebookError
from tests.language import test_language_fuzz, test_things_fuzz
from tests.language.cases import sample_with
from tests.loaded import REPO
from tests.mutants import mutants_of
from tests.native.comparing import only_some
from tests.native.ends import different_ends

START = """start: |
  let text be random one of cards in all_cases
  as {you}: carry out the event of text
  end the game, winner is {you}, because "done"
"""
STARTS = {
    "sample": "start: play the sample\n",
    "things": 'start: end the game, nobody wins, because "nothing to do"\n',
}
YOU = {"sample": "red", "things": "p1"}
TEXTS = {
    "sample": test_language_fuzz.statements,
    "things": st.lists(test_things_fuzz.statements, min_size=1, max_size=6).map("\n".join),
}
TEXTS_OF_A_GAME, GAMES_A_TEXT = 10, 3
MUTANTS, GAMES_A_MUTANT = 2, 4
BROKEN = ("tests/language/sample", "tests/cli/market", "tests/games/sealed_bid", "rules/revolution")
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")  # long strategies


def readable(folder: Path, sample: str, texts: list[str]) -> Game | None:
    """The sample game, in which one of those texts that can be read is carried out and nothing else is done."""
    edit = ("sequence.yaml", STARTS[sample], START.format(you=YOU[sample]))
    for attempt in range(len(texts)):
        place = sample_with(folder / str(attempt), texts, (edit,), sample)
        try:
            return load(place)
        except RulebookError as error:
            lines = (place / "cards" / "cases.yaml").read_text(encoding="utf-8").split("\n")
            starts = [number for number, line in enumerate(lines, 1) if line == "    event: |"]
            wrong = {
                max(at for at, line in enumerate(starts) if line <= each.where.line)
                for each in error.problems
                if each.where.file.endswith("cases.yaml") and each.where.line
            }
            texts = [text for at, text in enumerate(texts) if at not in wrong]
            if not wrong or not texts:
                return None
    return None


@pytest.mark.parametrize("sample", only_some(TEXTS, ("sample",)))
def test_random_texts(sample: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    play_random_texts(sample, tmp_path_factory.mktemp, examples=1)


def play_random_texts(sample: str, folder: Callable[[str], Path], examples: int) -> None:
    """Plays random texts by both backends. `folder` makes one."""
    played = []

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(TEXTS[sample], min_size=TEXTS_OF_A_GAME, max_size=TEXTS_OF_A_GAME))
    def play(texts: list[str]) -> None:
        game = readable(folder(sample), sample, texts)
        played.append(game is not None)
        if game is not None:
            found, _, alone = different_ends(game, 3, GAMES_A_TEXT * TEXTS_OF_A_GAME)
            assert (found, alone) == ([], 0)

    play()
    assert any(played) or examples < 5, "of a few texts each may be one that can't be read"


@pytest.mark.parts
@pytest.mark.parametrize("name", only_some(BROKEN, (BROKEN[0], BROKEN[2])))
def test_broken_rules(name: str, tmp_path: Path) -> None:
    """A statement dropped, a number moved, a condition turned round: another game, the same by both."""
    folder = Path(shutil.copytree(REPO / name, tmp_path / "broken"))
    mutants = mutants_of(folder)
    played = 0
    for mutant in Random(0).sample(mutants, len(mutants)):
        path = folder / mutant.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(mutant.applied(whole), encoding="utf-8")
        try:
            game = load(folder)
        except RulebookError:
            continue
        finally:
            path.write_text(whole, encoding="utf-8")
        found, _, alone = different_ends(game, 5, GAMES_A_MUTANT)
        assert (found, alone) == ([], 0), mutant.shown(whole)
        played += 1
        if played == MUTANTS:
            break
    assert played
