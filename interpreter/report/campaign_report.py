"""Sentences, figures and page of a study of campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from interpreter.lab.campaigns.campaign_document import CampaignDocument, CampaignGameFigures
from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_documents import rounded_or_none
from interpreter.matches.match import Game
from interpreter.players.lineup import describe_lineup
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import render_page
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

CAMPAIGN_INTERVALS = "The intervals of all shares hold together in 95 of 100 runs."
"""Note on the intervals, for texts and pages."""
DECIDED_EARLY = 0.9
"""Share of campaigns from which the winner of a game is said to decide the campaign."""


def campaign_sentences(document: CampaignDocument) -> list[str]:
    """Return how much the first game and the last but one say about the last one."""
    if not document.games:
        return ["No campaign was played to its end."]
    told = [game for game in (document.games[:1] + document.games[-2:-1]) if game.carried is not None]
    sentences = [_carried(game) for game in {game.number: game for game in told}.values()]
    decided = len(document.games)
    for game in reversed(document.games[:-1]):
        if game.carried is None or game.carried.share.low < max(DECIDED_EARLY, game.carried.by_chance):
            break
        decided = game.number
    if decided + 1 < len(document.games):
        sentences.append(f"From game {decided} on, a campaign is nearly decided.")
    return sentences


def _carried(game: CampaignGameFigures) -> str:
    assert game.carried is not None
    share, chance = game.carried.share.scaled(POINTS), POINTS * game.carried.by_chance
    verdict = "; the difference may be chance" if share.low <= chance <= share.high else ""
    campaigns = format_count(game.carried.campaigns, "campaign")
    return (
        f"In {campaigns} game {game.number} has one winner, who also wins the last game in {share.estimate:.0f} % "
        f"of them ({share.low:.0f} to {share.high:.0f}). If games didn't depend on each other, it would be "
        f"{chance:.0f} %{verdict}."
    )


def make_campaign_figures(document: CampaignDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield all figures: wins, carried wins, endings, lengths and scores by game."""
    names, games = Names(game.rulebook), document.games
    wins: list[TableRow] = [
        (each.number, who, names.title_of(who), *interval_cells(share))
        for each in games
        for who, share in each.wins.items()
    ]
    bounds = ("share", "low", "high")
    charts = [partial(_chart, document, game, who) for who in games[0].wins] if games else []
    table = DataTable("wins", "Won, alone or with others", ("game", "winner", "title", *bounds), wins)
    yield ReportFigure(table, "Who wins each game", charts, CAMPAIGN_INTERVALS)
    draws: list[TableRow] = [(each.number, *interval_cells(each.draws)) for each in games]
    yield ReportFigure(DataTable("draws", "Won by nobody", ("game", *bounds), draws))
    carried: list[TableRow] = [
        (
            each.number,
            each.carried.campaigns,
            *interval_cells(each.carried.share),
            rounded_or_none(each.carried.by_chance),
        )
        for each in games
        if each.carried is not None
    ]
    columns = ("game", "campaigns", *bounds, "by chance")
    yield ReportFigure(DataTable("carried", "Its only winner also wins the last game", columns, carried))
    reasons: list[TableRow] = [
        (each.number, reason, names.label(reason, names.as_words(reason)), rounded_or_none(share))
        for each in games
        for reason, share in each.reasons.items()
    ]
    yield ReportFigure(DataTable("reasons", "How games end", ("game", "reason", "title", "share"), reasons))
    lengths: list[TableRow] = [
        (each.number, each.decisions.min, each.decisions.median, each.decisions.max) for each in games
    ]
    yield ReportFigure(DataTable("length", "Decisions of a game", ("game", "min", "median", "max"), lengths))
    scores: list[TableRow] = [
        (each.number, seat, names.title_of(seat), rounded_or_none(score))
        for each in games
        for seat, score in each.mean_scores.items()
    ]
    table = DataTable("scores", "Mean score at the end", ("game", "seat", "title", "score"), scores)
    yield ReportFigure(table, is_on_page=bool(scores))


def _chart(document: CampaignDocument, game: Game, who: str) -> Picture:
    title, bars = Names(game.rulebook).title_of(who), []
    for each in document.games:
        won = each.wins[who].scaled(POINTS)
        said = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f})"
        bars.append(Bar(f"game {each.number}", won.estimate, won.low, won.high, said, colour=colours_of(game)[who]))
    axis = f"won by {title}, % of {format_count(document.campaigns, 'campaign')}"
    return bar_chart(f"won_by_{who}", bars, f"How often {title} wins each game", axis=axis, mark=even_line(game))


def render_campaign_page(document: CampaignDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: how much a game says about the last one, and each game in figures.

    Raises MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    facts = {
        "Campaigns": f"{document.campaigns:,}",
        "Games of each": f"{len(document.games)}",
        "Seed": f"{document.seed}",
        **fallback_fact(document.run),
    }
    title = f"{title_of(game.rulebook, names)}: campaigns, game by game"
    players = describe_lineup(game, document.subject.players, names)
    return render_page(title, players, campaign_sentences(document), facts, figures)
