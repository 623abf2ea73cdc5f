"""Hints for fields that games don't have, although designers look for them: something else does what they would do."""

from __future__ import annotations

_ENDS = "a number with ends is a track: `tracks: [{id: ID, title: TITLE, between: [0, 20], for: seat}]`"
_WINNER = "a statement says who wins, as in `end the game, winners are seats with the highest NUMBER of it`"
_ENDING = 'texts of endings stand under `because`; a statement ends the game: `end the game, nobody wins, because "ID"`'
_ENDING_FIELDS = ("ending", "endings", "end", "ends", "end of the game")
_WINNER_FIELDS = ("winner", "winners", "win")
_HAND_LIMIT = "a rule limits cards: `while number of cards in your hand > 7: …`, with the line that gives one up"
_HINTS: dict[str, dict[str, str]] = {
    "game": {
        "cards": "write decks with their cards under `decks`",
        "variants": "each variant is a file in the folder `variants`",
        "records": "records are files in the folder `records`",
        **dict.fromkeys(_WINNER_FIELDS, _WINNER),
        **dict.fromkeys(_ENDING_FIELDS, _ENDING),
    },
    "sequence": {**dict.fromkeys(_WINNER_FIELDS, _WINNER), **dict.fromkeys(_ENDING_FIELDS, _ENDING)},
    "variables": {
        **dict.fromkeys(("max", "min", "maximum", "minimum", "limit", "range", "between"), _ENDS),
        "noun": "texts find the singular of its id by themselves, as in `gain 1 coin` of `coins`",
    },
    "zones": dict.fromkeys(("limit", "max", "maximum", "size"), _HAND_LIMIT),
}
"""Hints by kind of file, for the fields at its top, or by list, for the fields of its entries."""


def hint_for(field: str, place: str) -> str:
    """Return the hint for an unknown field at the top of a kind of file, or in an entry of a list; "" if none."""
    return _HINTS.get(place, {}).get(field, "")


_ENDLESS = ("unlimited", "infinite", "infinity", "endless", "inf", "any", "no", "none", "many", "all", "no limit", "∞")
_ENOUGH = "; pieces that never run out are so many that they always suffice, as `supply: 99`, all in a box at the start"
_NO_LIMIT = "; without a limit, leave it out"


def hint_for_value(value: object, field: str) -> str:
    """Return the hint for a word in place of a number; "" if none."""
    is_endless = isinstance(value, str) and value.casefold() in _ENDLESS
    return (
        (_ENOUGH if field == "supply" else _NO_LIMIT if field in ("room", "each", "all") else "") if is_endless else ""
    )
