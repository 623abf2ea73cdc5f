"""Explanations for unavailable options as text for players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.engine import why
from interpreter.engine.history import Asked
from interpreter.errors import Where
from interpreter.presentation.questions import prompt
from interpreter.presentation.speaker import Speaker
from interpreter.presentation.speech import Speech

Told = Callable[[Where, str], "str | None"]
"""Function `(where, wording)` that translates a part of an event; None if there is no translation."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A part of the rules that excludes an option, as a short text.

    Attributes:
        kind: A kind of `why.Ground`.
        text: The text for players.
        where: Place of the rule, if it is written anywhere.
        line: The line of the file there.
    """

    kind: str
    text: str
    where: Where | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Explanation for an unavailable option: at least one ground, each the consequence of the next."""

    grounds: tuple[Ground, ...]

    @property
    def text(self) -> str:
        """Text of the last ground, which is the most specific."""
        return self.grounds[-1].text

    @property
    def where(self) -> Where | None:
        """Place of the last ground, if it is written anywhere."""
        return self.grounds[-1].where


def reason_of(speaker: Speaker, grounds: Sequence[why.Ground], asked: Asked, told: Told | None = None) -> Reason:
    """Return the grounds as text.

    Args:
        speaker: Names and sentences in the player's language.
        grounds: The grounds, each the consequence of the next.
        asked: The decision at which they were found.
        told: Translator of parts of events. Grounds after the last translated one, which would be quoted from the
            rules, are omitted.

    Returns:
        The explanation.
    """
    question = prompt(speaker, asked)
    offered = question.removeprefix("choose ").partition(" ")[2] if speaker.speech.english else question
    words = {"not_offered": offered, "other_question": question}
    said = [None if told is None or each.where is None else told(each.where, each.words) for each in grounds]
    last = max((at for at, each in enumerate(said) if each is not None), default=len(said) - 1)
    given = [each or words.get(ground.kind) for ground, each in zip(grounds, said, strict=True)]
    found = (in_words(ground, speaker.speech, each) for ground, each in zip(grounds, given, strict=True))
    return Reason(tuple(found)[: last + 1])


def in_words(ground: why.Ground, speech: Speech, words: str | None = None) -> Ground:
    """Return a ground as a short text with `words`, or with the wording of the rules."""
    text = speech.say(f"why_{ground.kind}", words=words or ground.words)
    return Ground(ground.kind, text, ground.where, ground.line)
