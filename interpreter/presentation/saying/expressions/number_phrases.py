"""Translation of calculations, and of numbers that are found in sets."""

from __future__ import annotations

from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.written import Parenthesized, Written, as_written
from interpreter.presentation.saying.expressions.core_forms import number_phrase
from interpreter.presentation.saying.expressions.phrase_translator import PhraseParts, PhraseTranslator
from interpreter.presentation.saying.expressions.set_phrases import SetTranslator, is_shown_on
from interpreter.presentation.saying.inflection import replace_number
from interpreter.presentation.saying.templates import InflectedPhrase

NumberOfSet = ir.Count | ir.SumOver | ir.SumBest | ir.Best | ir.BestHand | ir.TimesOccurred


class NumberTranslator(PhraseTranslator):
    """Translator of numbers."""

    def __init__(self, parts: PhraseParts, sets: SetTranslator) -> None:
        super().__init__(parts)
        self._sets = sets

    def translate_number_of_set(self, expr: NumberOfSet) -> InflectedPhrase:
        """Translate a number that is found in a set."""
        match expr:
            case ir.Count():
                return self.form("count", {"number": self.core_noun("number"), "set": self.translate(expr.things)})
            case ir.SumOver():
                return self._over("sum_over", "sum", expr)
            case ir.SumBest():
                return self._over(f"sum_{expr.extreme}", "sum", expr, number=self.translate(expr.most))
            case ir.Best():
                return self._over("extreme_over", expr.extreme, expr)
            case ir.BestHand():
                amount = number_phrase(self.words.language.id, expr.card_count)
                cards = self.words.cases.build_counted_phrase(amount, self.nouns.noun("card"))
                parts = {"cards": cards, "set": self.translate(expr.cards)}
                return self.form("best_hand", {"hand": self.core_noun("best_hand"), **parts}, "number")
            case ir.TimesOccurred(values=()):
                return self.form("times_occurred", {}, "number")
            case ir.TimesOccurred():
                return self.form("times_occurred_with", {"values": self.listed(expr.values)}, "number")
            case _:
                assert_never(expr)

    def translate_calculation(self, expr: ir.Calculation) -> InflectedPhrase:
        """Translate a calculation."""
        match expr:
            case ir.Arithmetic():
                form = "add" if expr.sign == "+" else "sub"
                return self.of_both(form, _as_operand(expr.left), _as_operand(expr.right), "number")
            case ir.Product():
                return self.of_both("mul", _as_operand(expr.left), _as_operand(expr.right), "number")
            case ir.Quotient():
                return self.of_both(f"divide_{expr.rounding}", expr.left, expr.right, "number")
            case ir.Remainder():
                return self.of_both("remainder", expr.left, expr.right, "number")
            case ir.ExtremeOf():
                numbers = self.listed(expr.numbers)
                return self.form(f"{expr.extreme}_of", {"numbers": numbers}, "number")
            case ir.AbsoluteDifference(right=ir.Const(value=0)):
                return self.form("absolute", {"value": self.translate(expr.left)}, "number")
            case ir.AbsoluteDifference():
                return self.of_both("difference", expr.left, expr.right, "number")
            case ir.Negative():
                return self.form("neg", {"value": self.translate(expr.value)}, "number")
            case _:
                assert_never(expr)

    def _over(
        self, form: str, noun: str, loop: ir.SumOver | ir.SumBest | ir.Best, **parts: InflectedPhrase
    ) -> InflectedPhrase:
        """Translate a sum over a set, or an extreme; that of dice is one of what they show."""
        whole = self.core_noun(noun)
        if is_shown_on(loop.value, loop.it):
            dice = {"number": whole, "dice": self.translate(loop.things)}
            return self.form("sum_of_dice" if isinstance(loop, ir.SumOver) else "extreme_of_dice", dice, "number")
        base = self._sets.restricted_set(loop.things, name=self.names.candidate_name(loop))
        self.referents.candidates[loop.it] = replace_number(base.marks, "one")
        with self.referents.in_condition():
            said = {"whole": whole, "set": base, "value": self.translate(loop.value)}
        return self.form(form, {**said, **parts}, "number")


def _as_operand(number: ir.Expr) -> Written:
    """Return how a number is written in a calculation, with parentheses around a quotient such as `half of X`."""
    written = as_written(number)
    return Parenthesized(number) if isinstance(written, ir.Quotient) else written
