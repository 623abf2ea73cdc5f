"""Character of a game as text: sentences, then a table of when games are decided."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.screen import TIED_BLANK, current_screen, format_table, tie, wrap_text
from interpreter.lab import NARROW, decision_threshold
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import Interval, MeasureDocument, Measures, MomentStatistics
    from interpreter.presentation import Names

LABEL_WIDTH = 11
"""Width of the labels before sentences, in columns."""
MIN_WIDTH, MAX_WIDTH = 30, 80
"""Minimum and maximum width of lines in columns; only a longer word exceeds it."""
OVER_NOTE = "over: how many of 100 games are over after so many decisions"
LEADER_NOTE = (
    "leader wins: how many of 100 games are won by whoever would win most games that are played on from there at "
    "random, or has won by then"
)
BY_SCORE_NOTE = "by score: the same of whoever has the best score"
MOSTLY_OVER = 0.9
"""Share of games that are over at which the table ends."""
MAX_SEATS_LISTED = 4
"""Number of seats above which only the first, the best and the worst are reported."""
PERCENT = 100


def format_measures(measures: Measures, document: MeasureDocument) -> str:
    """Return the report on a game's measurements, with their confidence intervals."""
    measured = measures.measured
    names = names_in(measured.subject.game.rulebook, "en")
    name = printable(format_game_name(measured.subject.game.rulebook))
    lines = _wrap(f"Measures of {name}")
    lines += _wrap(describe_lineup(measured.subject.game, measured.subject.seated, names))
    if not measures.games:
        return "\n".join([*lines, "No games were played."])
    lines.append("")
    parts = (
        ("balance", _balance(measures, names)),
        ("skill", _skill(measures)),
        ("chance", _chance(measures)),
        ("decided", _decided(measures)),
        ("options", _options(measures)),
        ("length", _length(measures)),
        ("endings", _endings(measures)),
    )
    for label, sentences in parts:
        for sentence in sentences:
            lines += _wrap(sentence, label)
            label = ""
    if table := _table(measures):
        lines += ["", format_table(table, "  ")]
        lines += ["", *_wrap(OVER_NOTE), *_wrap(LEADER_NOTE), *(_wrap(BY_SCORE_NOTE) if measures.by_score else [])]
    how = describe_backend(document.backend)
    cut = " (interrupted)" if measured.signal or measured.broken else ""
    lines += ["", *_wrap("in brackets: 95 % intervals")]
    lines += _wrap(
        f"{format_count(measures.games, 'game')}, and some of them once more, in {measured.seconds:.2f} s{how}{cut}"
    )
    lines += describe_fallbacks(document.backend)
    return "\n".join(lines)


def _wrap(text: str, label: str | None = None) -> list[str]:
    """Wrap a sentence, beside its label if it has one."""
    width = max(MIN_WIDTH, min(MAX_WIDTH, current_screen().width) - 1)
    return (
        wrap_text(text, width) if label is None else wrap_text(text, width, f"{label:{LABEL_WIDTH}}", " " * LABEL_WIDTH)
    )


def _share(value: Interval, digits: int = 1) -> str:
    low, high = (f"{PERCENT * each:.{digits}f}" for each in (value.low, value.high))
    return tie(f"{PERCENT * value.estimate:.{digits}f} % ({low} to {high})")


def _number(value: Interval, digits: int = 1) -> str:
    if not isfinite(value.half_width):
        return tie(f"{value.estimate:,.{digits}f} (too few games to be sure)")
    return tie(f"{value.estimate:,.{digits}f} ({value.low:,.{digits}f} to {value.high:,.{digits}f})")


