"""Mentions of an id where the sentences that rules tell are repeated: in translations, and in the logs of scenarios."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from interpreter.authoring.references.rename_data import KeyedScalar
from interpreter.authoring.yaml_spans import YamlText
from interpreter.rulebook.building.player_texts import TOLD
from interpreter.rulebook.text import HOLE, spaced_evenly

Span = tuple[int, int]
"""Start and end of a passage in the text of a file."""


class ToldMentions:
    """Mentions of an id in the holes of the sentences that rules tell."""

    def __init__(self, thing_id: str) -> None:
        self._id = thing_id
        self._holes: dict[str, dict[str, tuple[bool, ...]]] = {}

    def note(self, text: YamlText, scalar: KeyedScalar, mentions: Collection[Span]) -> None:
        """Note the sentences in a text of the rules, whose mentions of the id are known."""
        start, end = text.span_of(scalar.node)
        for told in TOLD.finditer(text.text[start:end]):
            holes = self._holes.setdefault(spaced_evenly(told[1]), {})
            for hole, spans in self._holes_in(told[1], start + told.start(1)):
                holes[hole] = tuple(span in mentions for span in spans)

    def repeated(self, text: YamlText, scalar: KeyedScalar) -> Iterator[Span]:
        """Yield the mentions in a translation of such a sentence, or in a line of the log that a scenario expects."""
        start, end = text.span_of(scalar.node)
        raw = text.text[start:end]
        if scalar.keys[:1] == ("tell",):
            sentence = str(scalar.node.value) if scalar.is_key else scalar.last_key
            known = self._holes.get(spaced_evenly(sentence), {})
            for hole, spans in self._holes_in(raw, start):
                yield from (span for span, is_it in zip(spans, known.get(hole, ()), strict=False) if is_it)
        elif scalar.last_key == "says" and not scalar.is_key:
            for sentence in self._holes:
                if (found := _as_pattern(sentence).search(raw)) is not None:
                    for group in range(1, (found.lastindex or 0) + 1):
                        yield from self._spans_in(found[group], start + found.start(group))

    def _holes_in(self, sentence: str, start: int) -> Iterator[tuple[str, list[Span]]]:
        """Yield the holes of a sentence that begins at a place, each with the places of the id in it."""
        for hole in HOLE.finditer(sentence):
            if hole[1]:
                yield spaced_evenly(hole[1]), list(self._spans_in(hole[1], start + hole.start(1)))

    def _spans_in(self, passage: str, start: int) -> Iterable[Span]:
        word = re.compile(rf"(?<!\w){re.escape(self._id)}(?!\w)")
        return ((start + at.start(), start + at.end()) for at in word.finditer(passage))


def _as_pattern(sentence: str) -> re.Pattern[str]:
    """Return a pattern of a sentence whose holes have values."""
    parts = HOLE.split(sentence)[::2]
    return re.compile(r"^[\"']?" + "(.*?)".join(map(re.escape, parts)) + r"[\"']?$", re.DOTALL)
