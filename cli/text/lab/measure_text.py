"""Character of a game as text: sentences, then a table of how often leaders win."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, format_game_options, names_in
from cli.seats import BETTER_PLAYER, describe_backend, describe_fallbacks, recommend_better_players
from cli.text.screen import TIED_BLANK, current_screen, format_table, tie, wrap_text
from interpreter.lab import open_seats_of
from interpreter.players import describe_lineup, random_seats
from interpreter.presentation import format_count
from interpreter.report import describe_first_turn, place_name
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import (
        DecidedFigures,
        Interval,
        LengthFigures,
        MeasureDocument,
        MomentFigures,
        OptionFigures,
    )
    from interpreter.matches import Game
    from interpreter.presentation import Names

LABEL_WIDTH = 11
"""Width of the labels before sentences, in columns."""
MIN_WIDTH, MAX_WIDTH = 30, 80
"""Minimum and maximum width of lines in columns; only a longer word exceeds it."""
OVER_NOTE = "over: how many of 100 games are over after so many decisions"
LEADER_NOTE = (
    "leader wins: how many of 100 games the leader wins: the one who wins most random continuations from there, or has "
    "won by then"
)
JOINT_NOTE = "those of all who win and of draws hold together, and so do those of all endings"
BY_SCORE_NOTE = "by score: the same for the one with the best score"
MOSTLY_OVER = 0.9
"""Share of games that are over at which the table ends."""
MAX_SEATS_LISTED = 4
"""Number of seats above which only the first, the best and the worst are reported."""
PERCENT = 100
ROUNDING = 1e-9


def format_measures(document: MeasureDocument, game: Game, name: str) -> str:
    """Return the report on a game's measurements, with their confidence intervals.

    `name`: the game as it was named in the command.
    """
    names = names_in(game.rulebook, "en")
    lines = _wrap(f"Measures of {printable(format_game_name(game.rulebook))}")
    lines += _wrap(describe_lineup(game, document.subject.players, names))
    if random_seats(game, document.subject.players):
        command = ["cahier", "measure", name, *format_game_options(game.rulebook), "--by", BETTER_PLAYER]
        lines += recommend_better_players(command)
    if not document.games:
        return "\n".join([*lines, "No games were played."])
    lines.append("")
    parts = (
        ("balance", _balance(document, game, names)),
        ("draws", _draws(document)),
        ("skill", _skill(document, game)),
        ("chance", _chance(document)),
        ("leads", _leads(document)),
        ("suspense", _suspense(document)),
        ("options", _options(document.options)),
        ("length", _length(document.length)),
        ("endings", _endings(document)),
    )
    for label, sentences in parts:
        for sentence in sentences:
            lines += _wrap(sentence, label)
            label = ""
    if table := _table(document.decided):
        lines += ["", format_table(table, "  ")]
        lines += ["", *_wrap(OVER_NOTE), *_wrap(LEADER_NOTE)]
        lines += _wrap(BY_SCORE_NOTE) if document.decided.by_score else []
    games = format_count(document.games, "game")
    cut = "" if document.complete else " (interrupted)"
    time = f"{document.seconds:.2f} s{describe_backend(document.run)}{cut}"
    lines += [
        "",
        *_wrap(f"in brackets: 95 % intervals; {JOINT_NOTE}"),
        *_wrap(f"{games}, and some of them once more, in {time}"),
    ]
    lines += describe_fallbacks(document.run)
    return "\n".join(lines)


def _wrap(text: str, label: str | None = None) -> list[str]:
    """Wrap a sentence, beside its label if it has one."""
    width = max(MIN_WIDTH, min(MAX_WIDTH, current_screen().width) - 1)
    return (
        wrap_text(text, width) if label is None else wrap_text(text, width, f"{label:{LABEL_WIDTH}}", " " * LABEL_WIDTH)
    )


def _share(value: Interval, digits: int = 1) -> str:
    low, high = (f"{PERCENT * each:.{digits}f}" for each in (value.low, value.high))
    return tie(f"{PERCENT * value.estimate:.{digits}f} % ({low} to {high})")


def _per_cent(share: float, digits: int = 1) -> str:
    return f"{PERCENT * share:.{digits}f}{TIED_BLANK}%"


def _number(value: Interval, digits: int = 1) -> str:
    if not isfinite(value.half_width):
        return tie(f"{value.estimate:,.{digits}f} (too few games to be sure)")
    return tie(f"{value.estimate:,.{digits}f} ({value.low:,.{digits}f} to {value.high:,.{digits}f})")


def _balance(document: MeasureDocument, game: Game, names: Names) -> Iterator[str]:
    """Say how many games each side wins, or each seat; of many seats, the one that wins most and the one least."""
    shares, titles = document.wins, names.distinct_titles(document.wins)
    if len(shares) <= MAX_SEATS_LISTED:
        wins = "win" if game.rulebook.sides else "wins"
        yield "; ".join(f"{titles[who]} {wins} {_share(share)}" for who, share in shares.items())
    else:
        ranked = sorted(shares.items(), key=lambda item: item[1].estimate)
        yield "; ".join(
            f"{titles[who]} wins {what}, {_share(share)}"
            for what, (who, share) in (("most", ranked[-1]), ("least", ranked[0]))
        )
    if len(shares) > 1 and document.even is not None:
        drawn = document.draws.estimate if document.draws else 0
        is_shared = not game.rulebook.sides and len(shares) * document.even + drawn > 1 + ROUNDING
        note = "; a shared win counts for each of its winners" if is_shared else ""
        yield f"Even would be {_per_cent(document.even)} each{note}"
    if (order := document.turn_order) is not None:
        if order.places and len(order.first) > 1:
            places = (f"the {place_name(place)} {_share(share)}" for place, share in enumerate(order.places))
            yield f"In turn order, wins are: {'; '.join(places)}"
        said = describe_first_turn(order, names.distinct_titles(game.seats).__getitem__)
        yield said[0].upper() + said[1:]


def _draws(document: MeasureDocument) -> Iterator[str]:
    if document.draws is not None:
        drawn = document.draws
        yield f"Nobody wins {_share(drawn)}" if drawn.estimate else f"None; at most {_per_cent(drawn.high)} of games"


def _skill(document: MeasureDocument, game: Game) -> Iterator[str]:
    open_seats = open_seats_of(game, document.subject.players)
    if not open_seats:
        yield "unknown: the rules play all seats themselves"
    for each in document.left_out:
        yield f"{each.stronger} against {each.weaker}: not known; it takes too long: more --games or fewer --playouts"
    for found in document.skill:
        games = format_count(found.games, "game")
        if found.games_needed is not None:
            yield (
                f"{found.stronger} against {found.weaker}: not known after {games}; about {found.games_needed:,} would "
                "tell: more --games or fewer --playouts"
            )
            continue
        others = _per_cent(found.others.estimate, 0)
        than = f"each of the others {others}" if len(open_seats) > 1 else f"{found.weaker} in its place {others}"
        yield f"{found.stronger} wins {_share(found.share, 0)} of {games} against {found.weaker}; {than}"
    if any(found.known for found in document.skill):
        note = "; a draw counts as the even share" if document.draws is not None and document.draws.estimate else ""
        yield f"search:N tries N playouts before each decision; it plays each seat in turn, on the same deals{note}"


def _chance(document: MeasureDocument) -> Iterator[str]:
    found = document.chance
    if found is None:
        return
    if found.chance is None or found.play is None:
        yield "All games end alike: there is nothing to explain"
        return
    yield (
        f"Chance alone explains {_share(found.chance, 0)} of who wins, the choices of these players alone "
        f"{_share(found.play, 0)}; the rest is both together"
    )
    yield (
        f"The same deal, played again, has the same winner in {_share(found.same, 0)} of games; another deal in "
        f"{PERCENT * found.apart:.0f}{TIED_BLANK}%"
    )


def _leads(document: MeasureDocument) -> Iterator[str]:
    found, length = document.decided, document.length.decisions
    if found.at is not None and length is not None:
        between = f"({found.at.low:,.0f} to {found.at.high:,.0f})"
        yield (
            f"From decision {found.at.estimate:,.0f}{TIED_BLANK}{between.replace(' ', TIED_BLANK)} of "
            f"{length.mean.estimate:,.0f} on{_turn(found)}, whoever leads, or has won by then, wins "
            f"{_per_cent(found.enough, 0)} of games or more"
        )
    if found.changes_by_score is not None:
        yield f"The lead by the score changes {_number(found.changes_by_score)} times a game"


def _suspense(document: MeasureDocument) -> Iterator[str]:
    found, enough = document.suspense, _per_cent(document.decided.enough, 0)
    if found.comebacks is not None and found.deficit is not None:
        yield f"In {_share(found.comebacks, 0)} of games, the later winner was behind for sure at some moment"
        deficit = _number(found.deficit.scaled(PERCENT), 0)
        yield f"Furthest behind, a later winner wins {deficit} of 100 random continuations fewer than the leader"
    if found.open is not None:
        yield f"In {_share(found.open, 0)} of a game, the lead is open: nobody wins {enough} of random continuations"
    if found.kingmaking is not None:
        decisions = format_count(found.decisions, "decision")
        yield f"In {_share(found.kingmaking, 0)} of {decisions}, a seat that can hardly win any more decides who does"


def _turn(decided: DecidedFigures) -> str:
    """Return words for the turn from which leaders win, if the game has turns."""
    for moment in decided.by_playouts or ():
        if decided.at and moment.decision == decided.at.estimate and moment.turn is not None:
            return f", about turn {moment.turn:.0f}"
    return ""


def _options(found: OptionFigures) -> Iterator[str]:
    if not (found.options and found.worse and found.mattering and found.gain):
        return
    yield (
        f"A decision has {_number(found.options)} options, of which {_number(found.worse)} are certainly worse "
        f"than the best"
    )
    yield (
        f"In {_share(found.mattering, 0)} of decisions the choice certainly matters, as far as games that go on at "
        f"random can tell; there, the best option is worth {_number(found.gain.scaled(PERCENT))} more wins in 100"
    )


def _length(length: LengthFigures) -> Iterator[str]:
    found = (("turns", length.turns), ("decisions", length.decisions))
    yield ", ".join(f"{_number(value.mean)} {what}" for what, value in found if value is not None)
    if length.turns is not None:
        yield "A turn is one seat's, wherever the rules begin one"


def _endings(document: MeasureDocument) -> Iterator[str]:
    shares, narrow = document.endings.items(), document.narrow
    yield "; ".join(f"{printable(reason.replace('_', ' '))} {_share(share)}" for reason, share in shares)
    if narrow.share is not None:
        yield f"{_share(narrow.share)} of games that the best score wins are won by {narrow.points} point or less"


def _table(decided: DecidedFigures) -> list[tuple[str, ...]]:
    """Return a row for each moment, until nearly all games are over."""
    playouts, score = decided.by_playouts, decided.by_score
    if not playouts:
        return []
    turns = playouts[0].turn is not None
    head = "decision", *(("turn",) if turns else ()), "over", "leader wins", ""
    rows = [(*head, *(("by score", "") if score else ()))]
    for at, moment in enumerate(playouts):
        if moment.over >= MOSTLY_OVER:
            break
        scored = _wins(score[at]) if score else ()
        turn = (f"{moment.turn:.1f}",) if turns else ()
        rows.append((f"{moment.decision:,}", *turn, f"{PERCENT * moment.over:.0f}", *_wins(moment), *scored))
    return rows


def _wins(moment: MomentFigures) -> tuple[str, str]:
    if moment.wins is None:
        return "", "nobody leads"
    low, high = PERCENT * moment.wins.low, PERCENT * moment.wins.high
    return f"{PERCENT * moment.wins.estimate:.1f}", f"({low:.1f} to {high:.1f})"
