"""Sentences, figures and page of a ladder: who wins between ever better players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from interpreter.lab.balance.balance_document import BalanceDocument, RungFigures
from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import render_page
from interpreter.report.offers_report import OfferTitles, offer_table_rows, offers_figure
from interpreter.report.phrasing import CHOSEN_NOTE, advise_time
from interpreter.report.shared_parts import (
    DataTable,
    ReportFigure,
    TableRow,
    colours_of,
    even_line,
    fallback_fact,
    interval_cells,
    title_of,
)
from interpreter.rulebook.player_names import RANDOM

TOGETHER_NOTE = "The intervals of all kinds of players hold together in 95 of 100 runs."
"""Note on the intervals, for texts and pages."""


class BalanceSummary:
    """Sentences on a ladder."""

    def __init__(self, document: BalanceDocument, game: Game, names: Names) -> None:
        self._document = document
        self._titles = names.distinct_titles(contenders_of(game))

    def sentences(self) -> list[str]:
        """Return the verdict, its trend, the verdict of random players if it differs, and the next step."""
        rungs = self._document.rungs
        if not rungs:
            return ["No games were played."]
        top = rungs[-1]
        side = furthest_from_even(top)
        if top.is_never_won:
            games = format_count(top.games, "game")
            return [f"Nobody won any of {games} between {_players(top.player)}.", *self._trend(), *self._next_step()]
        if top.is_won_together:
            return [self._won_together(top, side), *self._trend(), *self._next_step()]
        return [*self._verdict(top, side), *self._trend(), *self._random(top, side), *self._next_step()]

    def _won_together(self, top: RungFigures, side: str) -> str:
        share = top.wins[side].scaled(POINTS)
        won = f"{share.estimate:.0f} % of games ({share.low:.0f} to {share.high:.0f})"
        return f"{_players(top.player).capitalize()} win {won} together, so there is nothing to balance between them."

    def _verdict(self, top: RungFigures, side: str) -> list[str]:
        share, lead = top.wins[side].scaled(POINTS), top.from_even[side].scaled(POINTS)
        found = (
            f"Between {_players(top.player)}, {share.estimate:.0f} % of games go to {self._titles[side]} "
            f"({share.low:.0f} to {share.high:.0f})"
        )
        if lead.contains(0):
            return [f"{found}, which may still be even ({_range(lead)} points)."]
        return [f"{found}: {abs(lead.estimate):.0f} points {'more' if lead.estimate > 0 else 'less'} than even."]

    def _trend(self) -> list[str]:
        found = self._document.trend
        if found is None:
            return ["Nothing is known of players who look further ahead than these."]
        change = found.change.scaled(POINTS)
        moved = f"{change.estimate:+.0f} points ({_range(change)})"
        said = f"from {found.weaker} to {found.stronger} its share changes by {moved}"
        return [f"{_TREND_WORDS[found.trend].format(stronger=found.stronger)}: {said}."]

    def _random(self, top: RungFigures, side: str) -> list[str]:
        first = self._document.rungs[0]
        lead, wrong = top.from_even[side], first.from_even[side]
        if first.player != RANDOM or lead.contains(0) or wrong.contains(0) or lead.estimate * wrong.estimate > 0:
            return []
        share = POINTS * first.wins[side].estimate
        return [f"Random players point the other way: between them, {share:.0f} % go there."]

    def _next_step(self) -> list[str]:
        document = self._document
        if document.next_player is None or not document.next_seconds or document.time is None:
            return []
        return [advise_time(document.next_player, document.time, document.next_seconds)]


_TREND_WORDS = {
    "rising": "Not settled yet, still rising at {stronger}",
    "falling": "Not settled yet, still falling at {stronger}",
    "settled": "Settled",
    "unknown": "Too few games to say whether this is settled",
}


def furthest_from_even(rung: RungFigures) -> str:
    """Return the side that is furthest from an even share, the one ahead if two are equally far."""
    return max(rung.from_even, key=lambda who: (abs(rung.from_even[who].estimate), rung.from_even[who].estimate))


def _players(player: str) -> str:
    return {"random": "random players", "table": "tables"}.get(player, f"{player} players")


def _range(interval: Interval) -> str:
    low, high = (f"{value:+.0f}" for value in (interval.low, interval.high))
    return f"{low} to {high}"


def make_balance_figures(document: BalanceDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield all figures: wins, endings and lengths by kind of players, and the cards whose use differs."""
    names, rungs = Names(game.rulebook), document.rungs
    wins: list[TableRow] = [
        (
            rung.player,
            rung.games,
            who,
            names.title_of(who),
            *interval_cells(share),
            *interval_cells(rung.from_even[who]),
        )
        for rung in rungs
        for who, share in rung.wins.items()
    ]
    estimates = ("share", "low", "high", "from even", "from even low", "from even high")
    table = DataTable("wins", "Won, alone or with others", ("players", "games", "winner", "title", *estimates), wins)
    text = TOGETHER_NOTE
    charts = [partial(_chart, document, game, furthest_from_even(rungs[-1]))] if rungs else []
    yield ReportFigure(table, "Who wins between ever better players", charts, text)
    draws: list[TableRow] = [(rung.player, rung.games, *interval_cells(rung.draws)) for rung in rungs]
    yield ReportFigure(DataTable("draws", "Won by nobody", ("players", "games", "share", "low", "high"), draws))
    first: list[TableRow] = [
        (rung.player, *interval_cells(rung.first_turn)) for rung in rungs if rung.first_turn is not None
    ]
    yield ReportFigure(
        DataTable("first_turn", "Won by whoever has the first turn", ("players", "share", "low", "high"), first),
        text=f"{CHOSEN_NOTE[0].upper()}{CHOSEN_NOTE[1:]}." if document.first_chosen else "",
        is_on_page=bool(first),
    )
    reasons: list[TableRow] = [
        (rung.player, rung.games, reason, names.label(reason, names.as_words(reason)), rounded_or_none(share))
        for rung in rungs
        for reason, share in rung.reasons.items()
    ]
    yield ReportFigure(DataTable("reasons", "How games end", ("players", "games", "reason", "title", "share"), reasons))
    lengths: list[TableRow] = [
        (rung.player, rung.games, *(getattr(found, each) for found in (rung.turns, rung.decisions) for each in _SPREAD))
        for rung in rungs
    ]
    columns = ("players", "games", *(f"{each} {what}" for what in ("turns", "decisions") for each in _SPREAD))
    yield ReportFigure(DataTable("length", "How long games are", columns, lengths))
    yield from _offers(document, names)
    cards: list[TableRow] = [
        (card.id, names.title_of(card.id), card.use, *map(rounded_or_none, (card.weakest, card.strongest)))
        for card in document.cards
    ]
    ends = (rungs[0].player, rungs[-1].player) if len(rungs) > 1 else ("weakest", "strongest")
    yield ReportFigure(
        DataTable("cards", "Uses of cards in a game", ("card", "title", "use", *ends), cards), is_on_page=bool(cards)
    )


