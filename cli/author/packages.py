"""`cahier pack`, `add`, `remove` and `list --library`: games and variants that are handed on."""

from __future__ import annotations

import os
import shlex

from cli.author.game_files import refuse_existing
from cli.check.game_list import list_variant_row
from cli.guard import EXIT_BAD_INPUT, EXIT_OK
from cli.show.imprints import append_short_imprint, format_imprint
from cli.text.output import echo, echo_err
from cli.text.screen import format_table
from interpreter.authoring import PACKAGE_ENDING, PackageContent, add_package, collect, pack, remove_package
from interpreter.presentation import format_count
from interpreter.rulebook import library_games, load_rulebook, own_library, read_library_variants
from interpreter.support import AtomicFile, Location, Problem, RulebookError, list_first, printable

MOST_NAMED = 8
"""Maximum number of files left out that are named."""


def pack_game(given: str, output: str | None, force: bool) -> int:
    """Write the package of a game or variant; return the exit status. Raises CahierError."""
    content = collect(given)
    path = output or f"{content.id}{PACKAGE_ENDING}"
    if not path.endswith(PACKAGE_ENDING):
        message = f"name a file that ends in {PACKAGE_ENDING}"
        raise RulebookError(Problem(Location(shlex.join(["-o", path])), "unknown-format", message))
    refuse_existing([path], force)
    data = pack(content)
    with AtomicFile(path) as file:
        file.write_bytes(data)
    size = f"{max(1, len(data) // 1000):,} kB"
    echo(printable(f"{path}: {_title(content)}, {format_count(len(content.files), 'file')}, {size}"))
    if imprint := format_imprint(content.imprint):
        echo(imprint)
    else:
        echo_err("note: it doesn't say who made it; `author`, `version` and `licence` are fields for that")
    if content.skipped:
        echo(printable(f"left out: {list_first(content.skipped, MOST_NAMED)}"))
    echo(printable(f"next: cahier add {shlex.quote(os.path.basename(path))}, wherever it is to be played"))
    return EXIT_OK


def add_to_library(given: str) -> int:
    """Add a game or variant to the user's library; return the exit status. Raises CahierError."""
    added = add_package(given)
    content = added.content
    echo(printable(f"{added.path}: {_title(content)}, {format_count(len(content.files), 'file')}"))
    if imprint := format_imprint(content.imprint):
        echo(imprint)
    if content.skipped:
        echo(printable(f"left out: {', '.join(content.skipped[:MOST_NAMED])}"))
    if not added.has_game:
        echo_err(printable(f"note: the game `{content.of}` isn't here yet, so that the variant wasn't tried"))
    words = [content.of, "--variant", content.id] if content.of else [content.id]
    echo(f"next: cahier play {shlex.join(words)}")
    return EXIT_OK


def remove_from_library(name: str) -> int:
    """Remove a game or variant from the user's library; return the exit status. Raises CahierError."""
    echo(printable(f"{remove_package(name)}: removed"))
    return EXIT_OK


def list_library() -> int:
    """Print what the user's library contains, and return the exit status. Broken entries are reported."""
    library = own_library()
    broken = False
    rows: list[tuple[str, ...]] = []
    for game in library_games():
        if os.path.dirname(game.path) != library:
            continue
        try:
            book = load_rulebook(game.path)
        except RulebookError as error:
            broken = True
            echo_err(error.problems[0].render())
            continue
        rows.append((printable(game.name), "game", append_short_imprint(printable(book.title["en"]), book.imprint)))
    variants, problems = read_library_variants() if os.path.isdir(library) else ((), ())
    for each in variants:
        if each.variant.where.file.startswith(library + os.sep):
            _, name, title = list_variant_row(each.variant)
            rows.append((name, printable(f"variant of {each.game}"), title))
    for problem in problems:
        if problem.where.file.startswith(library + os.sep):
            broken = True
            echo_err(problem.render())
    echo(printable(library) if rows else printable(f"{library}: nothing yet; `cahier add FILE` puts something there"))
    if rows:
        echo(format_table(rows))
    return EXIT_BAD_INPUT if broken else EXIT_OK


def _title(content: PackageContent) -> str:
    """Return title and kind of a game or variant."""
    return f"{content.title}, a variant of {content.of}" if content.of else f"{content.title}, a game"
