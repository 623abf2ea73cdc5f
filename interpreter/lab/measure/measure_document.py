"""JSON document of a measurement, as written by `measure --json`.

Tables of a measurement for CSV files and reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.lab.measure.game_observations import is_scored
from interpreter.lab.measure.indicators import ALONE, COUNTED_LATE, NARROW, NO_DECISIONS, NO_SCORE, NOT_PLAYED, Measures
from interpreter.lab.measure.leads import MomentStatistics, decision_threshold
from interpreter.lab.result_tables import Cell, DataTable, rounded_or_none
from interpreter.lab.stats.intervals import Interval, mean_interval
from interpreter.players.lineup import lineup
from interpreter.playtest.run.figures import spread
from interpreter.presentation.names import Names
from interpreter.rulebook.source.files import is_installed, public_path
from interpreter.support.formats import FORMAT_VERSIONS

TAKES_LONG = "a round of it takes too many playouts; more games are asked for, or fewer playouts, to have it"


def measurement_document(measures: Measures) -> dict[str, Any]:
    """Return the JSON document; shares are from 0 to 1."""
    measured = measures.measured
    subject, book = measured.subject, measured.subject.game.rulebook
    return {
        "format": FORMAT_VERSIONS["measure"],
        **measured.backend_use.document(measured.native),
        "game": book.id,
        "folder": None if is_installed(book.folder) else public_path(book.folder, book.folder),
        "variants": list(book.variants),
        "players": lineup(subject.game, subject.seated),
        "seated": subject.seated,
        "digest": book.digest,
        "seed": subject.seed,
        "games": measures.games,
        "complete": measured.signal is None and measured.broken is None,
        "seconds": round(measured.seconds, 6),
        "measures": {
            each.name: {
                **interval(each.value),
                "basis": each.basis,
                "games": each.games,
                **({"why": each.why} if each.why else {}),
            }
            for each in measures.named()
        },
        "wins": {who: interval(share) for who, share in measures.contender_shares.items()},
        "seats": {seat: interval(share) for seat, share in measures.seat_shares.items()},
        "even": rounded_or_none(measures.mean_share) if measures.seat_shares else None,
        "first_turn": None if measures.first_turn is None else interval(measures.first_turn),
        "endings": {reason: interval(share) for reason, share in measures.reasons.items()},
        "length": {
            "turns": _length(measures, "turns"),
            "decisions": _length(measures, "decisions_per_game"),
        },
        "decided": _decided(measures),
        "narrow": _narrow(measures),
        "options": _options(measures),
        "chance": _chance(measures),
        "left_out": [
            {"stronger": rung.stronger, "weaker": rung.weaker, "why": TAKES_LONG}
            for rung, rounds in zip(measured.rungs, measured.plan.rounds, strict=True)
            if not rounds
        ],
        "skill": [
            {
                "stronger": each.rung.stronger,
                "weaker": each.rung.weaker,
                "rounds": each.rounds,
                "games": each.games,
                "share": interval(each.stronger),
                "others": interval(each.weaker),
                "index": interval(each.index),
            }
            for each in measures.skill
        ],
    }


def interval(value: Interval | None) -> dict[str, float | None]:
    """Return an interval as plain data; unbounded values become None."""
    bounds = (None, None, None) if value is None else map(rounded_or_none, (value.estimate, value.low, value.high))
    return dict(zip(("value", "low", "high"), bounds, strict=True))


def _length(told: Measures, of: str) -> dict[str, Any] | None:
    found = told.length(of)
    return None if found is None else {**interval(found), **spread(told.measured.tally.counts[of])}


def _decided(told: Measures) -> dict[str, Any]:
    score, at = told.by_score, told.decision_moment
    return {
        "at": None if at is None else interval(at.scaled(told.step)),
        "enough": rounded_or_none(decision_threshold(told.payoff_rule.even_share)),
        "settled": [interval(each) for each in told.explained_variances],
        "by_playouts": _parts(told, told.by_playouts),
        "by_score": _parts(told, score),
        "changes_by_score": None if told.changes_by_score is None else interval(told.changes_by_score),
        "games": {"score": len(told.observations) if score else 0, "playouts": len(told.valued)},
        **({} if told.by_playouts else {"why": _unknown(told)}),
        **({} if score else {"why_not_by_score": COUNTED_LATE if told.margins else NO_SCORE}),
    }


def _unknown(told: Measures) -> str:
    if len(told.measured.subject.game.seats) == 1:
        return ALONE
    return NO_DECISIONS if told.measured.observations else NOT_PLAYED


def _parts(told: Measures, parts: Sequence[MomentStatistics] | None) -> list[dict[str, Any]] | None:
    if parts is None:
        return None
    return [
        {
            "decision": at * told.step,
            "turn": rounded_or_none(part.turn) if told.has_turns else None,
            "over": rounded_or_none(part.over_share),
            "led": interval(part.lead_share),
            "wins": None if part.leader_share is None else interval(part.leader_share),
        }
        for at, part in enumerate(parts)
    ]


def _narrow(told: Measures) -> dict[str, Any]:
    margins = told.margins
    if not margins:
        scored = is_scored(told.measured.subject.game)
        return {**interval(None), "why": NOT_PLAYED if scored else NO_SCORE}
    return {
        **interval(told.narrow_share),
        "points": NARROW,
        "margin": interval(mean_interval(margins)),
        "games": len(margins),
    }


def _options(told: Measures) -> dict[str, Any]:
    found = told.options
    if found is None:
        return {"decisions": 0, "why": NOT_PLAYED if not told.measured.observations else NO_DECISIONS}
    return {
        "decisions": found.decisions,
        "options": interval(found.options),
        "tried": interval(found.tried),
        "worse": interval(found.worse),
        "mattering": interval(found.mattering),
        "gain": interval(found.gain),
    }


def _chance(told: Measures) -> dict[str, Any] | None:
    found = told.sobol_indices
    if found is None:
        return None
    return {
        "games": found.games,
        "chance": interval(found.chance),
        "play": interval(found.picks),
        "same": interval(found.agreement),
        "apart": rounded_or_none(found.baseline_agreement),
        **({} if found.chance else {"why": "all games end alike"}),
    }


BOUNDS = ("value", "low", "high")
SHARE = ("share", "low", "high")
SKILL = ("stronger", "weaker", "rounds", "games")
TableRow = tuple[Cell, ...]


def measure_tables(statistics: Measures) -> list[DataTable]:
    """Return the tables of measures, wins, endings, leads and skill."""
    data, names = measurement_document(statistics), Names(statistics.measured.subject.game.rulebook)
    measures: list[TableRow] = [
        (name, *_bounds(each), each["basis"], each["games"], each.get("why")) for name, each in data["measures"].items()
    ]
    wins: list[TableRow] = [(who, names.title_of(who), *_bounds(share)) for who, share in data["wins"].items()]
    endings: list[TableRow] = [
        (why, names.label(why, names.as_words(why)), *_bounds(share)) for why, share in data["endings"].items()
    ]
    skill: list[TableRow] = [
        (*(each[fact] for fact in SKILL), *_bounds(each["share"]), *_bounds(each["index"])) for each in data["skill"]
    ]
    leads: list[TableRow] = [
        (by, part["decision"], part["turn"], part["over"], part["led"]["value"], *_bounds(part["wins"]))
        for by in ("playouts", "score")
        for part in data["decided"][f"by_{by}"] or ()
    ]
    of_index = tuple(f"index {bound}" for bound in BOUNDS)
    return [
        DataTable("measures", "Measures", ("measure", *BOUNDS, "basis", "games", "why"), measures),
        DataTable("wins", "Who wins which share of the games", ("winner", "title", *SHARE), wins),
        DataTable("endings", "How games end", ("reason", "title", *SHARE), endings),
        DataTable("leads", "How often who leads wins", ("by", "decision", "turn", "over", "led", *SHARE), leads),
        DataTable("skill", "Skill", (*SKILL, *SHARE, *of_index), skill),
    ]


def _bounds(interval: Mapping[str, Any] | None) -> TableRow:
    return tuple((interval or {}).get(bound) for bound in BOUNDS)
