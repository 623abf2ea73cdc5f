"""The summary of a game's rules in RULES.md beside game.yaml, and its translations in RULES.LANGUAGE.md."""

from __future__ import annotations

import os
import re

from interpreter.rulebook.source.files import FolderFile, is_plain_file_inside, plain_lines, read_bytes
from interpreter.rulebook.source.library import LANGUAGE_CODE
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, RulebookError

SUMMARY_FILE = "RULES.md"
LARGEST_SUMMARY = 200_000
"""Maximum size of a summary, in bytes."""


def is_summary(name: str) -> bool:
    """True if a file in a game's folder is a summary of the rules, in whatever language."""
    return re.fullmatch(rf"RULES(\.{LANGUAGE_CODE.pattern})?\.md", name) is not None


def read_rules_summary(folder: str, language: str = "en") -> str | None:
    """Return the summary of a game's rules in a language, else the English one; None if there is none.

    The text is a stranger's: control characters in it must be escaped before they are shown.

    Raises:
        RulebookError: The file can't be read, is too large, or is a link to the outside.
    """
    names = (*(f"RULES.{code}.md" for code in dict.fromkeys((language, language.partition("-")[0]))), SUMMARY_FILE)
    name = next((each for each in names if os.path.lexists(os.path.join(folder, each))), None)
    if name is None:
        return None
    path, problems = os.path.join(folder, name), Problems()
    data = b""
    if not is_plain_file_inside(folder, name):
        problems.add(Location(path), "outside-folder", "this is no plain file in the game's folder")
    else:
        data = read_bytes(FolderFile("rules", name, path, os.path.realpath(path)), problems) or b""
    if len(data) > LARGEST_SUMMARY:
        problems.add(Location(path), "file-too-large", f"the file is larger than {LARGEST_SUMMARY // 1000} kB")
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.add(Location(path), "not-utf8", "the file is not in UTF-8; save it as UTF-8")
    if len(problems):
        raise RulebookError(problems.errors())
    return plain_lines(data)
