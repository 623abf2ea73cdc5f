"""All games of tests/games beside other systems: lines of rules, and random playouts a second of processor time.

    python tests/benchmarks/shelf.py [GAME …] [--rounds 7] [--seconds 0.4]
    python tests/benchmarks/shelf.py [GAME …] --lines --ludii DIR --rbg DIR --open-spiel DIR

The contenders of a game play slices of `--seconds` in turn, in one process. A rate is the median of all slices; `times`
is the median of the ratios of machine code to the contender in the same round. A decision is: list the legal choices,
pick one uniformly, apply it; chance is drawn but not counted. Ours counts only choices between at least two options,
the others every action. A contender that isn't installed is left out.

Lines are those that aren't empty and hold more than a comment, of the files of a game alone: here without scenarios and
variants; of Ludii without `metadata` (definitions that several games share aren't counted); of OpenSpiel without tests.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import load
from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.engine.playout import play_random
from interpreter.language.execution.executable import NativeUnavailableError
from tests.benchmarks.playouts import Playout, open_spiel, open_spiel_alone

GAMES = Path(__file__).parent.parent / "games"
MACHINE_CODE = "machine code"
SLICES_A_ROUND = 8
"""Calls of a batch that fit into a slice of machine code, at least."""
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
HASH_COMMENT = re.compile(r"^\s*#[^\n]*$", re.MULTILINE)


@dataclass(frozen=True)
class Elsewhere:
    """A game in other systems: the files with its rules, and how OpenSpiel loads it.

    Attributes:
        ludii: Its file below `lud/board`.
        rbg: Its file below `games`.
        sources: Its files below `open_spiel`, without their endings.
        open_spiel: The game to load, with the parameters that come nearest to ours.
        in_python: The game of OpenSpiel that is written in Python.
    """

    ludii: str = ""
    rbg: str = ""
    sources: tuple[str, ...] = ()
    open_spiel: str = ""
    in_python: str = ""


POKER = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 2 2,firstPlayer=1 2 2 2,"
    "maxRaises=3 3 3 3,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
BESIDE = {
    "backgammon": Elsewhere("race/escape/Backgammon", "", ("games/backgammon/backgammon",), "backgammon"),
    "breakthrough": Elsewhere(
        "race/reach/Breakthrough", "breakthrough", ("games/breakthrough/breakthrough",), "breakthrough"
    ),
    "chess": Elsewhere(
        "war/chess/Chess",
        "chess",
        ("games/chess/chess", "games/chess/chess_board", "games/chess/chess_common"),
        "chess",
    ),
    "draughts": Elsewhere(
        "war/leaping/draughts/English Draughts", "englishDraughts", ("games/checkers/checkers",), "checkers"
    ),
    "go": Elsewhere("space/territory/Go", "go", ("games/go/go", "games/go/go_board"), "go(board_size=9)"),
    "hanabi": Elsewhere(open_spiel="hanabi(players=2,colors=3,hand_size=3)"),
    "havannah": Elsewhere("space/connection/Havannah", "", ("games/havannah/havannah",), "havannah(board_size=4)"),
    "hearts": Elsewhere("", "", ("games/hearts/hearts",), "hearts(pass_cards=False,qs_breaks_hearts=False)"),
    "hex": Elsewhere("space/connection/Hex", "hex", ("games/hex/hex",), "hex(board_size=4)"),
    "holdem": Elsewhere(open_spiel=POKER),
    "international_draughts": Elsewhere("war/leaping/draughts/International Draughts", "internationalDraughts"),
    "kuhn": Elsewhere("", "", ("games/kuhn_poker/kuhn_poker",), "kuhn_poker", "python_kuhn_poker"),
    "liars_dice": Elsewhere("", "", ("games/liars_dice/liars_dice",), "liars_dice(numdice=5)"),
    "line_of_four": Elsewhere(
        "space/line/Connect Four", "connect4", ("games/connect_four/connect_four",), "connect_four"
    ),
    "mancala": Elsewhere("sow/two_rows/Kalah", "", ("games/mancala/mancala",), "mancala"),
    "reversi": Elsewhere("space/territory/Reversi", "reversi", ("games/othello/othello",), "othello"),
    "sealed_bid": Elsewhere(sources=("games/goofspiel/goofspiel",)),
    "tic_tac_toe": Elsewhere(
        "space/line/Tic-Tac-Toe",
        "ticTacToe",
        ("games/tic_tac_toe/tic_tac_toe",),
        "tic_tac_toe",
        "python_tic_tac_toe",
    ),
    "yahtzee": Elsewhere(sources=("games/yacht/yacht",)),
}
"""Games that other systems have, too."""


# -- lines


def lines_in(text: str, comments: re.Pattern[str]) -> int:
    """Return the number of lines that hold something else than a comment."""
    return sum(bool(line.strip()) for line in comments.sub("", text).splitlines())


def lines_of(files: Iterable[Path], comments: re.Pattern[str]) -> int:
    """Return the number of such lines of several files."""
    return sum(lines_in(file.read_text(encoding="utf-8"), comments) for file in files)


def own_lines(game: str) -> int:
    """Return the number of lines of a game here."""
    files = (path for path in (GAMES / game).rglob("*.yaml") if not {"scenarios", "variants"} & set(path.parts))
    return lines_of(files, HASH_COMMENT)


def print_lines(games: list[str], folders: argparse.Namespace) -> None:
    """Print the lines of each game, here and in the checkouts that are given."""
    print(f"{'':24}{'here':>8}{'Ludii':>8}{'RBG':>8}{'C++':>8}{'Python':>8}")
    for game in games:
        known, cells = BESIDE.get(game, Elsewhere()), [str(own_lines(game))]
        ludii = next(folders.ludii.rglob(f"{known.ludii}.lud"), None) if folders.ludii and known.ludii else None
        text = "" if ludii is None else ludii.read_text(encoding="utf-8").partition("(metadata")[0]
        cells.append(str(lines_in(text, COMMENTS)) if text else "")
        rbg = folders.rbg and known.rbg and lines_of([folders.rbg / "games" / f"{known.rbg}.rbg"], COMMENTS)
        cells.append(str(rbg) if rbg else "")
        source = folders.open_spiel or Path()
        files = [source / f"{part}.{end}" for part in known.sources for end in ("h", "cc")]
        cells.append(str(lines_of(files, COMMENTS)) if folders.open_spiel and files else "")
        python = source / "python" / "games" / f"{known.in_python.removeprefix('python_')}.py"
        cells.append(str(lines_of([python], HASH_COMMENT)) if folders.open_spiel and known.in_python else "")
        print(f"{game:24}" + "".join(f"{cell:>8}" for cell in cells), flush=True)


# -- speed


def in_python(game: str) -> Playout:
    loaded = load(GAMES / game)
    return lambda index: play_random(loaded, 1, index).decisions


def native(game: str, seconds: float) -> Playout:
    """Return playouts by machine code, several games at a time. Raises ImportError if there is none."""
    loaded = load(GAMES / game)
    try:
        prepare_native(loaded)
        games = NativeGames(loaded, 1)
    except NativeUnavailableError as error:
        raise ImportError(str(error)) from error
    first, batch = count(), 1

    def play(number: int) -> int:
        batches = games.play(next(first) * batch, batch)
        return sum(each.totals.decisions for each in batches if not isinstance(each, int))

    while batch < 1 << 14:
        start = time.process_time()
        play(0)
        if time.process_time() - start > seconds / SLICES_A_ROUND:
            break
        batch *= 2
    return play


def python_chess() -> Playout:
    """Return playouts by python-chess, in which fifty moves end a game, and a third repetition doesn't."""
    import chess  # type: ignore[import-not-found, unused-ignore]

    def playout(index: int) -> int:
        rng, board, decisions = random.Random(index), chess.Board(), 0
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 100:
                break
            board.push(rng.choice(moves))
            decisions += 1
        return decisions

    return playout


