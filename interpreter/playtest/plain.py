"""Chunks and tallies as plain data for JSON, and back without loss.

Data that is read may come from anybody. It is validated before use, and consists of numbers and names only.
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any

from interpreter.errors import ERROR, Problem, Where
from interpreter.matches.match import Game
from interpreter.playtest.arms import Span
from interpreter.playtest.chunks import Chunk, Ending, Endings
from interpreter.playtest.figures import DRAW, FIGURES, Figure, Shape, Tally

GREATEST = 2**62
"""Largest absolute value of numbers."""
PAIRS = (Shape.WINNERS_BY_SEAT, Shape.USES, Shape.ENDS)
NUMBERS = (Shape.SPREAD, Shape.MEAN)
"""Figures counted by two names (PAIRS) and by a number (NUMBERS); the others are counted by one name."""
ONCE = ("outcomes", "reasons", "turns", "decisions_per_game")
"""Figures to which each finished game adds 1."""
ELSEWHERE = -1
LONGEST = 1_000_000
"""Largest column of a place, and largest length of a line of rules."""
HEXADECIMAL = re.compile("[0-9a-f]{1,100000}")


class Unreadable(ValueError):
    """Error for data in another form than the one written here."""


@dataclass(frozen=True, slots=True)
class Who:
    """The seats of a game, and its sides, if any."""

    seats: tuple[str, ...]
    sides: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> Who:
        """Return the seats and sides of a game."""
        return cls(game.seats, tuple(side.id for side in game.rulebook.sides))

    def can_win(self, winners: Sequence[str], side: str | None) -> bool:
        """Return True if a game can end with these winners."""
        return set(winners) <= set(self.seats) and len(set(winners)) == len(winners) and side in (None, *self.sides)

    def is_outcome(self, name: str) -> bool:
        """Return True if a game can be counted under that name."""
        return name == DRAW or name in self.sides or self.can_win(name.split("+"), None)


class Places:
    """Conversion of places to data relative to folders, which may have other paths next time or on other machines."""

    def __init__(self, folder: str, files: Sequence[str] = ()) -> None:
        """Set the folders.

        Args:
            folder: The game's folder, as it was typed.
            files: Other files that were named, such as variants.
        """
        self._roots = [folder, *(os.path.dirname(file) for file in files)]

    def seen(self, where: Where) -> list[Any]:
        """Return a place as data: the number of the folder, the path in it, line and column."""
        for number, root in enumerate(self._roots):
            path = os.path.relpath(where.file, root or os.curdir)
            if not path.startswith(os.pardir) and not os.path.isabs(path):
                return [number, path, where.line, where.column]
        return [ELSEWHERE, os.path.basename(where.file), where.line, where.column]

    def found(self, data: Any) -> Where:
        """Return the place encoded by `seen`. Raises Unreadable."""
        if not _is_row(data, (int, str, int, int)) or not ELSEWHERE <= data[0] < len(self._roots):
            raise Unreadable("a place is not as it should be")
        number, path, line, column = data
        if not 0 <= column <= LONGEST:
            raise Unreadable("a place is not as it should be")
        return Where(path if number == ELSEWHERE else os.path.join(self._roots[number], path), line, column)


def problem_as_data(problem: Problem, places: Places) -> list[Any]:
    """Return a problem as plain data."""
    return [
        places.seen(problem.where),
        problem.code,
        problem.message,
        problem.suggestion,
        problem.excerpt,
        problem.length,
        problem.severity,
        list(problem.wordings),
        None if problem.cause is None else places.seen(problem.cause),
    ]


def problem_of(data: Any, places: Places) -> Problem:
    """Return the problem encoded by `problem_as_data`. Raises Unreadable."""
    optional = (str, NoneType)
    if not _is_row(data, (list, str, str, optional, optional, int, str, list, (list, NoneType))):
        raise Unreadable("a message is not as it should be")
    where, code, message, suggestion, excerpt, length, severity, wordings, cause = data
    if severity != ERROR or not 0 <= length <= LONGEST or not all(isinstance(wording, str) for wording in wordings):
        raise Unreadable("a message is not as it should be")
    return Problem(
        places.found(where),
        code,
        message,
        suggestion,
        excerpt,
        length,
        severity,
        tuple(wordings),
        None if cause is None else places.found(cause),
    )


def tally_as_data(tally: Tally, places: Places) -> dict[str, Any]:
    """Return a tally as plain data; equal tallies give equal data."""
    counts = {key: sorted(counter.items()) for key, counter in tally.counts.items() if counter}
    stopped = [
        [[problem_as_data(problem, places) for problem in problems], games, first]
        for problems, (games, first) in sorted(tally.stopped.items(), key=lambda item: item[1][1])
    ]
    return {
        "games": tally.games,
        "finished": tally.finished,
        "decisions": tally.decisions,
        "counts": {key: [[name, times] for name, times in items] for key, items in counts.items()},
        **({"stopped": stopped} if stopped else {}),
    }


def tally_of(data: Any, places: Places) -> Tally:
    """Return the tally encoded by `tally_as_data`. Raises Unreadable."""
    if not isinstance(data, dict):
        raise Unreadable("it is no tally")
    counts, stopped = data.get("counts"), data.get("stopped", [])
    if not isinstance(counts, dict) or not isinstance(stopped, list):
        raise Unreadable("it is no tally")
    games, finished, decisions = (_number(data.get(name), 0) for name in ("games", "finished", "decisions"))
    tally = Tally(games, finished, decisions)
    known = {figure.key: figure for figure in FIGURES if figure.adds is not None}
    for key, items in counts.items():
        if key not in known or not finished or not isinstance(items, list):
            raise Unreadable(f"`{key}` counts nothing that is known")
        tally.counts[key] = _counter(known[key], items)
    for row in stopped:
        if not _is_row(row, (list, int, int)) or not row[0]:
            raise Unreadable("what stopped a game is not as it should be")
        problems = tuple(problem_of(problem, places) for problem in row[0])
        tally.stopped[problems] = _number(row[1], 1), _number(row[2], 0)
    if finished + sum(number for number, _ in tally.stopped.values()) != games:
        raise Unreadable("the games do not add up")
    return tally


def chunk_as_text(chunk: Chunk, places: Places) -> str:
    """Return a chunk as text, without its position in the run and its duration."""
    data: dict[str, Any] = {"tally": tally_as_data(chunk.tally, places)}
    if chunk.endings.games:
        data["endings"] = _endings_as_data(chunk.endings)
    if chunk.reached:
        data["reached"] = f"{chunk.reached:x}"
    if chunk.lines:
        data["lines"] = chunk.lines
    if chunk.found:
        data["found"] = chunk.found
    if chunk.native:
        data["native"] = chunk.native
    if chunk.handed_back:
        data["handed_back"] = dict(chunk.handed_back)
    return json.dumps(data, separators=(",", ":"))


def chunk_of(text: Any, span: Span, seconds: float, places: Places, who: Who) -> Chunk:
    """Return the chunk encoded by `chunk_as_text`, which holds the games of a span. Raises Unreadable."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise Unreadable("it is not JSON") from None
    if not isinstance(data, dict):
        raise Unreadable("it is no chunk")
    tally = tally_of(data.get("tally"), places)
    chunk = Chunk(span.first, span.count, tally, data.get("lines", []), seconds, *span.of)
    if "endings" in data:
        chunk.endings = _endings_of(data["endings"])
    if "reached" in data:
        chunk.reached = _bits_of(data["reached"])
    chunk.found = data.get("found", [])
    if not isinstance(chunk.found, list) or len(chunk.found) not in (0, span.count):
        raise Unreadable("what was found in the games is not as it should be")
    if chunk.tally.games != span.count or len(chunk.endings.games) not in (0, span.count):
        raise Unreadable("the number of games is another one")
    chunk.native = _number(data.get("native", 0), 0)
    chunk.handed_back = _handed_back_of(data.get("handed_back", {}))
    if chunk.native + chunk.handed_back.total() > span.count:
        raise Unreadable("more games were played than there are")
    if not isinstance(chunk.lines, list) or not all(isinstance(line, str) for line in chunk.lines):
        raise Unreadable("the records are not as they should be")
    _check(chunk, who)
    return chunk


