"""The one table of actions on the full screen: it feeds the footer, the help, the palette and the documentation.

No action needs a key that some terminals don't deliver: each also has a word that can be typed, as in lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual.keys import Keys

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages

Moment = Literal["question", "end", "any"]
"""Time at which an action is possible: while a person is asked, after the end, or always."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a person can take.

    Attributes:
        name: Name of the action; the messages `do_NAME` and `about_NAME` hold its title and description.
        keys: Keys as Textual names them; empty for an action that is only typed or chosen from the palette.
        shown: The keys as people read them.
        word: Command that is typed for it in lines, by the name of its message; empty if there is none.
        when: Time at which it is possible.
        in_footer: True if the footer shows it.
        needs_key: True if it means nothing without its key, so that the palette leaves it out.
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    word: str = ""
    when: Moment = "any"
    in_footer: bool = False
    needs_key: bool = False

    def title(self, messages: TerminalMessages) -> str:
        """Return the short title."""
        return messages.format(f"do_{self.name}")

    def description(self, messages: TerminalMessages) -> str:
        """Return the description."""
        return messages.format(f"about_{self.name}")


_LOG = Action("log", ("ctrl+l",), "Ctrl+L", "log")
_TABLE = Action("table", ("ctrl+o",), "Ctrl+O", "board")
_READ = Action("read", ("ctrl+d",), "Ctrl+D", "cards")
_GOAL = Action("goal", ("ctrl+g",), "Ctrl+G", "goal")
_RULES = Action("rules", ("ctrl+k",), "Ctrl+K", "rules")
_PALETTE = Action("palette", ("ctrl+p",), "Ctrl+P", needs_key=True)
_HELP = Action("help", ("f1", "question_mark"), "F1, ?", "help", in_footer=True)

_SCROLL = Action("scroll", ("pageup", "pagedown"), "PgUp, PgDn", needs_key=True)
_CHOOSING = (
    Action("move", ("left", "right", "up", "down"), "arrows, mouse", needs_key=True),
    Action("type", (), "letters", needs_key=True),
    Action("choose", ("enter",), "Enter", when="question", in_footer=True, needs_key=True),
    Action("pane", ("tab", "shift+tab"), "Tab", in_footer=True, needs_key=True),
    Action("leave", ("escape",), "Esc", needs_key=True),
)
"""Actions of a question."""

ACTIONS = (
    *_CHOOSING,
    Action("undo", ("ctrl+u",), "Ctrl+U", "undo", "question", in_footer=True),
    Action("redo", ("ctrl+y",), "Ctrl+Y", "redo", "question"),
    Action("hint", ("ctrl+t",), "Ctrl+T", "hint", "question"),
    _LOG,
    _TABLE,
    _READ,
    Action("review", ("ctrl+r",), "Ctrl+R", "review"),
    _GOAL,
    _RULES,
    _SCROLL,
    Action("save", ("ctrl+s",), "Ctrl+S", "save"),
    Action("back", ("ctrl+e",), "Ctrl+E", "back", "end", in_footer=True),
    Action("again", ("ctrl+n",), "Ctrl+N", "again", "end", in_footer=True),
    _PALETTE,
    _HELP,
    Action("quit", ("ctrl+q", "ctrl+c"), "Ctrl+Q", "quit", in_footer=True),
)
"""All actions of a match that is played, in the order of the help."""

REVIEW_ACTIONS = (
    Action("step", ("right", "left"), "← →", "next", in_footer=True, needs_key=True),
    Action("decision", ("down", "up"), "↑ ↓", needs_key=True),
    Action("turn", ("pagedown", "pageup"), "PgUp, PgDn", "turn", in_footer=True, needs_key=True),
    Action("first", (Keys.Home.value,), "Home", "first"),
    Action("last", ("end",), "End", "last"),
    Action("goto", (), "digits, mouse", "goto", needs_key=True),
    Action("viewer", ("tab", "shift+tab"), "Tab", "seat"),
    _LOG,
    _TABLE,
    _READ,
    _GOAL,
    _RULES,
    Action("play_on", ("enter",), "Enter", "on", "end", in_footer=True),
    _PALETTE,
    _HELP,
    Action("close", ("escape", "ctrl+q", "ctrl+c"), "Esc", "quit", in_footer=True),
)
"""All actions while one looks back or goes through a record."""


TRIAL_ACTIONS = (
    *_CHOOSING,
    Action("take_back", ("ctrl+u",), "Ctrl+U", "undo"),
    Action("restart", ("ctrl+n",), "Ctrl+N", "again", in_footer=True),
    Action("changes", ("ctrl+r",), "Ctrl+R", "review", "end"),
    _LOG,
    _TABLE,
    _READ,
    _GOAL,
    _RULES,
    _SCROLL,
    _PALETTE,
    _HELP,
    Action("drop", ("ctrl+q", "ctrl+c"), "Ctrl+Q", "quit", in_footer=True),
)
"""All actions while the event of a card is tried."""


def footer_actions(actions: Sequence[Action], is_over: bool) -> list[Action]:
    """Return the actions that the footer shows, at most five."""
    hidden = "question" if is_over else "end"
    return [action for action in actions if action.in_footer and action.when != hidden]


def list_help(actions: Sequence[Action], messages: TerminalMessages) -> list[tuple[str, str, str]]:
    """Return the rows of the help: keys, the word to type, and the description."""
    rows = []
    for action in actions:
        word = messages.format(f"command_{action.word}").split()[0] if action.word else ""
        rows.append((action.shown, word, action.description(messages)))
    return rows


def format_table(actions: Sequence[Action], messages: TerminalMessages) -> str:
    """Return the table of actions as Markdown."""
    lines = ["| key | or type | |", "|---|---|---|"]
    for keys, word, text in list_help(actions, messages):
        lines.append(f"| {keys} | {f'`{word}`' if word else ''} | {text} |")
    return "\n".join(lines)
