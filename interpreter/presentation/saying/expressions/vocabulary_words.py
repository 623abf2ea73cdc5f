"""Translation of the words that a game brings: labels, and the wordings of its vocabulary."""

from __future__ import annotations

from interpreter.language.analysis import Analysis
from interpreter.language.ir import expressions as ir
from interpreter.language.reading.patterns import HOLE
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import DEFAULT_TEMPLATE, WordTranslation
from interpreter.presentation.saying.expressions.core_forms import FormFiller
from interpreter.presentation.saying.inflection import WEAK
from interpreter.presentation.saying.templates import InflectedPhrase, MissingTranslationError, invariant_phrase
from interpreter.presentation.speech import DEFAULT_LANGUAGE
from interpreter.rulebook.text import slug


class VocabularyTranslator(FormFiller):
    """Translator of a game's labels and vocabulary."""

    def __init__(self, forms: FormFiller, analysis: Analysis, names: Names) -> None:
        super().__init__(forms.words, forms.translate)
        self._analysis = analysis
        self._names = names

    def label(self, label: str) -> InflectedPhrase:
        """Translate a label. Raises MissingTranslationError."""
        key = slug(label)
        if not self.words.has_label(key):
            raise MissingTranslationError(f"the label `{key}` has no name")
        return invariant_phrase(self._names.label(key, label))

    def purpose(self, label: str) -> InflectedPhrase:
        """Translate the purpose of a choice; in the language of the rules it is as they write it."""
        if self.words.language.id == DEFAULT_LANGUAGE:
            return invariant_phrase(self._names.as_words(label))
        return self.label(label)

    def vocabulary_word(
        self, word: int, wording: str, args: tuple[ir.Expr, ...]
    ) -> tuple[WordTranslation, dict[str, InflectedPhrase]]:
        """Return the translation of a vocabulary word, and the contents of its holes. Raises MissingTranslationError.

        Args:
            word: Its number.
            wording: The wording that is used.
            args: Its arguments. The acting seat may follow, which the wording does not mention.
        """
        sentence = self.words.sentence(word, wording)
        given = dict(zip((hole.name for hole in self._analysis.holes_of(word)), args, strict=False))
        order = dict.fromkeys((*(name for name, _ in HOLE.findall(wording)), *given))
        return sentence, {name: self.translate(given[name]) for name in order}

    def value_word(self, expr: ir.TermCall) -> InflectedPhrase:
        """Translate a value of the vocabulary."""
        sentence, holes = self.vocabulary_word(expr.word, expr.wording, expr.args)
        templates = sentence.templates
        head = templates[DEFAULT_TEMPLATE].head if DEFAULT_TEMPLATE in templates else None
        marks = sentence.marks or (holes[head].marks if head is not None else frozenset())

        def form(asked: str) -> str:
            _, case = self.words.cases.parse_case(asked, "one")
            if DEFAULT_TEMPLATE in templates or case in templates:
                return (templates.get(case) or templates[DEFAULT_TEMPLATE]).fill(holes, case)
            return self.words.cases.build_case(
                marks, case, lambda each: templates[each.removeprefix(f"{WEAK} ")].fill(holes, each)
            )

        return InflectedPhrase(marks, form)
