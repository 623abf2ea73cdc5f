"""Machine code plays the same games as Python: the same results, the same records, and none is stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter.engine.playout import game_seed
from interpreter.language.chance import seed_state
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.source.files import find_folder, installed_games
from tests.loaded import REPO, game_of, players_of
from tests.native.comparing import GAMES, SAMPLES, by_tables, differences, only_some

FEW = 2
QUICK = (
    ("liberte", 3, ()),
    ("red_flag_over_paris", 2, ()),
    ("red_flag_over_paris", 2, ("solo_versailles",)),
    ("revolution", 2, ()),
)
QUICK_FOLDERS = (
    "tests/engine/games/passing",
    "tests/games/berries",
    "tests/games/hex",
    "tests/games/kuhn",
    "tests/games/sealed_bid",
    "tests/language/sample",
    "tests/language/things",
    "tests/cli/crews",
)
"""Games that are played at once. All others are parts."""
SEED = 2**130 + 2**64 + 5
"""Of more than one word."""


def folders() -> list[str]:
    small = sorted(
        str(path.parent.relative_to(REPO)) for home in GAMES[1:] for path in (REPO / home).glob("*/game.yaml")
    )
    return small + list(SAMPLES)


def ways() -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Yield each game at its fewest and most players, and with each variant, always at another number of players.

    `benchmarks/backends.py` combines all variants.
    """
    for name in installed_games():
        low, high = players_of(name)
        for players in sorted({low, high}):
            yield name, players, ()
        for at, variants in enumerate(combinations_of(variants_of(find_folder(name))[0])):
            if len(variants) == 1:
                yield name, low + at % (high - low + 1), variants


def extremes() -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Each game at its fewest players, and at its most with as many of its variants as go together."""
    for name in installed_games():
        low, high = players_of(name)
        yield name, low, ()
        combinations = combinations_of(variants_of(find_folder(name))[0])
        if combinations or high > low:
            yield name, high, max(combinations, key=len, default=())


@pytest.mark.parts
@pytest.mark.parametrize(("name", "players", "variants"), only_some(ways(), QUICK))
def test_the_games_of_the_project(name: str, players: int, variants: tuple[str, ...]) -> None:
    game = game_of(name, *variants, players=players)
    assert differences(game, 7, FEW) == ([], 0)
    seated = by_tables(game)
    if seated:
        assert differences(game, SEED, FEW, 2**40, seated) == ([], 0)


@pytest.mark.parametrize("folder", only_some(folders(), QUICK_FOLDERS))
def test_small_games(folder: str) -> None:
    low, high = players_of(folder)
    for players in sorted({low, high}):
        game = game_of(folder, players=players)
        assert differences(game, SEED, 10 * FEW) == ([], 0)
        seated = by_tables(game)
        if seated:
            assert differences(game, 7, 10 * FEW, seated=seated) == ([], 0)


@pytest.mark.parametrize("first", only_some([2**62 - 2, 2**62, 2**63 - 1, 2**64 - 1, 2**70], (2**62 - 2, 2**70)))
def test_far_games(first: int) -> None:
    """Numbers that are no word of machine code are played, too: by Python."""
    game = game_of("tests/games/sealed_bid")
    assert differences(game, 7, 4, first) == ([], min(4, max(0, first + 4 - 2**62)))


@pytest.mark.parametrize("seed", only_some([0, 2**63, 2**64 - 1, 2**64, 2**128, 10**300], (0, 2**64 - 1, 10**300)))
def test_seeds_of_any_size(seed: int) -> None:
    assert differences(game_of("tests/games/sealed_bid"), seed, 5) == ([], 0)


def test_a_game_whose_own_seed_is_zero() -> None:
    """Seed and number of the game can be such that what they are mixed to is zero: then the streams begin otherwise."""
    seed = seed_state(0) ^ 0x61C8864680B583EB
    assert game_seed(seed, 0) == 0
    assert differences(game_of("tests/games/sealed_bid"), seed, 1) == ([], 0)
