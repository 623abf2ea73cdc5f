"""Questions and the answers to them as people read them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import assert_never

from interpreter.engine.history import Asked
from interpreter.language.executable import DecisionInfo
from interpreter.presentation.speaker import Speaker

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


def question(speaker: Speaker, asked: Asked) -> Decision:
    """What is asked, in words."""
    info, rules = asked.info, speaker.rules
    options = tuple(
        Option(rules.key(info, value), option_text(speaker, info, value), index)
        for index, value in enumerate(asked.values)
    )
    return Decision(rules.seats[asked.seat], info.label, prompt(speaker, asked), options, info.kind)


def option_text(speaker: Speaker, info: DecisionInfo, value: int | None) -> str:
    """An answer to a decision as people read it."""
    match info.kind:
        case "may":
            return speaker.label(info.labels[0]) if value else speaker.say("no")
        case "choose" | "either" if value is None:
            return speaker.say(info.way_out or "none")
        case "either":
            said = speaker.label(info.labels[value])
            return speaker.say(said) if said in WAYS_OUT else said
        case "choose":
            return speaker.thing(info.type.kind, value)
        case _:
            assert_never(info.kind)


def prompt(speaker: Speaker, asked: Asked) -> str:
    """The question as people read it, with what is on offer. In English its purpose is said as in the rules."""
    info, english = asked.info, speaker.speech.english
    if info.kind == "either":
        labels = [info.labels[value] for value in asked.values]
        options = labels if english else list(map(speaker.label, labels))
        return speaker.say("ask_either", options=speaker.say("or").join(options))
    sentence = f"ask_{'may' if info.kind == 'may' else 'thing'}{'_to' if info.label else ''}"
    return speaker.say(
        sentence,
        what=info.labels[0] if info.labels else "",
        noun=a_noun(info.noun) if english else speaker.label(a_noun(info.noun)),
        purpose=info.label.replace("_", " ") if english else speaker.label(info.label),
    )


def a_noun(noun: str) -> str:
    """A noun with its article in English. Another language has its own article where a game says what this is called:
    `a_space`, `an_island`."""
    return f"{'an' if SPOKEN_VOWEL.match(noun) else 'a'} {noun}"
