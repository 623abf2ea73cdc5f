"""Terminal input: lines, commands and choices."""

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
"""Seconds to wait after the end of input: a closing terminal ends it before its signal arrives."""
ENOUGH = "q"
"""The input that stops a paged output."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Escape sequence that clears the terminal and its scrollback."""


Heed = Callable[[], AbstractContextManager[None]]


class Reader:
    """Reader of lines from a person at a terminal, or from a file or pipe."""

    def __init__(self, heed: Heed = nullcontext) -> None:
        """Create a reader. `heed` returns the context in which a line is awaited; events may interrupt it."""
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
        """Return the next line without its end, or None at the end of input.

        A line that was typed between two pages comes first.
        """
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
        """True if both input and output are a terminal."""
        return self.typed and self.watched

    def show(self, lines: Sequence[str], words: Words) -> None:
        """Print lines, page by page at a terminal.

        A line typed between two pages, unless it continues or stops the output, is the next line of input.
        """
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
        """Clear the terminal, and forget typed lines."""
        self._ahead = None
        if self.watched:
            output.say(CLEAR)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as it can be typed: `label` (a number, or its key), its key, its name, and the letter of its space."""

    label: str
    key: str
    name: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """A parsed line of input: a command with the rest of the line, or the index of a choice."""

    command: str = ""
    rest: str = ""
    choice: int | None = None


def understood(line: str, choices: Sequence[Choice], words: Words) -> Typed | str:
    """Parse a line of input; return a sentence if it can't be understood."""
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
