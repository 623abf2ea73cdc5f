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

from interpreter.matches.match import Game
from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk, Ending, Endings
from interpreter.playtest.run.figures import DRAW, FIGURES, Figure, FigureShape, Tally
from interpreter.playtest.run.offers import OfferCounts
from interpreter.playtest.run.pace import PaceCounts
from interpreter.support.errors import ERROR, Location, Problem

MAX_NUMBER = 2**62
"""Largest absolute value of numbers."""
PAIR_SHAPES = (FigureShape.WINNERS_BY_SEAT, FigureShape.USES, FigureShape.ENDS)
NUMBERED_SHAPES = (FigureShape.LEADS, FigureShape.POSITIONS)
NUMBER_SHAPES = (FigureShape.SPREAD, FigureShape.MEAN)
"""Figures counted by two names, by a name and a number, and by a number; the others are counted by one name."""
COUNTED_ONCE = ("outcomes", "reasons", "turns", "decisions_per_game")
"""Figures to which each finished game adds 1."""
OUTSIDE = -1
MAX_COLUMN = 1_000_000
"""Largest column of a place, and largest length of a line of rules."""
HEXADECIMAL = re.compile("[0-9a-f]{1,100000}")


class DecodeError(ValueError):
    """Error for data in another form than the one written here."""


@dataclass(frozen=True, slots=True)
class Participants:
    """The seats of a game, and its sides, if any."""

    seats: tuple[str, ...]
    sides: tuple[str, ...]

    @classmethod
    def from_game(cls, game: Game) -> Participants:
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

    def encode(self, where: Location) -> list[Any]:
        """Return a place as data: the number of the folder, the path in it, line and column."""
        for number, root in enumerate(self._roots):
            path = os.path.relpath(where.file, root or os.curdir)
            if not path.startswith(os.pardir) and not os.path.isabs(path):
                return [number, path, where.line, where.column]
        return [OUTSIDE, os.path.basename(where.file), where.line, where.column]

    def decode(self, data: Any) -> Location:
        """Return the place encoded by `encode`. Raises DecodeError."""
        if not _is_list_of(data, (int, str, int, int)) or not OUTSIDE <= data[0] < len(self._roots):
            raise DecodeError("a place is malformed")
        number, path, line, column = data
        if not 0 <= column <= MAX_COLUMN:
            raise DecodeError("a place is malformed")
        return Location(path if number == OUTSIDE else os.path.join(self._roots[number], path), line, column)


def encode_problem(problem: Problem, places: Places) -> list[Any]:
    """Return a problem as plain data."""
    return [
        places.encode(problem.where),
        problem.code,
        problem.message,
        problem.suggestion,
        problem.excerpt,
        problem.length,
        problem.severity,
        list(problem.wordings),
        None if problem.cause is None else places.encode(problem.cause),
    ]


def decode_problem(data: Any, places: Places) -> Problem:
    """Return the problem encoded by `encode_problem`. Raises DecodeError."""
    optional = (str, NoneType)
    if not _is_list_of(data, (list, str, str, optional, optional, int, str, list, (list, NoneType))):
        raise DecodeError("a message is malformed")
    where, code, message, suggestion, excerpt, length, severity, wordings, cause = data
    if severity != ERROR or not 0 <= length <= MAX_COLUMN or not all(isinstance(wording, str) for wording in wordings):
        raise DecodeError("a message is malformed")
    return Problem(
        places.decode(where),
        code,
        message,
        suggestion,
        excerpt,
        length,
        severity,
        tuple(wordings),
        None if cause is None else places.decode(cause),
    )


def _encode_pace(pace: PaceCounts) -> list[Any]:
    """Return decisions by seat and kind, and the waiting of each seat."""
    waiting = [[seat, pace.waits[seat], pace.waited[seat], pace.longest[seat]] for seat in sorted(pace.waits)]
    return [pace.games, [[*key, times] for key, times in sorted(pace.decisions.items())], waiting]