def _check(chunk: Chunk, who: Who) -> None:
    """Raise Unreadable if the data of a chunk contradicts itself or the game."""
    tally, counts = chunk.tally, chunk.tally.counts
    lengths = counts["decisions_per_game"]
    if any(counts[key].total() != tally.finished for key in ONCE) or counts["seat_wins"].keys() - set(who.seats):
        raise Unreadable("the games do not add up")
    if min([0, *counts["turns"], *lengths]) < 0 or sum(at * times for at, times in lengths.items()) != tally.decisions:
        raise Unreadable("the lengths of games do not add up")
    outcomes = [*counts["outcomes"], *(outcome for _, outcome in counts["first_player"])]
    seats = {*counts["mean_scores"], *(seat for seat, _ in counts["first_player"])}
    if not all(map(who.is_outcome, outcomes)) or seats - set(who.seats):
        raise Unreadable("it names somebody who does not play")
    if any(not chunk.first <= first < chunk.first + chunk.count for _, first in tally.stopped.values()):
        raise Unreadable("it has a game that is none of its own")
    if chunk.endings.games:
        _check_endings(chunk, who)


def _check_endings(chunk: Chunk, who: Who) -> None:
    """Raise Unreadable if the endings of games contradict the tally or the game."""
    times = Counter(chunk.endings.games)
    reasons, wins, stopped = Counter[str](), Counter[str](), 0
    for kind, number in chunk.endings.kinds.items():
        if kind is None:
            stopped += times[number]
        elif not who.can_win(kind.winners, kind.side):
            raise Unreadable("it names somebody who does not play")
        else:
            reasons[kind.reason] += times[number]
            wins.update(dict.fromkeys(kind.winners, times[number]))
    tally = chunk.tally
    if stopped != tally.games - tally.finished or reasons != tally.counts["reasons"]:
        raise Unreadable("how games ended does not add up")
    if wins != tally.counts["seat_wins"]:
        raise Unreadable("who won does not add up")


