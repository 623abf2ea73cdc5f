"""Boards as text, as a seat sees them: the map with its pieces, tracks, places beside the map."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cli.contents import PlaceContents
from cli.folding import TIED_BLANK, tie
from cli.hand import HandView, pile_title
from cli.map_view import MapView
from cli.screen import Screen

if TYPE_CHECKING:
    from cli.words import TerminalMessages
    from interpreter.presentation.boards import Board, BoardTrack, NamedThing, TrackPosition
    from interpreter.presentation.names import Names
    from interpreter.presentation.printed_cards import EventTranslator
    from interpreter.rulebook.model import Rulebook


class BoardView:
    """Renderer of the boards of one game in one language."""

    def __init__(
        self, book: Rulebook, names: Names, messages: TerminalMessages, event_renderer: EventTranslator | None = None
    ) -> None:
        """Create a renderer; `event_renderer` renders card events in the language, None stands for English."""
        self._book = book
        self._messages = messages
        self.map_view = MapView(book, names, messages)
        self.hand_view = HandView(book, names, messages, event_renderer)

    def draw(self, board: Board, screen: Screen) -> list[str]:
        """Draw everything the seat sees except its own cards."""
        lines = self.draw_map(board, screen)
        boxes, piles = screen.pack(self._list_boxes(board)), self._list_piles(board)
        for part in (self._tracks(board), boxes, self._list_variables(board), piles):
            lines += ["", *_wrapped(part, screen)] if part else []
        return lines

    def draw_map(self, board: Board, screen: Screen) -> list[str]:
        """Draw the map with its legend."""
        return [*self._legend(board, screen), *(["", *self.map_view.draw(board, screen)] if board.spaces else [])]

    def draw_state(self, board: Board, screen: Screen) -> list[str]:
        """Draw the tracks, variables and flags side by side."""
        return _wrapped(screen.pack([*self._tracks(board), *self._list_variables(board)]), screen)

    def draw_tracks(self, board: Board, screen: Screen) -> list[str]:
        """Draw the tracks side by side."""
        return _wrapped(screen.pack(self._tracks(board)), screen)

    def draw_side_places(self, board: Board, screen: Screen) -> list[str]:
        """Draw the places beside the map, with their pieces and cards."""
        return _wrapped([*screen.pack(self._list_boxes(board)), *self._list_piles(board)], screen)

    def list_items(self, board: Board) -> list[str]:
        """List everything the seat sees, one item a line: occupied spaces, tracks, places, variables, flags, cards."""
        spaces = [(space.title, self.remark(space_id, board)) for space_id, space in board.spaces.items()]
        own = [
            f"{pile_title(pile)}: {PlaceContents(board, self._messages).format_pile(pile)}"
            for pile, *_ in self.hand_view.find_own_piles(board)
        ]
        held = [f"{title}: {held}" for title, held in spaces if held]
        return [
            *held,
            *self._tracks(board),
            *self._list_boxes(board),
            *self._list_variables(board),
            *self._list_piles(board),
            *own,
        ]

    def describe_seats(self, board: Board) -> str:
        """Return the mark and the title of each seat."""
        return ", ".join(tie(f"{seat.mark} = {seat.title}") for seat in board.seats)

    def remark(self, thing_id: str, board: Board) -> str:
        """Return useful facts about a card or a space that can be chosen; empty for other things."""
        if thing_id in board.spaces:
            return "; ".join(PlaceContents(board, self._messages).list_contents(board.spaces[thing_id]))
        return self.hand_view.format_attributes(thing_id)

    def _legend(self, board: Board, screen: Screen) -> list[str]:
        text = self._messages.format("legend_seats", seats=self.describe_seats(board))
        mark = board.seats[0].mark
        if board.spaces and not self.map_view.is_grid and any(kind.is_owned for kind in self._book.pieces):
            text += " " + self._messages.format("legend_more", mark=mark)
        elif self.map_view.is_grid and board.only_number is not None:
            text += " " + self._messages.format("legend_number", mark=mark, number=board.only_number.title)
        return screen.wrap(screen.escape(text))

    # -- tracks, places, variables

    def _tracks(self, board: Board) -> list[str]:
        return [self._track(track) for track in board.tracks]

    def _track(self, track: BoardTrack) -> str:
        title = self._messages.format("track", title=track.title, low=track.low, high=track.high)
        return f"{title}  {', '.join(map(_step_text, track.steps))}"

    def _list_boxes(self, board: Board) -> list[str]:
        """List the places beside the map that hold pieces."""
        contents, said = PlaceContents(board, self._messages), []
        for title, boxes in groupby(board.boxes, lambda box: (box.id.partition(" of ")[0], box.title)):
            held = [_with_seat_mark(box.seat, text) for box in boxes for text in contents.list_pieces(box)]
            if held:
                said.append(f"{title[1]}: {'; '.join(held)}")
        return said

    def _list_variables(self, board: Board) -> list[str]:
        """List the titled variables and flags that have something to show."""
        contents = PlaceContents(board, self._messages)
        return [
            *(f"{kept.title}: {contents.format_value(kept.value)}" for kept in board.variables),
            *(f"{flag.title}: {contents.format_things(flag.things)}" for flag in board.flags),
        ]

    # -- cards

    def _list_piles(self, board: Board) -> list[str]:
        """List the piles that are not the seat's own: the cards that it knows, and the number of others.

        With more than two seats, the seats' piles of one zone share a line.
        """
        contents, lines = PlaceContents(board, self._messages), []
        others = [pile for pile in board.piles if pile.cards and pile.seat != board.seat]
        for _, group in groupby(others, lambda pile: pile.zone):
            piles = list(group)
            if len(board.seats) > 2 and piles[0].seat is not None:
                said = "; ".join(
                    f"{pile.seat.mark}{TIED_BLANK}{contents.format_pile(pile)}" for pile in piles if pile.seat
                )
                lines.append(f"{piles[0].title}: {said}")
            else:
                lines += [f"{pile_title(pile)}: {contents.format_pile(pile)}" for pile in piles]
        return lines


def _step_text(step: TrackPosition) -> str:
    """Format a position on a track, with its seat if each seat has one, and the values it gives."""
    gifts = ", ".join(f"{name} {value}" for name, value in step.gives)
    said = f"{step.step}" + (tie(f" ({gifts})") if gifts else "")
    if step.seat is None:
        return said
    return f"{step.seat.mark}{f' {step.title}' if step.title else ''} {said}"


def _with_seat_mark(seat: NamedThing | None, text: str) -> str:
    """Format the contents of a seat's box, with the seat's mark before them unless it is there already."""
    return text if seat is None or text.startswith(f"{seat.mark}{TIED_BLANK}") else f"{seat.mark}{TIED_BLANK}{text}"


def _wrapped(parts: list[str], screen: Screen) -> list[str]:
    return [line for text in parts for line in screen.wrap(screen.escape(text))]