def _balance(told: Measures, names: Names) -> Iterator[str]:
    game = told.measured.subject.game
    shares = told.seat_shares
    first = game.seats[0]
    if len(shares) == 1:
        yield f"{names.title_of(first)} wins {_share(shares[first])}"
        return
    yield (
        f"The first seat, {names.title_of(first)}, wins {_share(shares[first])}; even is "
        f"{PERCENT * told.mean_share:.1f}{TIED_BLANK}%"
    )
    if game.rulebook.sides:
        yield "; ".join(f"{names.title_of(who)} win {_share(share)}" for who, share in told.contender_shares.items())
    elif len(shares) <= MAX_SEATS_LISTED:
        yield "; ".join(f"{names.title_of(seat)} {_share(share)}" for seat, share in list(shares.items())[1:])
    else:
        ranked = sorted(shares.items(), key=lambda item: item[1].estimate)
        yield "; ".join(
            f"{what} is {names.title_of(seat)}, {_share(share)}"
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
        others = f"{PERCENT * each.weaker.estimate:.0f}{TIED_BLANK}%"
        than = (
            f"each of the others {others}"
            if len(each.rung.open_seats) > 1
            else f"{each.rung.weaker} in its place {others}"
        )
        games = format_count(each.games, "game")
        yield f"{each.rung.stronger} wins {_share(each.stronger, 0)} of {games} against {each.rung.weaker}; {than}"
    if told.skill:
        yield "search:N is a player who tries N playouts before each decision, in all seats in turn, on the same deals"


def _chance(told: Measures) -> Iterator[str]:
    found = told.sobol_indices
    if found is None:
        return
    if found.chance is None or found.picks is None:
        yield "All games end alike: there is nothing to explain"
        return
    yield (
        f"Chance alone decides {_share(found.chance, 0)} of who wins, what these players pick alone "
        f"{_share(found.picks, 0)}; the rest is both "
        "together"
    )
    yield (
        f"The same deal, played again, goes to the same winner in {_share(found.agreement, 0)} of games; "
        "another deal in "
        f"{PERCENT * found.baseline_agreement:.0f}{TIED_BLANK}%"
    )


def _decided(told: Measures) -> Iterator[str]:
    at, length = told.decision_moment, told.length("decisions_per_game")
    if at is not None and length is not None:
        least = f"{PERCENT * decision_threshold(told.payoff_rule.even_share):.0f}{TIED_BLANK}%"
        after = at.scaled(told.step)
        between = f"({after.low:,.0f} to {after.high:,.0f})"
        yield (
            f"A game is decided after {after.estimate:,.0f}{TIED_BLANK}{between.replace(' ', TIED_BLANK)} of its "
            f"{length.estimate:,.0f} decisions{_turn(told, at.estimate)}: whoever leads, or has won by then, wins "
            f"{least} of games or more"
        )
    if told.changes_by_score is not None:
        yield f"The lead by the score changes {_number(told.changes_by_score)} times a game"
    if told.narrow_share is not None:
        yield f"{_share(told.narrow_share)} of games that the best score wins are won by {NARROW} point or less"


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
        f"{_number(found.gain.scaled(PERCENT))} more wins in 100 games, if all goes on at random"
    )


def _length(told: Measures) -> Iterator[str]:
    found = (("turns", told.length("turns")), ("decisions", told.length("decisions_per_game")))
    yield ", ".join(f"{_number(value)} {what}" for what, value in found if value is not None)


def _endings(told: Measures) -> Iterator[str]:
    yield "; ".join(f"{printable(reason.replace('_', ' '))} {_share(share)}" for reason, share in told.reasons.items())


def _table(told: Measures) -> list[tuple[str, ...]]:
    """Return a row for each moment, until nearly all games are over."""
    playouts, score = told.by_playouts, told.by_score
    if playouts is None:
        return []
    turns = told.has_turns
    head = "decision", *(("turn",) if turns else ()), "over", "leader wins", ""
    rows = [(*head, *(("by score", "") if score else ()))]
    for at, part in enumerate(playouts):
        if part.over_share >= MOSTLY_OVER:
            break
        scored = _wins(score[at]) if score else ()
        turn = (f"{part.turn:.1f}",) if turns else ()
        rows.append((f"{at * told.step:,}", *turn, f"{PERCENT * part.over_share:.0f}", *_wins(part), *scored))
    return rows


def _wins(part: MomentStatistics) -> tuple[str, str]:
    if part.leader_share is None:
        return "", "nobody leads"
    low, high = PERCENT * part.leader_share.low, PERCENT * part.leader_share.high
    return f"{PERCENT * part.leader_share.estimate:.1f}", f"({low:.1f} to {high:.1f})"