def encode_tally(tally: Tally, places: Places) -> dict[str, Any]:
    """Return a tally as plain data; equal tallies give equal data."""
    counts = {key: sorted(counter.items()) for key, counter in tally.counts.items() if counter}
    stopped = [
        [[encode_problem(problem, places) for problem in problems], games, first]
        for problems, (games, first) in sorted(tally.stopped.items(), key=lambda item: item[1][1])
    ]
    return {
        "games": tally.games,
        "finished": tally.finished,
        "decisions": tally.decisions,
        "counts": {key: [[name, times] for name, times in items] for key, items in counts.items()},
        **({"stopped": stopped} if stopped else {}),
        **({"offers": _encode_offers(tally.offers), "pace": _encode_pace(tally.pace)} if tally.pace.games else {}),
    }


def _encode_offers(offers: OfferCounts) -> list[Any]:
    """Return the number of games, and how often each thing was offered and taken."""
    return [offers.games, [[*key, times, offers.taken[key]] for key, times in sorted(offers.offered.items())]]


def decode_tally(data: Any, places: Places) -> Tally:
    """Return the tally encoded by `encode_tally`. Raises DecodeError."""
    if not isinstance(data, dict):
        raise DecodeError("it is no tally")
    counts, stopped = data.get("counts"), data.get("stopped", [])
    if not isinstance(counts, dict) or not isinstance(stopped, list):
        raise DecodeError("it is no tally")
    games, finished, decisions = (_decode_number(data.get(name), 0) for name in ("games", "finished", "decisions"))
    tally = Tally(games, finished, decisions)
    known = {figure.key: figure for figure in FIGURES if figure.aggregation is not None}
    for key, items in counts.items():
        if key not in known or not finished or not isinstance(items, list):
            raise DecodeError(f"`{key}` counts nothing that is known")
        tally.counts[key] = _decode_counter(known[key], items)
    for row in stopped:
        if not _is_list_of(row, (list, int, int)) or not row[0]:
            raise DecodeError("what stopped a game is malformed")
        problems = tuple(decode_problem(problem, places) for problem in row[0])
        tally.stopped[problems] = _decode_number(row[1], 1), _decode_number(row[2], 0)
    if "offers" in data:
        tally.offers = _decode_offers(data["offers"], finished)
        tally.pace = _decode_pace(data.get("pace"), finished)
    if finished + sum(number for number, _ in tally.stopped.values()) != games:
        raise DecodeError("the games do not add up")
    return tally


def _decode_pace(data: Any, finished: int) -> PaceCounts:
    if not has_shape(data, (int, [(str, str, int)], [(str, int, int, int)])) or not 0 < data[0] <= finished:
        raise DecodeError("the decisions are malformed")
    pace = PaceCounts(data[0])
    for seat, topic, times in data[1]:
        pace.decisions[seat, topic] += _decode_number(times, 1)
    for seat, waits, waited, longest in data[2]:
        if not 0 < waits <= waited or not 0 < longest <= waited:
            raise DecodeError("the decisions are malformed")
        pace.waits[seat], pace.waited[seat], pace.longest[seat] = waits, waited, longest
    return pace


def _decode_offers(data: Any, finished: int) -> OfferCounts:
    if not _is_list_of(data, (int, list)) or not 0 < data[0] <= finished:
        raise DecodeError("the offers of cards are malformed")
    offers = OfferCounts(data[0])
    for row in data[1]:
        if not _is_list_of(row, (str, str, str, int, int)) or not 0 <= row[4] <= row[3] <= MAX_NUMBER:
            raise DecodeError("the offers of cards are malformed")
        title, card, use, offered, taken = row
        offers.offered[title, card, use] += offered
        offers.taken[title, card, use] += taken
    return offers


def encode_chunk(chunk: Chunk, places: Places) -> str:
    """Return a chunk as text, without its position in the run and its duration."""
    data: dict[str, Any] = {"tally": encode_tally(chunk.tally, places)}
    if chunk.endings.games:
        data["endings"] = _encode_endings(chunk.endings)
    if chunk.reached:
        data["reached"] = f"{chunk.reached:x}"
    if chunk.record_lines:
        data["lines"] = chunk.record_lines
    if chunk.findings:
        data["found"] = chunk.findings
    if chunk.native:
        data["native"] = chunk.native
    if chunk.fallback_games:
        data["handed_back"] = dict(chunk.fallback_games)
    return json.dumps(data, separators=(",", ":"))


