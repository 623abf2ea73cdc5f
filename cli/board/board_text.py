"""Boards as text, as a seat sees them: the map with its pieces, tracks, places beside the map.

Cards as a seat reads them: its own, one as it would be printed, useful facts about one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from cli.board.edge_marks import describe_edge_marks
from cli.board.map_view import MapView
from cli.board.place_contents import PlaceContents
from cli.play.offer import whole_reason
from cli.text.output import FaintLine
from cli.text.screen import TIED_BLANK, Screen, tie
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.text.words import TerminalMessages
    from interpreter.matches import Game
    from interpreter.presentation import Board, BoardTrack, NamedThing, Names, Pile, TrackPosition


class HandView:
    """Renderer of the cards of one game in one language."""

    def __init__(self, game: Game, names: Names, messages: TerminalMessages) -> None:
        """Create a renderer. Any card can be read, also one that isn't on the board."""
        self._messages = messages
        self._card_ids = frozenset(game.card_ids)
        self._face = game.look(names).face

    def find_own_piles(self, board: Board) -> list[tuple[Pile, list[str], int]]:
        """Return the seat's own piles that are not empty, with the known cards and the number of others."""
        found = []
        for pile in order_by_need(board, board.piles, lambda pile: pile.zone):
            if pile.seat == board.seat and pile.cards:
                known = [card.id for card in pile.cards if card is not None]
                found.append((pile, known, len(pile.cards) - len(known)))
        return found

    def list_own_cards(
        self,
        board: Board,
        screen: Screen,
        numbers: Mapping[str, str],
        reasons: Mapping[str, str],
        read_cards: Collection[str] = (),
    ) -> list[str]:
        """List the seat's own cards, those on offer with their `numbers`, others with the reason, if there is one.

        Cards that were `read_cards` before are shown in short.
        """
        lines: list[str] = []
        for pile, known, hidden in self.find_own_piles(board):
            lines.append(screen.escape(f"{pile_title(pile)}:"))
            for card_id in known:
                lines += self.draw_card(
                    card_id, screen, numbers.get(card_id), reasons.get(card_id, ""), card_id in read_cards, notes=False
                )
            if hidden:
                lines.append("    " + screen.escape(self._messages.format("cards_hidden", count=hidden)))
        return lines

    def list_card_names(self, board: Board, screen: Screen, excluded: Collection[str]) -> list[str]:
        """List the seat's own cards by name, except those in `excluded`."""
        lines = []
        for pile, known, hidden in self.find_own_piles(board):
            said = [tie(board.cards[card_id].title) for card_id in known if card_id not in excluded]
            said += [self._messages.format("cards_hidden", count=hidden)] if hidden else []
            if said:
                text = f"{pile.title}: {', '.join(said)}"
                lines += screen.wrap(screen.escape(text))
        return lines

    def list_own_briefly(self, board: Board, screen: Screen) -> list[str]:
        """List the seat's own cards, each on one line with as much of its text as fits."""
        lines = []
        for pile, known, hidden in self.find_own_piles(board):
            lines.append(screen.escape(f"{pile_title(pile)}:"))
            for card_id in known:
                text = self.format_brief_text(card_id)
                lines.append(screen.cut(screen.escape(f"    {self._face(card_id).title}{f': {text}' if text else ''}")))
            if hidden:
                lines.append("    " + screen.escape(self._messages.format("cards_hidden", count=hidden)))
        return lines

    def draw_card(
        self,
        card_id: str,
        screen: Screen,
        number: str | None = None,
        reason: str = "",
        in_short: bool = False,
        notes: bool = True,
    ) -> list[str]:
        """Show one card as it would be printed.

        `reason`: the reason why it can't be chosen. `in_short`: its headline only. `notes`: with explanatory notes.
        """
        face = self._face(card_id)
        start = f"{number:>3} " if number is not None else "    "
        told = f"  ({reason})" if (reason := whole_reason(reason)) else ""
        lines = screen.wrap(
            screen.escape(f"{start}{face.title}{f': {face.attributes}' if face.attributes else ''}{told}"),
            "      ",
        )
        lines = [*map(FaintLine, lines)] if told else lines
        return lines if in_short else lines + self.draw_card_text(card_id, screen, notes)

    def draw_card_text(self, card_id: str, screen: Screen, notes: bool = False) -> list[str]:
        """Show the text of a card, indented below its name. `notes`: with explanatory notes."""
        face = self._face(card_id)
        lines = [*face.lines, *(f"~ {note}" for note in face.notes if notes)]
        return [part for line in lines for part in screen.wrap(screen.escape(" " * 8 + line))]

    def format_brief_text(self, card_id: str) -> str:
        """Return the text of a card on one line; empty for other things."""
        return " ".join(line.strip() for line in self._face(card_id).lines) if card_id in self._card_ids else ""

    def format_attributes(self, card_id: str) -> str:
        """Return the attributes of a card; empty for other things."""
        return self._face(card_id).attributes if card_id in self._card_ids else ""


T = TypeVar("T")


def order_by_need(board: Board, things: Iterable[T], id_of: Callable[[T], str]) -> list[T]:
    """Return things with those first that a player needs each turn, and those last that are secondary."""
    places = {thing_id: at for at, thing_id in enumerate(board.needed)}
    last = len(places)
    return sorted(
        things, key=lambda thing: last + 1 if id_of(thing) in board.secondary else places.get(id_of(thing), last)
    )


