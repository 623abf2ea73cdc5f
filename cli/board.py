"""Boards as text, as a seat sees them: the map with its pieces, tracks, places beside the map."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cli.contents import Contents
from cli.folding import TIE, tied
from cli.hand import Hand, called
from cli.map_view import MapView
from cli.screen import Screen

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.boards import Board, Named, Step, Track
    from interpreter.presentation.names import Names
    from interpreter.presentation.printed_cards import Told
    from interpreter.rulebook.model import Rulebook


class Drawing:
    """Renderer of the boards of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words, told: Told | None = None) -> None:
        """Create a renderer; `told` renders card events in the language, None stands for English."""
        self._book = book
        self._words = words
        self.map = MapView(book, names, words)
        self.hand = Hand(book, names, words, told)

    def draw(self, board: Board, screen: Screen) -> list[str]:
        """Draw everything the seat sees except its own cards."""
        lines = self.whole_map(board, screen)
        boxes, piles = screen.pack(self._boxes(board)), self._piles(board)
        for part in (self._tracks(board), boxes, self._remembered(board), piles):
            lines += ["", *_folded(part, screen)] if part else []
        return lines

    def whole_map(self, board: Board, screen: Screen) -> list[str]:
        """Draw the map with its legend."""
        return [*self._legend(board, screen), *(["", *self.map.drawn(board, screen)] if board.spaces else [])]

    def state(self, board: Board, screen: Screen) -> list[str]:
        """Draw the tracks, variables and flags side by side."""
        return _folded(screen.pack([*self._tracks(board), *self._remembered(board)]), screen)

    def tracks(self, board: Board, screen: Screen) -> list[str]:
        """Draw the tracks side by side."""
        return _folded(screen.pack(self._tracks(board)), screen)

    def beside(self, board: Board, screen: Screen) -> list[str]:
        """Draw the places beside the map, with their pieces and cards."""
        return _folded([*screen.pack(self._boxes(board)), *self._piles(board)], screen)

    def listed(self, board: Board) -> list[str]:
        """List everything the seat sees, one item a line: occupied spaces, tracks, places, variables, flags, cards."""
        spaces = [(space.title, self.remark(id, board)) for id, space in board.spaces.items()]
        own = [f"{called(pile)}: {Contents(board, self._words).pile(pile)}" for pile, *_ in self.hand.own(board)]
        held = [f"{title}: {held}" for title, held in spaces if held]
        return [*held, *self._tracks(board), *self._boxes(board), *self._remembered(board), *self._piles(board), *own]

    def seats(self, board: Board) -> str:
        """Return the mark and the title of each seat."""
        return ", ".join(tied(f"{seat.mark} = {seat.title}") for seat in board.seats)

    def remark(self, id: str, board: Board) -> str:
        """Return useful facts about a card or a space that can be chosen; empty for other things."""
        if id in board.spaces:
            return "; ".join(Contents(board, self._words).space(board.spaces[id]))
        return self.hand.attributes(id)

    def _legend(self, board: Board, screen: Screen) -> list[str]:
        text = self._words.say("legend_seats", seats=self.seats(board))
        mark = board.seats[0].mark
        if board.spaces and not self.map.grid and any(kind.owned for kind in self._book.pieces):
            text += " " + self._words.say("legend_more", mark=mark)
        elif self.map.grid and board.only_number is not None:
            text += " " + self._words.say("legend_number", mark=mark, number=board.only_number.title)
        return screen.fold(screen.fit(text))

    # -- tracks, places, variables

    def _tracks(self, board: Board) -> list[str]:
        return [self._track(track) for track in board.tracks]

    def _track(self, track: Track) -> str:
        title = self._words.say("track", title=track.title, low=track.low, high=track.high)
        return f"{title}  {', '.join(map(_step, track.steps))}"

    def _boxes(self, board: Board) -> list[str]:
        """List the places beside the map that hold pieces."""
        contents, said = Contents(board, self._words), []
        for title, boxes in groupby(board.boxes, lambda box: (box.id.partition(" of ")[0], box.title)):
            held = [_marked(box.seat, text) for box in boxes for text in contents.pieces(box)]
            if held:
                said.append(f"{title[1]}: {'; '.join(held)}")
        return said

    def _remembered(self, board: Board) -> list[str]:
        """List the titled variables and flags that have something to show."""
        contents = Contents(board, self._words)
        return [
            *(f"{kept.title}: {contents.value(kept.value)}" for kept in board.kept),
            *(f"{flag.title}: {contents.things(flag.things)}" for flag in board.flags),
        ]

    # -- cards

    def _piles(self, board: Board) -> list[str]:
        """List the piles that are not the seat's own: the cards that it knows, and the number of others.

        With more than two seats, the seats' piles of one zone share a line.
        """
        contents, lines = Contents(board, self._words), []
        others = [pile for pile in board.piles if pile.cards and pile.seat != board.seat]
        for _, group in groupby(others, lambda pile: pile.zone):
            piles = list(group)
            if len(board.seats) > 2 and piles[0].seat is not None:
                said = "; ".join(f"{pile.seat.mark}{TIE}{contents.pile(pile)}" for pile in piles if pile.seat)
                lines.append(f"{piles[0].title}: {said}")
            else:
                lines += [f"{called(pile)}: {contents.pile(pile)}" for pile in piles]
        return lines


def _step(step: Step) -> str:
    """Format a position on a track, with its seat if each seat has one, and the values it gives."""
    gifts = ", ".join(f"{name} {value}" for name, value in step.gives)
    said = f"{step.step}" + (tied(f" ({gifts})") if gifts else "")
    if step.seat is None:
        return said
    return f"{step.seat.mark}{f' {step.title}' if step.title else ''} {said}"


def _marked(seat: Named | None, text: str) -> str:
    """Format the contents of a seat's box, with the seat's mark before them unless it is there already."""
    return text if seat is None or text.startswith(f"{seat.mark}{TIE}") else f"{seat.mark}{TIE}{text}"


def _folded(parts: list[str], screen: Screen) -> list[str]:
    return [line for text in parts for line in screen.fold(screen.fit(text))]
