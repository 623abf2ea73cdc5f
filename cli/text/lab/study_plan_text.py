"""Plan of a study as text: games and time by kind of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.seats import describe_backend, describe_fallbacks
from cli.text.screen import current_screen, format_table, tie
from interpreter.presentation import format_count
from interpreter.report import format_time, margin_text
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import PlannedStudy, StudyPlanDocument

SUBJECTS = {
    "impact": (
        "what each thing is worth to half its size, or that it is less than {margin},",
        "games with each thing left out in turn",
    ),
    "sweep": ("who wins with each value to {margin} either way", "games with each value"),
    "measure": ("who wins to {margin} either way", "observed games"),
}
"""Words for what a study finds out, and for its games."""


def format_study_plan(document: StudyPlanDocument) -> str:
    """Return a sentence, a row for each kind of players, and how to read it."""
    wrap = current_screen().wrap
    subject, timed_games = SUBJECTS[document.question]
    known = subject.format(margin=margin_text(document.within))
    lines = wrap(f"To know {known} takes about:")
    each = "games of each" if document.parts > 1 else "games"
    rows: list[tuple[str, ...]] = [("players", "timed", each, "time", "in 10 minutes")]
    rows += [_row(found) for found in document.players]
    lines += ["", format_table(rows), ""]
    lines += wrap(
        f"`timed`: {timed_games}, played for this estimate. `in 10 minutes`: points to which the answer is known then, "
        "either way."
    )
    timed = sum(each.tried for each in document.players) * document.parts
    processes = format_count(document.jobs, "process", "processes")
    lines.append(
        f"{format_count(timed, 'game')} in {document.seconds:.1f} s, {processes}{describe_backend(document.run)}"
    )
    return "\n".join([*lines, *describe_fallbacks(document.run)])


def _row(found: PlannedStudy) -> tuple[str, ...]:
    name, tried, unknown = printable(found.player or "as seated"), f"{found.tried:,}", "not known"
    if found.games is None or found.seconds is None or found.reach is None:
        return name, tried, unknown, unknown, unknown
    return name, tried, f"{found.games:,}", tie(format_time(found.seconds)), f"±{found.reach:.1f}"
