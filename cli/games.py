"""`cahier list`: the installed games and those in libraries, with their variants."""

from __future__ import annotations

from cli.columns import aligned, columns
from cli.guard import BAD_INPUT, FINE
from cli.libraries import tell_clashes
from cli.output import say, tell
from interpreter.errors import Problem, RulebookError, Where, shown
from interpreter.presentation.counts import number_of
from interpreter.rulebook.files import installed_folder, installed_games
from interpreter.rulebook.library import libraries, library_games

Cells = tuple[str, ...]


def list_games() -> int:
    """Print the games, each with its variants below, and return the exit status.

    A broken game is reported and doesn't hide the others.
    """
    shelved = _Shelved()
    rows: list[Cells] = []
    below: list[list[str]] = []
    broken = False
    for name, folder in _folders().items():
        try:
            (id, *row), titles, problems = _listed(folder)
        except RulebookError as error:
            broken = True
            tell(error.problems[0].render())
            continue
        titles += shelved.taken(id, {variant for _, variant, _ in titles})
        for problem in problems[:1]:
            broken = True
            tell(problem.render())
        rows.append((shown(name), *row))
        below.append(columns(titles, indent="    ").split("\n") if titles else [])
    for lines, variants_below in zip(aligned(rows, indent="") if rows else (), below, strict=True):
        say("\n".join([*lines, *variants_below]))
    tell_clashes()
    for problem in shelved.problems():
        broken = True
        tell(problem.render())
    return BAD_INPUT if broken else FINE


def _folders() -> dict[str, str]:
    """Return the folder of each game, by the name under which it is found from anywhere."""
    found = {name: installed_folder(name) for name in installed_games()}
    for game in library_games():
        found.setdefault(game.name, game.path)
    return found


class _Shelved:
    """Variants in libraries, distributed to their games."""

    def __init__(self) -> None:
        self._problems: tuple[Problem, ...] = ()
        if libraries():
            from interpreter.rulebook.overlays import shelved_variants

            self._variants, self._problems = shelved_variants()
        else:
            self._variants = ()
        self._games: set[str] = set()

    def taken(self, game: str, own: set[str]) -> list[Cells]:
        """Return cells for the library variants of a game; report those whose id is in `own`.

        `own`: ids of the game's own variants.
        """
        self._games.add(game)
        found: list[Cells] = []
        for variant in (each.variant for each in self._variants if each.game == game):
            if variant.id in own:
                why = f"`{game}` has another variant `{variant.id}`; give its path, or rename it"
                tell(shown(f"note: {variant.where.file} is not found by its id: {why}"))
            elif variant.alone is None:
                found.append(("--variant", variant.id, shown(variant.title["en"])))
            own = {*own, variant.id}
        return found

    def problems(self) -> list[Problem]:
        """Return the problems of the variants' files, and of variants for games that were not listed."""
        lost = [each for each in self._variants if each.game not in self._games]
        message = "this is a variant of `{}`, and no game has this id"
        return [
            *self._problems,
            *(Problem(Where(each.variant.where.file), "other-game", message.format(each.game)) for each in lost),
        ]


def _listed(folder: str) -> tuple[Cells, list[Cells], tuple[Problem, ...]]:
    """Return cells for a game and for its variants, and the problems of the variants' files.

    They come from the cache if the same files had no problems before. Raises RulebookError for errors in the game.
    """
    from cli.verdicts import content_key, remember, remembered

    key = content_key(folder, None, "list")
    known = remembered(key, folder) if key else None
    if known is not None:
        row, *titles = (tuple(line.split("\t")) for line in known[0].split("\n"))
        return row, titles, ()
    row, titles, problems = _looked_up(folder)
    if key and not problems:
        remember(key, folder, "\n".join("\t".join(cells) for cells in (row, *titles)), ())
    return row, titles, problems


def _looked_up(folder: str) -> tuple[Cells, list[Cells], tuple[Problem, ...]]:
    from interpreter.rulebook.build import load_rulebook
    from interpreter.rulebook.overlays import variants_of

    book = load_rulebook(folder)
    variants, problems = variants_of(folder)
    low, high = book.players
    players = number_of(low, "player") if low == high else f"{low} to {high} players"
    seats = ", ".join(seat.id for seat in book.seats) if low == high else f"{book.seats[0].id}, …"
    titles = [("--variant", each.id, shown(each.title["en"])) for each in variants if each.alone is None]
    return (book.id, shown(book.title["en"]), players, f"seats: {seats}"), [*titles], problems
