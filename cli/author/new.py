"""`cahier new` and `cahier new-variant`: start a game or a variant.

Paths of new variants, and how commands name them.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable

from cli.guard import EXIT_OK
from cli.text.output import echo
from interpreter.authoring import (
    ENDING,
    Destination,
    check_name_free,
    check_path_free,
    check_variant_id_free,
    copy_game,
    destination_of,
    starter_folder,
    starter_games,
    variant_template,
)
from interpreter.rulebook import Rulebook, containing_game, find_folder, is_installed, libraries, load_rulebook
from interpreter.support import AtomicFile, Location, Problem, RulebookError, printable


def write_variant(name: str, of: str, book: Rulebook, text: Callable[[Destination, str], str]) -> tuple[str, str]:
    """Write a variant of the game called `of`; return its path, and the words with which a command names both.

    A plain name goes into the folder `variants` of a game of one's own, anything else is a path. `text` returns the
    content for a destination and these words. Raises CahierError if the variant can't be written; nothing is written
    then.
    """
    home = os.path.join(book.folder, "variants")
    own = os.path.basename(name) == name and not is_installed(book.folder)
    target = destination_of(name, ENDING, home if own else "")
    check_variant_id_free(target, book)
    if not own or os.path.isdir(home):
        check_path_free(target)
    above = os.path.dirname(target.path)
    at_home = os.path.realpath(above) == os.path.realpath(home)
    if not at_home:
        _refuse_within_game(target, home)
    by_id = is_library(above) or at_home
    command = shlex.join([of, "--variant", target.id if by_id else target.path])
    said = text(target, command)
    if own:
        os.makedirs(home, exist_ok=True)
    with AtomicFile(target.path) as file:
        file.write(said)
    return target.path, command


def _refuse_within_game(target: Destination, home: str) -> None:
    """Raise RulebookError if the file would lie in a game's folder but not among its variants."""
    around = containing_game(os.path.dirname(target.path))
    if around is not None:
        message = f"`{around}` is the folder of a game, whose variants have one place: {home}"
        raise RulebookError(Problem(Location(target.path), "in-a-game", message))


def is_library(folder: str) -> bool:
    """Return True if a folder is a library, in which games and variants are found by name."""
    return os.path.realpath(folder) in map(os.path.realpath, libraries())


def new_game(name: str, like: str | None, model: str | None) -> int:
    """Create a game's folder: a small game to begin with, or a copy of another. Raises CahierError."""
    if like is not None and model is not None:
        message = "use either --like (a small game) or --from (a copy of a game), not both"
        raise RulebookError(Problem(Location("new"), "two-beginnings", message))
    target = destination_of(name)
    check_name_free(target)
    check_path_free(target)
    if model is not None:
        copied = copy_game(find_folder(model), target)
    else:
        copied = copy_game(starter_folder(_ask_for_beginning() if like is None else like), target)
    path = shlex.quote(target.path)
    called = target.id if is_library(os.path.dirname(target.path)) else path
    echo(printable(f"{target.path}: {target.title}, in {', '.join(_top_level_names(copied.files))}"))
    if copied.skipped:
        echo(printable(f"left out: {', '.join(copied.skipped)}"))
    echo(printable(f"next: cahier check {called}; cahier play {called}; then edit {os.path.join(path, 'game.yaml')}"))
    return EXIT_OK


def _top_level_names(files: tuple[str, ...]) -> dict[str, None]:
    """Return the names of the files, those of a sub-folder as one."""
    return dict.fromkeys(f"{name.partition('/')[0]}/" if "/" in name else name for name in files)


def _ask_for_beginning() -> str:
    """Ask at the keyboard for a game to begin with; raise RulebookError without a terminal or an answer."""
    known = starter_games()
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = f"choose how to start: --like {', '.join(known)}, or --from GAME to copy a game"
        raise RulebookError(Problem(Location("new"), "no-beginning", message))
    echo("What kind of game?")
    for number, (name, about) in enumerate(known.items(), start=1):
        echo(f"  {number}  {name}: {about}")
    numbered = {str(number): name for number, name in enumerate(known, start=1)}
    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise RulebookError(Problem(Location("new"), "no-beginning", "nothing was chosen, and no game was made"))
        answer = line.strip()
        if answer in numbered or answer in known:
            return numbered.get(answer, answer)
        echo("a number, or a name")


def new_variant(name: str, of: str) -> int:
    """Write the skeleton of a variant. Raises CahierError if it can't be written."""
    book = load_rulebook(of)
    path, command = write_variant(name, of, book, lambda target, command: variant_template(book, target, command))
    echo(printable(f"{path}: a variant of {book.title['en']} that changes nothing yet"))
    echo(printable(f"next: edit it; cahier check {command}; cahier play {command}"))
    return EXIT_OK
