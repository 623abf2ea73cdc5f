"""Page for a playtest."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.lab.playtest_tables import playtest_tables
from interpreter.lab.tables import Table
from interpreter.players.lineup import NO_TEST_OF_BALANCE, lineup_phrase, random_seats
from interpreter.playtest.runner import Result
from interpreter.playtest.seen import Seen
from interpreter.presentation.counts import number_of
from interpreter.presentation.names import Names
from interpreter.report.page import Section, page
from interpreter.report.parts import (
    INTERVALS,
    MOST_ROWS,
    and_others,
    apart,
    behind,
    colours_of,
    course_sections,
    cut,
    fallback_fact,
    records,
    share,
    shares,
    title_of,
)
from interpreter.report.plots import Bar, bars, histogram

MOST_WINNERS = 3
"""Maximum number of outcomes in the lead sentence."""


def playtest_page(result: Result, seen: Seen | None = None) -> str:
    """Return the page: winners, endings, lengths, cards, and the course of the games that were observed.

    Raise MissingExtra if matplotlib isn't installed.
    """
    game = result.plan.game
    names = Names(game.rulebook)
    tables = {table.id: table for table in playtest_tables(result)}
    heading, facts = f"{title_of(game.rulebook, names)}: playtest", _facts(result)
    players = lineup_phrase(game, result.plan.seated, names)
    if not result.tally.finished:
        return page(heading, players, ["No game came to its end."], facts, _stopped(tables))
    sections = [
        *_stopped(tables),
        _winners(tables, result),
        _reasons(tables),
        _lengths(tables),
        *_cards(tables),
        *(Section(table.title, [table]) for table in behind(tables, "track_ends")),
        *(Section(table.title, [table, *behind(tables, "coverage")]) for table in behind(tables, "never")),
        *_course(tables, result, seen, names),
    ]
    return page(heading, players, _lead(result, tables), facts, sections)


def _lead(result: Result, tables: Mapping[str, Table]) -> list[str]:
    """Return the answer in a few sentences."""
    data = result.document()
    rows = records(tables["outcomes"])
    said = [f"{title} {share(row)}" for row, title in zip(rows, apart(rows, "winner"), strict=True)]
    told = ", ".join(said[:MOST_WINNERS]) + (", …" if len(said) > MOST_WINNERS else "")
    least, middle, most = (data["decisions_per_game"][key] for key in ("min", "median", "max"))
    taken = (
        number_of(most, "decision") if least == most else f"{least:,} to {most:,} decisions, {middle:,} in the middle"
    )
    at_random = random_seats(result.plan.game, result.plan.seated)
    return [f"Won by: {told}.", f"A game takes {taken}.", *([f"{NO_TEST_OF_BALANCE}."] if at_random else [])]


def _facts(result: Result) -> dict[str, str]:
    """Return the settings of the run."""
    data = result.document()
    return {
        "Games": f"{data['finished']:,} of {data['games']:,} finished",
        "Seats": f"{len(data['players'])}",
        "Seed": f"{data['seed']}, from game {data['first_game']}",
        "Rules": data["digest"][:12],
        **fallback_fact(data),
    }


def _stopped(tables: Mapping[str, Table]) -> list[Section]:
    return [
        Section(table.title, [table], text="These games are in no other figure.") for table in behind(tables, "stopped")
    ]


def _winners(tables: Mapping[str, Table], result: Result) -> Section:
    game = result.plan.game
    colours = colours_of(game)
    pictures = [shares(tables["outcomes"], "Who won which share of the games", colours=colours)]
    if len(game.seats) > 2:
        pictures.append(shares(tables["seats"], "Shares of the seats", "Seat by seat, alone or with others", colours))
    return Section("Won by", behind(tables, "outcomes", "seats", "first_player"), pictures, INTERVALS)


def _reasons(tables: Mapping[str, Table]) -> Section:
    table = tables["reasons"]
    return Section("Ended by", [table], [shares(table, "Why the games ended, in shares")])


def _lengths(tables: Mapping[str, Table]) -> Section:
    pictures = [
        histogram(
            table.id,
            {int(str(value)): int(str(times)) for value, times in table.rows},
            table.id,
            f"How many games have how many {table.id}",
        )
        for table in behind(tables, "turns", "decisions")
        if len(table.rows) > 1
    ]
    text = "How many games take so long." + (" The dashed line is in the middle of them." if pictures else "")
    return Section("Length", behind(tables, "turns", "decisions"), pictures, text)


def _course(tables: Mapping[str, Table], result: Result, seen: Seen | None, names: Names) -> list[Section]:
    scores = behind(tables, "scores")
    if seen is None or not seen.games:
        return [Section("Scores", scores)] if scores else []
    return course_sections(seen.course, result.plan.game, names, scores)


def _cards(tables: Mapping[str, Table]) -> list[Section]:
    """Return a section with the use of each card, the most used first; unused cards are listed by name."""
    found = behind(tables, "cards")
    rows = [row for table in found for row in records(table)]
    if not any(row["uses"] for row in rows):
        return []
    used = sum(row["uses"] > 0 for row in rows)
    drawn = [
        Bar(name, row["uses a game"], said=f"{row['uses a game']:.2f}")
        for row, name in list(zip(rows, apart(rows, "card"), strict=True))[:MOST_ROWS]
        if row["uses"]
    ]
    text = "Uses a game, whatever for; the table says for what."
    if never := [name for row, name in zip(rows, apart(rows, "card"), strict=True) if not row["uses"]]:
        text += f" Never used: {and_others(never)}."
    pictures = [bars("cards", drawn, "How often cards are used", cut(used))] if drawn else []
    return [Section("Cards", found, pictures, text)]
