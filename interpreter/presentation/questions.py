"""Decisions and options as text for players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from interpreter.engine.history import PendingDecision
from interpreter.engine.view import is_die_known
from interpreter.language.execution.executable import DecisionInfo
from interpreter.presentation.player_sentences import title_of_question
from interpreter.presentation.speech import Localizer
from interpreter.rulebook.model import SHOWN, Rulebook

SPOKEN_VOWEL = re.compile(r"(?!uni|use|eu|one\b|once)[aeiou]|hour|heir|hono", re.IGNORECASE)
"""Beginnings of words that take the article `an`."""
BETWEEN_PAIR = " – "
"""Text between the two things of a pair: from where to where, for instance."""
TRANSLATED_LABELS = ("yes", "no", "stop", "none")
"""Labels that are translated in every language."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a decision: `key` for programs, `text` for people, `index` among the options."""

    key: str
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a seat must make.

    Attributes:
        seat: The seat that decides.
        label: Label of the decision in the rules (`to place`).
        prompt: The question for people.
        options: The available options.
        kind: `choose` (among things), `either` (among labelled options) or `may`.
        is_worded: True if the prompt is in the game's own words.
        is_secret: True if several seats choose at the same time, each without knowing what the others choose.
    """

    seat: str
    label: str
    prompt: str
    options: tuple[Option, ...]
    kind: str = "choose"
    is_worded: bool = False
    is_secret: bool = False


def describe_decision(speaker: Localizer, asked: PendingDecision) -> Decision:
    """Return a waiting decision as text."""
    info, rules = asked.info, speaker.rules
    options = tuple(
        Option(rules.option_key(info, value), answer_text(speaker, asked, value), index)
        for index, value in enumerate(asked.values)
    )
    own = speaker.sentences.question(speaker, asked)
    said = prompt(speaker, asked) if own is None else own
    seat, is_secret = rules.seats[asked.seat], info.sealed is not None
    return Decision(seat, info.label, said, options, info.kind, own is not None, is_secret)


def topic_of(info: DecisionInfo) -> str:
    """Return the kind of a decision in words of the rules, the same each time that it comes up."""
    if info.kind == "choose":
        return f"{info.noun} to {info.label}".replace("_", " ") if info.label else info.noun
    return " or ".join(info.labels).replace("_", " ")


def decision_title(rulebook: Rulebook, info: DecisionInfo, phrase: str) -> str:
    """Return the title of a decision: its question in the game's own words, or else its kind in words of the rules.

    `phrase`: wording of the phrase that asks.
    """
    return title_of_question(rulebook, info, phrase) or topic_of(info)


def answer_text(speaker: Localizer, asked: PendingDecision, value: int | None) -> str:
    """Return an option of a waiting decision as text: a die with its number, the way out in the game's own words."""
    own = speaker.sentences.way_out(speaker, asked) if value is None else None
    info = asked.info
    if value is None or info.kind != "choose":
        return own or option_text(speaker, info, value)
    return _joined(speaker, info, [_thing_text(speaker, asked, *thing) for thing in info.things_of(value)])


def _thing_text(speaker: Localizer, asked: PendingDecision, kind: str, value: int) -> str:
    said, symbols = speaker.thing(kind, value), speaker.rules.program.symbols
    if kind != "die" or not is_die_known(symbols, asked.state.v, value, 1 << asked.seat):
        return said
    face = symbols.face_of(value, asked.state.v[symbols.variable_base[SHOWN] + value])
    return f"{said}: {face if isinstance(face, int) else speaker.label(face)}"


def _joined(speaker: Localizer, info: DecisionInfo, things: Sequence[str]) -> str:
    """Return the text of an option that stands for these things."""
    if info.subset is None or len(things) == 1:
        return BETWEEN_PAIR.join(things)
    return speaker.say("and").join((", ".join(things[:-1]), things[-1]))


def option_text(speaker: Localizer, info: DecisionInfo, value: int | None) -> str:
    """Return an option of a decision as text."""
    match info.kind:
        case "may":
            return speaker.label(info.labels[0]) if value else speaker.say("no")
        case "choose" if value is None and info.subset is not None:
            return speaker.say("nothing")
        case "choose" | "either" if value is None:
            return speaker.say(info.way_out or "none")
        case "either":
            said = speaker.label(info.labels[value])
            return speaker.say(said) if said in TRANSLATED_LABELS else said
        case "choose":
            return _joined(speaker, info, [speaker.thing(kind, number) for kind, number in info.things_of(value)])
        case _:
            assert_never(info.kind)


def prompt(speaker: Localizer, asked: PendingDecision) -> str:
    """Return the question as text: in the game's own words, else made of its purpose and noun."""
    own = speaker.sentences.question(speaker, asked)
    if own is not None:
        return own
    info = asked.info
    labels = [offer_text(speaker, info.labels[value]) for value in asked.values] if info.kind == "either" else []
    return usual_prompt(speaker, info, speaker.say("or").join(labels))


def usual_prompt(speaker: Localizer, info: DecisionInfo, offers: str) -> str:
    """Return a question made of its purpose and noun; `offers` are the labels on offer, if it asks for one."""
    english = speaker.speech.is_english
    if info.kind == "either":
        return speaker.say("ask_either", options=offers)
    sentence = f"ask_{'may' if info.kind == 'may' else 'thing'}{'_to' if info.label else ''}"
    return speaker.say(
        sentence,
        what=offer_text(speaker, info.labels[0]) if info.labels else "",
        noun=with_article(info.noun) if english else speaker.label(with_article(info.noun)),
        purpose=info.label.replace("_", " ") if english else speaker.label(info.label),
    )


def offer_text(speaker: Localizer, label: str) -> str:
    """Return a label on offer as a part of a question."""
    return label.replace("_", " ") if speaker.speech.is_english else speaker.label(label)


def with_article(noun: str) -> str:
    """Return a noun with its English article.

    Other languages translate the result as a label of the game: `a_space`, `an_island`.
    """
    return f"{'an' if SPOKEN_VOWEL.match(noun) else 'a'} {noun}"
