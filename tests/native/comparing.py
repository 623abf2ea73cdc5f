"""Plays the same games by both backends, and says what is not the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.lab.result_documents import to_json
from interpreter.language.execution.executable import Backend
from interpreter.matches.match import Game
from interpreter.players.lineup import make_player
from interpreter.playtest.run.runner import PlaytestPlan, PlaytestResult, run_playtest
from interpreter.rulebook.player_names import TABLE
from interpreter.support.errors import PlayError

TIMED = ("seconds", "decisions_per_second", "games_per_second", "backend", "played_in_python")
"""Fields of a result that may differ between backends."""
GAMES = ("rules", "tests/games", "tests/engine/games")
SAMPLES = (
    "tests/language/sample",
    "tests/language/grid",
    "tests/language/things",
    "tests/cli/market",
    "tests/cli/counties",
    "tests/cli/crews",
)


def only_some(cases: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Cases of a test, of which only the quick ones are tried at once; all others are parts."""
    return [case if case in quick else marked(case) for case in cases]


def marked(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.parts)


def document(result: PlaytestResult) -> dict[str, Any]:
    """Return the JSON document of a run without the fields that depend on the backend."""
    return {key: value for key, value in to_json(make_playtest_document(result)).items() if key not in TIMED}


def by_tables(game: Game) -> dict[str, str]:
    """The seats that have tables, each played by them."""
    seated = {}
    for seat in game.seats:
        try:
            make_player(TABLE, game, seat)
        except PlayError:
            continue
        seated[seat] = TABLE
    return seated


def recorded(game: Game, backend: Backend, seed: int, games: int, first: int, seated: dict[str, str]) -> Any:
    """Return the document of a run, and its records."""
    lines: list[str] = []
    result = run_playtest(PlaytestPlan(game, seed, games, first, seated=seated, backend=backend), lines.append)
    assert result.native == (backend == "native")
    return document(result), "".join(lines)


@contextmanager
def made_anew(game: Game) -> Iterator[Game]:
    """A game that other tests have, too, with machine code of its own meanwhile."""
    before, game.program.native = game.program.native, None
    yield game
    game.program.native = before


def differences(
    game: Game, seed: int, games: int, first: int = 0, seated: dict[str, str] | None = None
) -> tuple[list[str], int]:
    """Play some games three times: in Python and in machine code with records, and in machine code without.

    Returns:
        The names of the parts that differ, and the number of games that machine code has stopped.
    """
    seated = seated or {}
    wanted, lines = recorded(game, "python", seed, games, first, seated)
    found, native_lines = recorded(game, "native", seed, games, first, seated)
    unrecorded = document(run_playtest(PlaytestPlan(game, seed, games, first, seated=seated, backend="native")))
    other = [key for key in wanted if not wanted[key] == found[key] == unrecorded[key]]
    if lines != native_lines:
        other.append("records")
    return other, len(stopped(game, seed, games, first, seated))


def stopped(game: Game, seed: int, games: int, first: int = 0, seated: dict[str, str] | None = None) -> list[int]:
    """The games that machine code does not play to their end."""
    prepare_native(game)
    tables = [seat for seat, name in (seated or {}).items() if name == TABLE]
    return [batch for batch in NativeGames(game, seed, tables).play(first, games) if isinstance(batch, int)]
