"""Results of campaigns as text: sentences, then tables by game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, format_game_options, names_in
from cli.seats import BETTER_PLAYER, describe_backend, describe_fallbacks, recommend_better_players
from cli.text.lab.table_cells import ending_rows, share_cell
from cli.text.screen import current_screen, format_table
from interpreter.players import describe_lineup, random_seats
from interpreter.presentation import format_count
from interpreter.report import CAMPAIGN_INTERVALS, campaign_sentences
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import CampaignDocument
    from interpreter.matches import Game
    from interpreter.presentation import Names

Row = tuple[str, ...]


def format_campaigns(document: CampaignDocument, game: Game, name: str) -> str:
    """Return the report: how much a game says about the last one, then wins, endings, lengths and scores by game.

    `name`: the game as it was named in the command.
    """
    names, wrap = names_in(game.rulebook, "en"), current_screen().wrap
    many = f"{format_count(document.campaigns, 'campaign')} of {format_count(len(document.games), 'game')}"
    subject = printable(format_game_name(game.rulebook))
    lines = wrap(f"{subject}: {many}" if document.games else subject)
    lines += wrap(describe_lineup(game, document.subject.players, names))
    if random_seats(game, document.subject.players):
        command = ["cahier", "campaign", name, *format_game_options(game.rulebook), "--by", BETTER_PLAYER]
        lines += recommend_better_players(command)
    for sentence in campaign_sentences(document):
        lines += wrap(sentence)
    if document.games:
        lines += ["", "won, of 100 campaigns", format_table(_wins(document, names))]
        lines += ["", "how games end, of 100 campaigns", format_table(_reasons(document, names))]
        lines += ["", "decisions of a game, least, median and most", format_table(_lengths(document))]
        if any(each.mean_scores for each in document.games):
            lines += ["", "mean score at the end of a game", format_table(_scores(document, names))]
        lines += ["", *wrap(f"In brackets: 95 % intervals. {CAMPAIGN_INTERVALS}", "")]
    campaigns = format_count(document.campaigns, "campaign")
    lines.append(f"{campaigns} in {document.seconds:.1f} s{describe_backend(document.run)}")
    return "\n".join([*lines, *describe_fallbacks(document.run)])


def _wins(document: CampaignDocument, names: Names) -> list[Row]:
    games = document.games
    titles = names.distinct_titles(games[0].wins)
    has_draws = any(each.draws.estimate for each in games)
    carried = ["also wins the last game"] * any(each.carried is not None for each in games)
    rows: list[Row] = [("", *titles.values(), *["nobody"] * has_draws, *carried)]
    for each in games:
        shares = [share_cell(share) for share in each.wins.values()] + [share_cell(each.draws)] * has_draws
        also = ["" if each.carried is None else share_cell(each.carried.share)] if carried else []
        rows.append((f"game {each.number}", *shares, *also))
    return rows


def _reasons(document: CampaignDocument, names: Names) -> list[Row]:
    columns = [(f"game {each.number}", each.reasons) for each in document.games]
    return ending_rows(columns, (reason for _, reasons in columns for reason in reasons), names)


def _lengths(document: CampaignDocument) -> list[Row]:
    spreads = [(each.number, each.decisions) for each in document.games]
    return [(f"game {number}", f"{found.min:g}, {found.median:g}, {found.max:g}") for number, found in spreads]


def _scores(document: CampaignDocument, names: Names) -> list[Row]:
    titles = names.distinct_titles(document.games[0].mean_scores)
    rows = [
        (f"game {each.number}", *(f"{each.mean_scores.get(seat, 0):.1f}" for seat in titles)) for each in document.games
    ]
    return [("", *titles.values()), *rows]
