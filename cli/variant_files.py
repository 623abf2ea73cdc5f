"""Paths of new variants, and how commands name them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.errors import Location, Problem, RulebookError

if TYPE_CHECKING:
    from interpreter.authoring.destination import Destination
    from interpreter.rulebook.model import Rulebook


def write_variant(name: str, of: str, book: Rulebook, text: Callable[[Destination, str], str]) -> tuple[str, str]:
    """Write a variant of the game called `of`; return its path, and the words with which a command names both.

    A plain name goes into the folder `variants` of a game of one's own, anything else is a path. `text` returns the
    content for a destination and these words. Raises CahierError if the variant can't be written; nothing is written
    then.
    """
    from interpreter.atomic_files import AtomicFile
    from interpreter.authoring.destination import check_path_free, destination_of
    from interpreter.authoring.new_variant import ENDING, check_variant_id_free
    from interpreter.rulebook.files import is_installed

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
    from interpreter.rulebook.files import containing_game

    around = containing_game(os.path.dirname(target.path))
    if around is not None:
        message = f"`{around}` is the folder of a game, where a variant has one place: {home}"
        raise RulebookError(Problem(Location(target.path), "in-a-game", message))


def is_library(folder: str) -> bool:
    """Return True if a folder is a library, in which games and variants are found by name."""
    from interpreter.rulebook.library import libraries

    return os.path.realpath(folder) in map(os.path.realpath, libraries())
