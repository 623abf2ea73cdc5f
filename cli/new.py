"""`cahier new` and `cahier new-variant`: start a game or a variant."""

from __future__ import annotations

import os
import shlex
import sys

from cli.guard import EXIT_OK
from cli.output import echo
from cli.variant_files import is_library, write_variant
from interpreter.errors import Location, Problem, RulebookError, printable


def new_game(name: str, like: str | None, model: str | None) -> int:
    """Create a game's folder: a small game to begin with, or a copy of another. Raises CahierError."""
    from interpreter.authoring.beginnings import starter_folder
    from interpreter.authoring.copying import copy_game
    from interpreter.authoring.destination import check_name_free, check_path_free, destination_of
    from interpreter.rulebook.files import find_folder

    if like is not None and model is not None:
        message = "--like begins with a small game, --from with a copy of one: name one of the two"
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
    from interpreter.authoring.beginnings import starter_games

    known = starter_games()
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = f"say what to begin with: --like {', '.join(known)}, or --from GAME for a copy of a game"
        raise RulebookError(Problem(Location("new"), "no-beginning", message))
    echo("What is it to be like?")
    for number, (name, about) in enumerate(known.items(), start=1):
        echo(f"  {number}  {name}: {about}")
    numbered = {str(number): name for number, name in enumerate(known, start=1)}
    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise RulebookError(Problem(Location("new"), "no-beginning", "nothing was chosen, and nothing is made"))
        answer = line.strip()
        if answer in numbered or answer in known:
            return numbered.get(answer, answer)
        echo("a number, or a name")


def new_variant(name: str, of: str) -> int:
    """Write the skeleton of a variant. Raises CahierError if it can't be written."""
    from interpreter.authoring.new_variant import variant_template
    from interpreter.rulebook.build import load_rulebook

    book = load_rulebook(of)
    path, command = write_variant(name, of, book, lambda target, command: variant_template(book, target, command))
    echo(printable(f"{path}: a variant of {book.title['en']} that changes nothing yet"))
    echo(printable(f"next: edit it; cahier check {command}; cahier play {command}"))
    return EXIT_OK
