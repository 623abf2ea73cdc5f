"""What kind of game a game is, for people: in sentences, then when it is decided, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.columns import columns
from cli.folding import TIE, folded, tied
from cli.loading import name_of, names_in
from cli.screen import screen_here
from interpreter.errors import shown
from interpreter.lab.intervals import of_mean, wilson
from interpreter.lab.leads import HALF_OF_THE_REST
from interpreter.lab.looks import PARTS
from interpreter.lab.measures import NARROW
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.lab.intervals import Interval
    from interpreter.lab.leads import Part
    from interpreter.lab.measures import Measures
    from interpreter.presentation.names import Names

LABEL = 11
"""Columns of what a sentence is about."""
LEAST_WIDE, MOST_WIDE = 30, 80
"""No line is longer than that, where no word is."""
LEADER = "leader wins: the share of the win, in 100, of who wins most playouts from there, or has the best score"
FEW = 4
"""Of more seats only the first, the best and the worst are told."""
PERCENT = 100


def kind_of_game(told: Measures) -> str:
    """What was measured, and how sure that is."""
    measured = told.measured
    names = names_in(measured.subject.game.rulebook, "en")
    name = shown(name_of(measured.subject.game.rulebook))
    seated = sorted({shown(player) for player in measured.subject.seated.values()})
    lines = _fold(f"{name}: what kind of game it is, played by {' and '.join(seated)}")
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
        lines += ["", *_fold(LEADER)]
    how = ", machine code" if measured.native else ""
    cut = " (interrupted)" if measured.signal else ""
    lines += ["", f"{number_of(told.games, 'game')} and more in {measured.seconds:.2f} s{how}{cut}; in brackets: 95 %"]
    return "\n".join(lines)


def _fold(text: str, label: str | None = None) -> list[str]:
    """A sentence, beside its label if it has one."""
    width = max(LEAST_WIDE, min(MOST_WIDE, screen_here().width) - 1)
    return folded(text, width) if label is None else folded(text, width, f"{label:{LABEL}}", " " * LABEL)


def _share(value: Interval, digits: int = 1) -> str:
    low, high = (f"{PERCENT * each:.{digits}f}" for each in (value.low, value.high))
    return tied(f"{PERCENT * value.estimate:.{digits}f} % ({low} to {high})")


def _number(value: Interval, digits: int = 1) -> str:
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
        yield (
            f"{each.rung.stronger} wins {_share(each.stronger, 0)} of {number_of(each.games, 'game')} against "
            f"{each.rung.weaker}; {than}"
        )


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
        f"Dealt the same again, {_share(found.same, 0)} of a win goes to the same one; without anything in common "
        f"{PERCENT * found.apart:.0f}{TIE}%"
    )


def _decided(told: Measures) -> Iterator[str]:
    enough = told.fates.even + HALF_OF_THE_REST * (1 - told.fates.even)
    at = told.decided
    if at is not None:
        part = {0.0: "before it begins", 1.0: "not before its end"}.get(at.estimate, f"after {at.estimate:.0%} of it")
        part = part.replace("after 50% of it", "half way in").replace("%", f"{TIE}%")
        since = "till then" if at.estimate == 1 else "from then on"
        more = "does not win" if at.estimate == 1 else "wins"
        yield (
            f"A game is decided {part} ({PERCENT * at.low:.0f} to {PERCENT * at.high:.0f}{TIE}%): {since} whoever "
            f"leads {more} {PERCENT * enough:.0f}{TIE}% or more"
        )
    if told.changes_by_score is not None:
        yield f"The lead by the score changes {_number(told.changes_by_score)} times"
    if told.narrow is not None:
        yield f"{_share(told.narrow)} of games that the best score wins are won by {NARROW} point or less"


def _options(told: Measures) -> Iterator[str]:
    tried = told.tried
    if not tried:
        return
    mattering = wilson(sum(each.worse > 0 for each in tried), len(tried))
    yield (
        f"{_number(of_mean([each.options for each in tried]))} a decision, of which "
        f"{_number(of_mean([each.worse for each in tried]))} are worse than the best beyond doubt"
    )
    gain = of_mean([each.gain for each in tried]).times(PERCENT)
    yield (
        f"It matters which is taken in {_share(mattering, 0)} of decisions; taking the best is worth {_number(gain)} "
        f"points of wins, if play goes on at random"
    )


def _length(told: Measures) -> Iterator[str]:
    found = (("turns", told.length("turns")), ("decisions", told.length("decisions_per_game")))
    yield ", ".join(f"{_number(value)} {what}" for what, value in found if value is not None and value.estimate)


def _endings(told: Measures) -> Iterator[str]:
    yield "; ".join(f"{shown(reason)} {_share(share)}" for reason, share in told.reasons.items())


def _table(told: Measures) -> list[tuple[str, ...]]:
    playouts, score = told.by_playouts, told.by_score
    if playouts is None:
        return []
    rows = [("part", "turn", "leader wins", "", *(("by score", "") if score else ()))]
    for at, part in enumerate(playouts):
        scored = _wins(score[at]) if score else ()
        rows.append((f"{PERCENT * at // PARTS} %", f"{part.turn:.1f}", *_wins(part), *scored))
    return rows


def _wins(part: Part) -> tuple[str, str]:
    if part.wins is None:
        return "", "nobody leads"
    low, high = PERCENT * part.wins.low, PERCENT * part.wins.high
    return f"{PERCENT * part.wins.estimate:.1f}", f"({low:.1f} to {high:.1f})"
