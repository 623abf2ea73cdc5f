"""The one table of actions on the full screen: it feeds the footer, the help, the palette and the documentation.

No action needs a key that some terminals don't deliver: each also has a word that can be typed, as in lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

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
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    word: str = ""
    when: Moment = "any"
    in_footer: bool = False

    def title(self, messages: TerminalMessages) -> str:
        """Return the short title."""
        return messages.format(f"do_{self.name}")

    def description(self, messages: TerminalMessages) -> str:
        """Return the description."""
        return messages.format(f"about_{self.name}")


MOVES = (
    Action("move", (), "arrows, mouse"),
    Action("type", (), "letters"),
)
"""Ways to choose without an action of their own."""

ACTIONS = (
    Action("choose", ("enter",), "Enter", when="question", in_footer=True),
    Action("pane", ("tab", "shift+tab"), "Tab", in_footer=True),
    Action("leave", ("escape",), "Esc"),
    Action("undo", ("ctrl+u",), "Ctrl+U", "undo", "question", in_footer=True),
    Action("redo", ("ctrl+y",), "Ctrl+Y", "redo", "question"),
    Action("hint", ("ctrl+t",), "Ctrl+T", "hint", "question"),
    Action("log", ("ctrl+l",), "Ctrl+L", "log"),
    Action("table", ("ctrl+o",), "Ctrl+O", "board"),
    Action("read", ("ctrl+d",), "Ctrl+D", "cards"),
    Action("review", ("ctrl+r",), "Ctrl+R", "review"),
    Action("goal", ("ctrl+g",), "Ctrl+G", "goal"),
    Action("rules", ("ctrl+k",), "Ctrl+K", "rules"),
    Action("scroll", ("pageup", "pagedown"), "PgUp, PgDn"),
    Action("save", ("ctrl+s",), "Ctrl+S", "save"),
    Action("back", ("ctrl+e",), "Ctrl+E", "back", "end", in_footer=True),
    Action("again", ("ctrl+n",), "Ctrl+N", "again", "end", in_footer=True),
    Action("palette", ("ctrl+p",), "Ctrl+P"),
    Action("help", ("f1", "question_mark"), "F1, ?", "help", in_footer=True),
    Action("quit", ("ctrl+q", "ctrl+c"), "Ctrl+Q", "quit", in_footer=True),
)
"""All actions, in the order of the help."""


def find_action(name: str) -> Action:
    """Return the action with a name."""
    return next(action for action in ACTIONS if action.name == name)


def footer_actions(is_over: bool) -> list[Action]:
    """Return the actions that the footer shows, at most five."""
    hidden = "question" if is_over else "end"
    return [action for action in ACTIONS if action.in_footer and action.when != hidden]


def list_help(messages: TerminalMessages) -> list[tuple[str, str, str]]:
    """Return the rows of the help: keys, the word to type, and the description."""
    rows = []
    for action in (*MOVES, *ACTIONS):
        word = messages.format(f"command_{action.word}").split()[0] if action.word else ""
        rows.append((action.shown, word, action.description(messages)))
    return rows


def format_table(messages: TerminalMessages) -> str:
    """Return the table of actions as Markdown."""
    lines = ["| key | or type | |", "|---|---|---|"]
    for keys, word, text in list_help(messages):
        lines.append(f"| {keys} | {f'`{word}`' if word else ''} | {text} |")
    return "\n".join(lines)
