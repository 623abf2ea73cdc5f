"""Values of things as text: the largest first, with a bar for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.backends import how_played, played_in_python
from cli.columns import columns
from cli.loading import name_of, names_in
from cli.screen import screen_here
from cli.summary import again_command
from interpreter.errors import shown
from interpreter.lab.impact_document import wins
from interpreter.lab.question import POINTS
from interpreter.lab.worth import counted
from interpreter.players.lineup import lineup_phrase
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.lab.impact import Findings
    from interpreter.lab.intervals import Interval
    from interpreter.lab.worth import Row as Evidence
    from interpreter.lab.worth import Worth

MOST_ROWS = 20
"""Maximum number of rows unless all are requested."""
LONGEST_BAR = 8
KINDS = {
    "event": ("event", "events"),
    "bend": ("bent phrase", "bent phrases"),
    "row": ("row of a table", "rows of tables"),
    "piece": ("piece at the start", "pieces at the start"),
    "space": ("space", "spaces"),
}
Row = tuple[str, ...]


def worths(findings: Findings, name: str, partings: Mapping[int, int | None], all: bool) -> str:
    """Return the report: results of the game, the value of each thing, and confidence intervals.

    `name`: the game's name or folder. `partings`: as in `interpreter.lab.examples`. `all`: a row for each thing.
    """
    inquiry = findings.inquiry
    names = names_in(inquiry.game.rulebook, "en")
    fold = screen_here().fold
    title = shown(name_of(inquiry.game.rulebook))
    lines = fold(f"{title}: what its {_things(findings)} are worth: the same games with each left out in turn")
    lines += fold(lineup_phrase(inquiry.game, inquiry.seated, names))
    if not findings.baseline.games:
        return "\n".join([*lines, "No games were played to the end of a round."])
    games = findings.baseline.games
    called = names.apart(inquiry.who)
    win = "win" if inquiry.game.rulebook.sides else "wins"
    shares = (f"{called[who]} {win} {POINTS * times / games:.1f} %" for who, times in wins(findings).items())
    lines += fold(f"{'; '.join(shares)} of {number_of(games, 'game')} with nothing left out")
    told = findings.worths.told()
    rows = told if all else told[:MOST_ROWS]
    lines += ["", columns(_table(findings, rows), ""), ""]
    if len(rows) < len(told):
        lines += fold(f"{number_of(len(told) - len(rows), 'row')} more, with smaller points; --all tells them, too")
    lines += fold(_verdicts(findings, told))
    whose = f" for {names.of(inquiry.who[0])}" if findings.worths.mirrored else ""
    lines += fold(f"points: how many more of 100 games are won{whose} with it; the intervals hold together in 95 %")
    if findings.seen.games:
        watched = number_of(findings.seen.games, "game that was watched", "games that were watched")
        lines += fold(f"drawn, played: in 100 of {watched}, once for each seat")
        lines += fold("won: of 100 who played it; no measure of its worth, for who is ahead plays other cards")
        if never := [_title(findings, each.row) for each in told if _is_never(findings, each)]:
            lines += fold(f"never played in these: {', '.join(never)}")
    lines += _example(findings, name, told, partings)
    how = how_played(findings.backend_use, findings.native)
    lines += ["", f"{number_of(findings.played, 'game')} in {findings.seconds:.2f} s{how}"]
    lines += played_in_python(findings.backend_use, findings.native)
    return "\n".join(lines)


def _example(findings: Findings, name: str, told: Sequence[Worth], partings: Mapping[int, int | None]) -> list[str]:
    """Return lines on a game that shows the effect of the most valuable thing, and the command to see it."""
    row = next((each.row for each in told if each.row.thing.number in partings), None)
    if row is None:
        return []
    inquiry = findings.inquiry
    decision, title = partings[row.thing.number], _title(findings, row)
    goes = f"goes another way from decision {decision} on" if decision else "has the same decisions"
    judged = "and others win" if decision else "and its end is judged otherwise"
    said = f"without {title} game {row.parted} {goes}, {judged}; to see it as it is:"
    command = again_command(inquiry.game, inquiry.seated, name, inquiry.seed, str(row.parted), "game.jsonl")
    return ["", *screen_here().fold(said), f"  {shown(command)}"]


def _title(findings: Findings, row: Evidence) -> str:
    """Return the title of a thing, with its id if another one has the same title."""
    names = names_in(findings.inquiry.game.rulebook, "en")
    title = names.say(row.thing.title)
    same = sum(each.thing.title == row.thing.title for each in findings.rows) > 1
    return f"{title} ({row.thing.id})" if same else title


def _things(findings: Findings) -> str:
    counts = dict.fromkeys((thing.kind for thing in findings.inquiry.things), 0)
    for thing in findings.inquiry.things:
        counts[thing.kind] += 1
    return ", ".join(f"{number} {KINDS[kind][number > 1]}" for kind, number in counts.items())


def _table(findings: Findings, rows: Sequence[Worth]) -> list[Row]:
    """Return a row for each thing; if one side wins what the other loses, points are those of the first."""
    inquiry = findings.inquiry
    names = names_in(inquiry.game.rulebook, "en")
    called = names.apart(inquiry.who)
    first = inquiry.who[0] if findings.worths.mirrored else None
    watched = findings.seen.games > 0
    heading = "thing", *(() if first else ("for",)), "points", "between", ""
    found: list[Row] = [(*heading, *(("drawn", "played", "won") if watched else ()), "")]
    most = max((abs(each.estimate) for row in rows for each in row.points.values()), default=0)
    for row in rows:
        told = _title(findings, row.row)
        seen = _watched(findings, row) if watched else ()
        if not row.points:
            found.append((told, *[""] * (len(heading) - 1), *seen, row.verdict))
            continue
        who = first or max(row.points, key=lambda who: abs(row.points[who].estimate))
        whose = () if first else (called[who],)
        found.append((told, *whose, *_points(row.points[who].times(POINTS), most * POINTS), *seen, row.verdict))
    return found


def _points(interval: Interval, most: float) -> Row:
    bar = round(LONGEST_BAR * abs(interval.estimate) / most) if most else 0
    return f"{interval.estimate:+.1f}", f"{interval.low:+.1f}..{interval.high:+.1f}", "#" * bar


def _watched(findings: Findings, row: Worth) -> Row:
    seen, thing = findings.seen, row.row.thing
    if thing.kind != "event":
        return "", "", ""
    played = seen.played[thing.id]
    won = f"{POINTS * seen.played_won[thing.id] / played:.0f}" if played else ""
    return *(f"{POINTS * times / seen.games:.0f}" for times in (seen.drawn[thing.id], played)), won


def _is_never(findings: Findings, row: Worth) -> bool:
    """Return True if a card was never used, in a game whose rules record uses of cards."""
    uses, thing = findings.seen.uses, row.row.thing
    return thing.kind == "event" and bool(uses) and not any(card == thing.id for card, _ in uses)


def _verdicts(findings: Findings, told: Sequence[Worth]) -> str:
    """Return the number of rows that were tested, and the results."""
    text = counted(told, findings.inquiry.within)
    more = findings.worths_within(findings.inquiry.within / 2).more(findings.inquiry.games)
    if all(each.verdict != "undecided" for each in told) or not findings.seconds or not more:
        return text
    takes = f"{number_of(more, 'game')} more, {_time(more, findings)}"
    return f"{text}. --within {findings.inquiry.within / 2:g} takes {takes}"


def _time(games: int, findings: Findings) -> str:
    seconds = games * findings.seconds / findings.played
    return f"some {seconds:.0f} s" if seconds < 100 else f"some {seconds / 60:.0f} min"
