"""`cahier list`."""

from __future__ import annotations

from cli.columns import aligned, columns
from cli.guard import BAD_INPUT, FINE
from cli.output import say, tell


def list_games() -> int:
    """Print the installed games, each with its variants below; a broken one is told about and hides no other."""
    from interpreter.errors import RulebookError, shown
    from interpreter.rulebook.build import load_rulebook
    from interpreter.rulebook.files import installed_games
    from interpreter.rulebook.overlays import variants_of

    rows: list[tuple[str, ...]] = []
    below: list[list[str]] = []
    broken = False
    for name in installed_games():
        try:
            book = load_rulebook(name)
            variants, problems = variants_of(name)
        except RulebookError as error:
            broken = True
            tell(error.problems[0].render())
            continue
        for problem in problems[:1]:
            broken = True
            tell(problem.render())
        low, high = book.players
        players = f"{low} players" if low == high else f"{low} to {high} players"
        seats = ", ".join(seat.id for seat in book.seats) if low == high else f"{book.seats[0].id}, …"
        rows.append((name, shown(book.title["en"]), players, f"seats: {seats}"))
        titles = [("--variant", each.id, shown(each.title["en"])) for each in variants if each.alone is None]
        below.append(columns(titles, indent="    ").split("\n") if titles else [])
    for lines, variants_below in zip(aligned(rows, indent="") if rows else (), below, strict=True):
        say("\n".join([*lines, *variants_below]))
    return BAD_INPUT if broken else FINE
