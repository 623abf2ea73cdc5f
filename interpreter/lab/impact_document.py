"""JSON document of an ablation study, as written by `impact --json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.formats import FORMATS
from interpreter.lab.document import points
from interpreter.lab.impact import Findings
from interpreter.lab.tables import DIGITS
from interpreter.lab.worth import Worth
from interpreter.players.lineup import lineup


def document(findings: Findings, partings: Mapping[int, int | None]) -> dict[str, Any]:
    """Return the JSON document: `cards` lists the events, `things` the rest, both by effect, largest first.

    `partings` are the differing decisions found by `examples.partings`.
    """
    inquiry, book = findings.inquiry, findings.inquiry.game.rulebook
    told = findings.worths.told()
    return {
        "format": FORMATS["impact"],
        **findings.backend_use.document(findings.native),
        "game": book.id,
        "variants": list(book.variants),
        "players": lineup(inquiry.game, inquiry.seated),
        "seated": inquiry.seated,
        "seed": inquiry.seed,
        "within": inquiry.within,
        "games": findings.played,
        "seconds": round(findings.seconds, 6),
        "baseline": {"games": findings.baseline.games, "wins": wins(findings)},
        "watched": findings.seen.games,
        "verdicts": {
            said: sum(each.verdict == said for each in told) for said in ("real", "within", "undecided", "stopped")
        },
        "cards": [
            {**_thing(findings, each, partings), **_card(findings, each)}
            for each in told
            if each.row.thing.kind == "event"
        ],
        "things": [_thing(findings, each, partings) for each in told if each.row.thing.kind != "event"],
    }


def wins(findings: Findings) -> dict[str, int]:
    """Return the number of games that each side won with nothing left out, alone or with others."""
    won = dict.fromkeys(findings.inquiry.who, 0)
    of = "outcomes" if findings.inquiry.game.rulebook.sides else "seat_wins"
    return won | {who: times for who, times in findings.baseline.counts[of].items() if who in won}


def _thing(findings: Findings, worth: Worth, partings: Mapping[int, int | None]) -> dict[str, Any]:
    row = worth.row
    number = row.thing.number
    example = {"seed": findings.inquiry.seed, "game": row.parted, "decision": partings.get(number)}
    return {
        "kind": row.thing.kind,
        "id": row.thing.id,
        "title": row.thing.title.get("en", row.thing.id),
        "points": {who: points(interval) for who, interval in worth.points.items()},
        "verdict": worth.verdict,
        "real": worth.real,
        "games": row.games,
        "stopped_in": row.stopped,
        "example": example if number in partings else None,
    }


def _card(findings: Findings, worth: Worth) -> dict[str, Any]:
    """Return the observations of a card; None for those that are not known."""
    seen, id = findings.seen, worth.row.thing.id
    if not seen.games:
        known = ("drawn", "held", "uses", "never", "share_when_drawn", "share_when_played")
        return dict.fromkeys(known)
    uses = {label: times for (card, label), times in sorted(seen.uses.items()) if card == id}
    return {
        "drawn": seen.drawn[id],
        "held": seen.held[id],
        "uses": uses,
        "never": not uses if seen.uses else None,
        "share_when_drawn": _share(seen.drawn_won[id], seen.drawn[id]),
        "share_when_played": _share(seen.played_won[id], seen.played[id]),
    }


def _share(times: int, of: int) -> float | None:
    return round(times / of, DIGITS) if of else None
