"""One decision shown to a person: a full screen on a terminal, complete plain lines elsewhere, and look-ups.

A screen of limited height is composed from blocks; important blocks get room first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from cli.board.board_text import BoardView
from cli.board.map_cells import find_legal_spaces
from cli.libraries import join_titles, pick_first_by_title
from cli.play.explanations import Explanations, LogLine
from cli.play.match_session import LOG_LINES
from cli.play.offer import OptionList, shorten
from cli.play.telling import MatchText
from cli.prompt import LineReader, TypableOption
from cli.text.screen import Screen, current_screen, untie, wrap_for_terminal
from cli.text.words import TerminalMessages
from interpreter.matches import Match
from interpreter.presentation import Board, Decision, Refusal
from interpreter.support import printable

REQUIRED = 0
"""Rank of a block that is shown even if there is no room for it."""


@dataclass(frozen=True, slots=True)
class BlockForm:
    """One form of a block: its lines, and the rank in which it gets room, lower ranks first."""

    rank: int
    lines: Sequence[str]


def compose(blocks: Sequence[Sequence[BlockForm]], height: int) -> list[str]:
    """Stack the blocks, each in the last of its forms that fits; later forms show more.

    A block that fits in no form is left out.
    """
    chosen = [-1] * len(blocks)
    room = height
    for rank in sorted({way.rank for block in blocks for way in block}):
        for number, block in enumerate(blocks):
            for at in reversed(range(chosen[number] + 1, len(block))):
                more = len(block[at].lines) - (len(block[chosen[number]].lines) if chosen[number] >= 0 else 0)
                if block[at].rank == rank and (more <= room or rank == REQUIRED):
                    chosen[number] = at
                    room -= more
                    break
    return [line for block, at in zip(blocks, chosen, strict=True) if at >= 0 for line in block[at].lines]


LEAST_LINES, FEW_LINES, SOME_LINES, MANY_LINES = 2, 4, 9, 30
"""Maximum number of lines of recent events, for less and more room."""
TRACK_LINES, CARD_LINES = 3, 3
"""Maximum number of lines of tracks, and of card names, that are shown before the map gets room."""

# Ranks of blocks: those with lower ranks get room first.
(
    ESSENTIALS,
    BRIEF_CARDS,
    RECENT_EVENTS,
    TRACKS,
    REASONS,
    CARDS_ON_OFFER,
    MAP,
    WHOLE_MAP,
    STATE,
    EVENTS,
    REMARKS,
    CARD_TEXTS,
    SIDE_PLACES,
    OLDER_EVENTS,
    SECONDARY_PLACES,
    GAPS,
) = range(1, 17)


class DecisionView:
    """Display of a decision for the seat that makes it: question, options, board and recent events.

    `card_numbers`: the cards on offer, each with the number to type for it.
    """

    def __init__(
        self, match: Match, decision: Decision, board_view: BoardView, match_text: MatchText, messages: TerminalMessages
    ) -> None:
        self.decision = decision
        self.board = match_text.board(decision.seat)
        question = self.board.question
        assert question is not None
        self.choices: list[TypableOption] = match_text.list_options(question)
        self.refusals = {refusal.label: refusal for refusal in question.refusals}
        self._board_view = board_view
        self._match_text = match_text
        self._messages = messages
        self.question_text = match_text.question()
        self.prompt = messages.format("prompt", seat=match_text.names.title_of(decision.seat))
        cards = set(match.game.card_ids) if decision.kind == "choose" else set()
        self.card_numbers = {choice.key: choice.label for choice in self.choices if choice.key in cards}
        self._refused = {
            refusal.key: (_name_refusal(refusal), printable(" ".join(refusal.reason.split())))
            for refusal in question.refusals
        }
        remarks = {choice.key: self.remark_on(choice.key) for choice in self.choices}
        self._offer = OptionList(self.choices, remarks, self._refused, messages, on_map=self.board.spaces)
        self._page = 0

    def remark_on(self, key: str) -> str:
        """Return the odds of an option, or facts about the thing that it is; a label has only odds."""
        facts = self._board_view.remark if self.decision.kind == "choose" else self._board_view.odds
        return facts(key, self.board)

    def refusal(self, wanted: str) -> str | None:
        """Return a sentence about a card or space that is not on offer, or about an ambiguous name; else None."""
        refused = self.refusals.get(wanted.strip().casefold())
        found = [refused.key] if refused is not None else self._match_text.find_cards(wanted)
        found = found or self._board_view.map_view.find_spaces(wanted)
        if any(choice.key in found for choice in self.choices):
            return None
        reasons = {key: reason for key, (_, reason) in self._refused.items() if key in found}
        if not reasons:
            return None
        things = pick_first_by_title(found, self._match_text.names.title_of)
        if len(things) > 1:
            return self._messages.format("ambiguous", text=printable(wanted.strip()), names=join_titles(things))
        thing_id, reason = next(iter(reasons.items()))
        return self._messages.format("not_on_offer", what=self._match_text.names.title_of(thing_id), reason=reason)

    def list_cards(self, screen: Screen, read: Collection[str] = ()) -> list[str]:
        """List the seat's own cards, with the number to type for those on offer."""
        why = {card_id: reason for card_id, (_, reason) in self._refused.items()}
        return self._board_view.hand_view.list_own_cards(self.board, screen, self.card_numbers, why, read)

    def list_options(self, screen: Screen) -> list[str]:
        """List the question and all options."""
        return ["", *screen.wrap(screen.escape(self.question_text), ""), *self._offer.list_all(screen)]

    def turn_page(self) -> None:
        """Show the next page of the options from now on."""
        self._page += 1

    def compose_screen(
        self, events: Sequence[LogLine], changed: Collection[str], notes: Sequence[str] = ()
    ) -> list[str]:
        """Compose a full screen: the question with its options, recent events and the board, as far as they fit.

        `notes` are shown above the events: the first lines always, all of them if there is room.
        """
        screen = current_screen()
        height = screen.height - (cell_len(self.prompt) // screen.width + 1)
        first = [choice.key for choice in self.choices]
        drawn = map_forms(self._board_view, self.board, screen, changed, height // 2, first)
        hand = self._hand(screen)
        taken = (len(drawn[0].lines) if drawn and drawn[0].rank == ESSENTIALS else 0) + len(hand[0].lines)
        blocks = [
            [BlockForm(REQUIRED, [title_rule(self._titles(changed), screen)])],
            drawn,
            hand,
            state_forms(self._board_view, self.board, screen, self._messages),
            [
                BlockForm(SIDE_PLACES, self._board_view.draw_side_places(self.board, screen, secondary=False)),
                BlockForm(SECONDARY_PLACES, self._board_view.draw_side_places(self.board, screen)),
            ],
            _blank_line(),
            _note_forms([part for line in notes for part in screen.wrap(screen.escape(line))]),
            self._events(events, screen),
            _blank_line(),
            self._options(screen, height - taken - LEAST_LINES - 1),
        ]
        return compose(blocks, height)

    def _titles(self, changed: Collection[str]) -> list[str]:
        """Return texts for the top line, the longest first: the marks of seats, and those in use of spaces."""
        seats = self._board_view.describe_seats(self.board)
        marks = [
            self._messages.format(name)
            for name, spaces in (("legal", find_legal_spaces(self.board)), ("changed", changed))
            if spaces
        ]
        return [text for parts in ([seats, *marks], marks, [seats]) if (text := "; ".join(parts))]

    def _options(self, screen: Screen, height: int) -> list[BlockForm]:
        question = screen.wrap(screen.escape(self.question_text), "")
        page, pages = self._offer.lay_out_page(screen, height - 1 - len(question), self._page)
        ways = [BlockForm(REQUIRED, [*question, *page])]
        if pages == 1 and (remarked := self._offer.list_with_remarks(screen)):
            ways.append(BlockForm(CARDS_ON_OFFER if self.card_numbers else REMARKS, [*question, *remarked]))
        if pages == 1 and self.card_numbers:
            texts = {
                card_id: self._board_view.hand_view.draw_card_text(card_id, screen)
                for card_id in (*self.card_numbers, *self._refused)
            }
            if any(texts.values()):
                brief = {key: self._format_brief(key) for key in self.card_numbers}
                ways.append(BlockForm(BRIEF_CARDS, [*question, *self._offer.list_briefly(screen, brief)]))
                ways.append(BlockForm(CARD_TEXTS, [*question, *self._offer.list_all(screen, texts)]))
        return ways

    def _format_brief(self, card_id: str) -> str:
        """Return the values of a card on offer, and its text."""
        card = self.board.cards.get(card_id)
        values = " ".join(badge.text or badge.title for badge in card.badges) if card is not None else ""
        text = self._board_view.hand_view.format_brief_text(card_id)
        return f"({values}) {text}" if values else text

    def _hand(self, screen: Screen) -> list[BlockForm]:
        shown_below = {*self.card_numbers, *self._refused}
        short = self._board_view.hand_view.list_card_names(self.board, screen, shown_below)
        first = short
        if len(short) > CARD_LINES:
            first = [*short[: CARD_LINES - 1], screen.escape(self._messages.format("more_cards"))]
        ways = [BlockForm(ESSENTIALS, first), BlockForm(CARDS_ON_OFFER, short)]
        if not self.card_numbers:
            ways.append(BlockForm(REMARKS, self._board_view.hand_view.list_own_briefly(self.board, screen)))
            ways.append(BlockForm(CARD_TEXTS, self._board_view.hand_view.list_own_cards(self.board, screen, {}, {})))
        return ways

    def _events(self, events: Sequence[LogLine], screen: Screen) -> list[BlockForm]:
        lines = [line for event in events for line in screen.wrap(screen.escape(event.text))]
        choices = [_shortened_line(event) for event in events if event.is_explanation or not event.text.startswith(" ")]
        if not choices and not self.board.decisions:
            return [BlockForm(ESSENTIALS, [screen.escape(self._messages.format("set_up"))])]
        short = choices or [event.text for event in events]
        explained = [_shortened_line(event) for event in _explanations_with_choices(events)]
        ways = []
        for rank, most, last in (
            (ESSENTIALS, LEAST_LINES, explained or short),
            (RECENT_EVENTS, FEW_LINES, explained or short),
            (REASONS if explained else EVENTS, SOME_LINES, short),
            (OLDER_EVENTS, MANY_LINES, short),
        ):
            ways.append(BlockForm(rank, lines if len(lines) <= most else self._pack_latest_events(last, most, screen)))
        return ways

    def _pack_latest_events(self, events: Sequence[str], most: int, screen: Screen) -> list[str]:
        """Pack the latest events into at most `most` lines, after a note that earlier ones are left out.

        At least one event is shown.
        """
        start = self._messages.format("earlier")
        found: list[str] = []
        for count in range(1, len(events) + 1):
            packed = screen.pack([start, *(event.strip() for event in events[-count:])])
            lines = [line for text in packed for line in screen.wrap(screen.escape(text))]
            if len(lines) > most and found:
                break
            found = lines
        return found


def map_forms(
    board_view: BoardView, board: Board, screen: Screen, changed: Collection[str], room: int, first: Sequence[str] = ()
) -> list[BlockForm]:
    """Return the map in cells, or a list of spaces if it has no room for them: those of `first` before the others."""
    drawn = board_view.map_view
    if not board.spaces:
        return []
    if (cells := drawn.draw_cells(board, screen, changed, room)) is not None:
        return [BlockForm(ESSENTIALS, cells)]
    short = drawn.list_in_short(board, screen, [*changed, *first], changed)
    ways = [BlockForm(MAP, lines) for lines in reversed(short)]
    if drawn.is_grid:
        ways.append(BlockForm(MAP, drawn.draw(board, screen, changed, flat=True)))
    elif empty := drawn.list_empty_spaces(board, screen, changed):
        ways.append(BlockForm(REMARKS, [*short[0][:-1], *empty]))
    return [*ways, BlockForm(WHOLE_MAP, drawn.draw(board, screen, changed))]


def state_forms(board_view: BoardView, board: Board, screen: Screen, messages: TerminalMessages) -> list[BlockForm]:
    """Return the tracks and variables that a player needs each turn, in few lines or all of them."""
    tracks = board_view.draw_needed_state(board, screen)
    more = screen.escape(messages.format("more_tracks"))
    first = tracks if len(tracks) <= TRACK_LINES else [*tracks[: TRACK_LINES - 1], more]
    shorter = [BlockForm(ESSENTIALS, first[:1]), BlockForm(TRACKS, first[:2]), BlockForm(TRACKS, first)]
    return [*shorter, BlockForm(STATE, board_view.draw_state(board, screen))]


def _name_refusal(refusal: Refusal) -> str:
    """Return the name of a thing that can't be chosen, after its label unless they are the same."""
    return refusal.text if refusal.text.casefold() == refusal.label else f"{refusal.label} {refusal.text}"


def title_rule(titles: Sequence[str], screen: Screen) -> str:
    """Return a line across the screen with the first of the titles that fits."""
    start = screen.signs.across * 2
    fitting = (text for title in titles if cell_len(text := f"{start} {screen.escape(untie(title))} ") < screen.width)
    said = next(fitting, start)
    return said + screen.signs.across * (screen.width - 1 - cell_len(said))


def _explanations_with_choices(events: Sequence[LogLine]) -> list[LogLine]:
    """Return the explanations, each with the choice that it explains."""
    return [event for at, event in enumerate(events) if event.is_explanation or (at and events[at - 1].is_explanation)]


def _shortened_line(event: LogLine) -> str:
    return shorten(event.text.strip()) if event.is_explanation else event.text


def _note_forms(lines: Sequence[str]) -> list[BlockForm]:
    more = [BlockForm(ESSENTIALS, lines[:count]) for count in range(LEAST_LINES + 1, len(lines) + 1)]
    return [BlockForm(REQUIRED, lines[:LEAST_LINES]), *more]


def _blank_line() -> list[BlockForm]:
    return [BlockForm(GAPS, [""])]


MAX_ECHOED = 60
"""Maximum number of characters of the input that are repeated in a message."""


class LookupCommands:
    """Handler of the commands that change nothing."""

    def __init__(
        self,
        explanations: Explanations,
        board_view: BoardView,
        match_text: MatchText,
        messages: TerminalMessages,
        reader: LineReader,
    ) -> None:
        self._explanations = explanations
        self._board_view = board_view
        self._match_text = match_text
        self._messages = messages
        self._reader = reader

    def execute(self, command: str, rest: str, view: DecisionView) -> None:
        """Show the result of a command, as far as the seat that decides may know it."""
        screen = current_screen()
        match command:
            case "help":
                self._show(self._messages.format("help").split("\n"))
            case "log":
                self.show_log(view.decision.seat, rest)
            case "card":
                self._card(view, rest)
            case "cards":
                self._show(view.list_cards(screen) or [self._messages.format("no_own_cards")])
            case "space":
                self._space(view, rest)
            case "goal":
                self._show(self._match_text.goals(view.board))
            case "rules":
                self._show(self._match_text.rules_summary().split("\n"))
            case "map":
                self._show(self._board_view.draw_map(view.board, screen))

    def show_log(self, seat: str, rest: str) -> None:
        """Show the end of the log as a seat may know it, or all of it."""
        lines = [line.text for line in self._explanations.iter_log(seat, 0)]
        is_whole = rest.casefold() in self._messages.list_words("command_all")
        self._show((lines if is_whole else lines[-LOG_LINES:]) or [self._messages.format("nothing_yet")])

    def _show(self, lines: list[str]) -> None:
        self._reader.show_pages(
            [type(line)(part) for line in lines for part in wrap_for_terminal(line).split("\n")], self._messages
        )

    def _card(self, view: DecisionView, wanted: str) -> None:
        by_number = {str(number): card_id for card_id, number in view.card_numbers.items()}
        found = [by_number[wanted]] if wanted in by_number else self._match_text.find_cards(wanted)
        if (card_id := self._only_match("card", wanted, found)) is not None:
            self._show(self._board_view.hand_view.draw_card(card_id, current_screen()))

    def _space(self, view: DecisionView, wanted: str) -> None:
        if (space_id := self._only_match("space", wanted, self._board_view.map_view.find_spaces(wanted))) is not None:
            self._show(self._board_view.map_view.describe_space(space_id, view.board, current_screen()))

    def _only_match(self, kind: str, wanted: str, found: Sequence[str]) -> str | None:
        """Return the only thing found; otherwise print a message and return None."""
        things = pick_first_by_title(found, self._match_text.names.title_of)
        if len(things) == 1:
            return found[0]
        message = "ambiguous" if things else f"no_{kind}" if wanted else f"which_{kind}"
        self._messages.say(message, text=wanted[:MAX_ECHOED], names=join_titles(things))
        return None
