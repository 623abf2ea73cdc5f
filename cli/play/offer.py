"""The options of a decision as text: one below another, or in columns and on pages of a screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cli.prompt import TypableOption
from cli.text.output import FaintLine
from cli.text.screen import Screen, in_columns, split_pages, tie, untie
from cli.text.words import TerminalMessages
from interpreter.support import printable

MAX_ROWS, MIN_ROWS = 12, 4
"""Maximum rows of options on a page; rows for which options are not yet put side by side."""
COMPACT_ROWS = 2
"""Rows of options that leave as much of a screen as possible to the board, if they fit side by side."""
MOST_REFUSALS = 3
"""Maximum rows on a page about things that can't be chosen."""
MARGIN = 3
"""Columns of the screen that options leave free."""
MAX_REASON_LENGTH = 120
"""Maximum length of a text beside the options or among the events, in characters."""


class OptionList:
    """The options, and the related things that can't be chosen, with the reason."""

    def __init__(
        self,
        choices: Sequence[TypableOption],
        remarks: Mapping[str, str],
        refused: Mapping[str, tuple[str, str]],
        messages: TerminalMessages,
        on_map: Collection[str] = (),
    ) -> None:
        """Create an offer.

        `remarks`: facts about options, by key. `refused`: names and reasons of other things, by key. `on_map`: keys of
        those that a screen shows already.
        """
        self._choices = sorted(choices, key=_typing_order)
        self._remarks = remarks
        self._refused = refused
        self._refused_beside_map = {key: said for key, said in refused.items() if key not in on_map}
        self._messages = messages
        self._label = max((len(choice.label) for choice in choices), default=0)

    def list_all(self, screen: Screen, texts: Mapping[str, Sequence[str]] | None = None) -> list[str]:
        """List everything, with the remarks, and with `texts` below the options if they are given."""
        lines = []
        for choice in self._choices:
            lines += screen.wrap(screen.escape(f"  {self._cell(choice, True)}"), " " * (self._label + 4))
            lines += (texts or {}).get(choice.key, ())
        return lines + self._list_refusals(self._refused, screen, True)

    def list_briefly(self, screen: Screen, texts: Mapping[str, str]) -> list[str]:
        """List each option on one line, with as much of its text as fits."""
        lines = []
        for choice in self._choices:
            said = "  ".join(filter(None, [self._cell(choice, False), texts.get(choice.key)]))
            lines.append(screen.cut(screen.escape(untie(f"  {said}"))))
        return [*lines, *self._list_refusals(self._refused_beside_map, screen, True)]

    def lay_out_page(self, screen: Screen, room: int, number: int) -> tuple[list[str], int]:
        """Return a page of options in columns, and the number of pages.

        A page has at most `room` lines unless one option needs more. `number` may be any number; pages repeat.
        """
        refusals = self._list_refusals(self._refused_beside_map, screen, True)
        if len(refusals) > MOST_REFUSALS:
            refusals = self._list_refusals(self._refused_beside_map, screen, False)
        if len(refusals) > MOST_REFUSALS:
            more = FaintLine(screen.escape(" " * (self._label + 4) + self._messages.format("more_cards")))
            refusals = [*refusals[: MOST_REFUSALS - 1], more]
        names = [screen.escape(untie(self._cell(choice, False))) for choice in self._choices]
        heights = [len(self._wrap_option(name, screen)) for name in names]
        rows = min(MAX_ROWS, room - len(refusals))
        all_pages = split_pages(names, screen.width - MARGIN, rows, heights)
        if len(all_pages) > 1:
            rows = min(MAX_ROWS, room - len(refusals) - 1)
            all_pages = split_pages(names, screen.width - MARGIN, rows, heights)
        page = number % len(all_pages)
        folded = self._side_by_side(all_pages[page], screen, rows if len(all_pages) > 1 else COMPACT_ROWS)
        if len(all_pages) > 1:
            folded.append("  " + self._messages.format("page", page=page + 1, pages=len(all_pages)))
        return [*folded, *refusals], len(all_pages)

    def list_with_remarks(self, screen: Screen) -> list[str] | None:
        """List all options with their remarks, if they fit on one page; else return None."""
        cells = [screen.escape(untie(self._cell(choice, True))) for choice in self._choices]
        folded = self._side_by_side(cells, screen, choose_short_rows(screen))
        return (
            [*folded, *self._list_refusals(self._refused_beside_map, screen, True)] if len(folded) <= MAX_ROWS else None
        )

    def _side_by_side(self, cells: Sequence[str], screen: Screen, rows: int) -> list[str]:
        """Lay out options in columns of at most `rows` rows if possible, else one below another."""
        lines = in_columns(cells, screen.width - MARGIN, rows)
        if lines is not None:
            return ["  " + line for line in lines]
        return [line for cell in cells for line in self._wrap_option(cell, screen)]

    def _wrap_option(self, cell: str, screen: Screen) -> list[str]:
        """Return the lines of an option that stands alone, wrapped if it is long."""
        return screen.wrap("  " + cell, " " * (self._label + 4))

    def _list_refusals(self, refused: Mapping[str, tuple[str, str]], screen: Screen, explained: bool) -> list[str]:
        """List the things that can't be chosen, together where the reason is the same."""
        together: dict[str, list[str]] = {}
        for name, why in refused.values():
            together.setdefault(whole_reason(why) if explained else "", []).append(tie(name))
        indent = " " * (self._label + 4)
        lines: list[str] = []
        for why, names in together.items():
            message = "refused_for" if why else "refused_things"
            said = self._messages.format(message, names=", ".join(names), reason=why)
            lines += map(FaintLine, screen.wrap(screen.escape(indent + said), "  "))
        return lines

    def _cell(self, choice: TypableOption, remarked: bool) -> str:
        remark = self._remarks.get(choice.key, "") if remarked else ""
        parts = [f"{choice.label:>{self._label}}"]
        if choice.name.casefold() != choice.label.casefold():  # a space of a grid may be called by its label
            parts.append(printable(choice.name))
        return "  ".join([*parts, f"({remark})"] if remark else parts)


def _typing_order(choice: TypableOption) -> tuple[bool, int]:
    """Return the place of an option: numbers in order, the way out last, anything else as it comes."""
    return not choice.label.isalnum() or choice.label == "0", int(choice.label) if choice.label.isdecimal() else 0


def choose_short_rows(screen: Screen) -> int:
    """Return the number of rows of options that leaves most of a screen to the board."""
    return min(MAX_ROWS, max(MIN_ROWS, screen.height // 4))


def shorten(text: str) -> str:
    """Shorten a long explanation."""
    return text if len(text) <= MAX_REASON_LENGTH else text[: MAX_REASON_LENGTH - 1] + "…"


def whole_reason(reason: str) -> str:
    """Return a reason that is short enough to be listed, else nothing: it is shown when the thing's name is typed."""
    return reason if len(reason) <= MAX_REASON_LENGTH else ""
