"""`cahier list`."""

from __future__ import annotations

from cli.columns import aligned, columns
from cli.guard import BAD_INPUT, FINE
from cli.output import say, tell
from interpreter.errors import Problem, RulebookError, shown
from interpreter.presentation.counts import number_of
from interpreter.rulebook.files import find_folder, installed_games


def list_games() -> int:
    """Print the installed games, each with its variants below; a broken one is told about and hides no other."""
    rows: list[tuple[str, ...]] = []
    below: list[list[str]] = []
    broken = False
    for name in installed_games():
        try:
            row, titles, problems = _listed(name)
        except RulebookError as error:
            broken = True
            tell(error.problems[0].render())
            continue
        for problem in problems[:1]:
            broken = True
            tell(problem.render())
        rows.append((name, *row))
        below.append(columns(titles, indent="    ").split("\n") if titles else [])
    for lines, variants_below in zip(aligned(rows, indent="") if rows else (), below, strict=True):
        say("\n".join([*lines, *variants_below]))
    return BAD_INPUT if broken else FINE


Cells = tuple[str, ...]


def _listed(name: str) -> tuple[Cells, list[Cells], tuple[Problem, ...]]:
    """What there is to say of a game and of its variants, and what is wrong with the files of variants: from memory, if
    nothing was wrong with the same files the last time. Raises RulebookError for what is wrong with the game."""
    from cli.verdicts import content_key, remember, remembered

    folder = find_folder(name)
    key = content_key(name, None, "list")
    known = remembered(key, folder) if key else None
    if known is not None:
        row, *titles = (tuple(line.split("\t")) for line in known[0].split("\n"))
        return row, titles, ()
    row, titles, problems = _looked_up(name)
    if key and not problems:
        remember(key, folder, "\n".join("\t".join(cells) for cells in (row, *titles)), ())
    return row, titles, problems


def _looked_up(name: str) -> tuple[Cells, list[Cells], tuple[Problem, ...]]:
    from interpreter.rulebook.build import load_rulebook
    from interpreter.rulebook.overlays import variants_of

    book = load_rulebook(name)
    variants, problems = variants_of(name)
    low, high = book.players
    players = number_of(low, "player") if low == high else f"{low} to {high} players"
    seats = ", ".join(seat.id for seat in book.seats) if low == high else f"{book.seats[0].id}, …"
    titles = [("--variant", each.id, shown(each.title["en"])) for each in variants if each.alone is None]
    return (shown(book.title["en"]), players, f"seats: {seats}"), [*titles], problems
