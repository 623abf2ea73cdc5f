"""Result document of a sweep between ever better players, as written by `sweep --by ladder --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.lab.balance.ladder_document import LadderStudyDocument, ladder_head
from interpreter.lab.sweep.sweep_document import SweepDocument, sweep_document
from interpreter.lab.sweep.sweep_ladder import SweepLadder, SweptRung


@dataclass(frozen=True, slots=True)
class SweepRungFigures:
    """Result of the sweep between players of one kind.

    Attributes:
        player: Name of the kind of player.
        nearest: The values that come nearest to the aim; null without one.
        possible: Values that may reach the aim, nearest first: its interval contains it.
        study: The whole result.
    """

    player: str
    nearest: dict[str, Any] | None
    possible: list[dict[str, Any]]
    study: SweepDocument


@dataclass(frozen=True, slots=True)
class SweepLadderDocument(LadderStudyDocument):
    """Result of a sweep between ever better players.

    Attributes:
        chosen: The values that come nearest to the aim between the strongest players; null without an aim.
        settled: True if no other values are possible between these players, and the same ones come nearest between the
            second strongest ones; null without an aim.
        rungs: Result of the sweep by kind of players, from the weakest to the strongest.
    """

    chosen: dict[str, Any] | None
    settled: bool | None
    rungs: list[SweepRungFigures]


def sweep_ladder_document(found: SweepLadder) -> SweepLadderDocument:
    """Return the document of a sweep between ever better players."""
    rungs = [_rung(each) for each in found.reported]
    head = ladder_head("sweep_ladder", found, rungs[-1].study, [each.study.run for each in rungs])
    has_aim = rungs[-1].study.aim is not None
    return SweepLadderDocument(*head, rungs[-1].nearest, _is_settled(rungs) if has_aim else None, rungs)


def _rung(swept: SweptRung) -> SweepRungFigures:
    study, search = sweep_document(swept.found), swept.found.target_search
    played = [] if search is None else search.played
    possible = [spot.point.values for spot in played if not spot.is_ruled_out]
    return SweepRungFigures(swept.rung.player, played[0].point.values if played else None, possible, study)


def _is_settled(rungs: Sequence[SweepRungFigures]) -> bool:
    if len(rungs) < 2:
        return False
    second, strongest = rungs[-2:]
    return strongest.possible == [strongest.nearest] and repr(second.nearest) == repr(strongest.nearest)
