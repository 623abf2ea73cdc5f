"""Page for a sweep over the values of a parameter."""

from __future__ import annotations

from typing import Any

from interpreter.lab.compare.question import POINTS
from interpreter.lab.sweep.sweep import SweepResult
from interpreter.lab.sweep.sweep_document import sweep_document, sweep_tables
from interpreter.lab.sweep.sweep_words import SweepSummary
from interpreter.players.lineup import describe_lineup
from interpreter.presentation.names import Names
from interpreter.report.page import Section, render_page
from interpreter.report.plots import Bar, bar_chart
from interpreter.report.shared_parts import MAX_ROWS, colours_of, fallback_fact, title_of, truncation_note

INTERVAL_NOTE = "The thin lines say between what a share lies; those of all values hold together in 95 of 100 runs."


def render_sweep_page(found: SweepResult) -> str:
    """Return the page: share of wins for each value, endings and lengths.

    Raise MissingExtra if matplotlib isn't installed.
    """
    book = found.spec.game.rulebook
    names = Names(book)
    words = SweepSummary(found, names)
    wins, reasons, length = sweep_tables(found)
    aim = f" The dashed line is the aim, {POINTS * found.spec.aim.target:g} %." if found.spec.aim else ""
    drawn = _bars(found, words)
    said = f"How often {names.title_of(words.contender)} wins", truncation_note(len(words.played), "values")
    pictures = [bar_chart("wins", drawn, *said, mark=_aim_mark(found))] if drawn else []
    text = f"How often {names.title_of(words.contender)} wins. {INTERVAL_NOTE}{aim}"
    sections = [Section("Who wins", [wins], pictures, text)]
    sections += [Section("How games end", [reasons]), Section("How long games are", [length])]
    title = f"{title_of(book, names)}: {words.subject()}"
    players = describe_lineup(found.spec.game, found.spec.seated, names)
    return render_page(title, players, [words.sentence().replace("`", "")], _facts(sweep_document(found)), sections)


def _aim_mark(found: SweepResult) -> float | None:
    return POINTS * found.spec.aim.target if found.spec.aim else None


def _bars(found: SweepResult, words: SweepSummary) -> list[Bar]:
    """Return a bar for each value; values that are ruled out are pale."""
    colour = colours_of(found.spec.game)[words.contender]
    rows = []
    for spot in words.played[:MAX_ROWS]:
        won = words.interval(spot).scaled(POINTS)
        said = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f})"
        rows.append(Bar(words.value(spot).strip("`"), won.estimate, won.low, won.high, said, spot.is_ruled_out, colour))
    return rows


def _facts(data: dict[str, Any]) -> dict[str, str]:
    return {
        "Games": f"{data['games']:,}",
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }
