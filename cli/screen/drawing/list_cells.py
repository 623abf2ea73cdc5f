"""Options and held cards as cells of a list, with their labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.style import Style
from rich.text import Text

from cli.screen.drawing.arrangement import Arrangement, flow_in_columns, flow_in_lines
from cli.screen.drawing.colours import BOLD, CURSOR, FAINT, LEGAL, PLAIN
from cli.screen.match_view import HeldCards, ListedOption

MAX_REASON = 60
"""Maximum length of a reason beside a thing that can't be chosen; the details have all of it."""


class CellTexts:
    """Texts of list cells, by key; they are drawn cut to their places, with the cursor marked."""

    def __init__(self, arrangement: Arrangement, texts: Mapping[str, Text]) -> None:
        self.arrangement = arrangement
        self._texts = texts

    def paint(self, key: str, width: int, is_target: bool) -> Text:
        """Return the text of a cell, cut to its width."""
        text = self._texts[key].copy()
        text.truncate(width, overflow="ellipsis", pad=is_target)
        if is_target:
            text.stylize(CURSOR)
        return text


def list_option_cells(options: Sequence[ListedOption], typed: Sequence[str], width: int, rows: int) -> CellTexts:
    """Lay out options in columns; with their remarks if they need no more than so many rows."""
    label = max((len(option.label) for option in options), default=0)
    texts: dict[str, Text] = {}
    arrangement = Arrangement()
    for has_remarks in (True, False):
        texts = {option.key: _option_text(option, label, option.key in typed, has_remarks) for option in options}
        arrangement = flow_in_columns(list(texts.items()), width)
        if arrangement.height <= rows:
            break
    return CellTexts(arrangement, texts)


def _option_text(option: ListedOption, label: int, is_typed: bool, has_remarks: bool) -> Text:
    if not option.is_legal:
        reason = option.reason if len(option.reason) <= MAX_REASON else f"{option.reason[: MAX_REASON - 1]}…"
        said = f" {option.label:>{label}}  {option.name}" + (f" ({reason})" if has_remarks and reason else "")
        return Text(said, FAINT)
    text = Text.assemble((f"[{option.label:>{label}}]", LEGAL))
    if option.name.casefold() != option.label.casefold():
        text.append(" ").append(option.name, BOLD + Style(underline=True) if is_typed else BOLD)
    if has_remarks and option.remark:
        text.append(f" ({option.remark})", FAINT)
    return text


def list_hand_cells(piles: Sequence[HeldCards], legal: Mapping[str, str], width: int) -> CellTexts:
    """Lay out a reader's own cards in lines, with the labels of those that can be chosen."""
    texts: dict[str, Text] = {}
    groups: list[tuple[str, list[tuple[str, Text]]]] = []
    for number, pile in enumerate(piles):
        group = [(card, _card_text(name, legal.get(card))) for card, name in pile.cards]
        if pile.hidden:
            group.append((f"hidden {number}", Text(pile.hidden, FAINT)))
        texts |= dict(group)
        groups.append((f"{pile.title}:", group))
    return CellTexts(flow_in_lines(groups, width), texts)


def _card_text(name: str, label: str | None) -> Text:
    if label is None:
        return Text(name, PLAIN)
    return Text.assemble((f"[{label}]", LEGAL), " ", (name, BOLD))
