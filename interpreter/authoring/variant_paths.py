"""Things of a game that the paths of a variant lead to: what it changes, replaces, removes or adds to."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.authoring.mentions import Mention
from interpreter.authoring.places import MentionSite
from interpreter.rulebook.changes import BEFORE
from interpreter.rulebook.files import FolderFile, read_files, source_file
from interpreter.rulebook.model import Rulebook, Variant
from interpreter.rulebook.nodes import Problems, YamlMapping, YamlScalar
from interpreter.rulebook.yaml_reader import read_yaml

KINDS_BY_LIST = {
    "seats": "seat",
    "sides": "side",
    "spaces": "space",
    "pieces": "pieces",
    "boxes": "box",
    "groups": "group",
    "tracks": "track",
    "zones": "zone",
    "cards": "card",
    "decks": "deck",
    "variables": "variable",
    "flags": "flag",
}
"""Kind of thing by the first part of a path; `words` are handled separately."""


def path_mentions(variant: Variant, book: Rulebook) -> Iterator[Mention]:
    """Yield the mentions in the paths of a variant's file. `book`: the game without the variant."""
    file = FolderFile("variant", "variant", variant.where.file, variant.where.file)
    texts, _ = read_files([file], book.folder, Problems())
    for found, text in texts.values():
        root = read_yaml(source_file(found, text), text, Problems())
        if isinstance(root, YamlMapping):
            company = root.get_mapping("with")
            parts = [
                root,
                *(part for part in (company.values.values() if company else ()) if isinstance(part, YamlMapping)),
            ]
            for part in parts:
                yield from _in_part(part, variant, book)


def _in_part(part: YamlMapping, variant: Variant, book: Rulebook) -> Iterator[Mention]:
    for verb in ("change", "replace", "remove"):
        for item in part.list_items(verb):
            spot = item.values.get("at") if isinstance(item, YamlMapping) else item
            if isinstance(spot, YamlScalar):
                yield from _at(spot, f"{verb} {spot.data}", variant, book)
    added = part.get_mapping("add")
    for key in added.keys.values() if added else ():
        line = f"add {key.data}" if key.data.startswith(BEFORE) else f"add to {key.data}"
        yield from _at(key, line, variant, book)


def _at(spot: YamlScalar, line: str, variant: Variant, book: Rulebook) -> Iterator[Mention]:
    beginning, _, rest = str(spot.data).removeprefix(BEFORE).partition("/")
    place = MentionSite("variant", variant.title["en"], spot.where)
    if beginning in KINDS_BY_LIST and rest:
        yield Mention(place, (KINDS_BY_LIST[beginning], rest.partition("/")[0]), spot.where, line)
    for word in book.words if beginning == "words" else ():
        if any(f"{rest}/".startswith(f"{say}/") for say in word.says):
            yield Mention(place, ("word", word.title), spot.where, line)
