"""Figures of how people played as text: sentences, then tables of the kinds of decisions and their options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite

from cli.text.screen import TIED_BLANK, current_screen, format_table, tie, wrap_text
from interpreter.lab import DecisionFigures, OfferedOption, PeopleDocument, TimeFigures
from interpreter.presentation import format_count
from interpreter.support import printable

MAX_WIDTH = 80
MAX_TOPICS, MAX_OPTIONS = 12, 5
"""Maximum number of kinds of decisions in the table, and of options for each of them."""
LONG_TIME = 120
"""Seconds from which a time is shown in minutes."""
PERCENT = 100
Titles = Callable[[str], str]


def format_people(document: PeopleDocument, title_of: Titles) -> str:
    """Return the report on how people played; `title_of` returns the title of a seat or an option."""
    what = " with ".join([document.game, *document.variants])
    many = f"{format_count(document.matches, 'match', 'matches')}, {format_count(document.total.decisions, 'decision')}"
    lines = [f"How people played {printable(what)}: {many}"]
    if document.rules > 1:
        lines.append(f"by {document.rules} versions of the rules")
    lines += ["", *(line for sentence in _sentences(document, title_of) for line in _wrap(sentence))]
    if document.topics:
        lines += ["", format_table([*_topic_rows(document)]), "", format_table([*_option_rows(document, title_of)])]
        lines += ["", *_wrap("in brackets: 95 % intervals; `--csv DIR` writes all decisions and options")]
    return "\n".join(lines)


def _wrap(text: str) -> list[str]:
    return wrap_text(text, min(MAX_WIDTH, current_screen().width) - 1)


def _sentences(document: PeopleDocument, title_of: Titles) -> Iterator[str]:
    total = document.total
    if total.seconds is None:
        yield "No time was recorded"
    else:
        half, longest = _time(total.seconds.median), _time(total.seconds.max)
        yield f"A decision takes {_mean(total.seconds)}; half of them take at most {half}, the longest {longest}"
    if document.match_seconds is not None:
        yield f"All decisions of people in a match take {_mean(document.match_seconds)}"
    for seat, found in document.seats.items():
        time = "" if found.figures.seconds is None else f", {_mean(found.figures.seconds)} each"
        wins = f"{found.wins} of {format_count(found.matches, 'match', 'matches')} won"
        yield f"{printable(title_of(seat))}: {format_count(found.figures.decisions, 'decision')}{time}; {wins}"
    if total.decisions:
        share = f"{PERCENT * total.undone / total.decisions:.1f}{TIED_BLANK}%"
        yield f"{share} of choices were taken back, in {format_count(document.undos, 'undo')}"
    ends = ", ".join(f"{printable(reason.replace('_', ' '))} {count}" for reason, count in document.reasons.items())
    yield f"Ends of the matches: {ends}"


def _mean(found: TimeFigures) -> str:
    value = found.mean
    if not isfinite(value.half_width):
        return tie(_time(value.estimate))
    return tie(f"{_time(value.estimate)} ({_time(max(0.0, value.low))} to {_time(value.high)})")


def _time(seconds: float) -> str:
    if seconds >= LONG_TIME:
        return f"{seconds / 60:.1f}{TIED_BLANK}min"
    return f"{seconds:.1f}{TIED_BLANK}s"


def _topic_rows(document: PeopleDocument) -> Iterator[tuple[str, ...]]:
    yield "decision", "times", "options", "mean s", "median s", "undone"
    for each in document.topics[:MAX_TOPICS]:
        yield printable(each.topic), *_cells(each.figures)


def _cells(figures: DecisionFigures) -> tuple[str, ...]:
    found = figures.seconds
    times = ("", "") if found is None else (f"{found.mean.estimate:.1f}", f"{found.median:.1f}")
    return f"{figures.decisions:,}", f"{figures.options:.1f}", *times, f"{figures.undone:,}"


def _option_rows(document: PeopleDocument, title_of: Titles) -> Iterator[tuple[str, ...]]:
    yield "decision", "option", "offered", "taken", "share", "", "undone"
    for topic in document.topics[:MAX_TOPICS]:
        options = [each for each in document.options if each.topic == topic.topic]
        label = printable(topic.topic)
        for each in options[:MAX_OPTIONS]:
            yield label, printable(title_of(each.option)), *_option_cells(each)
            label = ""
        if len(options) > MAX_OPTIONS:
            yield label, f"and {len(options) - MAX_OPTIONS} more", "", "", "", "", ""


def _option_cells(each: OfferedOption) -> tuple[str, ...]:
    low, high = PERCENT * each.share.low, PERCENT * each.share.high
    share = f"{PERCENT * each.share.estimate:.0f}"
    return f"{each.offered:,}", f"{each.taken:,}", share, f"({low:.0f} to {high:.0f})", f"{each.undone:,}"
