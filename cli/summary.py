"""The summary of a playtest, as text."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from cli.backends import how_played, played_in_python
from cli.better_players import GAMES, advice, better_seats
from cli.columns import columns
from cli.coverage import coverage_told
from cli.loading import name_of, names_in
from cli.screen import screen_here
from cli.seats import RANDOM
from cli.unasked import needed_options, options_of
from interpreter.errors import shown
from interpreter.lab.intervals import wilson
from interpreter.players.lineup import lineup_phrase, random_seats
from interpreter.playtest.figures import FIGURES, Figure, Shape
from interpreter.presentation.counts import number_of
from interpreter.rulebook.files import is_installed

if TYPE_CHECKING:
    from cli.versions import Version
    from interpreter.matches.match import Game
    from interpreter.playtest.runner import Result
    from interpreter.presentation.names import Names

MOST_ROWS = 12
MOST_NAMED = 4
"""Maximum number of items that are listed one by one in a short list, such as outcomes in a row."""
MOST_CARDS = 20
"""Maximum number of cards that are listed unless all are requested."""
LONGEST_BAR = 16
Row = tuple[str, ...]
SHARES = (Shape.WINNERS, Shape.SEATS, Shape.LABELS)


def summary(result: Result, version: Version, all: bool = False) -> str:
    """Return the summary of a playtest, with coverage if it was recorded.

    It has players, winners, reasons, length, scores, first player and cards by use. `all`: list every card and rule
    instead of the first few.
    """
    data = result.document()
    names = names_in(result.plan.game.rulebook, "en")
    finished = data["finished"]
    rates = (("game", "games_per_second"), ("decision", "decisions_per_second"))
    speed = " and ".join(number_of(round(data[key]), what) for what, key in rates) + " a second"
    how = how_played(result.backend_use, result.native)
    games = f"{number_of(finished, 'game')} of {data['games']:,} finished in {data['seconds']:.2f} s{how}"
    title = shown(version.said(name_of(result.plan.game.rulebook)))
    fold = screen_here().fold
    lines = fold(f"{title}: {games}, {speed}") + played_in_python(result.backend_use, result.native)
    lines += fold(lineup_phrase(result.plan.game, result.plan.seated, names))
    if finished > 1:
        lines += _better_players(result, version)
    if finished:
        lines += _sections(data, result.plan.game, names, all)
    lines += _stopped(data["stopped"], all)
    if result.plan.game.rulebook.covers:
        lines += coverage_told(result.coverage, result.tally.games, names, all, version.said)
    lines += ["", again(result, version)]
    return "\n".join(lines)


def _better_players(result: Result, version: Version) -> list[str]:
    """Return the command that plays the same game with better players, if all players were random."""
    game = result.plan.game
    seats = random_seats(game, result.plan.seated)
    if not seats:
        return []
    command = ["cahier", "playtest", version.name, "--games", GAMES, *_options_of(game, version.revision)]
    return advice([*command, *better_seats(seats)])


def shares(counts: dict[str, int], total: int, all: bool) -> list[Row]:
    """Return rows of name, number, percentage, interval and bar.

    If there are many and not `all` are requested, the less frequent ones are summed up.
    """
    named = {shown(name): number for name, number in counts.items()}
    if len(named) > MOST_ROWS and not all:
        rest = list(named.items())[MOST_ROWS - 1 :]
        named = {name: named[name] for name in list(named)[: MOST_ROWS - 1]}
        named[f"{number_of(len(rest), 'other')} (--all)"] = sum(number for _, number in rest)
    most = max(named.values(), default=0)
    return [
        (name, f"{number}", _percent(number, total), _range(number, total), bar(number, most))
        for name, number in named.items()
    ]


def bar(value: float, most: float) -> str:
    """Return a bar with a length proportional to the value; `most` has the longest one."""
    return "#" * round(LONGEST_BAR * abs(value) / most) if most else ""


def _outcomes(counts: dict[str, int], names: Names, seats: Sequence[str]) -> dict[str, int]:
    """Return the number of wins by title; shared wins are joined by `+`."""
    called = names.apart(seats) | names.apart({each for who in counts for each in who.split("+")}.difference(seats))
    return {" + ".join(called[seat] for seat in who.split("+")): number for who, number in counts.items()}


def _labelled(counts: dict[str, int]) -> dict[str, int]:
    return {label.replace("_", " "): number for label, number in counts.items()}


def _percent(number: int, total: int) -> str:
    return f"{100 * number / total:.1f} %"


def _range(number: int, total: int) -> str:
    """Return the 95 % confidence interval of a share."""
    found = wilson(number, total).times(100)
    return f"{found.low:.1f}..{found.high:.1f}"


def again(result: Result, version: Version) -> str:
    """Return the command that plays one of the games again."""
    plan = result.plan
    command = again_command(plan.game, plan.seated, version.name, plan.seed, "I", "game.jsonl", version.revision)
    return f"to see game I, {plan.first} to {plan.first + plan.games - 1}, again:\n  {shown(command)}"


def again_command(
    game: Game, seated: Mapping[str, str], name: str, seed: int, index: str, file: str, revision: str | None = None
) -> str:
    """Return the command that plays one game of a run again, records it and shows it.

    `name`: the game's name or folder, at `revision` if one is given.
    """
    book = game.rulebook
    command = ["cahier", "playtest", name, "--seed", str(seed), "--from", index, "--games", "1"]
    command += _options_of(game, revision)
    for seat, player in seated.items():
        if player != book.players_of.get(seat, RANDOM):
            command += ["--seat", f"{seat}={player}"]
    command += ["--record", file]
    replay = ["cahier", "replay", file, *([] if is_installed(book.folder) else ["--rules", name])]
    replay += _at(revision)
    replay += needed_options(book.asked)
    return f"{shlex.join(command)} && {shlex.join(replay)}"


def _options_of(game: Game, revision: str | None) -> list[str]:
    """Return the options that identify the game: revision, variants, number of players."""
    book = game.rulebook
    players = ["--players", str(len(game.seats))] if book.players[0] < book.players[1] else []
    return [*_at(revision), *options_of(book.asked), *players]


def _at(revision: str | None) -> list[str]:
    return [] if revision is None else [f"--git={revision}"]


def _stopped(stopped: list[dict[str, Any]], all: bool) -> list[str]:
    """List the rules that stopped games, with their counts: `all` of them, or the most frequent."""
    rows = [(f"{shown(rule['file'])}:{rule['line']}", f"{rule['games']}", shown(rule["message"])) for rule in stopped]
    if (rest := len(rows) - MOST_NAMED) > 0 and not all:
        rows = [*rows[:MOST_NAMED], (f"{number_of(rest, 'other')} (--all)", "", "")]
    return ["", "stopped by a mistake in the rules", columns(rows)] if rows else []


def _sections(data: dict[str, Any], game: Game, names: Names, all: bool) -> list[str]:
    """Format the figures under their headings, without empty ones; there are no blank lines between shares."""
    lines = []
    close = False
    for heading, group in groupby(FIGURES, key=lambda figure: figure.heading):
        together = list(group)
        rows = [
            row for figure in together for row in _rows(figure, data[figure.key], data["finished"], game, names, all)
        ]
        if heading is None or not rows:
            continue
        if together[0].shape is Shape.SPREAD:
            rows = [("", "least", "median", "most"), *rows]
        heading += ", between what it is in 95 of 100 runs" if together[0].shape is Shape.WINNERS else ""
        lines += [*([] if close and together[0].shape in SHARES else [""]), heading, columns(rows)]
        if together[0].shape is Shape.USES:
            lines += _not_told(data[together[0].key], game, names, all)
        close = together[0].shape in SHARES
    return lines


def _rows(figure: Figure, value: Any, finished: int, game: Game, names: Names, all: bool) -> list[Row]:
    """Return the rows of a figure, according to its shape."""
    match figure.shape:
        case Shape.WINNERS:
            return shares(_outcomes(value, names, game.seats), finished, all)
        case Shape.SEATS:
            return _seats(value, game.seats, names, finished, all)
        case Shape.LABELS:
            return shares(_labelled(value), finished, all)
        case Shape.SPREAD:
            return [(figure.row, *(f"{value[column]}" for column in ("min", "median", "max")))]
        case Shape.MEAN:
            return [] if value is None else [(figure.row, f"{value:.3f}")]
        case Shape.SCORES:
            return _scores(value, game, names)
        case Shape.WINNERS_BY_SEAT:
            return _by_seat(value, names, game.seats, all)
        case Shape.USES:
            return _uses(value, names, all)
        case Shape.ENDS:
            return _ends(value, names)
        case Shape.MISTAKES:
            return []
        case _:
            assert_never(figure.shape)


def _seats(wins: dict[str, int], seats: Sequence[str], names: Names, finished: int, all: bool) -> list[Row]:
    """Count the wins of each seat, alone or shared, in games with more than two seats."""
    if len(seats) < 3:
        return []
    called = names.apart(seats)
    return shares({called[seat]: wins.get(seat, 0) for seat in seats}, finished, all)


def _scores(scores: dict[str, float], game: Game, names: Names) -> list[Row]:
    if game.rulebook.score is None:
        return []
    called = names.apart(game.seats)
    return [(called[seat], f"{scores[seat]:.3f}") for seat in game.seats if seat in scores]


def _by_seat(first: dict[str, dict[str, int]], names: Names, seats: Sequence[str], all: bool) -> list[Row]:
    called = names.apart(seats)
    rows: list[Row] = [("", "games", "won by")] if first else []
    for seat, outcomes in first.items():
        total = sum(outcomes.values())
        most = _outcomes(dict(sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))), names, seats)
        told = len(most) if all else MOST_NAMED
        wins = ", ".join(_share(who, number, total) for who, number in list(most.items())[:told])
        if (rest := len(most) - told) > 0:
            wins += f" and {number_of(rest, 'other')} (--all)"
        rows.append((called[seat], f"{total}", wins))
    return rows


def _share(who: str, number: int, total: int) -> str:
    return f"{who} {_percent(number, total)} ({_range(number, total)})"


def _uses(cards: dict[str, dict[str, int]], names: Names, all: bool) -> list[Row]:
    """Return rows for the cards that were used most, with counts for each use."""
    if not cards:
        return []
    called = names.apart(cards)
    labels = sorted({label for uses in cards.values() for label in uses})
    in_order = sorted(cards, key=lambda card: -sum(cards[card].values()))
    several = len(labels) > 1
    header = ("", *(("in all",) if several else ()), *(shown(label.replace("_", " ")) for label in labels))
    rows: list[Row] = [header]
    for card in in_order if all else in_order[:MOST_CARDS]:
        uses = cards[card]
        total = (f"{sum(uses.values())}",) if several else ()
        rows.append((called[card], *total, *(f"{uses.get(label, 0)}" for label in labels)))
    return rows


def _not_told(cards: dict[str, dict[str, int]], game: Game, names: Names, all: bool) -> list[str]:
    """Return lines on the cards that have no row."""
    lines = []
    if (less := len(cards) - MOST_CARDS) > 0 and not all:
        lines += screen_here().fold(f"  {number_of(less, 'other was', 'others were')} used less; --all tells them, too")
    if never := [card.id for card in game.rulebook.cards if card.id not in cards]:
        called = names.apart(never)
        told = never if all else never[:MOST_CARDS]
        more = f" and {number_of(len(never) - len(told), 'other')} (--all)" if len(told) < len(never) else ""
        lines += screen_here().fold(f"  never used: {', '.join(called[card] for card in told)}{more}")
    return lines


def _ends(ends: dict[str, dict[str, int]], names: Names) -> list[Row]:
    """Count how often a track would have moved beyond its ends, and stopped there."""
    rows = [(names.of(track), *(f"{times.get(end, 0)}" for end in ("low", "high"))) for track, times in ends.items()]
    return [("", "lowest", "highest"), *rows] if rows else []
