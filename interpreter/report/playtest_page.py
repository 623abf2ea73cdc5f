"""Page for a playtest."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.lab.playtest_tables import make_playtest_tables
from interpreter.lab.result_tables import DataTable
from interpreter.players.lineup import BALANCE_WARNING, describe_lineup, random_seats
from interpreter.playtest.run.observers import CardObservations
from interpreter.playtest.run.runner import PlaytestResult
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.page import Section, render_page
from interpreter.report.plots import Bar, bar_chart, histogram
from interpreter.report.shared_parts import (
    INTERVALS,
    MAX_ROWS,
    and_others,
    colours_of,
    course_sections,
    distinct_titles,
    fallback_fact,
    format_share,
    non_empty_tables,
    records,
    share_chart,
    title_of,
    truncation_note,
)

MAX_WINNERS = 3
"""Maximum number of outcomes in the lead sentence."""


def render_playtest_page(result: PlaytestResult, seen: CardObservations | None = None) -> str:
    """Return the page: winners, endings, lengths, cards, and the course of the games that were observed.

    Raise MissingExtra if matplotlib isn't installed.
    """
    game = result.plan.game
    names = Names(game.rulebook)
    tables = {table.id: table for table in make_playtest_tables(result)}
    heading, facts = f"{title_of(game.rulebook, names)}: playtest", _facts(result)
    players = describe_lineup(game, result.plan.seated, names)
    if not result.tally.finished:
        return render_page(heading, players, ["No game came to its end."], facts, _stopped(tables))
    sections = [
        *_stopped(tables),
        _winners(tables, result),
        _reasons(tables),
        _lengths(tables),
        *_cards(tables),
        *(Section(table.title, [table]) for table in non_empty_tables(tables, "track_ends")),
        *(
            Section(table.title, [table, *non_empty_tables(tables, "coverage")])
            for table in non_empty_tables(tables, "never")
        ),
        *_course(tables, result, seen, names),
    ]
    return render_page(heading, players, _lead(result, tables), facts, sections)


def _lead(result: PlaytestResult, tables: Mapping[str, DataTable]) -> list[str]:
    """Return the answer in a few sentences."""
    data = result.document()
    rows = records(tables["outcomes"])
    said = [f"{title} {format_share(row)}" for row, title in zip(rows, distinct_titles(rows, "winner"), strict=True)]
    told = ", ".join(said[:MAX_WINNERS]) + (", …" if len(said) > MAX_WINNERS else "")
    least, middle, most = (data["decisions_per_game"][key] for key in ("min", "median", "max"))
    taken = (
        format_count(most, "decision")
        if least == most
        else f"{least:,} to {most:,} decisions, {middle:,} in the middle"
    )
    at_random = random_seats(result.plan.game, result.plan.seated)
    return [f"Won by: {told}.", f"A game takes {taken}.", *([f"{BALANCE_WARNING}."] if at_random else [])]


def _facts(result: PlaytestResult) -> dict[str, str]:
    """Return the settings of the run."""
    data = result.document()
    return {
        "Games": f"{data['finished']:,} of {data['games']:,} finished",
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}, from game {data['first_game']}",
        "Rules": data["digest"][:12],
        **fallback_fact(data),
    }


def _stopped(tables: Mapping[str, DataTable]) -> list[Section]:
    return [
        Section(table.title, [table], text="These games are in no other figure.")
        for table in non_empty_tables(tables, "stopped")
    ]


def _winners(tables: Mapping[str, DataTable], result: PlaytestResult) -> Section:
    game = result.plan.game
    colours = colours_of(game)
    pictures = [share_chart(tables["outcomes"], "Who won which share of the games", colours=colours)]
    if len(game.seats) > 2:
        pictures.append(
            share_chart(tables["seats"], "Shares of the seats", "Seat by seat, alone or with others", colours)
        )
    return Section("Won by", non_empty_tables(tables, "outcomes", "seats", "first_player"), pictures, INTERVALS)


def _reasons(tables: Mapping[str, DataTable]) -> Section:
    table = tables["reasons"]
    return Section("Ended by", [table], [share_chart(table, "Why the games ended, in shares")])


def _lengths(tables: Mapping[str, DataTable]) -> Section:
    pictures = [
        histogram(
            table.id,
            {int(str(value)): int(str(times)) for value, times in table.rows},
            table.id,
            f"How many games have how many {table.id}",
        )
        for table in non_empty_tables(tables, "turns", "decisions")
        if len(table.rows) > 1
    ]
    text = "How many games take so long." + (" The dashed line is in the middle of them." if pictures else "")
    return Section("Length", non_empty_tables(tables, "turns", "decisions"), pictures, text)


def _course(
    tables: Mapping[str, DataTable], result: PlaytestResult, seen: CardObservations | None, names: Names
) -> list[Section]:
    scores = non_empty_tables(tables, "scores")
    if seen is None or not seen.games:
        return [Section("Scores", scores)] if scores else []
    return course_sections(seen.course, result.plan.game, names, scores)


def _cards(tables: Mapping[str, DataTable]) -> list[Section]:
    """Return a section with the use of each card, the most used first; unused cards are listed by name."""
    found = non_empty_tables(tables, "cards")
    rows = [row for table in found for row in records(table)]
    if not any(row["uses"] for row in rows):
        return []
    used = sum(row["uses"] > 0 for row in rows)
    drawn = [
        Bar(name, row["uses a game"], value_text=f"{row['uses a game']:.2f}")
        for row, name in list(zip(rows, distinct_titles(rows, "card"), strict=True))[:MAX_ROWS]
        if row["uses"]
    ]
    text = "Uses a game, whatever for; the table says for what."
    if never := [name for row, name in zip(rows, distinct_titles(rows, "card"), strict=True) if not row["uses"]]:
        text += f" Never used: {and_others(never)}."
    pictures = [bar_chart("cards", drawn, "How often cards are used", truncation_note(used))] if drawn else []
    return [Section("Cards", found, pictures, text)]
