"""Character of a game as text: sentences, then a table of when games are decided."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from cli.backends import how_played, played_in_python
from cli.columns import columns
from cli.folding import TIE, folded, tied
from cli.loading import name_of, names_in
from cli.screen import screen_here
from interpreter.errors import shown
from interpreter.lab.leads import enough
from interpreter.lab.measures import NARROW
from interpreter.players.lineup import lineup_phrase
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.lab.intervals import Interval
    from interpreter.lab.leads import Part
    from interpreter.lab.measures import Measures
    from interpreter.presentation.names import Names

LABEL = 11
"""Width of the labels before sentences, in columns."""
LEAST_WIDE, MOST_WIDE = 30, 80
"""Minimum and maximum width of lines in columns; only a longer word exceeds it."""
OVER = "over: how many of 100 games are over after so many decisions"
LEADER = (
    "leader wins: how many of 100 games are won by whoever would win most games that are played on from there at "
    "random, or has won by then"
)
BY_SCORE = "by score: the same of whoever has the best score"
MOSTLY_OVER = 0.9
"""Share of games that are over at which the table ends."""
FEW = 4
"""Number of seats above which only the first, the best and the worst are reported."""
PERCENT = 100


def kind_of_game(told: Measures) -> str:
    """Return the report on a game's measurements, with their confidence intervals."""
    measured = told.measured
    names = names_in(measured.subject.game.rulebook, "en")
    name = shown(name_of(measured.subject.game.rulebook))
    lines = _fold(f"{name}: what kind of game it is")
    lines += _fold(lineup_phrase(measured.subject.game, measured.subject.seated, names))
    if not told.games:
        return "\n".join([*lines, "No games were played."])
    lines.append("")
    parts = (
        ("balance", _balance(told, names)),
        ("skill", _skill(told)),
        ("chance", _chance(told)),
        ("decided", _decided(told)),
        ("options", _options(told)),
        ("length", _length(told)),
        ("endings", _endings(told)),
    )
    for label, sentences in parts:
        for sentence in sentences:
            lines += _fold(sentence, label)
            label = ""
    if table := _table(told):
        lines += ["", columns(table, "  ")]
        lines += ["", *_fold(OVER), *_fold(LEADER), *(_fold(BY_SCORE) if told.by_score else [])]
    how = how_played(measured.backend_use, measured.native)
    cut = " (interrupted)" if measured.signal or measured.broken else ""
    lines += ["", *_fold("in brackets: between what it lies in 95 of 100 runs")]
    lines += _fold(
        f"{number_of(told.games, 'game')}, and some of them once more, in {measured.seconds:.2f} s{how}{cut}"
    )
    lines += played_in_python(measured.backend_use, measured.native)
    return "\n".join(lines)


def _fold(text: str, label: str | None = None) -> list[str]:
    """Wrap a sentence, beside its label if it has one."""
    width = max(LEAST_WIDE, min(MOST_WIDE, screen_here().width) - 1)
    return folded(text, width) if label is None else folded(text, width, f"{label:{LABEL}}", " " * LABEL)


def _share(value: Interval, digits: int = 1) -> str:
    low, high = (f"{PERCENT * each:.{digits}f}" for each in (value.low, value.high))
    return tied(f"{PERCENT * value.estimate:.{digits}f} % ({low} to {high})")


def _number(value: Interval, digits: int = 1) -> str:
    if not isfinite(value.reach):
        return tied(f"{value.estimate:,.{digits}f} (too few games to be sure)")
    return tied(f"{value.estimate:,.{digits}f} ({value.low:,.{digits}f} to {value.high:,.{digits}f})")


def _balance(told: Measures, names: Names) -> Iterator[str]:
    game = told.measured.subject.game
    shares = told.seats
    first = game.seats[0]
    if len(shares) == 1:
        yield f"{names.of(first)} wins {_share(shares[first])}"
        return
    yield f"The first seat, {names.of(first)}, wins {_share(shares[first])}; even is {PERCENT * told.even:.1f}{TIE}%"
    if game.rulebook.sides:
        yield "; ".join(f"{names.of(who)} win {_share(share)}" for who, share in told.who.items())
    elif len(shares) <= FEW:
        yield "; ".join(f"{names.of(seat)} {_share(share)}" for seat, share in list(shares.items())[1:])
    else:
        ranked = sorted(shares.items(), key=lambda item: item[1].estimate)
        yield "; ".join(
            f"{what} is {names.of(seat)}, {_share(share)}"
            for what, (seat, share) in (("best", ranked[-1]), ("worst", ranked[0]))
        )
    if told.first_turn is not None:
        yield f"Whoever has the first turn wins {_share(told.first_turn)}"


