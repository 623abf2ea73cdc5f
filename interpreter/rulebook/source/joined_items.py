"""Several entries of a list that are written as one, such as `- gate - market`."""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.rulebook.source.nodes import YamlNode

_BETWEEN = re.compile(r" *(?:,|;|/|&| and | or | - |->) *| +")
MOST_PARTS = 12
"""Maximum number of entries into which a text is split."""


def separate_items(node: YamlNode, text: str, is_known: Callable[[str], bool]) -> tuple[str, tuple[int, int]] | None:
    """Return the entries that are written as one, and the column and length of what they replace.

    Args:
        node: The entry.
        text: Its text.
        is_known: Test of a text that an entry of this list can be. With other parts, the result is None.
    """
    parts = _BETWEEN.split(text.strip(), MOST_PARTS)
    if len(parts) < 2 or not all(map(is_known, parts)):
        return None
    row = node.source.excerpt(node.line) or ""
    before, written = row[: node.column - 1], row[node.column - 1 :][: node.length]
    if text not in written:
        return None
    if re.fullmatch(r" *(?:- +)+", before):
        dash = before.rindex("-")
        return "\n".join(f"- {part}" for part in parts), (dash + 1, node.column + node.length - dash - 1)
    is_in_brackets = before.count("[") > before.count("]")
    return (", ".join(parts), (node.column, node.length)) if is_in_brackets else None
