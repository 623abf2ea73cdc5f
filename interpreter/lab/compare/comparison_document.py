"""JSON document of a comparison, as written by `compare --json`.

Changes in how often cards are used, between the two arms of a comparison.

Tables of a comparison for CSV files and reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypedDict

from interpreter.lab.compare.answer import ComparisonResult
from interpreter.lab.compare.examples import DivergingGame
from interpreter.lab.compare.pairing import AFTER, BEFORE
from interpreter.lab.compare.question import POINTS, ComparedVersion, ComparisonSpec
from interpreter.lab.compare.verdicts import Verdict
from interpreter.lab.result_tables import DECIMALS, Cell, DataTable
from interpreter.lab.stats.intervals import Interval
from interpreter.players.lineup import describe_lineup, lineup, random_seats
from interpreter.players.making import is_timed
from interpreter.playtest.run.run_session import BackendUse
from interpreter.presentation.names import Names
from interpreter.rulebook.source.files import public_path
from interpreter.support.formats import FORMAT_VERSIONS

Z_THRESHOLD = 4.0
"""Standard deviations from which a change is reported: with 100 uses, one false report in 200 runs."""


@dataclass(frozen=True, slots=True)
class CardUseChange:
    """Change in how often a card is used for one purpose.

    Attributes:
        card: Id of the card.
        label: Purpose of the use, as labelled in the rules.
        before: Uses per game before the change.
        after: Uses per game after the change.
        z_score: Size of the change in standard deviations, if uses are Poisson-distributed.
    """

    card: str
    label: str
    before: float
    after: float
    z_score: float


def card_use_changes(answer: ComparisonResult) -> list[CardUseChange]:
    """Return the uses with a noteworthy change, largest change first."""
    before, after = (tally.counts["cards"] for tally in answer.evidence.tallies)
    found = []
    for card, label in sorted({*before, *after}):
        was, now = before[card, label], after[card, label]
        moved = (now - was) / sqrt(was + now)
        if abs(moved) >= Z_THRESHOLD:
            found.append(CardUseChange(card, label, was / answer.games, now / answer.games, moved))
    return sorted(found, key=lambda use: (-abs(use.z_score), use.card, use.label))


TableRow = tuple[Cell, ...]
CHANGE = ("before", "after", "change", "low", "high")


def compare_tables(results: Sequence[LineupResult]) -> list[DataTable]:
    """Return the tables of wins, endings, lengths, scores, card uses and diverging games, before and after.

    Each row names the kind of players in its column `by`, which is empty for the default players.
    """
    question = results[0].answer.question
    before, after = (Names(side.game.rulebook) for side in (question.versions[BEFORE], question.versions[AFTER]))

    def title(thing_id: str) -> str:
        """Return the title after the change, or before it for a thing that is no longer there."""
        return after.title_of(thing_id) if after.title_of(thing_id) != thing_id else before.title_of(thing_id)

    wins: list[TableRow] = []
    reasons: list[TableRow] = []
    lengths: list[TableRow] = []
    scores: list[TableRow] = []
    cards: list[TableRow] = []
    examples: list[TableRow] = []
    for each in comparison_document(results)["players"]:
        by, games = each["by"], each["games"]
        for who, points in each["difference"].items():
            won = (each[side]["wins"].get(who, 0) for side in ("a", "b"))
            shares = [round(100 * times / games, 4) if games else None for times in won]
            wins.append((by, who, title(who), *shares, *_range(points, "points"), each["verdict"], games))
        for why, of in each["reasons"].items():
            shares = [round(100 * of[side] / games, 4) for side in ("before", "after")]
            reasons.append((by, why, after.label(why, after.as_words(why)), *shares, *_range(of, "points")))
        lengths += [
            (by, key, of["before"], of["after"], *_range(of, "difference")) for key, of in each["length"].items()
        ]
        for seat, of in each["scores"].items():
            scores.append((by, seat, title(seat), of.get("before"), of.get("after")))
        cards += [
            (by, use["id"], title(use["id"]), *(use[x] for x in ("use", "before", "after"))) for use in each["cards"]
        ]
        for game in each["examples"]:
            parts = [" ".join(game[side]) for side in ("before", "after")]
            examples.append((by, game["seed"], game["game"], game["decision"], *parts, game["games"]))
    tables = [
        DataTable("wins", "Won by, in per cent", ("by", "id", "title", *CHANGE, "verdict", "games"), wins),
        DataTable("reasons", "Ended by, in per cent", ("by", "reason", "title", *CHANGE), reasons),
        DataTable("lengths", "Length of a game", ("by", "what", *CHANGE), lengths),
        DataTable("scores", "Mean score", ("by", "seat", "title", "before", "after"), scores),
        DataTable(
            "cards", "Cards that moved most, uses a game", ("by", "card", "title", "use", "before", "after"), cards
        ),
        DataTable(
            "examples",
            "Games in which the two versions part",
            ("by", "seed", "game", "decision", "won before", "won after", "games so"),
            examples,
        ),
    ]
    return [table for table in tables if table.rows]


def _range(of: dict[str, Any], key: str) -> TableRow:
    return of[key], of["low"], of["high"]


@dataclass(frozen=True, slots=True)
class LineupResult:
    """The answer under one kind of players.

    Attributes:
        answer: Result of the comparison.
        examples: Games that show the difference.
        by: Name of the kind of players; None for the default players.
    """

    answer: ComparisonResult
    examples: Sequence[DivergingGame] = ()
    by: str | None = None


def deciding_result(told: Sequence[LineupResult]) -> LineupResult:
    """Return the deciding answer of several kinds of players: `different`, else `undecided`, else the first."""
    for said in ("different", "undecided"):
        for each in told:
            if each.answer.verdict == said:
                return each
    return told[0]


def is_reproducible(question: ComparisonSpec) -> bool:
    """Return whether the same command gives the same games: no player has a time budget."""
    return not any(is_timed(player) for side in question.versions for player in side.seated.values())


def lineups(told: Sequence[LineupResult], names: Sequence[Names]) -> str:
    """Return the players before and after in words, one kind of players after the other.

    `names` are those of the two versions.
    """
    before, after = (
        ", then ".join(describe_lineup(side.game, side.seated, names[arm]) for side in sides)
        for arm, sides in enumerate(zip(*(each.answer.question.versions for each in told), strict=True))
    )
    return f"{after}, before and after" if before == after else f"before: {before}; after: {after}"


def is_random(told: Sequence[LineupResult]) -> bool:
    """Return whether all players are random, on both arms and under each kind of players."""
    sides = [side for each in told for side in each.answer.question.versions]
    return all(random_seats(side.game, side.seated) for side in sides)


def backend_use(told: Sequence[LineupResult]) -> BackendUse:
    """Return the number of games of all answers by backend."""
    use = BackendUse()
    for each in told:
        use.merge(each.answer.backend_use)
    return use


def is_native(told: Sequence[LineupResult]) -> bool:
    """Return whether machine code played games of each answer, or would have if there had been any."""
    return all(each.answer.backend_use.is_native(each.answer.native) for each in told)


def _backend(told: Sequence[LineupResult]) -> dict[str, Any]:
    data = backend_use(told).document(any(each.answer.native for each in told))
    return data if is_native(told) else data | {"backend": "python"}


def comparison_document(told: Sequence[LineupResult]) -> dict[str, Any]:
    """Return the JSON document of all answers; the keys outside `players` describe the deciding answer."""
    deciding = deciding_result(told)
    question = deciding.answer.question
    return {
        "format": FORMAT_VERSIONS["compare"],
        **_backend(told),
        "seed": question.seeds[BEFORE],
        "within": question.margin_points,
        **_one(deciding),
        "seconds": round(sum(each.answer.seconds for each in told), 6),
        "players": [_one(each) for each in told],
    }


def _one(told: LineupResult) -> dict[str, Any]:
    answer = told.answer
    played = answer.games > 0
    verdict: Verdict = answer.verdict
    return {
        "by": told.by,
        "verdict": verdict,
        "games": answer.games,
        "most_games": answer.question.games,
        "reproducible": is_reproducible(answer.question),
        "same_content": answer.question.is_identical,
        "a": _side(answer, BEFORE),
        "b": _side(answer, AFTER),
        "difference": {who: to_points(found) for who, found in _differences(answer)},
        "settled_after": answer.games_to_verdict() if played and verdict == "undecided" else None,
        "reasons": _reasons(answer) if played else {},
        "length": _lengths(answer) if played else {},
        "scores": _scores(answer) if played else {},
        "cards": [
            {
                "id": use.card,
                "use": use.label,
                "before": round(use.before, DECIMALS),
                "after": round(use.after, DECIMALS),
            }
            for use in (card_use_changes(answer) if played else [])
        ],
        "examples": [
            {
                "seed": answer.question.seeds[BEFORE],
                "game": each.game,
                "decision": each.decision,
                "before": list(each.before),
                "after": list(each.after),
                "games": each.games,
            }
            for each in told.examples
        ],
    }


def _differences(answer: ComparisonResult) -> Iterable[tuple[str, Interval]]:
    if answer.games:
        return answer.differences().items()
    return [(who, Interval(0.0, 0.0, 0.0)) for who in answer.question.contenders if answer.question.is_identical]


def _side(answer: ComparisonResult, arm: int) -> dict[str, Any]:
    side: ComparedVersion = answer.question.versions[arm]
    book = side.game.rulebook
    return {
        "game": book.id,
        "folder": side.folder and public_path(side.folder, side.folder),
        "revision": side.revision,
        "variants": list(book.variants),
        "players": lineup(side.game, side.seated),
        "seated": lineup(side.game, side.seated),
        "digest": book.digest,
        "wins": answer.wins(arm),
        "win_points": {who: round(mean, DECIMALS) for who, mean in answer.win_points(arm).items()},
        "games": answer.games,
    }


class PointsInterval(TypedDict):
    """A difference of shares in percentage points, with its interval."""

    points: float
    low: float
    high: float


def to_points(found: Interval) -> PointsInterval:
    """Convert an interval of shares to percentage points."""
    estimate, low, high = (
        round(POINTS * share, DECIMALS) + 0.0 for share in (found.estimate, found.low, found.high)
    )  # 0.0: no -0
    return PointsInterval(points=estimate, low=low, high=high)


def _reasons(answer: ComparisonResult) -> dict[str, Any]:
    before, after = (tally.counts["reasons"] for tally in answer.evidence.tallies)
    return {
        reason: {"before": before[reason], "after": after[reason], **to_points(found)}
        for reason, found in answer.reasons().items()
    }


def _lengths(answer: ComparisonResult) -> dict[str, Any]:
    return {
        key: {
            "before": round(before.mean, DECIMALS),
            "after": round(after.mean, DECIMALS),
            "difference": round(after.mean - before.mean, DECIMALS),
            "low": round(found.low, DECIMALS) if found else None,
            "high": round(found.high, DECIMALS) if found else None,
        }
        for key, (before, after, found) in answer.lengths().items()
    }


def _scores(answer: ComparisonResult) -> dict[str, Any]:
    sums = [tally.counts["mean_scores"] for tally in answer.evidence.tallies]
    if answer.question.before.game.rulebook.score is None and answer.question.after.game.rulebook.score is None:
        return {}
    return {
        seat: {
            name: round(of[seat] / answer.games, DECIMALS) for name, of in zip(("before", "after"), sums, strict=True)
        }
        for seat in answer.question.before.game.seats
    }
