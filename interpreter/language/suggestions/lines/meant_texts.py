"""Texts that may be meant by a line and by its parts: phrases of the game, forms of hints, and what is put together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import islice

from interpreter.language.suggestions.hints import HintSearch, Texts
from interpreter.language.suggestions.lines.line_style import LineStyle
from interpreter.language.suggestions.lines.tried_lines import TriedLine
from interpreter.language.suggestions.own_phrases import PhraseSearch
from interpreter.language.suggestions.pasted import clauses
from interpreter.language.suggestions.translations import Translator

TRIES_OF_SEARCH = 5
"""Number of tries that take as long as looking for a line among all phrases."""
MOST_LOOKED_UP = 16
"""Maximum number of parts of one line that are looked up."""
MOST_REWRITTEN = 8
"""Maximum number of rewritten versions of a line in which phrases and hints are looked for."""
MOST_COMPOSED = 3
"""Maximum number of rewritten versions of a line that are put together from what their parts mean."""
DEEPEST = 3
"""Maximum depth of a line within lines that say when or for whom it is done."""


class MeantTexts:
    """The search for what one line may mean.

    Attributes:
        tries: Number of tries that the searches among phrases and hints amount to.
    """

    def __init__(
        self,
        line: TriedLine,
        is_value: bool,
        phrases: PhraseSearch,
        hints: HintSearch,
        translator: Translator,
        style: LineStyle,
    ) -> None:
        """Prepare the search; `is_value` is True if the line is a value, not a statement."""
        self._line, self._is_value, self._style = line, is_value, style
        self._phrases, self._hints, self._translator = phrases, hints, translator
        self._looked_up = 0
        self.tries = 0

    def of_parts(self, depth: int) -> Callable[[str], Texts]:
        """Return the function that looks up a part of a line, such as an action under a condition."""
        return lambda body: self.of(body, [], depth + 1) if depth < DEEPEST else ()

    def of(self, body: str, before: list[str], depth: int = 0, kept: str | None = None) -> Texts:
        """Return the texts that are meant by a line or a part of one.

        Args:
            body: The line or the part.
            before: Lines that come before it.
            depth: Number of lines of which this is a part.
            kept: The line of which a text has to keep the content, if that is needed.
        """

        def fits(text: str) -> bool:
            is_kept = kept is None or self._translator.is_kept(kept, text)
            return is_kept and self._line.fits("\n".join([*before, text]))

        if fits(body):
            return ((body, body),)
        self._looked_up += 1
        if self._looked_up > MOST_LOOKED_UP:
            return ()
        versions = self._translator.versions(body)
        lines = [
            body,
            *versions,
            *(line for line, _ in self._hints.rewritten(body)),
            *(line for each in versions[:1] for line, _ in islice(self._hints.rewritten(each), MOST_REWRITTEN)),
        ]
        for line in lines[1:]:
            if fits(line):
                return ((line, line),)
        searches: list[Callable[[str], Texts]] = [lambda line: self._phrases.own(line, fits)]
        if not self._is_value:
            searches.append(lambda line: self._hinted(line, fits, depth))
            searches.append(lambda line: self._phrases.core(line, fits))
        for search in searches:
            for line in lines[:MOST_REWRITTEN]:
                self.tries += TRIES_OF_SEARCH
                if found := search(line):
                    return found
        for line in lines[:MOST_COMPOSED] if depth < DEEPEST else ():
            if found := self._composed(line, before, depth, kept):
                return found
        return ()

    def _composed(self, body: str, before: list[str], depth: int, kept: str | None) -> Texts:
        """Return the text that is put together from what the parts of a line mean; arguments as of `of`."""

        def find(part: str, earlier: list[str]) -> str | None:
            found = self.of(part, [*before, *earlier], depth + 1)
            return found[0][0] if found and found[0][0] == found[0][1] else None

        def fits(text: str) -> bool:
            return self._line.fits("\n".join([*before, text]))

        texts = self._translator.composed(body, find, fits)
        is_kept = self._translator.is_kept
        return next((((text, text),) for text in texts if fits(text) and (kept is None or is_kept(kept, text))), ())

    def _hinted(self, line: str, fits: Callable[[str], bool], depth: int) -> Texts:
        found = self._hints.answer(line, fits, self.of_parts(depth))
        return () if found is None else found[1]

    @cached_property
    def of_sentences(self) -> Texts:
        """The intended wordings of the line; several statements become one text of several lines."""
        parts = self._style.cleaned_sentences(self._line.body)
        if len(parts) == 1 and (found := self.of(parts[0], [])):
            return found
        if self._is_value:
            return ()
        texts: list[str] = []
        shown: list[str] = []
        for part in parts:
            pieces = [part] if len(parts) > 1 and self.of(part, texts) else clauses(part)
            if len(parts) == len(pieces) == 1:
                return ()
            limits = (part, *(line for line, _ in self._hints.rewritten(part)))
            before = "\n".join(texts)
            limit = next((each for each in limits if texts and self._line.fits(f"{before} {each}")), None)
            if limit is not None:
                texts[-1], shown[-1] = f"{texts[-1]} {limit}", f"{shown[-1]} {limit}"
                continue
            for piece in pieces:
                best = self.of(piece, texts)
                if not best:
                    return ()
                texts.append(best[0][0])
                shown.append(best[0][1])
        return (("\n".join(texts), "\n".join(shown)),)
