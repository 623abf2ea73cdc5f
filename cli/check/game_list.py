"""`cahier list`: the installed games and those in libraries, with their variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.guard import EXIT_BAD_INPUT, EXIT_OK
from cli.libraries import report_clashes
from cli.show.imprints import append_short_imprint
from cli.text.output import echo, echo_err
from cli.text.screen import align_rows, format_table
from interpreter.presentation import format_count
from interpreter.rulebook import installed_folder, installed_games, libraries, library_games
from interpreter.support import Location, Problem, RulebookError, printable

if TYPE_CHECKING:
    from interpreter.rulebook import Variant

ListRow = tuple[str, ...]


def list_games() -> int:
    """Print the games, each with its variants below, and return the exit status.

    A broken game is reported and doesn't hide the others.
    """
    shelved = _LibraryVariants()
    rows: list[ListRow] = []
    below: list[list[str]] = []
    broken = False
    for name, folder in _game_folders().items():
        try:
            (game_id, *row), titles, problems = _cached_rows(folder)
        except RulebookError as error:
            broken = True
            echo_err(error.problems[0].render())
            continue
        titles += shelved.rows_for(game_id, {variant for _, variant, _ in titles})
        for problem in problems[:1]:
            broken = True
            echo_err(problem.render())
        rows.append((printable(name), *row))
        below.append(format_table(titles, indent="    ").split("\n") if titles else [])
    for lines, variants_below in zip(align_rows(rows, indent="") if rows else (), below, strict=True):
        echo("\n".join([*lines, *variants_below]))
    report_clashes()
    for problem in shelved.problems():
        broken = True
        echo_err(problem.render())
    return EXIT_BAD_INPUT if broken else EXIT_OK


def _game_folders() -> dict[str, str]:
    """Return the folder of each game, by the name under which it is found from anywhere."""
    found = {name: installed_folder(name) for name in installed_games()}
    for game in library_games():
        found.setdefault(game.name, game.path)
    return found


class _LibraryVariants:
    """Variants in libraries, distributed to their games."""

    def __init__(self) -> None:
        self._problems: tuple[Problem, ...] = ()
        if libraries():
            from interpreter.rulebook import read_library_variants

            self._variants, self._problems = read_library_variants()
        else:
            self._variants = ()
        self._games: set[str] = set()

    def rows_for(self, game: str, own: set[str]) -> list[ListRow]:
        """Return cells for the library variants of a game; report those whose id is in `own`.

        `own`: ids of the game's own variants.
        """
        self._games.add(game)
        found: list[ListRow] = []
        for variant in (each.variant for each in self._variants if each.game == game):
            if variant.id in own:
                why = f"`{game}` has another variant `{variant.id}`; give its path, or rename it"
                echo_err(printable(f"note: {variant.where.file} is not found by its id: {why}"))
            elif variant.alone is None:
                found.append(list_variant_row(variant))
            own = {*own, variant.id}
        return found

    def problems(self) -> list[Problem]:
        """Return the problems of the variants' files, and of variants for games that were not listed."""
        lost = [each for each in self._variants if each.game not in self._games]
        message = "this is a variant of `{}`, and no game has this id"
        return [
            *self._problems,
            *(Problem(Location(each.variant.where.file), "other-game", message.format(each.game)) for each in lost),
        ]


def _cached_rows(folder: str) -> tuple[ListRow, list[ListRow], tuple[Problem, ...]]:
    """Return cells for a game and for its variants, and the problems of the variants' files.

    They come from the cache if the same files had no problems before. Raises RulebookError for errors in the game.
    """
    from cli.caches import content_key, load_result, store_result

    key = content_key(folder, None, "list")
    known = load_result(key, folder) if key else None
    if known is not None:
        return (*known, ())
    row, titles, problems = _read_rows(folder)
    if key and not problems:
        store_result(key, folder, (row, titles))
    return row, titles, problems


def _read_rows(folder: str) -> tuple[ListRow, list[ListRow], tuple[Problem, ...]]:
    from interpreter.rulebook import load_rulebook, variants_of

    book = load_rulebook(folder)
    variants, problems = variants_of(folder)
    low, high = book.players
    players = format_count(low, "player") if low == high else f"{low} to {high} players"
    seats = ", ".join(seat.id for seat in book.seats) if low == high else f"{book.seats[0].id}, …"
    titles = [list_variant_row(each) for each in variants if each.alone is None]
    row = (book.id, printable(book.title["en"]), players, append_short_imprint(f"seats: {seats}", book.imprint))
    return row, titles, problems


def list_variant_row(variant: Variant) -> ListRow:
    """Return cells for a variant."""
    return "--variant", variant.id, append_short_imprint(printable(variant.title["en"]), variant.imprint)
