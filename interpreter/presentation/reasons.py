"""Why an option is not on offer, as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.engine import why
from interpreter.engine.history import Asked
from interpreter.errors import Where
from interpreter.presentation.questions import prompt
from interpreter.presentation.speaker import Speaker

SENTENCES = {
    "not_so": "`{words}` is not so",
    "not_among": "it is none of `{words}`",
    "no_such": "there is no `{words}`",
    "cannot": "`{words}` can't be done",
    "no_event": "it has no event",
    "no_way_out": "this has to be answered",
    "no_label": "no option is called `{words}` here",
    "not_offered": "it is none of `{words}`",
    "other_question": "the question is another one: {words}",
}
"""What is said of each kind of ground."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One part of the rules that keeps an option out, in a few words; `where` it is written, if it is written anywhere,
    and the `line` of the file there. `kind` is one of those of SENTENCES.
    """

    kind: str
    text: str
    where: Where | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an option is not on offer: at least one ground, each the consequence of the next one."""

    grounds: tuple[Ground, ...]

    @property
    def text(self) -> str:
        """The last ground, which says most, as people read it."""
        return self.grounds[-1].text

    @property
    def where(self) -> Where | None:
        """Where the last ground is written, if it is written anywhere."""
        return self.grounds[-1].where


def reason_of(speaker: Speaker, grounds: Sequence[why.Ground], asked: Asked) -> Reason:
    """Grounds in words; `asked` is the question at which they were found."""
    question = prompt(speaker, asked)
    words = {"not_offered": question.removeprefix("choose ").partition(" ")[2], "other_question": question}
    return Reason(tuple(in_words(ground, words.get(ground.kind)) for ground in grounds))


def in_words(ground: why.Ground, words: str | None = None) -> Ground:
    """A ground in a few words: those of the rules, or `words`."""
    text = SENTENCES[ground.kind].format(words=words or ground.words)
    return Ground(ground.kind, text, ground.where, ground.line)