def _offers(document: BalanceDocument, names: Names) -> Iterator[ReportFigure]:
    """Yield cards taken when offered: a table for all kinds of players, a picture of the strongest ones."""
    rungs = [rung for rung in document.rungs if rung.offers.uses]
    if not rungs:
        return
    top = rungs[-1]
    titles = OfferTitles([rung.offers for rung in rungs], names)
    rows: list[TableRow] = [(rung.player, *row) for rung in rungs for row in offer_table_rows(rung.offers, titles)]
    figure = offers_figure(top.offers, names, top.player == RANDOM)
    table = DataTable("offers", figure.table.title, ("players", *figure.table.columns), rows)
    yield replace(figure, table=table, section=f"Cards taken when offered, between {_players(top.player)}")


_SPREAD = ("min", "median", "max")


def _chart(document: BalanceDocument, game: Game, side: str) -> Picture:
    colour, title = colours_of(game)[side], Names(game.rulebook).title_of(side)
    bars = []
    for rung in document.rungs:
        won = rung.wins[side].scaled(POINTS)
        games = format_count(rung.games, "game")
        said = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f}) of {games}"
        bars.append(Bar(rung.player, won.estimate, won.low, won.high, said, colour=colour))
    text = f"Share of games won by {title}, by kind of players"
    return bar_chart("wins", bars, text, axis=f"% of games won by {title}", mark=even_line(game))


def render_balance_page(document: BalanceDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: the verdict, and who wins between ever better players.

    Raises MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    players = ", ".join(rung.player for rung in document.rungs)
    facts = {
        "Games": f"{sum(rung.games for rung in document.rungs):,}",
        "Seats": f"{len(game.seats)}",
        "Seed": f"{document.seed}",
        **fallback_fact(document.run),
    }
    title = f"{title_of(game.rulebook, names)}: balance by strength of play"
    return render_page(title, players, BalanceSummary(document, game, names).sentences(), facts, figures)
