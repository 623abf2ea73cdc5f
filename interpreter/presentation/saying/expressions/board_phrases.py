"""Translation of directions, lines, steps and moves that are only tried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.written import BoardEdge, Name, WrittenLine, WrittenNoun, as_written
from interpreter.language.symbols import Symbols
from interpreter.presentation.saying.expressions.core_forms import IS_CONDITION, FormFiller, number_phrase
from interpreter.presentation.saying.expressions.noun_phrases import NounTranslator
from interpreter.presentation.saying.expressions.referents import is_acting_seat
from interpreter.presentation.saying.inflection import InflectedAdjective
from interpreter.presentation.saying.templates import InflectedPhrase, invariant_phrase

BoardForm = (
    ir.StepInDirection | ir.FarStep | ir.OppositeDirection | ir.Bearing | ir.HasSight | ir.LongestLine | ir.AfterMoves
)
"""Operations about spaces of a board, and about pieces on it."""
Restriction = ir.Filter | ir.Prefer | ir.UpToFirst
"""Sets with a condition for their members."""
DIRECTION = "direction"


class BoardTranslator(FormFiller):
    """Translator of what is said of a board."""

    def __init__(
        self,
        forms: FormFiller,
        nouns: NounTranslator,
        symbols: Symbols,
        restricted: Callable[[InflectedPhrase, Restriction], InflectedPhrase],
    ) -> None:
        """Make a translator.

        Args:
            forms: Forms of the core.
            nouns: Translator of nouns.
            symbols: Symbols of the game.
            restricted: Function that adds a condition to a set.
        """
        super().__init__(forms.words, forms.translate)
        self._nouns = nouns
        self._symbols = symbols
        self._restricted = restricted

    def translate_board_form(self, expr: BoardForm) -> InflectedPhrase:
        """Return the translation of an expression. Raises MissingTranslationError."""
        translate, form = self.translate, self.form
        match expr:
            case ir.StepInDirection():
                return self._step(expr)
            case ir.FarStep():
                return self._far_step(expr, translate(expr.number))
            case ir.OppositeDirection():
                opposite = self._nouns.with_complement("opposite", "opposite_of", translate(expr.direction))
                return self._noun(DIRECTION, opposite)
            case ir.Bearing():
                ends = {"start": translate(expr.space), "goal": translate(expr.other)}
                return form("bearing", {"direction": self._noun(DIRECTION), **ends})
            case ir.HasSight():
                return self.sight(expr, negated=False)
            case ir.LongestLine():
                parts = {"set": translate(expr.spaces), "space": translate(expr.space)}
                return form("longest_line", {"length": self.core_noun("length"), **parts}, "number")
            case ir.AfterMoves():
                moves = reduce(self._both, map(self._move, expr.pieces, expr.targets, expr.captures))
                return form("after_moves", {"moves": moves, "condition": translate(expr.condition)})
            case _:
                assert_never(expr)

    def line(self, written: WrittenLine, amount: ir.Expr | None = None) -> InflectedPhrase:
        """Return the translation of the spaces of a line, with an amount if there is one."""
        return self._along(self._nouns.noun_phrase(written.noun, amount), written.spaces)

    def edge(self, written: BoardEdge) -> InflectedPhrase:
        """Return the translation of the spaces at an edge of the board."""
        side = self.translate(Name(written.name, DIRECTION))
        spaces = self._nouns.noun_phrase(WrittenNoun("space", True, "", (), None, None))
        return self.form("edge", {"thing": spaces, DIRECTION: side})

    def sight(self, expr: ir.HasSight, negated: bool) -> InflectedPhrase:
        """Return the translation of a condition about a line of sight, or of its negation."""
        ends = {"start": self.translate(expr.space), "goal": self.translate(expr.other)}
        parts = {**ends, "set": self.translate(expr.through)}
        return self.form("no_sight" if negated else "sight", parts, IS_CONDITION)

    # -- parts

    def _noun(self, noun_id: str, *adjectives: InflectedAdjective) -> InflectedPhrase:
        return self.words.cases.build_noun_phrase(self._nouns.noun(noun_id), "one", adjectives)

    def _both(self, left: InflectedPhrase, right: InflectedPhrase) -> InflectedPhrase:
        return self.form("and_move", {"left": left, "right": right})

    def _move(self, piece: ir.Expr, target: ir.Expr, is_capture: bool) -> InflectedPhrase:
        translate, form = self.translate, self.form
        if isinstance(piece, ir.PiecesOn):
            return form("capturing_all", {"pieces": translate(piece)})
        if is_capture:
            return form("capturing", {"piece": translate(piece)})
        return form("moving", {"piece": translate(piece), "target": translate(target)})

    def _step(self, expr: ir.StepInDirection) -> InflectedPhrase:
        words = self.words
        if expr.number > 1:
            return self._far_step(expr, number_phrase(words.language.id, expr.number))
        parts = {"thing": self._noun("space", words.core_adjective("neighbour"))}
        return self._towards("step", expr.direction, {**parts, "space": self.translate(expr.space)})

    def _far_step(self, expr: ir.StepInDirection | ir.FarStep, number: InflectedPhrase) -> InflectedPhrase:
        parts = {"thing": self._noun("space"), "space": self.translate(expr.space), "number": number}
        return self._towards("far_step", expr.direction, parts)

    def _towards(self, form: str, direction: ir.Expr, parts: Mapping[str, InflectedPhrase]) -> InflectedPhrase:
        """Return a form with the words for a direction, and with the seat for which it is forward."""
        way, fill = as_written(direction), self.form
        seat: ir.Expr | None = None
        if isinstance(way, ir.ForwardDirection):
            heading, seat = fill("backward" if way.is_back else "forward", {}), way.seat
        elif isinstance(way, Name):
            heading = fill("compass", {DIRECTION: self.translate(way)})
        else:
            heading = fill("heading", {DIRECTION: self.translate(way)})
        said = fill(form, {**parts, "heading": heading})
        if seat is None or is_acting_seat(seat):
            return said
        return fill("for_seat", {"thing": said, "seat": self.translate(seat)})

    def _along(self, things: InflectedPhrase, spaces: ir.Expr) -> InflectedPhrase:
        """Return spaces with the words for the line on which they lie."""
        line, fill, translate = as_written(spaces), self.form, self.translate
        match line:
            case ir.UpToFirst():
                first = self._noun("space", self.words.core_adjective("first"))
                limit = self._restricted(first, line)
                form = "as_far_as" if line.included else "short_of"
                return fill(form, {"line": self._along(things, line.things), "limit": limit})
            case ir.Ray():
                return self._towards("ray", line.direction, {"thing": things, "space": translate(line.space)})
            case ir.StepsBeside():
                return self._towards("steps_beside", line.direction, {"thing": things, "space": translate(line.space)})
            case ir.RaysFrom():
                orthogonal = {self._symbols.directions.orthogonal[each] for each in line.directions}
                is_all = len(line.directions) == len(self._symbols.directions.names)
                form = "in_all" if is_all else "in_all_orthogonal" if True in orthogonal else "in_all_diagonal"
                return fill(form, {"thing": things, "space": translate(line.space)})
            case ir.SpacesALeapAway():
                return fill(
                    "leap", {"thing": things, "leaper": self._leaper(line.leap), "space": translate(line.space)}
                )
            case ir.SpacesBetween():
                ends = {"start": translate(line.space), "goal": translate(line.other)}
                return fill("between", {"thing": things, **ends})
            case _:
                raise AssertionError(line)

    def _leaper(self, leap: str) -> InflectedPhrase:
        """Return the piece that gives a leap its name, or the name of the leap."""
        for noun_id, noun in self._symbols.nouns.items():
            if noun.one == leap:
                return self._noun(noun_id)
        name = invariant_phrase(self.words.defined_name(leap))
        return self.form("name_alone", {"name": name})
