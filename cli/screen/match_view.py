"""Everything of a match that the full screen shows to one reader, made once for each position.

Nothing here asks the rules again when the cursor moves, so that a search may use them meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.board.place_contents import PlaceContents
from cli.libraries import find_matches
from cli.text.screen import BOX_SIGNS, Screen, untie
from interpreter.support import printable

if TYPE_CHECKING:
    from cli.board.board_text import BoardView
    from cli.play.asking import DecisionView
    from cli.play.telling import MatchText
    from cli.text.words import TerminalMessages
    from interpreter.presentation import Board

PROSE_HEIGHT = 1000
"""Height of the imaginary terminal for which texts in scrolling panes are laid out."""


@dataclass(frozen=True, slots=True)
class ListedOption:
    """An option of the list, or a thing that can't be chosen, with the reason."""

    key: str
    label: str
    name: str
    remark: str = ""
    reason: str = ""
    is_legal: bool = True


@dataclass(frozen=True, slots=True)
class HeldCards:
    """A pile of the reader's own cards: its title, the known cards with their names, and the number of others."""

    title: str
    cards: tuple[tuple[str, str], ...]
    hidden: str


@dataclass(frozen=True, slots=True)
class MatchView:
    """A position as its reader sees it.

    Attributes:
        board: The reader's board.
        board_view: Renderer of boards.
        match_text: Texts of the match at this position.
        messages: Messages in the reader's language.
        heading: What the top line says.
        question: The question, or what is waited for.
        options: The options, and what can't be chosen.
        changed: Spaces that have changed since the reader last decided.
        news: What has happened since then.
        log: The latest lines of the log.
        decision: The decision as lines show it; None if the reader doesn't decide.
    """

    board: Board
    board_view: BoardView
    match_text: MatchText
    messages: TerminalMessages
    heading: str
    question: str
    options: tuple[ListedOption, ...] = ()
    changed: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    decision: DecisionView | None = None

    @property
    def contents(self) -> PlaceContents:
        """Texts of what is in the places of the board."""
        return PlaceContents(self.board, self.messages)

    @property
    def legal(self) -> dict[str, str]:
        """Labels of the options, by key."""
        return {option.key: option.label for option in self.options if option.is_legal}

    @property
    def listed(self) -> tuple[ListedOption, ...]:
        """The options, then those things that can't be chosen and are not on the map."""
        beside = [each for each in self.options if not each.is_legal and each.key not in self.board.spaces]
        return (*(each for each in self.options if each.is_legal), *beside)

    def find_option(self, key: str | None) -> ListedOption | None:
        """Return the option with a key, or None."""
        return next((option for option in self.options if option.key == key), None)

    def continue_pair(self, typed: str, thing: str | None) -> str | None:
        """Return what is typed once a thing continues what was typed of a pair; None if it doesn't."""
        options = self.board.question.options if self.board.question is not None else ()
        for option in options:
            if option.begun_label and typed == option.begun_label and option.parts[1] == thing:
                return option.label
        return next((each.begun_label for each in options if each.begun_label and each.parts[0] == thing), None)

    def find_typed(self, text: str) -> list[str]:
        """Return the keys of the options that a typed text may begin."""
        wanted = text.strip().casefold()
        if not wanted:
            return []
        legal = [option for option in self.options if option.is_legal]
        labelled = [option.key for option in legal if option.label.casefold().startswith(wanted)]
        named = find_matches(text, {option.key: (option.name,) for option in legal})
        return list(dict.fromkeys([*labelled, *named]))

    def list_hand(self) -> list[HeldCards]:
        """Return the reader's own cards."""
        held = []
        for pile, known, hidden in self.board_view.hand_view.find_own_piles(self.board):
            names = {card.id: card.title for card in pile.cards if card is not None}
            face_down = self.messages.format("cards_hidden", count=hidden) if hidden else ""
            held.append(HeldCards(shown(pile.title), tuple((card, shown(names[card])) for card in known), face_down))
        return held

    def describe_thing(self, key: str | None, width: int) -> list[str]:
        """Return the details of a space, a card or an option, the reason first if it can't be chosen."""
        if key is None:
            return []
        screen = prose_screen(width)
        option = self.find_option(key)
        if key in self.board.spaces:
            lines = self.board_view.map_view.describe_space(key, self.board, screen)
        elif key in self.board.cards:
            lines = [line.strip() for line in self.board_view.hand_view.draw_card(key, screen)]
        elif option is not None:
            lines = screen.wrap(f"{option.label} {option.name}" + (f" ({option.remark})" if option.remark else ""))
        else:
            lines = []
        if option is not None and option.reason:
            why = self.messages.format("not_on_offer", what=option.name, reason=option.reason)
            lines = [*screen.wrap(why), *lines[1:]]
        return [shown(line) for line in lines]

    def describe_table(self, width: int, needed_only: bool = False) -> list[str]:
        """Return tracks, variables, boxes and piles: what a player needs each turn first, then the others."""
        screen = prose_screen(width)
        if needed_only:
            return self.board_view.draw_needed_state(self.board, screen)
        state = self.board_view.draw_state(self.board, screen)
        return [*state, *self.board_view.draw_side_places(self.board, screen)]


def shown(text: str) -> str:
    """Return a text as the screen shows it: on one line, with control characters escaped."""
    return printable(untie(text))


def prose_screen(width: int) -> Screen:
    """Return a terminal with room for lines of this width."""
    return Screen(width + 1, BOX_SIGNS, "utf-8", PROSE_HEIGHT)


def wrap_lines(lines: Sequence[str], width: int) -> list[str]:
    """Wrap lines of text, with continuation lines indented."""
    screen = prose_screen(width)
    return [part for line in lines for part in screen.wrap(shown(line))]


def list_options(view: DecisionView) -> tuple[ListedOption, ...]:
    """Return the options of a decision in order, then what can't be chosen."""
    question = view.board.question
    assert question is not None
    options = [
        ListedOption(
            choice.key,
            choice.label,
            shown(choice.name),
            shown(view.remark_on(choice.key)),
        )
        for choice in view.choices
    ]
    refused = [
        ListedOption(refusal.key, refusal.label, shown(refusal.text), "", shown(refusal.reason), False)
        for refusal in question.refusals
    ]
    return (*options, *refused)
