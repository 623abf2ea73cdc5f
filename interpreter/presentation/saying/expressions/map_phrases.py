"""Translation of searches on a map: groups, distances, paths and routes."""

from __future__ import annotations

from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.written import as_written
from interpreter.presentation.saying.expressions.core_forms import IS_CONDITION, FormFiller
from interpreter.presentation.saying.templates import InflectedPhrase


class MapSearchTranslator(FormFiller):
    """Translator of searches on a map."""

    def __init__(self, forms: FormFiller) -> None:
        super().__init__(forms.words, forms.translate)

    def translate_search(self, expr: ir.MapSearch) -> InflectedPhrase:
        """Return the translation of a search."""
        match expr:
            case ir.Group():
                parts = {"set": self.translate(expr.spaces), "space": self.translate(expr.space)}
                if expr.over is None:
                    return self.form("group", parts)
                return self.form("group_through", {**parts, "ways": self.translate(expr.over)})
            case ir.LargestGroup():
                parts = {"set": self.translate(expr.spaces)}
                if expr.over is None:
                    return self.form("largest_group", parts)
                return self.form("largest_group_through", {**parts, "ways": self.translate(expr.over)})
            case ir.GroupCount():
                return self.form("group_count", {"set": self.translate(expr.spaces)}, "number")
            case ir.Surroundings() | ir.Joined():
                raise AssertionError(expr)  # always written as a noun
            case ir.Distance():
                return self._way("distance", expr, "number")
            case ir.IsConnected():
                return self._way("connected", expr, IS_CONDITION)
            case ir.ShortestPath():
                return self._way("shortest_path", expr)
            case ir.LongestRoute():
                return self._longest_route(expr)
            case _:
                assert_never(expr)

    def _longest_route(self, expr: ir.LongestRoute) -> InflectedPhrase:
        form, parts = "longest_route", {"set": self.translate(expr.boxes)}
        if expr.by is not None:
            form, parts = f"{form}_by", {**parts, "column": self.column(expr.by)}
        if not isinstance(as_written(expr.through), ir.Const):
            form, parts = f"{form}_through", {**parts, "spaces": self.translate(expr.through)}
        return self.form(form, parts, "number")

    def _way(self, form: str, expr: ir.Distance | ir.IsConnected | ir.ShortestPath, *marks: str) -> InflectedPhrase:
        parts = {"start": self.translate(expr.starts), "goal": self.translate(expr.goals)}
        if isinstance(as_written(expr.through), ir.Const):
            return self.form(form, parts, *marks)
        return self.form(f"{form}_through", {**parts, "set": self.translate(expr.through)}, *marks)
