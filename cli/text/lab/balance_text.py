"""Results of a ladder as text: sentences, then tables by kind of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.lab.offers_text import format_offers
from cli.text.lab.table_cells import ending_rows, share_cell
from cli.text.screen import current_screen, format_table
from interpreter.lab import POINTS
from interpreter.presentation import format_count
from interpreter.report import CHOSEN_NOTE, TOGETHER_NOTE, BalanceSummary, furthest_from_even
from interpreter.rulebook import RANDOM
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import BalanceDocument
    from interpreter.matches import Game
    from interpreter.presentation import Names

MOST_SIDES = 3
"""Maximum number of sides with a column each; of more, only the one furthest from even is shown."""
MOST_CARDS = 10
Row = tuple[str, ...]


def format_balance(document: BalanceDocument, game: Game) -> str:
    """Return the report: the verdict in sentences, then wins, endings, lengths and cards by kind of players."""
    names = names_in(game.rulebook, "en")
    wrap = current_screen().wrap
    lines = wrap(f"{printable(format_game_name(game.rulebook))}: balance by strength of play")
    for sentence in BalanceSummary(document, game, names).sentences():
        lines += wrap(sentence)
    if not document.rungs:
        return "\n".join(lines)
    lines += ["", "won, of 100 games", format_table(_wins(document, names))]
    if rows := _first_turn(document):
        lines += ["", "won by whoever has the first turn, of 100 games", format_table(rows)]
        lines += wrap(f"  {CHOSEN_NOTE}") if document.first_chosen else []
    lines += ["", "how games end, of 100 games"]
    lines += [
        format_table(_reasons(document, names)),
        "",
        "length of a game, least, median and most; a turn is one seat's",
    ]
    lines += [format_table(_lengths(document))]
    if rows := _pace(document):
        each = f"{document.rungs[0].pace.seconds_per_decision:.0f} s a decision, which is an assumption"
        heading = f"minutes of decisions at {each}; decisions of others between two of a seat's own"
        lines += ["", *wrap(heading, ""), format_table(rows)]
    offers = {rung.player: rung.offers for rung in document.rungs}
    lines += format_offers("", offers, names, document.rungs[0].player == RANDOM)
    if document.cards:
        ends = document.rungs[0].player, document.rungs[-1].player
        rows = [("", "", *ends), *_cards(document, names)]
        lines += ["", "cards used more or less by better players, uses in 100 games", format_table(rows)]
        if (rest := len(document.cards) - MOST_CARDS) > 0:
            lines.append(f"  {format_count(rest, 'use')} more moved: --csv, --json")
    games = format_count(sum(rung.games for rung in document.rungs), "game")
    notes = f"In brackets: 95 % intervals. {TOGETHER_NOTE} search:N tries N playouts before each decision."
    lines += ["", *wrap(notes, "")]
    lines.append(f"{games} in {document.seconds:.1f} s{describe_backend(document.run)}")
    return "\n".join([*lines, *describe_fallbacks(document.run)])


def _wins(document: BalanceDocument, names: Names) -> list[Row]:
    rungs, top = document.rungs, document.rungs[-1]
    sides = [*top.wins] if len(top.wins) <= MOST_SIDES else [furthest_from_even(top)]
    titles = names.distinct_titles(top.wins)
    has_draws = any(rung.draws.estimate for rung in rungs)
    rows: list[Row] = [("players", "games", *(titles[side] for side in sides), *["nobody"] * has_draws)]
    for rung in rungs:
        shares = [share_cell(rung.wins[side]) for side in sides] + [share_cell(rung.draws)] * has_draws
        if len(sides) == 2 and not has_draws:
            shares[1] = f"{POINTS * rung.wins[sides[1]].estimate:.1f}"
        rows.append((rung.player, f"{rung.games:,}", *shares))
    return rows


def _first_turn(document: BalanceDocument) -> list[Row]:
    return [(rung.player, share_cell(rung.first_turn)) for rung in document.rungs if rung.first_turn is not None]


def _reasons(document: BalanceDocument, names: Names) -> list[Row]:
    columns = [(rung.player, rung.reasons) for rung in document.rungs]
    return ending_rows(columns, (reason for _, reasons in reversed(columns) for reason in reasons), names)


def _lengths(document: BalanceDocument) -> list[Row]:
    rows: list[Row] = [("", "turns", "decisions")]
    for rung in document.rungs:
        spreads = (f"{found.min:g}, {found.median:g}, {found.max:g}" for found in (rung.turns, rung.decisions))
        rows.append((rung.player, *spreads))
    return rows


def _pace(document: BalanceDocument) -> list[Row]:
    rows: list[Row] = [("", "minutes", "others between")]
    for rung in document.rungs:
        between = [seat.others_between for seat in rung.pace.seats.values() if seat.others_between is not None]
        if rung.pace.games and between:
            rows.append((rung.player, f"{rung.pace.minutes:.0f}", f"{sum(between) / len(between):.1f}"))
    return rows if len(rows) > 1 else []


def _cards(document: BalanceDocument, names: Names) -> list[Row]:
    shown = document.cards[:MOST_CARDS]
    titles = names.distinct_titles([card.id for card in shown])
    return [
        (titles[card.id], names.as_words(card.use), f"{POINTS * card.weakest:.0f}", f"{POINTS * card.strongest:.0f}")
        for card in shown
    ]
