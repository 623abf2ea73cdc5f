"""Results of `cahier tune` as text: the answer, what is not settled, the changes that were tried, the next command."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, format_variant_options, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.screen import current_screen, cut_text, format_table, tie
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import TUNED_INTERVALS, TuneSummary, format_time, time_option
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import PlannedDeciders, TunedChange, TuneDocument, TunePlanDocument
    from interpreter.matches import Game

MOST_ROWS = 10
"""Maximum number of changes that are listed."""
MOST_LETTERS = 16
"""Maximum length of a value in the list."""
MORE_TIME = 3
"""Factor on the time or the games when more of them are advised."""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextCommands:
    """Beginnings of the commands that may come next.

    Attributes:
        again: The same question, without its time or number of games.
        compare: A comparison with the present rules, without the change.
        aims: The aims as options.
        balance: The balance of the present rules.
        numbers: The list of the numbers of the rules.
    """

    again: str
    compare: str
    aims: str
    balance: str
    numbers: str


def format_tuning(document: TuneDocument, game: Game, commands: NextCommands) -> str:
    """Return the report."""
    names, wrap = names_in(game.rulebook, "en"), current_screen().wrap
    summary = TuneSummary(document, game, names)
    changes = format_count(document.all_changes, "change")
    places = format_count(len(document.vary), "place")
    subject = f"{printable(format_game_name(game.rulebook))}: {changes} of {places}"
    lines = [*wrap(summary.answer()), *wrap(summary.aim()), *wrap(subject)]
    lines += wrap(describe_lineup(game, document.subject.players, names))
    if document.chosen is None:
        return "\n".join([*lines, *_run(document)])
    if doubts := summary.doubts():
        lines += ["", "not settled", *(line for each in doubts for line in wrap(f"- {each}"))]
    lines += ["", *_table(document)]
    lines += ["", *wrap(f"next: {_next(document, commands)}"), *_run(document)]
    return "\n".join(lines)


def format_tune_plan(document: TunePlanDocument) -> str:
    """Return a row for each kind of deciding players, and how to read it."""
    wrap, time = current_screen().wrap, time_option(document.time)
    changes, places = format_count(document.all_changes, "change"), format_count(len(document.vary), "place")
    aim = "" if document.wanted is None else f", and the aim leaves ±{document.wanted:g} points"
    lines = wrap(f"A search among up to {changes} of {places} takes about three quarters of its time to decide{aim}.")
    wanted = "" if document.wanted is None else f"for ±{document.wanted:g}"
    rows: list[Row] = [("players", "timed", "a game takes", f"games in {time}", "known to", wanted)]
    rows += [_planned(each) for each in document.players]
    lines += ["", format_table(rows), ""]
    notes = "`known to`: points to which the shares before and after are known then, either way"
    more = f"; `{wanted}`: time that it takes to know them so well" if wanted else ""
    lines += wrap(f"{notes}{more}.")
    timed = format_count(sum(each.tried for each in document.players), "game")
    processes = format_count(document.jobs, "process", "processes")
    lines.append(f"{timed} in {document.seconds:.1f} s, {processes}{describe_backend(document.run)}")
    return "\n".join([*lines, *describe_fallbacks(document.run)])


def _planned(found: PlannedDeciders) -> Row:
    if found.game_seconds is None or found.games is None:
        return printable(found.by), f"{found.tried}", "not known", "not known", "", ""
    reach = "" if found.reach is None else f"±{found.reach:.1f}"
    needed = "" if found.needed_seconds is None else tie(format_time(found.needed_seconds))
    each = tie(f"{found.game_seconds:.2g} s")
    return printable(found.by), f"{found.tried}", each, f"{found.games:,}", reach, needed


def _table(document: TuneDocument) -> list[str]:
    """Return a line for the present values, for the chosen change, and for the likeliest others."""
    chosen = document.change_with(document.chosen or {})
    others = sorted(document.changes[1:], key=lambda each: (-each.games, -(each.chance or 0.0)))
    shown = [document.changes[0], *([chosen] if chosen.values else [])]
    shown += [each for each in others if each is not chosen][: MOST_ROWS - len(shown)]
    rows = [_heading(document), *(_row(document, each, each is chosen) for each in shown)]
    cheap = f"{document.screened_by} +/-: points between {document.screened_by} players; " * bool(document.screened_by)
    notes = f"{cheap}games, expected and chance: {document.by} players; * is chosen"
    lines = ["changes that were tried", format_table(rows)]
    if (rest := len(document.changes) - len(shown)) > 0:
        lines.append(f"  {format_count(rest, 'change')} more: --csv, --json")
    lines += current_screen().wrap(f"  {notes}")
    return [*lines, "", *current_screen().wrap(TUNED_INTERVALS, "")] if document.fresh_games else lines


def _heading(document: TuneDocument) -> Row:
    figures = ["", *(f"{each.figure} " for each in document.figures)][-len(document.figures) :]
    names = [""] if len(figures) == 1 else figures
    cheap = [f"{name}{document.screened_by} +/-" for name in names if document.screened_by]
    return ("", *_labels(document), *cheap, "games", *(f"{name}expected" for name in names), "chance, %")


def _labels(document: TuneDocument) -> list[str]:
    """Return short names of the places: the mark in a text, or as many of the last steps of the path as differ."""
    labels: list[str] = []
    for name in document.vary:
        path, colon, mark = name.partition(": ")
        steps = path.split("/")
        ends = ("/".join(steps[-number:]) for number in range(1, len(steps) + 1))
        others = [other for other in document.vary if other != name]
        short = next((end for end in ends if not any(f"/{other}".endswith(f"/{end}") for other in others)), path)
        labels.append(printable(mark if colon else short))
    return labels if len(set(labels)) == len(labels) else [printable(name) for name in document.vary]


def _row(document: TuneDocument, change: TunedChange, is_chosen: bool) -> Row:
    said = "*" if is_chosen else "" if change.values else "present"
    values = [_value(document, change, name) for name in document.vary]
    figures = [each.figure for each in document.figures]
    cheap = [f"{change.screened[each]:+.1f}" if change.screened else "" for each in figures if document.screened_by]
    expected = [f"{change.expected[each]:.1f}" if change.expected else "" for each in figures]
    chance = "" if change.chance is None else "stopped" if change.stop_reason else f"{100 * change.chance:.0f}"
    return (said, *values, *cheap, f"{change.games:,}", *expected, "out" if change.ruled_out else chance)


def _value(document: TuneDocument, change: TunedChange, name: str) -> str:
    """Return the value of a place as written, cut if it is long; the present one for the present values."""
    present = document.present.get(name)
    text = change.texts.get(name, "" if change.values or present is None else f"{present:g}")
    return cut_text(printable(text), MOST_LETTERS)


def _next(document: TuneDocument, commands: NextCommands) -> str:
    """Return the command to ask next."""
    if document.verdict == "not_reached":
        return f"{commands.numbers} lists other numbers to vary"
    if document.verdict == "reached":
        variants = shlex.join(format_variant_options(document.settings))
        return f"{commands.compare} {variants} {commands.aims} --by ladder" if document.chosen else commands.balance
    if document.time is not None:
        return f"{commands.again} --time {time_option(MORE_TIME * document.time)}"
    return f"{commands.again} --games {MORE_TIME * document.deciding_games}"


def _run(document: TuneDocument) -> list[str]:
    how = describe_backend(document.run)
    cut = "" if document.complete else " (interrupted)"
    deciding = f"{format_count(document.deciding_games, 'game')} between {document.by} players"
    games = f"{deciding}, {format_count(document.games, 'game')} in all, in {document.seconds:.1f} s{how}{cut}"
    return [games, *describe_fallbacks(document.run)]
