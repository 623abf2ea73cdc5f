"""`cahier list`."""

from __future__ import annotations

from cli.guard import BAD_INPUT, FINE
from cli.output import columns, say, tell


def list_games() -> int:
    """Print the installed games, one a line; a broken one is told about and does not hide the others."""
    from interpreter.errors import RulebookError, shown
    from interpreter.rulebook.build import load_rulebook
    from interpreter.rulebook.files import installed_games

    rows: list[tuple[str, ...]] = []
    broken = False
    for name in installed_games():
        try:
            book = load_rulebook(name)
        except RulebookError as error:
            broken = True
            tell(error.problems[0].render())
            continue
        low, high = book.players
        players = f"{low} players" if low == high else f"{low} to {high} players"
        seats = ", ".join(seat.id for seat in book.seats) if low == high else f"{book.seats[0].id}, …"
        rows.append((name, shown(book.title["en"]), players, f"seats: {seats}", "variants: none"))
    if rows:
        say(columns(rows, indent=""))
    return BAD_INPUT if broken else FINE
