"""All topics of the language, merged into one dispatch table for the rules of the grammar."""

from __future__ import annotations

from interpreter.language.resolving.handlers import Handlers
from interpreter.language.resolving.noun_phrases import NOUN_PHRASES
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.topics.assignments import ASSIGNMENTS
from interpreter.language.resolving.topics.belonging import BELONGING
from interpreter.language.resolving.topics.cards_and_events import CARDS
from interpreter.language.resolving.topics.choices import CHOICES
from interpreter.language.resolving.topics.conditions import CONDITIONS
from interpreter.language.resolving.topics.control_flow import CONTROL_FLOW
from interpreter.language.resolving.topics.naming import NAMING
from interpreter.language.resolving.topics.numbers import NUMBERS
from interpreter.language.resolving.topics.phrases_and_terms import VOCABULARY
from interpreter.language.resolving.topics.pieces_in_places import PIECES
from interpreter.language.resolving.topics.sets import SETS

TRANSPARENT_RULES = Handlers[Resolver]()
"""Rules that the resolver itself passes through."""
TRANSPARENT_RULES.part("program", "value", "indented", "parens")

TOPICS: tuple[Handlers[Resolver], ...] = (
    NAMING,
    BELONGING,
    NOUN_PHRASES,
    SETS,
    NUMBERS,
    CONDITIONS,
    PIECES,
    CARDS,
    CHOICES,
    CONTROL_FLOW,
    ASSIGNMENTS,
    VOCABULARY,
    TRANSPARENT_RULES,
)
HANDLERS = Handlers(*TOPICS)
