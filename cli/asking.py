"""One decision shown to a person: a full screen on a terminal, complete plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.composing import MUST, Way, composed
from cli.finding import MOST_NAMED, by_title, listed
from cli.folding import untied
from cli.offer import Offer, shortened
from cli.screen import Screen, screen_here
from interpreter.errors import CahierError, shown

if TYPE_CHECKING:
    from cli.board import Drawing
    from cli.bots import Line
    from cli.prompt import Choice
    from cli.telling import Telling
    from cli.words import Words
    from interpreter.matches.match import Match
    from interpreter.presentation.questions import Decision

FEW, SOME, MANY = 4, 9, 30
"""Maximum number of lines of recent events, for little, medium and much room."""
TRACK_LINES, CARD_LINES = 3, 3
"""Maximum number of lines of tracks, and of card names, that are shown before the map gets room."""

# Ranks of blocks: those with lower ranks get room first.
FIRST, REASONS, CARDS_ON_OFFER, MAP, WHOLE_MAP, STATE, EVENTS, REMARKS, CARD_TEXTS, BESIDE, OLDER_EVENTS, GAPS = range(
    1, 13
)


class Asking:
    """Display of a decision for the seat that makes it: question, options, board and recent events.

    `numbers`: the cards on offer, each with the number to type for it.
    """

    def __init__(self, match: Match, decision: Decision, drawing: Drawing, telling: Telling, words: Words) -> None:
        self.decision = decision
        self.choices: list[Choice] = telling.choices()
        self.board = match.board(decision.seat, telling.names)
        self._drawing = drawing
        self._telling = telling
        self._words = words
        self._question = telling.question()
        self.prompt = words.say("prompt", seat=telling.names.of(decision.seat))
        cards = set(match.game.card_ids)
        self.numbers = {choice.key: int(choice.label) for choice in self.choices if choice.key in cards}
        self._refused = {
            id: (telling.names.of(id), self.why_not(id))
            for _, known, _ in drawing.hand.own(self.board)
            if not self.numbers.keys().isdisjoint(known)
            for id in known
            if id not in self.numbers
        }
        remarks = {choice.key: drawing.remark(choice.key, self.board) for choice in self.choices}
        remarks |= {id: drawing.remark(id, self.board) for id in self._refused}
        self._offer = Offer(self.choices, remarks, self._refused, words)
        self._page = 0

    def why_not(self, id: str) -> str:
        """Return the reason why a thing can't be chosen, as far as the seat may know it.

        It is empty if the question is about something else.
        """
        try:
            reason = self._telling.why_not(id, self.decision.seat)
        except CahierError:  # the rules fail, so there is no reason
            return ""
        known = reason is not None and reason.grounds[-1].kind != "other_question"
        return shown(" ".join(reason.text.split())) if reason is not None and known else ""

    def refusal(self, wanted: str) -> str | None:
        """Return a sentence about a card or space that is not on offer, or about an ambiguous name; else None."""
        found = self._telling.cards_named(wanted) or self._drawing.map.named(wanted)
        if any(choice.key in found for choice in self.choices):
            return None
        reasons = {id: why for id in found[:MOST_NAMED] if (why := self.why_not(id))}
        if not reasons:
            return None
        things = by_title(found, self._telling.names.of)
        if len(things) > 1:
            return self._words.say("ambiguous", text=shown(wanted.strip()), names=listed(things))
        id, reason = next(iter(reasons.items()))
        return self._words.say("not_on_offer", what=self._telling.names.of(id), reason=reason)

    def cards(self, screen: Screen, read: Collection[str] = ()) -> list[str]:
        """List the seat's own cards, with the number to type for those on offer."""
        why = {id: reason for id, (_, reason) in self._refused.items()}
        return self._drawing.hand.listed(self.board, screen, self.numbers, why, read)

    def listed(self, screen: Screen) -> list[str]:
        """List the question and all options."""
        return ["", *screen.fold(screen.fit(self._question), ""), *self._offer.listed(screen)]

    def turn_page(self) -> None:
        """Show the next page of the options from now on."""
        self._page += 1

    def screenful(self, events: Sequence[Line], changed: Collection[str], titles: Sequence[str]) -> list[str]:
        """Compose a full screen: the question with its options, recent events and the board, as far as they fit.

        The top line holds the first of the `titles` that fits.
        """
        screen = screen_here()
        height = screen.height - (cell_len(self.prompt) // screen.width + 1)
        blocks = [
            [Way(MUST, [_rule(titles, screen)])],
            self._map(screen, changed),
            self._state(screen),
            [Way(BESIDE, self._drawing.beside(self.board, screen))],
            self._hand(screen),
            _gap(),
            self._events(events, screen),
            _gap(),
            self._options(screen, height),
        ]
        return composed(blocks, height)

    def _options(self, screen: Screen, height: int) -> list[Way]:
        question = screen.fold(screen.fit(self._question), "")
        page, pages = self._offer.paged(screen, height - 1 - len(question), self._page)
        ways = [Way(MUST, [*question, *page])]
        if pages == 1 and (remarked := self._offer.remarked(screen)):
            ways.append(Way(CARDS_ON_OFFER if self.numbers else REMARKS, [*question, *remarked]))
        if pages == 1 and self.numbers:
            texts = {id: self._drawing.hand.text(id, screen) for id in (*self.numbers, *self._refused)}
            if any(texts.values()):
                ways.append(Way(CARD_TEXTS, [*question, *self._offer.listed(screen, texts)]))
        return ways

    def _map(self, screen: Screen, changed: Collection[str]) -> list[Way]:
        drawn = self._drawing.map
        if not self.board.spaces:
            return []
        first = [*changed, *(choice.key for choice in self.choices)]
        short = drawn.in_short(self.board, screen, first, changed)
        ways = [Way(MAP, lines) for lines in reversed(short)]
        if drawn.grid:
            ways.append(Way(MAP, drawn.drawn(self.board, screen, changed, flat=True)))
        elif empty := drawn.empty(self.board, screen, changed):
            ways.append(Way(REMARKS, [*short[0][:-1], *empty]))
        return [*ways, Way(WHOLE_MAP, drawn.drawn(self.board, screen, changed))]

    def _state(self, screen: Screen) -> list[Way]:
        tracks = self._drawing.tracks(self.board, screen)
        more = screen.fit(self._words.say("more_tracks"))
        first = tracks if len(tracks) <= TRACK_LINES else [*tracks[: TRACK_LINES - 1], more]
        return [Way(FIRST, first), Way(STATE, self._drawing.state(self.board, screen))]

    def _hand(self, screen: Screen) -> list[Way]:
        shown_below = {*self.numbers, *self._refused}
        short = self._drawing.hand.in_short(self.board, screen, shown_below)
        first = short
        if len(short) > CARD_LINES:
            first = [*short[: CARD_LINES - 1], screen.fit(self._words.say("more_cards"))]
        ways = [Way(FIRST, first), Way(CARDS_ON_OFFER, short)]
        if not self.numbers:
            ways.append(Way(CARD_TEXTS, self._drawing.hand.listed(self.board, screen, {}, {})))
        return ways

    def _events(self, events: Sequence[Line], screen: Screen) -> list[Way]:
        lines = [line for event in events for line in screen.fold(screen.fit(event.text))]
        choices = [_in_short(event) for event in events if event.why or not event.text.startswith(" ")]
        short = choices or [event.text for event in events]
        explained = [_in_short(event) for event in _explained(events)]
        ways = []
        for rank, most, last in (
            (FIRST, FEW, explained or short),
            (REASONS if explained else EVENTS, SOME, short),
            (OLDER_EVENTS, MANY, short),
        ):
            ways.append(Way(rank, lines if len(lines) <= most else self._last(last, most, screen)))
        return ways

    def _last(self, events: Sequence[str], most: int, screen: Screen) -> list[str]:
        """Pack the latest events into at most `most` lines, after a note that earlier ones are left out.

        At least one event is shown.
        """
        start = self._words.say("earlier")
        found: list[str] = []
        for count in range(1, len(events) + 1):
            packed = screen.pack([start, *(event.strip() for event in events[-count:])])
            lines = [line for text in packed for line in screen.fold(screen.fit(text))]
            if len(lines) > most and found:
                break
            found = lines
        return found


def _rule(titles: Sequence[str], screen: Screen) -> str:
    """Return a line across the screen with the first of the titles that fits."""
    start = screen.signs.across * 2
    fitting = (text for title in titles if cell_len(text := f"{start} {screen.fit(untied(title))} ") < screen.width)
    said = next(fitting, start)
    return said + screen.signs.across * (screen.width - 1 - cell_len(said))


def _explained(events: Sequence[Line]) -> list[Line]:
    """Return the explanations, each with the choice that it explains."""
    return [event for at, event in enumerate(events) if event.why or (at and events[at - 1].why)]


def _in_short(event: Line) -> str:
    return shortened(event.text.strip()) if event.why else event.text


def _gap() -> list[Way]:
    return [Way(GAPS, [""])]
