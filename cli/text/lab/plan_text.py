"""Plan of a comparison as text: games and time by kind of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.seats import describe_backend, describe_fallbacks
from cli.text.screen import current_screen, format_table, tie
from interpreter.lab import POINTS
from interpreter.presentation import format_count
from interpreter.report import format_time, margin_text
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import PlanDocument, PlannedPlayers


def format_plan(document: PlanDocument) -> str:
    """Return a sentence, a row for each kind of players, and how to read it."""
    wrap = current_screen().wrap
    lines = wrap(f"To know a small change to {margin_text(document.within)} either way, compare plays about:")
    rows: list[tuple[str, ...]] = [("players", "timed", "won otherwise", "games a side", "time", "in 10 minutes")]
    rows += [_row(each) for each in document.players]
    lines += ["", format_table(rows), ""]
    lines += wrap(
        "`timed`: games of both versions, played for this estimate. `won otherwise`: those of 100 that a side wins "
        "with one version only, with its 95 % interval. `in 10 minutes`: points to which the change is known then. "
        "A large change is found sooner."
    )
    timed = sum(2 * each.tried for each in document.players)
    processes = format_count(document.jobs, "process", "processes")
    lines.append(
        f"{format_count(timed, 'game')} in {document.seconds:.1f} s, {processes}{describe_backend(document.run)}"
    )
    return "\n".join([*lines, *describe_fallbacks(document.run)])


def _row(found: PlannedPlayers) -> tuple[str, ...]:
    name, tried, unknown = printable(found.by or "as seated"), f"{found.tried:,}", "not known"
    if found.changed is None or found.games is None or found.seconds is None or found.reach is None:
        return name, tried, unknown, unknown, unknown, unknown
    share = found.changed.scaled(POINTS)
    changed = tie(f"{share.estimate:.0f} ({share.low:.0f} to {share.high:.0f})")
    return name, tried, changed, f"{found.games:,}", tie(format_time(found.seconds)), f"±{found.reach:.1f}"