def contenders_of(game: str, seconds: float) -> dict[str, Callable[[], Playout]]:
    """Return what plays a game, by what it is called in the table."""
    known = BESIDE.get(game, Elsewhere())
    found: dict[str, Callable[[], Playout]] = {
        MACHINE_CODE: lambda: native(game, seconds),
        "Python": lambda: in_python(game),
    }
    if known.open_spiel:
        found["OpenSpiel, C++"] = open_spiel_alone(known.open_spiel)
        found["OpenSpiel, C++ from Python"] = open_spiel(known.open_spiel)
    if known.in_python:
        found["OpenSpiel, Python"] = open_spiel(known.in_python)
    return {**found, "python-chess": python_chess} if game == "chess" else found


def slice_of(playout: Playout, numbers: count[int], seconds: float) -> float:
    """Return the decisions a second of processor time of one slice."""
    decisions, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += playout(next(numbers))
    return decisions / spent


def print_speeds(game: str, rounds: int, seconds: float) -> None:
    """Measure what plays a game in turns, and print a line for each."""
    playouts: dict[str, Playout] = {}
    for name, prepare in contenders_of(game, seconds).items():
        try:
            playouts[name] = prepare()
        except ImportError as missing:
            print(f"{game:24}{name:28} left out: {missing}", flush=True)
    numbers = {name: count() for name in playouts}
    rates: dict[str, list[float]] = {name: [] for name in playouts}
    for at in range(rounds + 1):
        for name, playout in playouts.items():
            rate = slice_of(playout, numbers[name], seconds)
            if at:  # the first round warms up
                rates[name].append(rate)
    for name, found in rates.items():
        ours = rates.get(MACHINE_CODE)
        times = statistics.median(a / b for a, b in zip(ours, found, strict=True)) if ours else 0
        print(f"{game:24}{name:28}{statistics.median(found):>12,.0f}{times:>9.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="The games of the shelf beside other systems: lines, and playouts.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these")
    parser.add_argument("--rounds", type=int, default=7, help="slices of each contender (7)")
    parser.add_argument("--seconds", type=float, default=0.4, help="processor time of a slice (0.4)")
    parser.add_argument("--lines", action="store_true", help="count lines instead")
    parser.add_argument("--ludii", type=Path, metavar="DIR", help="a checkout of Ludii")
    parser.add_argument("--rbg", type=Path, metavar="DIR", help="a checkout of marekesz/rbgGames")
    parser.add_argument("--open-spiel", type=Path, metavar="DIR", help="the folder open_spiel of a checkout of it")
    options = parser.parse_args()
    known = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
    if unknown := set(options.games) - set(known):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    games = options.games or known
    if options.lines:
        print_lines(games, options)
        return
    print(f"{'':52}{'decisions/s':>12}{'times':>9}")
    for game in games:
        print_speeds(game, options.rounds, options.seconds)


if __name__ == "__main__":
    main()
