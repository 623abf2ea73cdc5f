"""Plan of an ablation study: the number of games that it takes, estimated from a few timed ones."""

from __future__ import annotations

from math import ceil, sqrt

from interpreter.lab.balance.study_plan import StudyNeeds, StudyPlanDocument, study_plan
from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.impact import ImpactSpec
from interpreter.lab.impact.impact_ladder import ImpactLadder, ImpactRung


def impact_plan(found: ImpactLadder, asked: ImpactSpec) -> StudyPlanDocument:
    """Return the plan that timed games give. `asked`: settings of the study."""
    return study_plan("impact", found, asked, asked.margin_points, 1 + len(asked.things), _needs)


def _needs(rung: ImpactRung) -> StudyNeeds | None:
    """Return the mean number of games without each thing and with nothing left out, and the widest reach then."""
    effects = rung.findings.effects
    rows = [row for row in rung.findings.rows if row.stopped is None and row.games]
    if rung.games < rung.least_games or not rows:
        return None
    needed = [effects.games_needed(row) for row in rows]
    games = ceil((sum(needed) + max(needed)) / (len(needed) + 1))
    widest = max(effects.difference(row, who).half_width for row in rows for who in effects.counted_sides(row))
    return StudyNeeds(games, POINTS * widest * sqrt(rung.games / games))
