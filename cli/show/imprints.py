"""The imprint of a game or variant as a line: version, author, licence, language, homepage."""

from __future__ import annotations

from cli.text.screen import cut_text
from interpreter.rulebook import Imprint
from interpreter.support import printable

MAX_AUTHOR_WIDTH = 40
"""Maximum number of columns that an author takes in a list of games."""


def format_imprint(imprint: Imprint) -> str:
    """Return all fields that there are, separated by commas."""
    fields = [
        imprint.version and f"version {imprint.version}",
        imprint.author and f"by {imprint.author}",
        imprint.licence and f"licence: {imprint.licence}",
        imprint.language and f"written in: {imprint.language}",
        imprint.homepage,
    ]
    return ", ".join(printable(field) for field in fields if field)


def append_short_imprint(text: str, imprint: Imprint) -> str:
    """Return a text with version and author in parentheses after it, if there are any."""
    author = cut_text(printable(imprint.author), MAX_AUTHOR_WIDTH)
    fields = [imprint.version and f"version {printable(imprint.version)}", author and f"by {author}"]
    said = ", ".join(field for field in fields if field)
    return f"{text} ({said})" if said else text
