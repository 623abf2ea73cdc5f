"""A recorded, saved or finished match at the terminal in lines, position by position: the board with the log beside it.

A seat's view holds only what the seat knew then. What all can see is shown without a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rich.cells import set_cell_size

from cli.board.board_text import BoardView
from cli.board.line_colours import colour_output
from cli.play.asking import (
    ESSENTIALS,
    EVENTS,
    FEW_LINES,
    MANY_LINES,
    MAX_ECHOED,
    OLDER_EVENTS,
    REQUIRED,
    SIDE_PLACES,
    BlockForm,
    compose,
    map_forms,
    state_forms,
    title_rule,
)
from cli.play.match_timeline import MatchTimeline
from cli.prompt import LineReader
from cli.text.output import echo, echo_lines
from cli.text.screen import Screen, current_screen, wrap_text
from interpreter.presentation import ENGLISH, MessageCatalog
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.game_loading import DisplayLanguage
    from interpreter.matches import Match
    from interpreter.presentation import Board

MIN_WIDTH_BESIDE = 120
"""Width of a terminal from which the log stands beside the board."""
LOG_WIDTH = 48
"""Width of the log beside the board, in columns."""


def log_known_to(
    match: Match, seats: Sequence[str], since: int, until: int, speech: MessageCatalog = ENGLISH
) -> list[str]:
    """Return the log between two entries as far as all these seats may know it; without seats, all of it."""
    readers: list[str | None] = [*seats] or [None]
    first, *others = [match.log(seat, speech, since, until) for seat in readers]
    return [printable(line) for line in first if all(line in lines for lines in others)]


class MatchReview:
    """Steps through the positions of a match, forward and back."""

    def __init__(
        self,
        match: Match,
        language: DisplayLanguage,
        viewers: Sequence[str | None],
        reader: LineReader,
        secret_from: Sequence[str] = (),
        can_play_on: bool = False,
    ) -> None:
        """Create a review at the end of the match.

        `viewers`: seats from which it may be seen, the first one to begin with; None is what all can see.
        `secret_from`: seats that may see no log that one of them doesn't know. `can_play_on`: the match can be played
        on from a position.
        """
        self._match, self._viewer = match, viewers[0]
        self._names, self._messages = language.names, language.messages
        self._language, self._reader = language, reader
        self._secret_from = secret_from
        self._can_play_on = can_play_on
        self._board_view = BoardView(match.game, language.names, language.messages)
        self._timeline = MatchTimeline(match, viewers)
        self._logged = [*(len(state.log or ()) for state in match.past), match.log_length]
        self._at = self._last = match.decisions

    def run(self, at: int | None = None) -> int | None:
        """Show positions until the person leaves; return the number of choices to play on from, if that is wanted.

        `at`: the number of choices before the first position that is shown.
        """
        self._at = self._last if at is None else at
        self._show()
        while (line := self._reader.read_line(self._messages.format("step_prompt"))) is not None:
            command, _, rest = line.strip().casefold().partition(" ")
            name = next((each for each in self._commands if command in self._words(each)), "")
            if command.isdecimal():
                self._go_to(command)
            elif name == "quit":
                return None
            elif name == "on" and self._can_play_on:
                return self._at
            elif name or not command:
                self._commands[name or "next"](rest.strip())
            else:
                self._messages.say("step_which", text=line.strip()[:MAX_ECHOED])
        echo()
        return None

    @cached_property
    def _commands(self) -> dict[str, Callable[[str], None]]:
        """Actions by command; each takes the rest of the line."""
        return {
            "next": lambda rest: self._step(int(rest) if rest.isdecimal() else 1),
            "previous": lambda rest: self._step(-int(rest) if rest.isdecimal() else -1),
            "turn": self._go_to_turn,
            "goto": self._go_to,
            "first": lambda _: self._step(-self._at),
            "last": lambda _: self._step(self._last - self._at),
            "seat": self._look_from,
            "log": lambda _: self._reader.show_pages(self._list_log(current_screen().width - 1), self._messages),
            "board": lambda _: self._reader.show_pages(
                self._board_view.draw(self._board(self._at), current_screen()), self._messages
            ),
            "help": lambda _: self._messages.say("step_help_on" if self._can_play_on else "step_help"),
            "on": lambda _: self._messages.say("step_which", text=min(self._words("on"))),
            "quit": lambda _: None,
        }

    def _words(self, command: str) -> set[str]:
        return self._messages.list_words(f"command_{command}")

    # -- moving

    def _step(self, count: int) -> None:
        self._at = max(0, min(self._last, self._at + count))
        self._show()

    def _go_to(self, wanted: str) -> None:
        if wanted.isdecimal() and int(wanted) <= self._last:
            self._step(int(wanted) - self._at)
        else:
            self._messages.say("step_no_number", text=wanted[:MAX_ECHOED], last=str(self._last))

    def _go_to_turn(self, wanted: str) -> None:
        """Go to the beginning of a turn: of the next one, of the one `back`, or by its number."""
        line = self._timeline
        found = line.find_turn(self._at, wanted, self._words("previous") | self._words("back"))
        if found is None:
            turns = f"{line.turns[0]} … {line.turns[-1]}"
            self._messages.say("step_no_turn", text=wanted[:MAX_ECHOED], turns=turns)
        else:
            self._step(found - self._at)

    def _look_from(self, wanted: str) -> None:
        """Look at the match from another seat, or as all can see it."""
        viewers = self._timeline.viewers
        found = self._timeline.find_seats(wanted, self._board(self._at)) if wanted else []
        if wanted in self._words("all") and None in viewers:
            self._viewer = None
        elif len(found) == 1:
            self._viewer = found[0]
        else:
            names = [self._names.title_of(seat) if seat is not None else min(self._words("all")) for seat in viewers]
            self._messages.say("step_no_seat", text=wanted[:MAX_ECHOED], names=", ".join(names))
            return
        self._show()

    # -- showing

    def _board(self, at: int) -> Board:
        return self._match.at(at).board(self._viewer, self._language.speech, self._names)

    def _list_log(self, width: int) -> list[str]:
        """List the log up to the position, with the number of each choice."""
        seats = [self._viewer] if self._viewer is not None else self._secret_from
        lines, since = [], 0
        for number, until in enumerate(self._logged[: self._at + 1]):
            label = f"{number}." if number else ""
            for line in log_known_to(self._match, seats, since, until, self._language.speech):
                start = f"{label:>4} "
                lines += wrap_text(current_screen().escape(line.strip()), width, start, " " * 7)
                label = ""
            since = until
        return lines

    def _show(self) -> None:
        screen, board = current_screen(), self._board(self._at)
        colour_output(board, self._names)
        height = screen.height - 1
        if screen.width < MIN_WIDTH_BESIDE:
            echo_lines(self._compose(board, screen, height, self._list_log(screen.width - 1)))
            return
        narrow = Screen(screen.width - LOG_WIDTH - 3, screen.signs, screen.encoding, screen.height)
        left = self._compose(board, narrow, height, [])
        right = self._list_log(LOG_WIDTH - 1)[-len(left) :]
        right += [""] * (len(left) - len(right))
        down = screen.signs.down
        echo_lines(
            f"{set_cell_size(one, narrow.width)} {down} {other}".rstrip()
            for one, other in zip(left, right, strict=True)
        )

    def _compose(self, board: Board, screen: Screen, height: int, log: Sequence[str]) -> list[str]:
        """Compose the board with the position in the match, as far as it fits."""
        before = self._board(self._at - 1) if self._at else board
        changed = board.changed_since(before)
        seen = "step_seen" if self._viewer is not None else "step_seen_by_all"
        turn = self._timeline.turns[self._at]
        number = self._messages.format("step_title", number=self._at, last=self._last, turn=turn)
        seat = "" if self._viewer is None else self._names.title_of(self._viewer)
        titles = [f"{number}; {self._messages.format(seen, seat=seat)}", number]
        end = board.ending.text if board.ending is not None else board.question.text if board.question else ""
        hand = self._board_view.hand_view.list_card_names(board, screen, ())
        blocks = [
            [BlockForm(REQUIRED, [title_rule(titles, screen), self._slider(screen)])],
            map_forms(self._board_view, board, screen, changed, height // 2),
            [BlockForm(ESSENTIALS, hand)],
            state_forms(self._board_view, board, screen, self._messages),
            [BlockForm(SIDE_PLACES, self._board_view.draw_side_places(board, screen, secondary=False))],
            [
                BlockForm(rank, log[-count:])
                for rank, count in ((ESSENTIALS, FEW_LINES), (EVENTS, 2 * FEW_LINES), (OLDER_EVENTS, MANY_LINES))
            ],
            [BlockForm(REQUIRED, screen.wrap(screen.escape(printable(end.strip())), ""))],
        ]
        lines = compose(blocks, height)
        return [*lines[:-1], *[""] * (height - len(lines)), *lines[-1:]]  # so that no line moves from step to step

    def _slider(self, screen: Screen) -> str:
        """Return a line that shows where the position is in the match."""
        room = screen.width - 2
        at = round(self._at / self._last * (room - 1)) if self._last else 0
        return screen.signs.across * at + screen.signs.knob + screen.signs.across * (room - 1 - at)
