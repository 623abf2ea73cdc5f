"""Reading what is typed: lines, commands, choices."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli import output
from cli.finding import listed, meant
from cli.screen import screen_here
from interpreter.errors import nearest, shown

if TYPE_CHECKING:
    from cli.words import Words

COMMANDS = ("help", "undo", "redo", "hint", "log", "card", "cards", "space", "map", "board", "more", "save", "quit")
LONGEST_LINE = 1000
HANGUP_LAG = 0.2
"""A terminal that goes ends what is typed, and only then says so by a signal: seconds to wait for that."""
ENOUGH = "q"
"""Ends what is shown page by page."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the terminal and what can be scrolled back to."""


Heed = Callable[[], AbstractContextManager[None]]


class Reader:
    """Lines from a person at a terminal, or from a file or pipe."""

    def __init__(self, heed: Heed = nullcontext) -> None:
        """`heed`: gives blocks in which it is waited for a line, and that what comes from outside may end."""
        self._heed = heed
        self._ahead: str | None = None
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        self.watched = sys.stdout is not None and sys.stdout.isatty()
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="backslashreplace")
        if self.typed and self.watched:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  line editing, from here on

    def line(self, prompt: str) -> str | None:
        """The next line without its end; None when there is no more. A line typed at the prompt of a page comes
        first."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            return ahead
        output.finish()
        if self.typed:
            try:
                with self._heed():
                    return input(prompt)
            except (EOFError, OSError):
                time.sleep(HANGUP_LAG)
                return None
        with self._heed():
            text = self._from_file()
        output.say(prompt + ("" if text is None else shown(text)))
        return text

    def _from_file(self) -> str | None:
        if sys.stdin is None:
            return None
        text = sys.stdin.readline(LONGEST_LINE)
        rest = text
        while len(rest) == LONGEST_LINE and not rest.endswith("\n"):
            rest = sys.stdin.readline(LONGEST_LINE)
        return text.rstrip("\r\n") if text else None

    @property
    def at_terminal(self) -> bool:
        """Whether somebody types, and sees what is written."""
        return self.typed and self.watched

    def show(self, lines: Sequence[str], words: Words) -> None:
        """Print lines; at a terminal as many at a time as it has room for. What is typed between two pages, other than
        to go on or to stop, is the next line."""
        room = max(2, screen_here().height - 1) if self.at_terminal else len(lines)
        for start in range(0, len(lines), max(1, room)):
            output.say("\n".join(lines[start : start + room]))
            if start + room >= len(lines):
                return
            line = self.line(words.say("go_on"))
            if line is None or line.strip():
                self._ahead = None if line is None or line.strip().casefold() == ENOUGH else line
                return

    def wipe(self) -> None:
        """Clear the terminal, and forget what was typed."""
        self._ahead = None
        if self.watched:
            output.say(CLEAR)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to answer: what is typed for it (a number, or its key), its key, its name, and what else it may go by."""

    label: str
    key: str
    name: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line means: a command with the rest of the line, or a choice by its index."""

    command: str = ""
    rest: str = ""
    choice: int | None = None


def understood(line: str, choices: Sequence[Choice], words: Words) -> Typed | str:
    """What a line means, or a sentence that says why it means nothing."""
    text = line.strip()
    for index, choice in enumerate(choices):
        if text == choice.label:
            return Typed(choice=index)
    first, _, rest = text.partition(" ")
    for command in COMMANDS:
        if first.casefold() in words.either(f"command_{command}"):
            return Typed(command, rest.strip())
    by_letter = [at for at, choice in enumerate(choices) if choice.letter and text.casefold() == choice.letter]
    names = {str(at): (choice.key, choice.name) for at, choice in enumerate(choices)}
    found = by_letter or [int(at) for at in meant(text, names)]
    if len(found) == 1:
        return Typed(choice=found[0])
    return _not_understood(text, [choices[at].name for at in found], choices, words)


def _not_understood(text: str, meant: list[str], choices: Sequence[Choice], words: Words) -> str:
    said = shown(text[:60])
    if meant:
        return words.say("ambiguous", text=said, names=listed([shown(name) for name in meant]))
    if text.isdecimal():
        return words.say("no_such_number", text=said)
    names = [choice.name for choice in choices]
    shown_so = {name.casefold() for name in names}
    keys = [choice.key for choice in choices if choice.key.casefold() not in shown_so]
    suggestion = nearest(text, [*COMMANDS, *keys, *names])
    if suggestion:
        return words.say("did_you_mean", text=said, suggestion=shown(suggestion))
    return words.say("nonsense", text=said)
