"""Page for a sweep over the values of a parameter."""

from __future__ import annotations

from typing import Any

from interpreter.lab.question import POINTS
from interpreter.lab.sweep import Swept
from interpreter.lab.sweep_document import document
from interpreter.lab.sweep_tables import sweep_tables
from interpreter.lab.sweep_words import Words
from interpreter.players.lineup import lineup_phrase
from interpreter.presentation.names import Names
from interpreter.report.page import Section, page
from interpreter.report.parts import (
    MOST_ROWS,
    colours_of,
    cut,
    fallback_fact,
    title_of,
)
from interpreter.report.plots import Bar, bars

TOGETHER = "The thin lines say between what a share lies; those of all values hold together in 95 of 100 runs."


def sweep_page(found: Swept) -> str:
    """Return the page: share of wins for each value, endings and lengths.

    Raise MissingExtra if matplotlib isn't installed.
    """
    book = found.sweep.game.rulebook
    names = Names(book)
    words = Words(found, names)
    wins, reasons, length = sweep_tables(found)
    aim = f" The dashed line is the aim, {POINTS * found.sweep.aim.target:g} %." if found.sweep.aim else ""
    drawn = _bars(found, words)
    said = f"How often {names.of(words.who)} wins", cut(len(words.known), "values")
    pictures = [bars("wins", drawn, *said, mark=_mark(found))] if drawn else []
    text = f"How often {names.of(words.who)} wins. {TOGETHER}{aim}"
    sections = [Section("Who wins", [wins], pictures, text)]
    sections += [Section("How games end", [reasons]), Section("How long games are", [length])]
    title = f"{title_of(book, names)}: {words.subject()}"
    players = lineup_phrase(found.sweep.game, found.sweep.seated, names)
    return page(title, players, [words.sentence().replace("`", "")], _facts(document(found)), sections)


def _mark(found: Swept) -> float | None:
    return POINTS * found.sweep.aim.target if found.sweep.aim else None


def _bars(found: Swept, words: Words) -> list[Bar]:
    """Return a bar for each value; values that are ruled out are pale."""
    colour = colours_of(found.sweep.game)[words.who]
    rows = []
    for spot in words.known[:MOST_ROWS]:
        won = words.interval(spot).times(POINTS)
        said = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f})"
        rows.append(Bar(words.value(spot).strip("`"), won.estimate, won.low, won.high, said, spot.out, colour))
    return rows


def _facts(data: dict[str, Any]) -> dict[str, str]:
    return {
        "Games": f"{data['games']:,}",
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}",
        **fallback_fact(data),
    }