def decode_chunk(text: Any, span: GameSpan, seconds: float, places: Places, participants: Participants) -> Chunk:
    """Return the chunk encoded by `encode_chunk`, which holds the games of a span. Raises DecodeError."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise DecodeError("it is not JSON") from None
    if not isinstance(data, dict):
        raise DecodeError("it is no chunk")
    tally = decode_tally(data.get("tally"), places)
    chunk = Chunk(span.first, span.count, tally, data.get("lines", []), seconds, *span.series)
    if "endings" in data:
        chunk.endings = _decode_endings(data["endings"])
    if "reached" in data:
        chunk.reached = _decode_bits(data["reached"])
    chunk.findings = data.get("found", [])
    if not isinstance(chunk.findings, list) or len(chunk.findings) not in (0, span.count):
        raise DecodeError("what was found in the games is malformed")
    if chunk.tally.games != span.count or len(chunk.endings.games) not in (0, span.count):
        raise DecodeError("the number of games differs")
    chunk.native = _decode_number(data.get("native", 0), 0)
    chunk.fallback_games = _decode_fallback_games(data.get("handed_back", {}))
    if chunk.native + chunk.fallback_games.total() > span.count:
        raise DecodeError("more games were played than there are")
    if not isinstance(chunk.record_lines, list) or not all(isinstance(line, str) for line in chunk.record_lines):
        raise DecodeError("the records are malformed")
    _check_chunk(chunk, participants)
    return chunk


def _check_chunk(chunk: Chunk, participants: Participants) -> None:
    """Raise DecodeError if the data of a chunk contradicts itself or the game."""
    tally, counts = chunk.tally, chunk.tally.counts
    lengths = counts["decisions_per_game"]
    if any(counts[key].total() != tally.finished for key in COUNTED_ONCE) or counts["seat_wins"].keys() - set(
        participants.seats
    ):
        raise DecodeError("the games do not add up")
    if min([0, *counts["turns"], *lengths]) < 0 or sum(at * times for at, times in lengths.items()) != tally.decisions:
        raise DecodeError("the lengths of games do not add up")
    outcomes = [*counts["outcomes"], *(outcome for _, outcome in counts["first_player"])]
    seats = {*counts["mean_scores"], *(seat for seat, _ in counts["first_player"])}
    if not all(map(participants.is_outcome, outcomes)) or seats - set(participants.seats):
        raise DecodeError("it names somebody who does not play")
    if any(not chunk.first <= first < chunk.first + chunk.count for _, first in tally.stopped.values()):
        raise DecodeError("it has a game that isn't its own")
    if chunk.endings.games:
        _check_endings(chunk, participants)


def _check_endings(chunk: Chunk, participants: Participants) -> None:
    """Raise DecodeError if the endings of games contradict the tally or the game."""
    times = Counter(chunk.endings.games)
    reasons, wins, stopped = Counter[str](), Counter[str](), 0
    for kind, number in chunk.endings.kinds.items():
        if kind is None:
            stopped += times[number]
        elif not participants.can_win(kind.winners, kind.side) or kind.holder not in (None, *participants.seats):
            raise DecodeError("it names somebody who does not play")
        else:
            reasons[kind.reason] += times[number]
            wins.update(dict.fromkeys(kind.winners, times[number]))
    tally = chunk.tally
    if stopped != tally.games - tally.finished or reasons != tally.counts["reasons"]:
        raise DecodeError("how games ended does not add up")
    if wins != tally.counts["seat_wins"]:
        raise DecodeError("who won does not add up")


def _decode_fallback_games(data: Any) -> Counter[str]:
    if not isinstance(data, dict):
        raise DecodeError("the games that machine code could not go on with are malformed")
    return Counter({rule: _decode_number(times, 1) for rule, times in data.items()})


def _decode_bits(data: Any) -> int:
    if not isinstance(data, str) or not HEXADECIMAL.fullmatch(data):
        raise DecodeError("what happened is malformed")
    return int(data, 16)


def _encode_endings(endings: Endings) -> dict[str, Any]:
    games = array(endings.games.typecode, endings.games)
    if sys.byteorder == "big":
        games.byteswap()
    kinds = [None if kind is None else _encode_ending(kind) for kind in endings.kinds]
    return {"kinds": kinds, "games": base64.b64encode(games.tobytes()).decode("ascii")}


def _encode_ending(ending: Ending) -> list[Any]:
    """Return an ending as JSON data; the holder is left out if there is none."""
    return [list(ending.winners), ending.side, ending.reason, *([] if ending.holder is None else [ending.holder])]


def _decode_endings(data: Any) -> Endings:
    endings = Endings()
    if not isinstance(data, dict) or not isinstance(data.get("kinds"), list) or not isinstance(data.get("games"), str):
        raise DecodeError("how games ended is malformed")
    for number, kind in enumerate(data["kinds"]):
        endings.kinds[_decode_ending(kind)] = number
    try:
        endings.games.frombytes(base64.b64decode(data["games"], validate=True))
    except ValueError:
        raise DecodeError("how games ended is malformed") from None
    if sys.byteorder == "big":
        endings.games.byteswap()
    if len(endings.kinds) != len(data["kinds"]) or max(endings.games, default=0) >= max(1, len(endings.kinds)):
        raise DecodeError("how games ended is malformed")
    return endings


def _decode_ending(data: Any) -> Ending | None:
    if data is None:
        return None
    types = (list, (str, NoneType), str, str)
    if not any(_is_list_of(data, some) for some in (types[:-1], types)) or not all(
        isinstance(winner, str) for winner in data[0]
    ):
        raise DecodeError("how games ended is malformed")
    winners, side, reason, *holder = data
    return Ending(tuple(winners), side, reason, *holder)


def _decode_counter(figure: Figure, items: list[Any]) -> Counter[Any]:
    least = -MAX_NUMBER if figure.shape is FigureShape.SCORES else 1
    found: Counter[Any] = Counter()
    for item in items:
        if not isinstance(item, list) or len(item) != 2:
            raise DecodeError(f"`{figure.key}` is malformed")
        found[_decode_key(figure, item[0])] = _decode_number(item[1], least)
    if len(found) != len(items):
        raise DecodeError(f"`{figure.key}` counts something twice")
    return found


def _decode_key(figure: Figure, data: Any) -> Any:
    """Return a decoded key of a figure's counts."""
    if figure.shape in NUMBER_SHAPES:
        return _decode_number(data, -MAX_NUMBER)
    if figure.shape in PAIR_SHAPES and _is_list_of(data, (str, str)):
        return tuple(data)
    if figure.shape in NUMBERED_SHAPES and _is_list_of(data, (str, int)):
        return data[0], _decode_number(data[1], -MAX_NUMBER)
    if figure.shape not in (*PAIR_SHAPES, *NUMBERED_SHAPES) and isinstance(data, str):
        return data
    raise DecodeError(f"`{figure.key}` does not count by such names")


def _decode_number(data: Any, least: int) -> int:
    if type(data) is not int or not least <= data <= MAX_NUMBER:
        raise DecodeError("a number is malformed")
    return data


def _is_list_of(data: Any, kinds: Sequence[type | tuple[type, ...]]) -> bool:
    """Return True if data is a list with items of these types, in order; a bool is not a number."""
    return (
        isinstance(data, list)
        and len(data) == len(kinds)
        and all(isinstance(each, kind) and not isinstance(each, bool) for each, kind in zip(data, kinds, strict=True))
    )


def has_shape(data: Any, shape: Any) -> bool:
    """Return True if plain data has a shape.

    A shape is a type, a list with one shape for any number of items, or a tuple with a shape for each item. A bool is
    not a number, and neither is one larger than `MAX_NUMBER`.
    """
    match shape:
        case list():
            return isinstance(data, list) and all(has_shape(each, shape[0]) for each in data)
        case tuple():
            return isinstance(data, list) and len(data) == len(shape) and all(map(has_shape, data, shape))
    small = not isinstance(data, int) or -MAX_NUMBER <= data <= MAX_NUMBER
    return isinstance(data, shape) and not isinstance(data, bool) and small
