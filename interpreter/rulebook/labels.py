"""Labels of options: what players read, and the keys that stand for them."""

from __future__ import annotations

import re


def slug(label: str) -> str:
    """A label as a key: small letters, digits and underscores."""
    return re.sub(r"\W+", "_", label.lower()).strip("_")
