"""Look-ups during a match: the log, the map, cards, spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.finding import by_title, listed
from cli.output import say
from cli.screen import as_seen, screen_here
from interpreter.errors import shown

if TYPE_CHECKING:
    from cli.asking import Asking
    from cli.board import Drawing
    from cli.bots import Explanations
    from cli.prompt import Reader
    from cli.telling import Telling
    from cli.words import Words

LONGEST_SAID = 60
"""Maximum number of characters of the input that are repeated in a message."""
LOG_LINES = 30
"""Lines of the log that `log` shows, and entries that are shown when a match is resumed."""


class Reading:
    """Handler of the commands that change nothing."""

    def __init__(
        self, explanations: Explanations, drawing: Drawing, telling: Telling, words: Words, reader: Reader
    ) -> None:
        self._explanations = explanations
        self._drawing = drawing
        self._telling = telling
        self._words = words
        self._reader = reader

    def obey(self, command: str, rest: str, asking: Asking) -> None:
        """Show the result of a command, as far as the seat that decides may know it."""
        screen = screen_here()
        match command:
            case "help":
                self._show(self._words.say("help").split("\n"))
            case "log":
                lines = [line.text for line in self._explanations.among(asking.decision.seat, 0)]
                self._show((lines if rest == "all" else lines[-LOG_LINES:]) or [self._words.say("nothing_yet")])
            case "card":
                self._card(asking, rest)
            case "cards":
                self._show(asking.cards(screen) or [self._words.say("no_own_cards")])
            case "space":
                self._space(asking, rest)
            case "map":
                self._show(self._drawing.whole_map(asking.board, screen))

    def _show(self, lines: list[str]) -> None:
        self._reader.show([part for line in lines for part in as_seen(line).split("\n")], self._words)

    def _card(self, asking: Asking, wanted: str) -> None:
        by_number = {str(number): id for id, number in asking.numbers.items()}
        found = [by_number[wanted]] if wanted in by_number else self._telling.cards_named(wanted)
        if (id := self._the_one("card", wanted, found)) is not None:
            self._show(self._drawing.hand.card(id, screen_here()))

    def _space(self, asking: Asking, wanted: str) -> None:
        if (id := self._the_one("space", wanted, self._drawing.map.named(wanted))) is not None:
            self._show(self._drawing.map.space(id, asking.board, screen_here()))

    def _the_one(self, kind: str, wanted: str, found: Sequence[str]) -> str | None:
        """Return the only thing found; otherwise print a message and return None."""
        things = by_title(found, self._telling.names.of)
        if len(things) == 1:
            return found[0]
        message = "ambiguous" if things else f"no_{kind}" if wanted else f"which_{kind}"
        say(as_seen(self._words.say(message, text=shown(wanted[:LONGEST_SAID]), names=listed(things))))
        return None