def pile_title(pile: Pile) -> str:
    """Return the title of a pile, with its owner."""
    return pile.title if pile.seat is None else f"{pile.title} ({pile.seat.title})"


class BoardView:
    """Renderer of the boards of one game in one language."""

    def __init__(self, game: Game, names: Names, messages: TerminalMessages) -> None:
        """Create a renderer, with names in a language."""
        self._book = game.rulebook
        self._messages = messages
        self.map_view = MapView(game.rulebook, names, messages)
        self.hand_view = HandView(game, names, messages)

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

    def draw_needed_state(self, board: Board, screen: Screen) -> list[str]:
        """Draw the tracks and variables side by side that a player needs each turn; all tracks if none is named."""
        needed = _select_needed(board)
        said = [*self._tracks(needed, bounds=False), *self._list_variables(needed)]
        return _wrapped(screen.pack(said or self._tracks(board, bounds=False)), screen)

    def draw_side_places(self, board: Board, screen: Screen, secondary: bool = True) -> list[str]:
        """Draw the places beside the map, with their pieces and cards. `secondary`: with those that matter least."""
        if not secondary:
            board = replace(
                board,
                boxes=tuple(box for box in board.boxes if _base_id(box.id) not in board.secondary),
                piles=tuple(pile for pile in board.piles if pile.zone not in board.secondary),
            )
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
        """Return what a card or a space is, or the odds of the option of this key; empty for others."""
        if odds := self.odds(thing_id, board):
            return odds
        if thing_id in board.spaces:
            return "; ".join(PlaceContents(board, self._messages).list_contents(board.spaces[thing_id]))
        return self.hand_view.format_attributes(thing_id)

    def odds(self, key: str, board: Board) -> str:
        """Return the odds of an option; empty for one without any."""
        options = board.question.options if board.question is not None else ()
        return next((printable(option.odds) for option in options if option.key == key), "")

    def _legend(self, board: Board, screen: Screen) -> list[str]:
        text = self._messages.format("legend_seats", seats=self.describe_seats(board))
        mark = board.seats[0].mark
        if board.spaces and not self.map_view.is_grid and any(kind.is_owned for kind in self._book.pieces):
            text += " " + self._messages.format("legend_more", mark=mark)
        elif self.map_view.is_grid and board.only_number is not None:
            text += " " + self._messages.format("legend_number", mark=mark, number=board.only_number.title)
        if marks := describe_edge_marks(board):
            text += " " + self._messages.format("legend_edges", marks=marks)
        return screen.wrap(screen.escape(text))

    # -- tracks, places, variables

    def _tracks(self, board: Board, bounds: bool = True) -> list[str]:
        """List the tracks with their ends, or without them in short."""
        return [self._track(track, bounds) for track in order_by_need(board, board.tracks, lambda track: track.id)]

    def _track(self, track: BoardTrack, bounds: bool) -> str:
        if not bounds:
            steps = [
                f"{step.seat.mark}{TIED_BLANK}{step.step}" if step.seat else str(step.step) for step in track.steps
            ]
            return f"{track.title} {', '.join(steps)}"
        title = self._messages.format("track", title=track.title, low=track.low, high=track.high)
        return f"{title}  {', '.join(map(_step_text, track.steps))}"

    def _list_boxes(self, board: Board) -> list[str]:
        """List the places beside the map that hold pieces."""
        contents, said = PlaceContents(board, self._messages), []
        in_order = order_by_need(board, board.boxes, lambda box: _base_id(box.id))
        for title, boxes in groupby(in_order, lambda box: (_base_id(box.id), box.title)):
            held = [_with_seat_mark(box.seat, text) for box in boxes for text in contents.list_pieces(box)]
            if held:
                said.append(f"{title[1]}: {'; '.join(held)}")
        return said

    def _list_variables(self, board: Board) -> list[str]:
        """List the titled variables and flags that have something to show."""
        contents = PlaceContents(board, self._messages)
        return [
            *(
                f"{kept.title}: {contents.format_value(kept.value)}"
                for kept in order_by_need(board, board.variables, lambda kept: kept.id)
            ),
            *(f"{flag.title}: {contents.format_things(flag.things)}" for flag in board.flags),
        ]

    # -- cards

    def _list_piles(self, board: Board) -> list[str]:
        """List the piles that are not the seat's own: the cards that it knows, and the number of others.

        With more than two seats, the seats' piles of one zone share a line.
        """
        contents, lines = PlaceContents(board, self._messages), []
        in_order = order_by_need(board, board.piles, lambda pile: pile.zone)
        others = [pile for pile in in_order if pile.cards and pile.seat != board.seat]
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


def _base_id(box_id: str) -> str:
    """Return the id of a box in the rules, without its seat."""
    return box_id.partition(" of ")[0]


def _select_needed(board: Board) -> Board:
    """Return the board with only those tracks, variables and flags that a player needs each turn."""
    return replace(
        board,
        tracks=tuple(track for track in board.tracks if track.id in board.needed),
        variables=tuple(kept for kept in board.variables if kept.id in board.needed),
        flags=tuple(flag for flag in board.flags if flag.id in board.needed),
    )


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
