"""Cards with the text that is printed on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.rulebook.model import Card, Deck, GlossaryNote, Text

EventTranslator = Callable[[Text], Sequence[str]]
"""Function that translates an event into lines of another language."""


@dataclass(frozen=True, slots=True)
class CardNote:
    """Explanation of a glossary word. Without `word`, the line itself names the word."""

    word: str
    about: str

    @property
    def line(self) -> str:
        """The explanation as one line."""
        return f"{self.word}: {self.about}" if self.word else self.about


@dataclass(frozen=True, slots=True)
class CardText:
    """Text of a card.

    Attributes:
        id: Id of the card.
        title: Name of the card.
        attributes: Attributes as one text.
        lines: Lines of its event.
        notes: Explanations of glossary words in its event.
    """

    id: str
    title: str
    attributes: str
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """Title, followed by the attributes if there are any."""
        return self.title + (f": {self.attributes}" if self.attributes else "")


def collect_notes(cards: Sequence[Card], glossary: Iterable[GlossaryNote], names: Names) -> tuple[CardNote, ...]:
    """Return the explanations of the glossary words that occur in the events of cards."""
    events = {card.event for card in cards if card.event is not None}
    return tuple(_note(each, names) for each in glossary if any(map(each.is_in, events)))


_TOLD = re.compile(r'(?P<head>.*:)?\s*tell\s+"[^"]*"\s*(#.*)?')
"""A line of rules that tells players a sentence, after the heading of a block on the same line, if there is one."""
_CAN_VANISH = ("if ", "otherwise", "for each ", "while ", "repeat ", "as ")
"""Beginnings of headings whose blocks can be left out; an option of a choice can't."""
ELLIPSIS = "…"
"""Sign in the place of a block that only tells players something."""


def printed_lines(event: str) -> list[str]:
    """Return the lines of an event as a card prints them: without the sentences that it tells players.

    A block in which nothing is left is left out with its heading, unless another branch or an option follows from it.
    """
    kept: list[str] = []
    for line in event.rstrip("\n").split("\n"):
        found = _TOLD.fullmatch(line)
        if found is None:
            kept.append(line)
        elif (head := found["head"]) is not None:
            kept.append(head)
    return _close_empty_blocks(kept)


def _close_empty_blocks(lines: Sequence[str]) -> list[str]:
    """Leave out headings without a block, or give them one of an ellipsis if something depends on them."""
    done: list[str] = []
    for line in reversed(lines):
        inner = done[-1] if done else ""
        is_empty = line.endswith(":") and not (inner and _indent(inner) > _indent(line))
        has_branch = inner.lstrip().startswith("otherwise") and _indent(inner) == _indent(line)
        if is_empty and line.lstrip().startswith(_CAN_VANISH) and not has_branch:
            continue
        if is_empty:
            done.append(f"{' ' * (_indent(line) + 2)}{ELLIPSIS}")
        done.append(line)
    return done[::-1]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def render_card(
    card: Card, deck: Deck, names: Names, translator: EventTranslator | None, glossary: Iterable[GlossaryNote] = ()
) -> CardText:
    """Return the text of a card in a language. Its event is quoted from the rules if `translator` is None.

    Sentences that it tells players are left out: they are for the log.
    """
    lines: Sequence[str] = ()
    if card.event:
        lines = printed_lines(card.event) if translator is None else translator(card.event)
    attributes = names.attributes(card.attributes, deck.attributes)
    notes = tuple(note.line for note in collect_notes([card], glossary, names))
    return CardText(card.id, names.localize(card.title), attributes, tuple(map(names.safe, lines)), notes)


def _note(gloss: GlossaryNote, names: Names) -> CardNote:
    """Return the explanation of a word. A translated explanation names the word itself."""
    translated = names.lang != "en" and names.lang in gloss.about
    return CardNote("" if translated else names.safe(gloss.word), names.localize(gloss.about))
