"""Texts and display settings of a game for players, which aren't rules; phrases and grammatical forms of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Union

from interpreter.rulebook.text import Text

Phrase = str | dict[str, str]
"""A text with placeholders, or one for each plural form (`one`, `few`, …); see presentation/phrases.py."""
Phrases = dict[str, dict[str, Phrase]]
"""The phrases of a language file by section (`sentences`, `messages`) and name.

Texts that were read from files know their places.
"""
Forms = Union[Text, "dict[str, Forms]"]
"""A form, or several by grammatical feature.

A key is a Text too and knows its place. An empty form isn't translated yet.
"""


def without_empty(forms: Mapping[str, Forms]) -> dict[str, Forms]:
    """Return the forms without empty ones."""
    inner = ((key, without_empty(form) if isinstance(form, dict) else form) for key, form in forms.items())
    return {key: form for key, form in inner if form}


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """A game's forms and templates in a language.

    Attributes:
        nouns: Forms of nouns by the id of the thing or of its kind.
        adjectives: Forms of adjectives by the word.
        words: A template for each word of the vocabulary, by wording.
        of_variants: Wordings and ids that variants of the game add, as their files have them.
    """

    nouns: dict[str, Forms] = field(default_factory=dict)
    adjectives: dict[str, Forms] = field(default_factory=dict)
    words: dict[str, Forms] = field(default_factory=dict)
    of_variants: set[str] = field(default_factory=set)

    @property
    def has_content(self) -> bool:
        """True if it contains at least one form or template."""
        return any(map(without_empty, (self.nouns, self.adjectives, self.words)))

    def add(self, other: Phrasebook) -> None:
        """Add the content of another phrasebook; it takes precedence."""
        self.nouns.update(other.nouns)
        self.adjectives.update(other.adjectives)
        self.words.update(other.words)
        self.of_variants.update(other.of_variants)


Sentence = dict[str, Text]
"""A sentence for players by language; `en` is always there. Holes in braces are expressions of the effect language."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A picture of the board.

    Attributes:
        path: Its path within its folder.
        width: Its width, in the same unit as the height.
        height: Its height.
        folder: The folder of the variant that brings it; empty if it is in the game's.
    """

    path: str
    width: float
    height: float
    folder: str = ""


@dataclass(frozen=True, slots=True)
class ComponentForm:
    """The form of a piece, or of a deck's cards that are counters, with its size in millimetres.

    `name` is `counters`, or a form of pieces that aren't printed, as in the schema of game.yaml.
    """

    name: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PlayerTexts:
    """Words and display settings of a game for players. They aren't rules, and the digest leaves them out.

    Attributes:
        goals: Goals by the id of a seat or side; `""` is the goal of everybody.
        colours: Colours by id, or by the value of an attribute: a name or `#rrggbb`.
        badges: Ids of attributes that are badges, by `spaces`, `cards` and `pieces`.
        needed: Ids of tracks, boxes, zones and variables that a player needs each turn, most important first.
        secondary: Ids of those that can be left out where space is short.
        questions: Sentences by the purpose of a decision, the wording of a phrase or the id of a card, then by part:
            `question`, and `stop` and `none` for the ways out.
        refusals: Reasons by a condition as it is written in the rules, or by the wording of a word.
        endings: Sentences by the reason of an ending.
        told: Sentences that the rules tell, by the English sentence on one line.
        image: Picture of the board.
        forms: Forms of kinds of pieces and of decks, by id.
    """

    goals: dict[str, Sentence] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    badges: dict[str, tuple[str, ...]] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    questions: dict[str, dict[str, Sentence]] = field(default_factory=dict)
    refusals: dict[str, Sentence] = field(default_factory=dict)
    endings: dict[str, Sentence] = field(default_factory=dict)
    told: dict[str, Sentence] = field(default_factory=dict)
    image: BoardPicture | None = None
    forms: dict[str, ComponentForm] = field(default_factory=dict)
