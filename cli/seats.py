"""Assignment of players to seats, and notes on the players and backends of a run."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name
from cli.text.screen import current_screen
from interpreter.players import BALANCE_WARNING
from interpreter.rulebook import HUMAN, RANDOM, TABLE
from interpreter.support import Location, PlayError, Problem, RulebookError, closest_match, printable

if TYPE_CHECKING:
    from interpreter.lab import RunHead
    from interpreter.matches import Game


def players_by_seat(game: Game, wanted: tuple[str, ...], earlier: Mapping[str, str]) -> dict[str, str]:
    """Return the name of each seat's player.

    A seat takes the first of: SEAT=PLAYER in `wanted`, `earlier`, the rules, its tables, random moves. If that leaves
    no seat to a person and there are no `earlier` players, a person takes the first seat that neither `wanted` nor the
    rules mention. Raises RulebookError with all mistakes in `wanted`.
    """
    said = _parse_seats(game, wanted, (HUMAN,))
    others = {seat: TABLE if is_player(game, seat, TABLE) else RANDOM for seat in game.seats}
    players = others | game.rulebook.players_of | dict(earlier) | said
    if HUMAN not in players.values() and not earlier:
        open_seats = [seat for seat in game.seats if seat not in said and seat not in game.rulebook.players_of]
        players |= dict.fromkeys(open_seats[:1], HUMAN)
    _check_players(game, players)
    return {seat: players[seat] for seat in game.seats}


def players_without_people(game: Game, wanted: tuple[str, ...]) -> dict[str, str]:
    """Return players as `players_by_seat` does, for runs without a person."""
    players = dict.fromkeys(game.seats, RANDOM) | game.rulebook.players_of | _parse_seats(game, wanted, ())
    _check_players(game, players)
    return players


def is_player(game: Game, seat: str, player: str) -> bool:
    """Return True if there is such a player for the seat."""
    return player == HUMAN or _seat_problem(game, seat, player, Location(format_game_name(game.rulebook)), ()) is None


def seats_played_by(game: Game, by: str, seats: tuple[str, ...]) -> list[str]:
    """Return SEAT=PLAYER for each seat that the player can play, and that neither the rules nor `seats` assign.

    Raises RulebookError if there is no seat that it can play.
    """
    able = [seat for seat in game.seats if is_player(game, seat, by)]
    if not able or by == HUMAN:
        from interpreter.players import make_player

        try:
            make_player(by, game, game.seats[0])
        except PlayError as error:
            raise RulebookError(replace(error.problems[0], where=Location(f"--by {by}"))) from None
    said = {text.partition("=")[0] for text in seats}.union(game.rulebook.players_of)
    return [f"{seat}={by}" for seat in able if seat not in said]


def _parse_seats(game: Game, wanted: tuple[str, ...], people: tuple[str, ...]) -> dict[str, str]:
    said: dict[str, str] = {}
    problems = []
    for text in wanted:
        where = Location(f"--seat {text}")
        seat, equals, player = text.partition("=")
        if not equals:
            problems.append(_without_equals(text, game, where))
        elif seat not in game.seats:
            message = f"there is no seat of this name; the seats are: {', '.join(game.seats)}"
            problems.append(Problem(where, "unknown-seat", message, closest_match(seat, game.seats)))
        elif seat in said:
            problems.append(Problem(where, "seat-twice", f"seat {seat} has a player already: {said[seat]}"))
        elif player not in people and (problem := _seat_problem(game, seat, player, where, people)) is not None:
            helps = f"{seat}={problem.suggestion}" if problem.suggestion else None
            helps = _variant_with_tables(game, seat) if problem.code == "no-tables" else helps
            problems.append(problem if helps is None else replace(problem, suggestion=helps))
        said.setdefault(seat, player)
    if problems:
        raise RulebookError(problems)
    return said


def _without_equals(text: str, game: Game, where: Location) -> Problem:
    """Return the problem of a seat without a player, with what was probably meant."""
    seat, sign, player = text.partition(":")
    if text.isdecimal():
        message = f"write SEAT=PLAYER; for the number of players: --players {text}"
        return Problem(where, "bad-seat", message)
    meant = f"{seat}={player}" if sign and seat in game.seats else None
    return Problem(where, "bad-seat", "write SEAT=PLAYER", meant)


def _seat_problem(game: Game, seat: str, player: str, where: Location, people: tuple[str, ...]) -> Problem | None:
    """Return the reason why a player of this name can't play a seat, or None."""
    from interpreter.players import make_player

    try:
        make_player(player, game, seat, people)
    except PlayError as error:
        return replace(error.problems[0], where=where)
    return None


def _variant_with_tables(game: Game, seat: str) -> str | None:
    """Return the option for a variant that brings tables for a seat, for a game without variants; or None."""
    from interpreter.rulebook import load_rulebook, variants_of

    book = game.rulebook
    own = variants_of(book.folder)[0] if not book.variants else ()
    for variant in own:
        if variant.alone is None:
            with contextlib.suppress(RulebookError):
                other = load_rulebook(book.folder, len(book.seats), (variant.id,))
                if any(bot.seat in (seat, None) for bot in other.bots):
                    return f"--variant {variant.id}"
    return None


def _check_players(game: Game, players: Mapping[str, str]) -> None:
    """Raise CahierError if a player can't play its seat."""
    problems = [
        problem
        for seat, player in players.items()
        if player != HUMAN
        and (problem := _seat_problem(game, seat, player, Location(format_game_name(game.rulebook)), ())) is not None
    ]
    if problems:
        raise RulebookError(problems)


def describe_backend(run: RunHead) -> str:
    """Return the words on the backend, which follow the number of games and their time."""
    return ", machine code" if run.backend == "native" else ""


def describe_fallbacks(run: RunHead) -> list[str]:
    """Return the lines on games that Python played instead of machine code, and on the rules that caused it."""
    if run.played_in_python is None:
        return []
    from interpreter.report import fallback_phrase

    return current_screen().wrap(printable(fallback_phrase(run)))


BETTER_PLAYER = "search:200"
"""The player that is recommended."""
ADVISED_GAMES = "200"
"""Enough games to see a large imbalance, and few enough for one sitting."""


def better_seat_options(seats: Sequence[str]) -> list[str]:
    """Return the options that put better players on these seats."""
    return [word for seat in seats for word in ("--seat", f"{seat}={BETTER_PLAYER}")]


def recommend_better_players(command: Sequence[str]) -> list[str]:
    """Return a sentence of advice, and the command that plays with better players."""
    return [
        *current_screen().wrap(f"{BALANCE_WARNING}; ask better ones:"),
        f"  {printable(shlex.join(command))}",
    ]
