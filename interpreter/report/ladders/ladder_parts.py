"""Parts of the reports of studies between ever better players: common tables, and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from interpreter.lab.balance.ladder_document import LadderStudyDocument
from interpreter.report.phrasing import advise_time
from interpreter.report.shared_parts import DataTable, ReportFigure, fallback_fact

PLAYERS = "players"
"""Name of the column with the kind of players."""


def merge_rungs(rungs: Mapping[str, Iterable[ReportFigure]]) -> Iterator[ReportFigure]:
    """Yield each figure once, with the rows of all kinds of players.

    The pictures are those of the strongest players. `rungs`: figures by kind of players, from weak to strong.
    """
    found: dict[str, dict[str, ReportFigure]] = {}
    for player, figures in rungs.items():
        for figure in figures:
            found.setdefault(figure.table.id, {})[player] = figure
    strongest = [*rungs][-1] if rungs else ""
    for of_players in found.values():
        last = [*of_players.values()][-1]
        columns = [*dict.fromkeys(column for figure in of_players.values() for column in figure.table.columns)]
        rows = []
        for player, figure in of_players.items():
            for row in figure.table.rows:
                cells = dict(zip(figure.table.columns, row, strict=True))
                rows.append((player, *(cells.get(column) for column in columns)))
        table = DataTable(last.table.id, last.table.title, (PLAYERS, *columns), rows)
        drawn = of_players.get(strongest)
        if drawn is None or not drawn.pictures:
            yield replace(last, table=table, pictures=())
        else:
            yield replace(drawn, table=table, text=f"Drawn for {strongest} players. {drawn.text}".strip())


def next_step(document: LadderStudyDocument) -> list[str]:
    """Return a sentence on the time that the first players would take who were left out, if there are any."""
    if document.next_player is None or not document.next_seconds:
        return []
    return [advise_time(document.next_player, document.time, document.next_seconds)]


def too_few_players(players: Sequence[str], of: str) -> str:
    """Return a sentence on a ladder without a second rung. `of`: what is not known of other players."""
    if not players:
        return "Stopped before enough games were finished."
    return f"Only {players[0]} players had time for enough games: {of} between better players is not known."


def ladder_facts(document: LadderStudyDocument, games: Mapping[str, int]) -> dict[str, str]:
    """Return the facts of a study for the head of a page, by name. `games`: their number by kind of players."""
    return {
        "Games": "; ".join(f"{player} {number:,}" for player, number in games.items()),
        "Seed": f"{document.seed}",
        **fallback_fact(document.run),
    }
