"""Keys of JSON documents, as the lab's README lists them."""

from __future__ import annotations

import re

from tests.loaded import REPO


def documented_keys(command: str) -> set[str]:
    """Return the keys that are named for the JSON document of a command, at any depth."""
    text = (REPO / "interpreter" / "lab" / "README.md").read_text("utf-8")
    common, *sections = re.split(r"^### ", text.partition("\n## JSON documents\n")[2], flags=re.MULTILINE)
    (section,) = (each for each in sections if each.startswith(f"`{command} --json`\n"))
    return set(re.findall(r"`(\w+)`", common + section.partition("\n## ")[0]))
