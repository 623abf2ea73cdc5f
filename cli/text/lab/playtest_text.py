"""The summary of a playtest, as text.

Coverage of a game's rules in a playtest, as text: what happened, and what never did.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING, Any, assert_never

from cli.game_loading import format_game_name, format_game_options, format_required_options, names_in
from cli.seats import ADVISED_GAMES, better_seat_options, describe_backend, describe_fallbacks, recommend_better_players
from cli.text.lab.offers_text import format_offers
from cli.text.screen import current_screen, cut_text, format_table
from interpreter.lab import joint_shares
from interpreter.players import describe_lineup, random_seats
from interpreter.playtest import DRAW, FIGURES, Figure, FigureShape, first_copies
from interpreter.presentation import format_count
from interpreter.report import describe_first_turn, place_name
from interpreter.rulebook import RANDOM, is_installed
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.revision import GameVersion
    from interpreter.lab import Interval, PaceFigures, PlaytestDocument, TurnOrder
    from interpreter.language import CoverageItem, CoverageStep
    from interpreter.matches import Game
    from interpreter.playtest import Coverage, PlaytestResult
    from interpreter.presentation import Names


MOST_COVERAGE_ROWS = 20
"""Maximum number of rows about what never happened."""
ITEM_NAMES = {
    "statement": "statements",
    "branch": "branches",
    "option": "options",
    "row": "rows of tables",
    "trigger": "triggers",
    "bend": "bends",
}
MAX_QUOTE = 60
"""Maximum number of characters quoted from a line."""


def format_coverage(
    coverage: Coverage, games: int, names: Names, show_all: bool, path_title: Callable[[str], str]
) -> list[str]:
    """Return lines on how much happened, then on what never did, in the order of the files.

    `show_all`: list everything that never happened instead of the first rows. Adjacent items are listed by their first
    line. `path_title` returns the displayed name of a file.
    """
    told = [(ITEM_NAMES[kind], f"{count.happened:,} of {count.of:,}") for kind, count in coverage.counts.items()]
    lines = ["", "what happened at least once", format_table(told)]
    missing = coverage.uncovered_groups
    if not missing:
        return [*lines, "", "there is nothing that never happened"]
    rows = missing if show_all else missing[:MOST_COVERAGE_ROWS]
    lines += [
        "",
        f"what never happened in {format_count(games, 'game')}",
        format_table([_row(stretch, path_title(coverage.displayed_file(stretch[0][0])), names) for stretch in rows]),
    ]
    if len(rows) < len(missing):
        lines += current_screen().wrap(f"  {len(missing) - len(rows)} more never happened; --all lists all")
    return lines


def _row(stretch: list[tuple[CoverageItem, CoverageStep]], file: str, names: Names) -> tuple[str, ...]:
    item, step = stretch[0]
    last = stretch[-1][0].where.line
    place = f"{printable(file)}:{item.where.line}" + (f"-{last}" if last > item.where.line else "")
    text = item.text if len(item.text) <= MAX_QUOTE else f"{item.text[: MAX_QUOTE - 1]}…"
    whose = "" if item.title is None else f" ({names.localize(item.title)})"
    return place, f"never {step}", f"{printable(text)}{printable(whose)}"


MOST_ROWS = 12
MOST_NAMED = 4
"""Maximum number of items that are listed one by one in a short list, such as outcomes in a row."""
MOST_CARDS = 20
"""Maximum number of cards that are listed unless all are requested."""
BAR_WIDTH = 16
SummaryRow = tuple[str, ...]
HEADING_NOTES = {
    FigureShape.WINNERS: ", with 95 % intervals that hold together",
    FigureShape.SCORES: " at the end, final scoring included",
    FigureShape.LEADS: ", mean with its 95 % interval",
}
"""Words after headings: what is counted."""
TURNS_NOTE = "; a turn is one seat's, wherever the rules begin one"
TRACK_COLUMNS: Mapping[FigureShape, Mapping[str, str]] = {
    FigureShape.POSITIONS: {"min": "least", "median": "median", "max": "most"},
    FigureShape.ENDS: {"low": "lowest", "high": "highest"},
}
"""Headings of the columns of tracks."""
SHARES = (FigureShape.WINNERS, FigureShape.SEATS, FigureShape.REASONS)


def format_playtest(
    result: PlaytestResult, document: PlaytestDocument, version: GameVersion, show_all: bool = False
) -> str:
    """Return the summary of a playtest, with coverage if it was recorded.

    It has players, winners, reasons, length, scores, first player and cards by use. `show_all`: list every card and
    rule instead of the first few.
    """
    names = names_in(result.plan.game.rulebook, "en")
    finished, how = document.finished, describe_backend(document.run)
    rates = (("game", document.games_per_second), ("decision", document.decisions_per_second))
    speed = " and ".join(format_count(round(rate), what) for what, rate in rates) + " a second"
    games = f"{format_count(finished, 'game')} of {document.games:,} finished in {document.seconds:.2f} s{how}"
    title = printable(version.replace_paths(format_game_name(result.plan.game.rulebook)))
    wrap = current_screen().wrap
    lines = wrap(f"{title}: {games}, {speed}") + describe_fallbacks(document.run)
    lines += wrap(describe_lineup(result.plan.game, result.plan.seated, names))
    if finished > 1:
        lines += _better_players(result, version)
    if finished:
        lines += _sections(document, result.plan.game, names, show_all)
    lines += _format_stopped(document.figures["stopped"], show_all)
    if result.plan.game.rulebook.covers:
        lines += format_coverage(result.coverage, result.tally.games, names, show_all, version.replace_paths)
    lines += ["", format_rerun_hint(result, version)]
    return "\n".join(lines)


def _better_players(result: PlaytestResult, version: GameVersion) -> list[str]:
    """Return the command that plays the same game with better players, if all players were random."""
    game = result.plan.game
    seats = random_seats(game, result.plan.seated)
    if not seats:
        return []
    if version.revision is None:
        return recommend_better_players(["cahier", "balance", version.name, *_game_options(game)])
    command = ["cahier", "playtest", version.name, "--games", ADVISED_GAMES, *_game_options(game, version.revision)]
    return recommend_better_players([*command, *better_seat_options(seats)])


def format_shares(counts: dict[str, int], total: int, show_all: bool) -> list[SummaryRow]:
    """Return rows of name, number, percentage, interval and bar.

    If there are many and not `show_all` are requested, the less frequent ones are summed up.
    """
    named = {printable(name): number for name, number in counts.items()}
    if len(named) > MOST_ROWS and not show_all:
        rest = list(named.items())[MOST_ROWS - 1 :]
        named = {name: named[name] for name in list(named)[: MOST_ROWS - 1]}
        named[f"{format_count(len(rest), 'other')} (--all)"] = sum(number for _, number in rest)
    most = max(named.values(), default=0)
    return [
        (name, f"{number}", _percent(number, total), _format_interval(share), bar(number, most))
        for (name, number), share in zip(named.items(), joint_shares([*named.values()], total), strict=True)
    ]


def bar(value: float, most: float) -> str:
    """Return a bar with a length proportional to the value; `most` has the longest one."""
    return "#" * round(BAR_WIDTH * abs(value) / most) if most else ""


def _title_outcomes(counts: dict[str, int], names: Names, seats: Sequence[str]) -> dict[str, int]:
    """Return the number of wins by title; shared wins are joined by `+`."""
    others = {each for who in counts for each in who.split("+")}.difference(seats, (DRAW,))
    called = names.distinct_titles(seats) | names.distinct_titles(others) | {DRAW: "nobody"}
    return {" + ".join(called[seat] for seat in who.split("+")): number for who, number in counts.items()}


def _labelled(counts: dict[str, int]) -> dict[str, int]:
    return {label.replace("_", " "): number for label, number in counts.items()}


def _percent(number: int, total: int) -> str:
    return f"{100 * number / total:.1f} %"


def _format_interval(share: Interval) -> str:
    found = share.scaled(100)
    return f"{found.low:.1f}..{found.high:.1f}"


def format_rerun_hint(result: PlaytestResult, version: GameVersion) -> str:
    """Return the command that plays one of the games again."""
    plan = result.plan
    command = format_rerun_command(plan.game, plan.seated, version.name, plan.seed, "I", "game.jsonl", version.revision)
    return f"to see game I, {plan.first} to {plan.first + plan.games - 1}, again:\n  {printable(command)}"


def format_rerun_command(
    game: Game, seated: Mapping[str, str], name: str, seed: int, index: str, file: str, revision: str | None = None
) -> str:
    """Return the command that plays one game of a run again, records it and shows it.

    `name`: the game's name or folder, at `revision` if one is given.
    """
    book = game.rulebook
    command = ["cahier", "playtest", name, "--seed", str(seed), "--from", index, "--games", "1"]
    command += _game_options(game, revision)
    for seat, player in seated.items():
        if player != book.players_of.get(seat, RANDOM):
            command += ["--seat", f"{seat}={player}"]
    command += ["--record", file]
    replay = ["cahier", "replay", file, *([] if is_installed(book.folder) else ["--rules", name])]
    replay += _revision_options(revision)
    replay += format_required_options(book.requested_variants)
    return f"{shlex.join(command)} && {shlex.join(replay)}"


def _game_options(game: Game, revision: str | None = None) -> list[str]:
    """Return the options that identify the game: revision, variants, number of players."""
    return [*_revision_options(revision), *format_game_options(game.rulebook)]


def _revision_options(revision: str | None) -> list[str]:
    return [] if revision is None else [f"--git={revision}"]


def _format_stopped(stopped: list[dict[str, Any]], show_all: bool) -> list[str]:
    """List the rules that stopped games, with their counts: `show_all` of them, or the most frequent."""
    rows = [
        (f"{printable(rule['file'])}:{rule['line']}", f"{rule['games']}", printable(rule["message"]))
        for rule in stopped
    ]
    if (rest := len(rows) - MOST_NAMED) > 0 and not show_all:
        rows = [*rows[:MOST_NAMED], (f"{format_count(rest, 'other')} (--all)", "", "")]
    return ["", "stopped by a mistake in the rules", format_table(rows)] if rows else []


def _sections(document: PlaytestDocument, game: Game, names: Names, show_all: bool) -> list[str]:
    """Format the figures under their headings, without empty ones; there are no blank lines between shares."""
    lines = []
    close = False
    for heading, group in groupby(FIGURES, key=lambda figure: figure.heading):
        together = list(group)
        rows = [row for figure in together for row in _format_figure(figure, document, game, names, show_all)]
        shape = together[0].shape
        if shape is FigureShape.SPREAD and document.figures["turns"]["max"]:
            heading += TURNS_NOTE
        notes = _format_notes(together[0], document, game, names, show_all)
        if not rows and not notes:
            continue
        if shape is FigureShape.SPREAD:
            rows = [("", "least", "median", "most"), *rows]
        lines += [*([] if close and shape in SHARES else [""]), heading + HEADING_NOTES.get(shape, "")]
        lines += [*([format_table(rows)] if rows else []), *notes]
        close = shape in SHARES
        if shape is FigureShape.SPREAD:
            lines += _format_pace(document.pace, names)
        if shape is FigureShape.USES:
            lines += _format_offers(document, game, names, show_all)
    return lines


def _format_pace(pace: PaceFigures, names: Names) -> list[str]:
    """Return lines on the decisions of each seat, and on its waiting for others."""
    if not pace.games:
        return []
    titles = names.distinct_titles(pace.seats)
    rows: list[SummaryRow] = [("", "decisions", "minutes", "others' minutes", "between", "longest")]
    for seat, found in pace.seats.items():
        between = "" if found.others_between is None else f"{found.others_between:.1f}"
        numbers = (f"{number:.1f}" for number in (found.decisions, found.minutes, found.others_minutes))
        rows.append((titles[seat], *numbers, between, f"{found.longest_wait:.1f}"))
    each = f"{pace.seconds_per_decision:.0f} s each"
    source = (
        f"{each}, which is an assumption: --times RECORDS takes the times of recorded matches"
        if pace.matches is None
        else f"{each}, as in {format_count(pace.matches, 'recorded match', 'recorded matches')}"
    )
    notes = (
        f"a game has {format_count(round(pace.minutes), 'minute')} of decisions, at {source}",
        "between: decisions of others between two of its own; longest: the most of them in a game",
    )
    games = "of the game" if pace.games == 1 else f"on average of the first {format_count(pace.games, 'game')}"
    wrap = current_screen().wrap
    return ["", f"pace {games}", format_table(rows), *(line for note in notes for line in wrap(f"  {note}"))]


def _format_offers(document: PlaytestDocument, game: Game, names: Names, show_all: bool) -> list[str]:
    """Return lines on how often cards, and uses of them, are taken when they are offered. `show_all`: by card."""
    offers = document.offers
    games = "the only game" if document.games == 1 else f"the first {format_count(offers.games, 'game')}"
    is_random = bool(random_seats(game, document.subject.players))
    return format_offers(f", in {games}", {"all cards": offers}, names, is_random, show_all)


def _format_notes(figure: Figure, document: PlaytestDocument, game: Game, names: Names, show_all: bool) -> list[str]:
    """Return the lines below the rows of a figure."""
    if figure.shape is FigureShape.USES:
        return _CardUses(document.figures[figure.key], game, names).describe_omitted(show_all)
    if figure.shape is FigureShape.SCORES and game.rulebook.score is not None:
        said = f"the rules' score is `{cut_text(printable(' '.join(game.rulebook.score.split())), MAX_QUOTE * 2)}`"
        return current_screen().wrap(f"  {said}")
    if figure.shape is FigureShape.WINNERS_BY_SEAT and document.turn_order is not None:
        said = describe_first_turn(document.turn_order, names.distinct_titles(game.seats).__getitem__)
        return current_screen().wrap(f"  {said}")
    return []


def _format_figure(
    figure: Figure, document: PlaytestDocument, game: Game, names: Names, show_all: bool
) -> list[SummaryRow]:
    """Return the rows of a figure, according to its shape."""
    value, finished = document.figures[figure.key], document.finished
    match figure.shape:
        case FigureShape.WINNERS:
            return format_shares(_title_outcomes(value, names, game.seats), finished, show_all)
        case FigureShape.SEATS:
            return _format_seats(value, game.seats, names, finished, show_all)
        case FigureShape.REASONS:
            return format_shares(_labelled(value), finished, show_all)
        case FigureShape.SPREAD:
            row = (figure.row_name, *(f"{value[column]}" for column in ("min", "median", "max")))
            return [row] if value["max"] else []
        case FigureShape.MEAN:
            return [] if value is None else [(figure.row_name, f"{value:.3f}")]
        case FigureShape.SCORES:
            return _format_scores(value, game, names)
        case FigureShape.LEADS:
            return _format_leads(document.mean_score_leads, names)
        case FigureShape.WINNERS_BY_SEAT:
            return _format_places(document.turn_order)
        case FigureShape.USES:
            return _CardUses(value, game, names).rows(show_all)
        case FigureShape.ENDS | FigureShape.POSITIONS:
            return _format_tracks(value, TRACK_COLUMNS[figure.shape], names)
        case FigureShape.MISTAKES:
            return []
        case _:
            assert_never(figure.shape)


def _format_seats(
    wins: dict[str, int], seats: Sequence[str], names: Names, finished: int, show_all: bool
) -> list[SummaryRow]:
    """Count the wins of each seat, alone or shared, in games with more than two seats."""
    if len(seats) < 3:
        return []
    called = names.distinct_titles(seats)
    return format_shares({called[seat]: wins.get(seat, 0) for seat in seats}, finished, show_all)


def _format_scores(scores: dict[str, float], game: Game, names: Names) -> list[SummaryRow]:
    if game.rulebook.score is None:
        return []
    called = names.distinct_titles(game.seats)
    return [(called[seat], f"{scores[seat]:.3f}") for seat in game.seats if seat in scores]


def _format_leads(leads: Mapping[str, Interval], names: Names) -> list[SummaryRow]:
    """Return rows of mean leads with their intervals; none if there are too few games for these."""
    called = names.distinct_titles(leads)
    return [
        (called[seat], f"{lead.estimate:+.2f}", f"{lead.low:+.2f}..{lead.high:+.2f}")
        for seat, lead in leads.items()
        if isfinite(lead.half_width)
    ]


def _format_places(order: TurnOrder | None) -> list[SummaryRow]:
    """Return rows of the place in turn order, its wins, and their share with an interval and a bar.

    There are none if the places are the seats, because always the same one has the first turn.
    """
    if order is None or not order.places or len(order.first) == 1:
        return []
    games, most = sum(order.first.values()), max(share.estimate for share in order.places)
    return [
        (place_name(place), f"{share.estimate * games:.0f}", f"{100 * share.estimate:.1f} %", _format_interval(share),
         bar(share.estimate, most))
        for place, share in enumerate(order.places)
    ]  # fmt: skip


class _CardUses:
    """Uses of the cards in a playtest, with the copies of a card together."""

    def __init__(self, uses: Mapping[str, Mapping[str, int]], game: Game, names: Names) -> None:
        cards = game.rulebook.cards
        first = first_copies(game.rulebook)
        copies = Counter(first.values())
        titles = names.distinct_titles(dict.fromkeys(first.values()))
        played_decks = {card.deck for card in cards if card.id in uses}
        self.title_of = {
            card: f"{title} ({copies[card]} copies)" if copies[card] > 1 else title for card, title in titles.items()
        }
        self.uses: dict[str, Counter[str]] = {}
        for card, counts in uses.items():
            self.uses.setdefault(first.get(card, card), Counter()).update(counts)
        self.unused = [
            card.id for card in cards if card.id in copies and card.id not in self.uses and card.deck in played_decks
        ]
        """Cards that were never used, of the decks from which any card was."""

    def rows(self, show_all: bool) -> list[SummaryRow]:
        """Return rows for the cards that were used most, with counts for each use."""
        if not self.uses:
            return []
        labels = sorted({label for uses in self.uses.values() for label in uses})
        in_order = sorted(self.uses, key=lambda card: -self.uses[card].total())
        several = len(labels) > 1
        header = ("", *(("in all",) if several else ()), *(printable(label.replace("_", " ")) for label in labels))
        rows: list[SummaryRow] = [header]
        for card in in_order if show_all else in_order[:MOST_CARDS]:
            uses = self.uses[card]
            total = (f"{uses.total()}",) if several else ()
            rows.append((self.title_of[card], *total, *(f"{uses[label]}" for label in labels)))
        return rows

    def describe_omitted(self, show_all: bool) -> list[str]:
        """Return lines on the cards that have no row."""
        wrap, lines = current_screen().wrap, []
        if (less := len(self.uses) - MOST_CARDS) > 0 and not show_all:
            lines += wrap(f"  {format_count(less, 'other was', 'others were')} used less; --all lists all")
        if self.unused:
            told = self.unused if show_all else self.unused[:MOST_CARDS]
            left_out = len(self.unused) - len(told)
            more = f" and {format_count(left_out, 'other')} (--all)" if left_out else ""
            lines += wrap(f"  never used: {', '.join(self.title_of[card] for card in told)}{more}")
        return lines


def _format_tracks(
    values: Mapping[str, Mapping[str, int]], columns: Mapping[str, str], names: Names
) -> list[SummaryRow]:
    """Return rows of values by track. `columns`: the heading of each value."""
    rows = [
        (names.title_of(track), *(f"{found.get(column, 0):g}" for column in columns)) for track, found in values.items()
    ]
    return [("", *columns.values()), *rows] if rows else []
