"""Lists of names in messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def quote_names(names: Iterable[object], joint: str = ", ") -> str:
    """Return names in backticks, with a joint between them."""
    return joint.join(f"`{name}`" for name in names)


def list_first(words: Sequence[str], most: int, is_cut: bool = False) -> str:
    """Return the first words with commas between them, and an ellipsis if there are more, or if `is_cut`."""
    return ", ".join(words[:most]) + (", …" if is_cut or len(words) > most else "")


def list_known(names: Collection[str], most: int) -> str:
    """Return the end of a message about an unknown name, which lists those that exist; empty if none or more exist."""
    if not 0 < len(names) <= most:
        return ""
    return f"; there {'is' if len(names) == 1 else 'are'} {', '.join(names)}"
