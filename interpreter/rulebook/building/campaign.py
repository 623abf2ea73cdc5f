"""The campaign of a game: what the next game begins with as this one leaves it."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.model import GAME_NUMBER, SHOWN, Campaign, Track
from interpreter.rulebook.source.nodes import YamlMapping, YamlNode

KEEPABLE = ("variable", "flag", "track", "zone", "piece", "die", "dice")
"""Kinds of things that a campaign keeps."""
HOLDERS = {
    "card": "keep the zone that it lies in",
    "deck": "keep the zones that its cards lie in",
    "box": "keep the pieces that it holds, by the id of their kind",
    "space": "keep the pieces that it holds, by the id of their kind",
    "group": "keep the pieces in its boxes, by the id of their kind",
    "noun": "keep each kind of piece by its id",
    "seat": "what is kept for a seat stays with it; list the variables, tracks and zones themselves",
    "side": "keep the variable by which a seat is on it",
}
"""Hints about things that aren't kept themselves, by kind."""


def read_campaign(game: YamlMapping, tracks: Iterable[Track], names: IdTable) -> Campaign | None:
    """Return the campaign that a game.yaml declares, or None; ids that can't be kept are reported."""
    node = game.get_mapping("campaign")
    if node is None:
        return None
    wholes = {name: track.id for track in tracks for name, _ in track.names.values()}
    for name, declared in names.of_kind("die").items():
        if declared.node is not None and declared.node.data["id"] != name:
            wholes[name] = declared.node.data["id"]
    kept: list[str] = []
    for item in node.list_items("keeps"):
        if item.data in kept:
            names.problems.add(item, "value-twice", f"`{item.data}` is in the list twice")
        elif _can_be_kept(item, wholes, names):
            kept.append(str(item.data))
    return Campaign(tuple(kept), node.get_plain("games"), game.values["campaign"].where)


def _can_be_kept(item: YamlNode, wholes: dict[str, str], names: IdTable) -> bool:
    name = str(item.data)
    for kind, hint in HOLDERS.items():
        if name in names.of_kind(kind):
            article = "an" if kind[0] in "aeiou" else "a"
            names.problems.add(item, "not-kept", f"`{name}` is {article} {kind}, which a campaign can't keep: {hint}")
            return False
    if name in wholes:
        message = f"`{name}` is a part of `{wholes[name]}`, which is kept as a whole"
        names.problems.add(item, "not-kept", message, wholes[name])
        return False
    if name in (SHOWN, GAME_NUMBER):
        hint = "keep the dice by the id of their kind" if name == SHOWN else "the number of the game always goes on"
        names.problems.add(item, "not-kept", f"`{name}` is a word of the language, not a variable of the game: {hint}")
        return False
    return names.check_reference(item, item.data, *KEEPABLE)
