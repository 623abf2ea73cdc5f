"""Explanations for unavailable options as text for players."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.engine import why
from interpreter.engine.history import PendingDecision
from interpreter.presentation.names import Names
from interpreter.presentation.questions import prompt
from interpreter.presentation.speech import Localizer, MessageCatalog
from interpreter.support.errors import Location

ID_OF_WORDS = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
"""An id that consists of several words."""
PartTranslator = Callable[[Location, str], "str | None"]
"""Function `(where, wording)` that translates a part of an event; None if there is no translation."""


@dataclass(frozen=True, slots=True)
class ExclusionGround:
    """A part of the rules that excludes an option, as a short text.

    Attributes:
        kind: The kind of a `RuleGround`.
        text: The text for players.
        where: Place of the rule, if it is written anywhere.
        line: The line of the file there.
    """

    kind: str
    text: str
    where: Location | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Explanation for an unavailable option: at least one ground, each the consequence of the next."""

    grounds: tuple[ExclusionGround, ...]

    @property
    def text(self) -> str:
        """Text of the last ground, which is the most specific."""
        return self.grounds[-1].text

    @property
    def where(self) -> Location | None:
        """Place of the last ground, if it is written anywhere."""
        return self.grounds[-1].where


def reason_of(
    speaker: Localizer,
    grounds: Sequence[why.RuleGround],
    asked: PendingDecision,
    translator: PartTranslator | None = None,
) -> Reason:
    """Return the grounds as text.

    Args:
        speaker: Names and sentences in the player's language.
        grounds: The grounds, each the consequence of the next.
        asked: The decision at which they were found.
        translator: Translator of parts of events. Grounds after the last translated one, which would be quoted from the
            rules, are omitted.

    Returns:
        The explanation. It ends with the last ground for which the game has words of its own, if there is one.
    """
    question = prompt(speaker, asked)
    is_usual = speaker.speech.is_english and question.startswith("choose ")
    offered = question.removeprefix("choose ").partition(" ")[2] if is_usual else ""
    words = {"not_offered": offered, "other_question": question}
    translations = [
        None if translator is None or each.where is None else translator(each.where, each.words) for each in grounds
    ]
    own = [speaker.sentences.refusal(speaker, each, asked) for each in grounds]
    if any(own):
        last = max(at for at, sentence in enumerate(own) if sentence)
        told = tuple(describe_ground(ground, speaker.speech) for ground in grounds[:last])
        ground = grounds[last]
        return Reason((*told, ExclusionGround(ground.kind, own[last] or "", ground.where, ground.line)))
    last = max((at for at, each in enumerate(translations) if each is not None), default=len(translations) - 1)
    given = [
        each or words.get(ground.kind) or _readable(ground.words, speaker.names)
        for ground, each in zip(grounds, translations, strict=True)
    ]
    found = (describe_ground(ground, speaker.speech, each) for ground, each in zip(grounds, given, strict=True))
    return Reason(tuple(found)[: last + 1])


def _readable(words: str, names: Names) -> str:
    """Return the wording of the rules with titles, or words, in place of ids of several words."""
    return ID_OF_WORDS.sub(lambda found: names.title_or(found[0], found[0].replace("_", " ")), words)


def describe_ground(ground: why.RuleGround, speech: MessageCatalog, words: str | None = None) -> ExclusionGround:
    """Return a ground as a short text with `words`, or with the wording of the rules."""
    said = words or ground.words
    is_name = ground.kind == "not_among" and said == ground.words and said.isidentifier()
    is_unnamed = ground.kind == "not_offered" and not said
    text = speech.say("why_elsewhere" if is_name or is_unnamed else f"why_{ground.kind}", words=said)
    return ExclusionGround(ground.kind, text, ground.where, ground.line)