def _handed_back_of(data: Any) -> Counter[str]:
    if not isinstance(data, dict):
        raise Unreadable("the games that machine code could not go on with are not as they should be")
    return Counter({rule: _number(times, 1) for rule, times in data.items()})


def _bits_of(data: Any) -> int:
    if not isinstance(data, str) or not HEXADECIMAL.fullmatch(data):
        raise Unreadable("what happened is not as it should be")
    return int(data, 16)


def _endings_as_data(endings: Endings) -> dict[str, Any]:
    games = array(endings.games.typecode, endings.games)
    if sys.byteorder == "big":
        games.byteswap()
    kinds = [None if kind is None else [list(kind.winners), kind.side, kind.reason] for kind in endings.kinds]
    return {"kinds": kinds, "games": base64.b64encode(games.tobytes()).decode("ascii")}


def _endings_of(data: Any) -> Endings:
    endings = Endings()
    if not isinstance(data, dict) or not isinstance(data.get("kinds"), list) or not isinstance(data.get("games"), str):
        raise Unreadable("how games ended is not as it should be")
    for number, kind in enumerate(data["kinds"]):
        endings.kinds[_ending_of(kind)] = number
    try:
        endings.games.frombytes(base64.b64decode(data["games"], validate=True))
    except ValueError:
        raise Unreadable("how games ended is not as it should be") from None
    if sys.byteorder == "big":
        endings.games.byteswap()
    if len(endings.kinds) != len(data["kinds"]) or max(endings.games, default=0) >= max(1, len(endings.kinds)):
        raise Unreadable("how games ended is not as it should be")
    return endings


def _ending_of(data: Any) -> Ending | None:
    if data is None:
        return None
    if not _is_row(data, (list, (str, NoneType), str)) or not all(isinstance(winner, str) for winner in data[0]):
        raise Unreadable("how games ended is not as it should be")
    winners, side, reason = data
    return Ending(tuple(winners), side, reason)


def _counter(figure: Figure, items: list[Any]) -> Counter[Any]:
    least = -GREATEST if figure.shape is Shape.SCORES else 1
    found: Counter[Any] = Counter()
    for item in items:
        if not isinstance(item, list) or len(item) != 2:
            raise Unreadable(f"`{figure.key}` is not as it should be")
        found[_name(figure, item[0])] = _number(item[1], least)
    if len(found) != len(items):
        raise Unreadable(f"`{figure.key}` counts something twice")
    return found


def _name(figure: Figure, data: Any) -> Any:
    """Return a decoded key of a figure's counts."""
    if figure.shape in NUMBERS:
        return _number(data, -GREATEST)
    if figure.shape in PAIRS and _is_row(data, (str, str)):
        return tuple(data)
    if figure.shape not in PAIRS and isinstance(data, str):
        return data
    raise Unreadable(f"`{figure.key}` does not count by such names")


def _number(data: Any, least: int) -> int:
    if type(data) is not int or not least <= data <= GREATEST:
        raise Unreadable("a number is not as it should be")
    return data


def _is_row(data: Any, kinds: Sequence[type | tuple[type, ...]]) -> bool:
    """Return True if data is a list with items of these types, in order; a bool is not a number."""
    return (
        isinstance(data, list)
        and len(data) == len(kinds)
        and all(isinstance(each, kind) and not isinstance(each, bool) for each, kind in zip(data, kinds, strict=True))
    )


def fits(data: Any, shape: Any) -> bool:
    """Return True if plain data has a shape.

    A shape is a type, a list with one shape for any number of items, or a tuple with a shape for each item. A bool is
    not a number, and neither is one larger than `GREATEST`.
    """
    match shape:
        case list():
            return isinstance(data, list) and all(fits(each, shape[0]) for each in data)
        case tuple():
            return isinstance(data, list) and len(data) == len(shape) and all(map(fits, data, shape))
    small = not isinstance(data, int) or -GREATEST <= data <= GREATEST
    return isinstance(data, shape) and not isinstance(data, bool) and small
