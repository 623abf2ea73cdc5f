"""Variants as command-line options, and a guard for files from others.

Rules and variants that a save or record names by path are opened only if the user names them.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.rulebook import Rulebook, is_installed, is_path
from interpreter.support import Location, Problem, SaveError

if TYPE_CHECKING:
    pass


def format_variant_options(variants: Sequence[str]) -> list[str]:
    """Return the options that name these variants, as words of a command."""
    return [word for variant in variants for word in ("--variant", variant)]


def format_required_options(variants: Sequence[str]) -> list[str]:
    """Return the options without which a file that names these variants is refused."""
    return format_variant_options(variants) if any(map(is_path, variants)) else []


def format_resume_words(path: Path, rules: str | None) -> list[str]:
    """Return the words of the command that resumes a save, with the rules in a folder if one is given."""
    return ["cahier", "play", *([] if rules is None else [rules]), "--load", str(path)]


def format_resume_command(book: Rulebook, path: Path) -> str:
    """Return the command that resumes a save in a file chosen by the user."""
    rules = None if is_installed(book.folder) else book.folder
    return shlex.join([*format_resume_words(path, rules), *format_required_options(book.requested_variants)])


def refuse_paths(where: Location, folder: str | None, variants: Sequence[str], command: Sequence[str]) -> None:
    """Raise SaveError if a file names rules in a folder, or variants by path; `command` is what opens them."""
    named = [f"the rules in `{folder}`"] if folder is not None else []
    named += [f"the variant `{variant}`" for variant in variants if is_path(variant)]
    if named:
        message = f"this game was played with {' and '.join(named)}; what a file names by path is not opened unasked"
        raise SaveError(Problem(where, "unasked", message, shlex.join(command)))
