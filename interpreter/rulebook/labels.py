"""Keys of options, made from the labels that players read."""

from __future__ import annotations

import re


def slug(label: str) -> str:
    """Return a label as a key: small letters, digits and underscores."""
    return re.sub(r"\W+", "_", label.lower()).strip("_")
