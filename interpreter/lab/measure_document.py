"""What kind of game a game is, as plain data, as `measure --json` gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.formats import FORMATS
from interpreter.lab.intervals import Interval, of_mean, wilson
from interpreter.lab.leads import HALF_OF_THE_REST, Part
from interpreter.lab.looks import PARTS, is_scored
from interpreter.lab.measures import ALONE, COUNTED_LATE, NARROW, NO_DECISIONS, NO_SCORE, NOT_PLAYED, Measures
from interpreter.lab.tables import Table
from interpreter.playtest.figures import spread
from interpreter.rulebook.files import is_installed, told_path

DIGITS = 4
TAKES_LONG = "a round of it takes too many playouts; more games are asked for, or fewer playouts, to have it"


def document(told: Measures) -> dict[str, Any]:
    """All that is told; shares from 0 to 1."""
    measured = told.measured
    subject, book = measured.subject, measured.subject.game.rulebook
    return {
        "format": FORMATS["measure"],
        "backend": "native" if measured.native else "python",
        "game": book.id,
        "folder": None if is_installed(book.folder) else told_path(book.folder, book.folder),
        "variants": list(book.variants),
        "players": len(subject.game.seats),
        "seated": subject.seated,
        "digest": book.digest,
        "seed": subject.seed,
        "games": told.games,
        "complete": measured.signal is None and measured.broken is None,
        "seconds": round(measured.seconds, 6),
        "measures": {
            each.name: {
                **interval(each.value),
                "basis": each.basis,
                "games": each.games,
                **({"why": each.why} if each.why else {}),
            }
            for each in told.named()
        },
        "wins": {who: interval(share) for who, share in told.who.items()},
        "seats": {seat: interval(share) for seat, share in told.seats.items()},
        "even": _rounded(told.even) if told.seats else None,
        "first_turn": None if told.first_turn is None else interval(told.first_turn),
        "endings": {reason: interval(share) for reason, share in told.reasons.items()},
        "length": {
            "turns": _length(told, "turns"),
            "decisions": _length(told, "decisions_per_game"),
        },
        "decided": _decided(told),
        "narrow": _narrow(told),
        "options": _options(told),
        "chance": _chance(told),
        "left_out": [
            {"stronger": rung.stronger, "weaker": rung.weaker, "why": TAKES_LONG}
            for rung, rounds in zip(measured.rungs, measured.plan.rounds, strict=True)
            if not rounds
        ],
        "skill": [
            {
                "stronger": each.rung.stronger,
                "weaker": each.rung.weaker,
                "games": each.games,
                "share": interval(each.stronger),
                "others": interval(each.weaker),
                "index": interval(each.index),
            }
            for each in told.skill
        ],
    }


def tables(told: Measures) -> list[Table]:
    """The same as tables."""
    found = [
        Table(
            "measures",
            "Measures",
            ("measure", "value", "low", "high", "basis", "games", "why"),
            [(each.name, *_cells(each.value), each.basis, each.games, each.why) for each in told.named()],
        ),
        Table(
            "wins", "Who wins", ("who", "share", "low", "high"), [(who, *_cells(of)) for who, of in told.who.items()]
        ),
        Table(
            "endings",
            "Endings",
            ("reason", "share", "low", "high"),
            [(why, *_cells(of)) for why, of in told.reasons.items()],
        ),
        Table(
            "skill",
            "Skill",
            ("stronger", "weaker", "games", "share", "low", "high"),
            [(each.rung.stronger, each.rung.weaker, each.games, *_cells(each.stronger)) for each in told.skill],
        ),
    ]
    leads = [(by, parts) for by, parts in (("score", told.by_score), ("playouts", told.by_playouts)) if parts]
    rows = [
        (by, at / PARTS, _rounded(part.turn), _rounded(part.led.estimate), *_cells(part.wins))
        for by, parts in leads
        for at, part in enumerate(parts)
    ]
    return [*found, Table("leads", "Who leads wins", ("by", "part", "turn", "led", "share", "low", "high"), rows)]


def interval(value: Interval | None) -> dict[str, float | None]:
    """An interval as plain data; what is not bounded is None."""
    return dict(zip(("value", "low", "high"), _cells(value), strict=True))


def _cells(value: Interval | None) -> tuple[float | None, ...]:
    if value is None:
        return None, None, None
    return tuple(
        _rounded(each) if abs(each) < float("inf") else None for each in (value.estimate, value.low, value.high)
    )


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0


def _length(told: Measures, of: str) -> dict[str, Any]:
    return {**interval(told.length(of)), **spread(told.measured.tally.counts[of])}


def _decided(told: Measures) -> dict[str, Any]:
    score = told.by_score
    return {
        "at": None if told.decided is None else interval(told.decided),
        "enough": _rounded(told.fates.even + HALF_OF_THE_REST * (1 - told.fates.even)),
        "settled": [interval(each) for each in told.settled],
        "by_playouts": _parts(told.by_playouts),
        "by_score": _parts(score),
        "changes_by_score": None if told.changes_by_score is None else interval(told.changes_by_score),
        "games": {"score": len(told.seen) if score else 0, "playouts": len(told.valued)},
        **({} if told.by_playouts else {"why": _unknown(told)}),
        **({} if score else {"why_not_by_score": COUNTED_LATE if told.margins else NO_SCORE}),
    }


def _unknown(told: Measures) -> str:
    if len(told.measured.subject.game.seats) == 1:
        return ALONE
    return NO_DECISIONS if told.measured.seen else NOT_PLAYED


def _parts(parts: Sequence[Part] | None) -> list[dict[str, Any]] | None:
    if parts is None:
        return None
    return [
        {
            "part": at / PARTS,
            "turn": _rounded(part.turn),
            "led": interval(part.led),
            "wins": None if part.wins is None else interval(part.wins),
        }
        for at, part in enumerate(parts)
    ]


def _narrow(told: Measures) -> dict[str, Any]:
    margins = told.margins
    if not margins:
        scored = is_scored(told.measured.subject.game)
        return {**interval(None), "why": NOT_PLAYED if scored else NO_SCORE}
    return {**interval(told.narrow), "points": NARROW, "margin": interval(of_mean(margins)), "games": len(margins)}


def _options(told: Measures) -> dict[str, Any]:
    tried = told.tried
    if not tried:
        return {"decisions": 0, "why": NOT_PLAYED if not told.measured.seen else NO_DECISIONS}
    return {
        "decisions": len(tried),
        "options": interval(of_mean([each.options for each in tried])),
        "tried": interval(of_mean([each.tried for each in tried])),
        "worse": interval(of_mean([each.worse for each in tried])),
        "mattering": interval(wilson(sum(each.worse > 0 for each in tried), len(tried))),
        "gain": interval(of_mean([each.gain for each in tried])),
    }


def _chance(told: Measures) -> dict[str, Any] | None:
    found = told.chances
    if found is None:
        return None
    return {
        "games": found.games,
        "chance": interval(found.chance),
        "play": interval(found.play),
        "same": interval(found.same),
        "apart": _rounded(found.apart),
        **({} if found.chance else {"why": "all games end alike"}),
    }
