"""Terminal input: lines, commands and choices."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.libraries import find_matches, join_titles
from cli.text import output
from cli.text.screen import current_screen
from interpreter.support import closest_match, printable

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages

COMMANDS = (
    "help", "undo", "redo", "hint", "log", "card", "cards", "space", "map", "board", "rules", "goal", "more", "save",
    "quit",
)  # fmt: skip
MAX_LINE_LENGTH = 1000
HANGUP_LAG = 0.2
"""Seconds to wait after the end of input: a closing terminal ends it before its signal arrives."""
STOP_PAGING = "q"
"""The input that stops a paged output."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Escape sequence that clears the terminal and its scrollback."""


InterruptibleBlock = Callable[[], AbstractContextManager[None]]


class LineReader:
    """Reader of lines from a person at a terminal, or from a file or pipe."""

    def __init__(self, interruptible: InterruptibleBlock = nullcontext) -> None:
        """Create a reader. `interruptible` returns the context in which a line is awaited; events may interrupt it."""
        self._interruptible = interruptible
        self._pending_line: str | None = None
        self.is_input_terminal = sys.stdin is not None and sys.stdin.isatty()
        self.is_output_terminal = sys.stdout is not None and sys.stdout.isatty()
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="backslashreplace")
        if self.is_input_terminal and self.is_output_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  line editing, from here on

    def read_line(self, prompt: str) -> str | None:
        """Return the next line without its end, or None at the end of input.

        A line that was typed between two pages comes first.
        """
        ahead, self._pending_line = self._pending_line, None
        if ahead is not None:
            return ahead
        output.flush()
        if self.is_input_terminal:
            try:
                with self._interruptible():
                    return input(output.COLOURS.apply_to_prompt(prompt))
            except (EOFError, OSError):
                time.sleep(HANGUP_LAG)
                return None
        with self._interruptible():
            text = self._from_file()
        output.echo(prompt + ("" if text is None else printable(text)))
        return text

    def _from_file(self) -> str | None:
        if sys.stdin is None:
            return None
        text = sys.stdin.readline(MAX_LINE_LENGTH)
        rest = text
        while len(rest) == MAX_LINE_LENGTH and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_LINE_LENGTH)
        return text.rstrip("\r\n") if text else None

    @property
    def is_at_terminal(self) -> bool:
        """True if both input and output are a terminal."""
        return self.is_input_terminal and self.is_output_terminal

    def show_pages(self, lines: Sequence[str], words: TerminalMessages) -> None:
        """Print lines, page by page at a terminal.

        A line typed between two pages, unless it continues or stops the output, is the next line of input.
        """
        room = max(2, current_screen().height - 1) if self.is_at_terminal else len(lines)
        for start in range(0, len(lines), max(1, room)):
            output.echo_lines(lines[start : start + room])
            if start + room >= len(lines):
                return
            line = self.read_line(words.format("go_on"))
            if line is None or line.strip():
                self._pending_line = None if line is None or line.strip().casefold() == STOP_PAGING else line
                return

    def clear_screen(self) -> None:
        """Clear the terminal, and forget typed lines."""
        self._pending_line = None
        if self.is_output_terminal:
            output.echo(CLEAR)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()


@dataclass(frozen=True, slots=True)
class TypableOption:
    """An option as it can be typed: its `label` on the board, its key and its name."""

    label: str
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A parsed line of input: a command with the rest of the line, or the index of a choice."""

    command: str = ""
    rest: str = ""
    choice: int | None = None


def parse_line(
    line: str,
    choices: Sequence[TypableOption],
    words: TerminalMessages,
    refused_labels: Collection[str] = (),
    commands: Sequence[str] = COMMANDS,
) -> ParsedLine | str:
    """Parse a line of input; return a sentence if it can't be understood.

    A number that is the label of no option counts the options, unless it is among the `refused_labels`.
    """
    text = line.strip()
    for index, choice in enumerate(choices):
        if text.casefold() == choice.label.casefold():
            return ParsedLine(choice=index)
    first, _, rest = text.partition(" ")
    for command in commands:
        if first.casefold() in words.list_words(f"command_{command}"):
            return ParsedLine(command, rest.strip())
    are_numbers = any(choice.key.isdecimal() for choice in choices)
    if text.isdecimal() and not are_numbers and 0 < int(text) <= len(choices) and text not in refused_labels:
        return ParsedLine(choice=int(text) - 1)
    names = {str(at): (choice.key, choice.name) for at, choice in enumerate(choices)}
    found = [int(at) for at in find_matches(text, names)]
    if len(found) == 1:
        return ParsedLine(choice=found[0])
    return _explain_parse_error(text, [choices[at].name for at in found], choices, words)


def _explain_parse_error(text: str, meant: list[str], choices: Sequence[TypableOption], words: TerminalMessages) -> str:
    said = printable(text[:60])
    if meant:
        return words.format("ambiguous", text=said, names=join_titles([printable(name) for name in meant]))
    if text.isdecimal():
        return words.format("no_such_number", text=said)
    names = [choice.name for choice in choices]
    shown_so = {name.casefold() for name in names}
    keys = [choice.key for choice in choices if choice.key.casefold() not in shown_so]
    suggestion = closest_match(text, [*COMMANDS, *keys, *names])
    if suggestion:
        return words.format("did_you_mean", text=said, suggestion=printable(suggestion))
    return words.format("nonsense", text=said)
