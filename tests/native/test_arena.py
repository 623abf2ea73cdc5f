"""Reclaiming of lists during an effect: those that are no longer needed are freed, and no others.

Here free memory is overwritten, and reclaimed at every opportunity. Whole games are played with this, and with checks
of the accesses that are assumed to be within bounds.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.backends.wasm import loops as freeing
from interpreter.language.backends.wasm import memory, values
from interpreter.language.backends.wasm.sizes import KIB
from interpreter.matches.match import Game
from tests.loaded import game_of
from tests.native.comparing import by_tables, differences, made_anew, only_some
from tests.native.ends import by_python, different_ends
from tests.native.test_hostile import game_of_texts
from tests.native.test_random_rules import play_random_texts
from tests.native.test_same_games import extremes, folders


@pytest.fixture
def poisoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freeing, "POISONED", True)
    monkeypatch.setattr(memory, "ARENA_FULL", 0)
    monkeypatch.setattr(memory, "STRETCH", 0)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the accesses that are assumed to be within bounds, and stop a game at one that is not."""
    monkeypatch.setattr(values, "CHECKED", True)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ARENA_SIZE", 8 * KIB)
    monkeypatch.setattr(memory, "ARENA_FULL", KIB)


MANY_LISTS = {
    "a loop over a list": """repeat 3000 times:
  for each town where it is not burnt, as t1: lower uses of t1
""",
    "a condition": """while count < 3000:
  raise count
  if number of towns where it is not burnt > 9: raise count
  let found be random one of towns where it is not burnt
  raise uses of found
""",
    "loops in loops": """repeat 500 times:
  for each town where it is not burnt, as t1:
    for each town where it is not burnt, as t2: lower uses of t2
""",
    "a phrase": "repeat 3000 times: weigh",
    "one that is kept in a loop": """store
raise count by number of visited
for each town in visited where it is not burnt, as t1: lower uses of t1
""",
    "a list that is kept": """set visited to towns where it is not burnt
repeat 3000 times:
  for each town in visited where it is not burnt, as t1: lower uses of t1
set count to number of visited
""",
}
GAMES = 25
QUICK = (("revolution", 2, ()),)
QUICK_FOLDERS = ("tests/games/hex", "tests/games/sealed_bid", "tests/language/sample", "tests/language/things")
WEIGH = """  - say: store
    do: |
      for each town, as t3:
        let seen be towns where it is not t3
        if number of seen > 3: set visited to seen
        raise count by number of seen
  - say: weigh
    do: |
      let seen be towns where it is not burnt
      for each town in seen, as t3:
        if some town in seen is not burnt: raise uses of t3
"""


def many_lists(folder: Path) -> Game:
    """One of the texts is carried out, and `mark` says which."""
    texts = [f"set mark to {number}\n{text}" for number, text in enumerate(MANY_LISTS.values(), 1)]
    words = ("vocabulary.yaml", "words:\n", f"words:\n{WEIGH}")
    mark = ("vocabulary.yaml", "variables:\n", "variables:\n  - {id: mark, is: number}\n")
    return load(game_of_texts(folder, texts, (words, mark)))


@pytest.mark.parts
@pytest.mark.usefixtures("small")
def test_lists_are_freed(tmp_path: Path) -> None:
    """Many times as many as there is room for."""
    found, _, alone = different_ends(many_lists(tmp_path), 1, GAMES)
    assert (found, alone) == ([], 0)


@pytest.mark.parts
@pytest.mark.usefixtures("poisoned")
def test_what_is_kept_is_not_freed(tmp_path: Path) -> None:
    found, _, alone = different_ends(many_lists(tmp_path), 1, GAMES)
    assert (found, alone) == ([], 0)


def test_each_text_is_played_in_those_games(tmp_path: Path) -> None:
    game = many_lists(tmp_path)
    ends = [by_python(game, 1, at) for at in range(GAMES)]
    mark = game.program.symbols.variable_base["mark"]
    assert {end["cells"][mark] for end in ends if isinstance(end, dict)} == set(range(1, len(MANY_LISTS) + 1))


@pytest.mark.parts
@pytest.mark.usefixtures("poisoned", "checked")
@pytest.mark.parametrize(("name", "players", "variants"), only_some(extremes(), QUICK))
def test_games(name: str, players: int, variants: tuple[str, ...]) -> None:
    with made_anew(game_of(name, *variants, players=players)) as game:
        assert differences(game, 13, 2) == ([], 0)
        assert differences(game, 13, 2, seated=by_tables(game)) == ([], 0)


@pytest.mark.usefixtures("poisoned", "checked")
@pytest.mark.parametrize("folder", only_some(folders(), QUICK_FOLDERS))
def test_small_games(folder: str) -> None:
    with made_anew(game_of(folder)) as game:
        assert differences(game, 13, 30, seated=by_tables(game)) == ([], 0)


@pytest.mark.parts
@pytest.mark.usefixtures("poisoned", "checked")
@pytest.mark.parametrize("sample", ["sample", "things"])
def test_random_texts(sample: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    play_random_texts(sample, tmp_path_factory.mktemp, examples=5)