def _skill(told: Measures) -> Iterator[str]:
    if not told.measured.rungs:
        yield "unknown: the rules play all seats themselves"
    for rung, rounds in zip(told.measured.rungs, told.measured.plan.rounds, strict=True):
        if not rounds:
            yield f"{rung.stronger} against {rung.weaker} takes long, and is left out: more --games, fewer --playouts"
    for each in told.skill:
        others = f"{PERCENT * each.weaker.estimate:.0f}{TIE}%"
        than = (
            f"each of the others {others}" if len(each.rung.open) > 1 else f"{each.rung.weaker} in its place {others}"
        )
        games = number_of(each.games, "game")
        yield f"{each.rung.stronger} wins {_share(each.stronger, 0)} of {games} against {each.rung.weaker}; {than}"
    if told.skill:
        yield "search:N is a player who tries N playouts before each decision, in all seats in turn, on the same deals"


def _chance(told: Measures) -> Iterator[str]:
    found = told.chances
    if found is None:
        return
    if found.chance is None or found.play is None:
        yield "All games end alike: there is nothing to explain"
        return
    yield (
        f"Chance alone decides {_share(found.chance, 0)} of who wins, what these players pick alone "
        f"{_share(found.play, 0)}; the rest is both together"
    )
    yield (
        f"The same deal, played again, goes to the same winner in {_share(found.same, 0)} of games; another deal in "
        f"{PERCENT * found.apart:.0f}{TIE}%"
    )


def _decided(told: Measures) -> Iterator[str]:
    at, length = told.decided, told.length("decisions_per_game")
    if at is not None and length is not None:
        least = f"{PERCENT * enough(told.fates.even):.0f}{TIE}%"
        after = at.times(told.step)
        between = f"({after.low:,.0f} to {after.high:,.0f})"
        yield (
            f"A game is decided after {after.estimate:,.0f}{TIE}{between.replace(' ', TIE)} of its "
            f"{length.estimate:,.0f} decisions{_turn(told, at.estimate)}: whoever leads, or has won by then, wins "
            f"{least} of games or more"
        )
    if told.changes_by_score is not None:
        yield f"The lead by the score changes {_number(told.changes_by_score)} times a game"
    if told.narrow is not None:
        yield f"{_share(told.narrow)} of games that the best score wins are won by {NARROW} point or less"


def _turn(told: Measures, moment: float) -> str:
    """Return words for the turn of a moment, if the game has turns."""
    parts = told.by_playouts or []
    if not told.has_turns or moment >= len(parts):
        return ""
    return f", about turn {parts[int(moment)].turn:.0f}"


def _options(told: Measures) -> Iterator[str]:
    found = told.options
    if found is None:
        return
    yield (
        f"A decision has {_number(found.options)} options, of which {_number(found.worse)} are worse than the best "
        f"beyond doubt"
    )
    yield (
        f"It matters for sure which is taken in {_share(found.mattering, 0)} of decisions; to take the best is worth "
        f"{_number(found.gain.times(PERCENT))} more wins in 100 games, if all goes on at random"
    )


def _length(told: Measures) -> Iterator[str]:
    found = (("turns", told.length("turns")), ("decisions", told.length("decisions_per_game")))
    yield ", ".join(f"{_number(value)} {what}" for what, value in found if value is not None)


def _endings(told: Measures) -> Iterator[str]:
    yield "; ".join(f"{shown(reason.replace('_', ' '))} {_share(share)}" for reason, share in told.reasons.items())


def _table(told: Measures) -> list[tuple[str, ...]]:
    """Return a row for each moment, until nearly all games are over."""
    playouts, score = told.by_playouts, told.by_score
    if playouts is None:
        return []
    turns = told.has_turns
    head = "decision", *(("turn",) if turns else ()), "over", "leader wins", ""
    rows = [(*head, *(("by score", "") if score else ()))]
    for at, part in enumerate(playouts):
        if part.over >= MOSTLY_OVER:
            break
        scored = _wins(score[at]) if score else ()
        turn = (f"{part.turn:.1f}",) if turns else ()
        rows.append((f"{at * told.step:,}", *turn, f"{PERCENT * part.over:.0f}", *_wins(part), *scored))
    return rows


def _wins(part: Part) -> tuple[str, str]:
    if part.wins is None:
        return "", "nobody leads"
    low, high = PERCENT * part.wins.low, PERCENT * part.wins.high
    return f"{PERCENT * part.wins.estimate:.1f}", f"({low:.1f} to {high:.1f})"
