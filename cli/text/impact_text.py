"""Values of things as text: the largest first, with a bar for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.columns import format_table
from cli.text.playtest_text import format_rerun_command
from cli.text.screen import current_screen
from interpreter.lab import POINTS
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import verdict_counts_text
from interpreter.support import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.lab import ImpactDocument, ImpactResult, Interval, ThingEffect
    from interpreter.lab import ImpactRow as Evidence

MOST_ROWS = 20
"""Maximum number of rows unless all are requested."""
BAR_WIDTH = 8
KINDS = {
    "event": ("event", "events"),
    "bend": ("bent phrase", "bent phrases"),
    "row": ("row of a table", "rows of tables"),
    "piece": ("piece at the start", "pieces at the start"),
    "space": ("space", "spaces"),
}
ImpactRow = tuple[str, ...]


def format_impact(
    findings: ImpactResult, document: ImpactDocument, name: str, partings: Mapping[int, int | None], show_all: bool
) -> str:
    """Return the report: results of the game, the value of each thing, and confidence intervals.

    `name`: the game's name or folder. `partings`: see `lab.compare.examples`. `show_all`: a row for each thing.
    """
    inquiry = findings.inquiry
    names = names_in(inquiry.game.rulebook, "en")
    wrap = current_screen().wrap
    title = printable(format_game_name(inquiry.game.rulebook))
    lines = wrap(f"{title}: what its {_things(findings)} are worth: the same games with each left out in turn")
    lines += wrap(describe_lineup(inquiry.game, inquiry.seated, names))
    games = document.baseline.games
    if not games:
        return "\n".join([*lines, "No games were played to the end of a round."])
    called = names.distinct_titles(inquiry.contenders)
    win = "win" if inquiry.game.rulebook.sides else "wins"
    shares = (f"{called[who]} {win} {POINTS * times / games:.1f} %" for who, times in document.baseline.wins.items())
    lines += wrap(f"{'; '.join(shares)} of {format_count(games, 'game')} with nothing left out")
    told = findings.effects.ranked()
    rows = told if show_all else told[:MOST_ROWS]
    lines += ["", format_table(_format_table(findings, rows), ""), ""]
    if len(rows) < len(told):
        lines += wrap(f"{format_count(len(told) - len(rows), 'row')} more, with smaller points; --all lists all")
    lines += wrap(_describe_verdicts(findings, document))
    whose = f" for {names.title_of(inquiry.contenders[0])}" if findings.effects.is_mirrored else ""
    lines += wrap(f"points: how many more of 100 games are won{whose} with it; all intervals hold at once in 95 %")
    if findings.card_observations.games:
        watched = format_count(findings.card_observations.games, "game that was watched", "games that were watched")
        lines += wrap(f"drawn, played: in 100 of {watched}, once for each seat")
        lines += wrap("won: of 100 players who played it; not its worth: players who are ahead play other cards")
        if never := [_thing_title(findings, each.row) for each in told if _is_never(findings, each)]:
            lines += wrap(f"never played in these: {', '.join(never)}")
    lines += _describe_example(findings, name, told, partings)
    how = describe_backend(document.backend)
    lines += ["", f"{format_count(findings.games, 'game')} in {findings.seconds:.2f} s{how}"]
    lines += describe_fallbacks(document.backend)
    return "\n".join(lines)


def _describe_example(
    findings: ImpactResult, name: str, told: Sequence[ThingEffect], partings: Mapping[int, int | None]
) -> list[str]:
    """Return lines on a game that shows the effect of the most valuable thing, and the command to see it."""
    row = next((each.row for each in told if each.row.thing.number in partings), None)
    if row is None:
        return []
    inquiry = findings.inquiry
    decision, title = partings[row.thing.number], _thing_title(findings, row)
    goes = f"goes another way from decision {decision} on" if decision else "has the same decisions"
    judged = "and others win" if decision else "and its end is judged otherwise"
    said = f"without {title} game {row.first_changed_game} {goes}, {judged}; to see the unchanged game:"
    command = format_rerun_command(
        inquiry.game, inquiry.seated, name, inquiry.seed, str(row.first_changed_game), "game.jsonl"
    )
    return ["", *current_screen().wrap(said), f"  {printable(command)}"]


def _thing_title(findings: ImpactResult, row: Evidence) -> str:
    """Return the title of a thing, with its id if another one has the same title."""
    names = names_in(findings.inquiry.game.rulebook, "en")
    title = names.localize(row.thing.title)
    same = sum(each.thing.title == row.thing.title for each in findings.rows) > 1
    return f"{title} ({row.thing.id})" if same else title


def _things(findings: ImpactResult) -> str:
    counts = dict.fromkeys((thing.kind for thing in findings.inquiry.things), 0)
    for thing in findings.inquiry.things:
        counts[thing.kind] += 1
    return ", ".join(f"{number} {KINDS[kind][number > 1]}" for kind, number in counts.items())


def _format_table(findings: ImpactResult, rows: Sequence[ThingEffect]) -> list[ImpactRow]:
    """Return a row for each thing; if one side wins what the other loses, points are those of the first."""
    inquiry = findings.inquiry
    names = names_in(inquiry.game.rulebook, "en")
    called = names.distinct_titles(inquiry.contenders)
    first = inquiry.contenders[0] if findings.effects.is_mirrored else None
    watched = findings.card_observations.games > 0
    heading = "thing", *(() if first else ("for",)), "points", "between", ""
    found: list[ImpactRow] = [(*heading, *(("drawn", "played", "won") if watched else ()), "")]
    most = max((abs(each.estimate) for row in rows for each in row.differences.values()), default=0)
    for row in rows:
        told = _thing_title(findings, row.row)
        seen = _format_observed(findings, row) if watched else ()
        if not row.differences:
            found.append((told, *[""] * (len(heading) - 1), *seen, row.verdict))
            continue
        who = first or max(row.differences, key=lambda who: abs(row.differences[who].estimate))
        whose = () if first else (called[who],)
        found.append((told, *whose, *_points(row.differences[who].scaled(POINTS), most * POINTS), *seen, row.verdict))
    return found


def _points(interval: Interval, most: float) -> ImpactRow:
    bar = round(BAR_WIDTH * abs(interval.estimate) / most) if most else 0
    return f"{interval.estimate:+.1f}", f"{interval.low:+.1f}..{interval.high:+.1f}", "#" * bar


def _format_observed(findings: ImpactResult, row: ThingEffect) -> ImpactRow:
    seen, thing = findings.card_observations, row.row.thing
    if thing.kind != "event":
        return "", "", ""
    played = seen.played[thing.id]
    won = f"{POINTS * seen.played_won[thing.id] / played:.0f}" if played else ""
    return *(f"{POINTS * times / seen.games:.0f}" for times in (seen.drawn[thing.id], played)), won


def _is_never(findings: ImpactResult, row: ThingEffect) -> bool:
    """Return True if a card was never used, in a game whose rules record uses of cards."""
    uses, thing = findings.card_observations.uses, row.row.thing
    return thing.kind == "event" and bool(uses) and not any(card == thing.id for card, _ in uses)


def _describe_verdicts(findings: ImpactResult, document: ImpactDocument) -> str:
    """Return the number of rows that were tested, and the results."""
    text = verdict_counts_text(document)
    more = findings.effects_within(findings.inquiry.margin_points / 2).games_left(findings.inquiry.games)
    if not document.verdicts["undecided"] or not findings.seconds or not more:
        return text
    takes = f"{format_count(more, 'game')} more, {_time(more, findings)}"
    return f"{text}. --within {findings.inquiry.margin_points / 2:g} takes {takes}"


def _time(games: int, findings: ImpactResult) -> str:
    seconds = games * findings.seconds / findings.games
    return f"some {seconds:.0f} s" if seconds < 100 else f"some {seconds / 60:.0f} min"
