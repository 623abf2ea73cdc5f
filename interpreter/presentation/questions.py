"""Questions and the answers to them as people read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.engine.history import Asked
from interpreter.engine.rules import Rules
from interpreter.language.parts import DecisionInfo
from interpreter.language.symbols import Symbols
from interpreter.presentation.speech import ENGLISH, Speech
from interpreter.presentation.titles import label_text, thing_name

SPOKEN_VOWEL = re.compile(r"(?!uni|use|eu|one\b|once)[aeiou]|hour|heir|hono", re.IGNORECASE)
"""What a word begins with that has `an` before it."""
WAYS_OUT = ("yes", "no", "stop", "none")
"""Labels of options that every language has a word for."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a decision: `key` for programs, `text` for people, `index` among the options."""

    key: str
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked. `label` is what the rules call it (`to place`), `prompt` the question for people; `kind` is
    `choose` among things, `either` of some ways to go on, or `may`."""

    seat: str
    label: str
    prompt: str
    options: tuple[Option, ...]
    kind: str = "choose"


def question(rules: Rules, asked: Asked, speech: Speech = ENGLISH) -> Decision:
    """What is asked, in words."""
    info, symbols = asked.info, rules.program.symbols
    options = tuple(
        Option(rules.key(info, value), option_text(symbols, info, value, speech), index)
        for index, value in enumerate(asked.values)
    )
    return Decision(
        rules.seats[asked.seat], info.label, prompt(symbols, info, asked.values, speech), options, info.kind
    )


def option_text(symbols: Symbols, info: DecisionInfo, value: int | None, speech: Speech = ENGLISH) -> str:
    """An answer to a decision as people read it."""
    if info.kind == "may":
        return label_text(symbols, info.labels[0], speech) if value else speech.say("no")
    if value is None:
        return speech.say("stop" if info.way_out == "stop" else "none")
    if info.kind == "either":
        said = label_text(symbols, info.labels[value], speech)
        return speech.say(said) if said in WAYS_OUT else said
    return thing_name(symbols, info.type.kind, value, speech)


def prompt(symbols: Symbols, info: DecisionInfo, values: Sequence[Any], speech: Speech = ENGLISH) -> str:
    """The question as people read it, with what is on offer. In English its purpose is said as in the rules."""

    def called(label: str) -> str:
        return label.replace("_", " ") if speech.english else label_text(symbols, label, speech)

    if info.kind == "either":
        options = (info.labels[value] if speech.english else called(info.labels[value]) for value in values)
        return speech.say("ask_either", options=speech.say("or").join(options))
    sentence = f"ask_{'may' if info.kind == 'may' else 'thing'}{'_to' if info.label else ''}"
    what = info.labels[0] if info.labels else ""
    article = "an" if SPOKEN_VOWEL.match(info.noun) else "a"
    return speech.say(sentence, what=what, article=article, noun=info.noun, purpose=called(info.label))
