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


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a decision: `key` for programs, `text` for people, `index` among the options."""

    key: str
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked. `label` is what the rules call it (`to place`), `prompt` the question for people."""

    seat: str
    label: str
    prompt: str
    options: tuple[Option, ...]


def question(rules: Rules, asked: Asked) -> Decision:
    """What is asked, in words."""
    info, symbols = asked.info, rules.program.symbols
    options = tuple(
        Option(rules.key(info, value), option_text(symbols, info, value), index)
        for index, value in enumerate(asked.values)
    )
    return Decision(rules.seats[asked.seat], info.label, prompt(info, asked.values), options)


def option_text(symbols: Symbols, info: DecisionInfo, value: int | None, speech: Speech = ENGLISH) -> str:
    if info.kind == "may":
        return label_text(symbols, info.labels[0], speech) if value else speech.say("no")
    if value is None:
        return speech.say("stop" if info.way_out == "stop" else "none")
    if info.kind == "either":
        return label_text(symbols, info.labels[value], speech)
    return thing_name(symbols, info.type.kind, value, speech)


def prompt(info: DecisionInfo, options: Sequence[Any]) -> str:
    """The question as people read it, with what is on offer."""
    if info.kind == "may":
        return f"{info.labels[0]}?"
    if info.kind == "either":
        return "choose: " + " or ".join(info.labels[value] for value in options)
    purpose = f" to {info.label.replace('_', ' ')}" if info.label else ""
    article = "an" if SPOKEN_VOWEL.match(info.noun) else "a"
    return f"choose {article} {info.noun}{purpose}"
