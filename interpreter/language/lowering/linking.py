"""Generated source made callable: run in one namespace with its constants, the helpers and the functions of cards."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from interpreter.errors import Problem, RulebookError, Where
from interpreter.language import helpers, log
from interpreter.language.cards import card_functions
from interpreter.language.lowering.flow import Flow
from interpreter.language.parts import DecisionInfo
from interpreter.language.routines import Routines
from interpreter.rulebook.model import Rulebook

Segment = Callable[[Any, list[Any], list[list[int]], list[Any]], int]


@dataclass(slots=True)
class Code:
    """One lowering of a game. `segments` by number; `namespace` is what the source was run in."""

    rulebook: Rulebook
    flow: Flow
    segments: list[Segment] = field(default_factory=list)
    namespace: dict[str, Any] = field(default_factory=dict)

    @property
    def decisions(self) -> list[DecisionInfo]:
        return self.flow.decisions

    def link(self, others: list[tuple[str, str]]) -> None:
        """Make everything that was lowered callable. `others` are sources beside the routines, after their titles."""
        flow, namespace = self.flow, self.namespace
        namespace.update(helpers.NAMES)
        namespace.update(log.NAMES)
        namespace.update(card_functions(flow.symbols))
        self._catch_up()
        for title, source in others:
            self._run(source, title)
        for routine, source in zip(flow.routines.all, flow.sources, strict=False):
            self._run(source, routine.title)
        self._run(flow.segments[0], "the end")
        events = flow.routines.event
        namespace["PLAYABLE"] = tuple(namespace[f"p{event}"] for event in events)
        namespace["EVENT_SIZES"] = tuple(0 if event is None else flow.frame_size[event] for event in events)
        self._take_segments()

    def beside(self, routines: Routines) -> Code:
        """The same code, to which more can be linked; this one is left as it is."""
        return Code(self.rulebook, self.flow.beside(routines), self.segments[:], dict(self.namespace))

    def link_added(self, number: int) -> None:
        """Make the last routine callable, which was lowered after the game."""
        self._catch_up()
        self._run(self.flow.sources[number], self.flow.routines.all[number].title)
        self._take_segments()

    def function(self, source: str) -> Callable[..., Any]:
        """Generated source of one function `q`, made callable where the game's own functions are at hand."""
        self._catch_up()
        exec(compile(source, "<expression>", "exec"), self.namespace)
        function: Callable[..., Any] = self.namespace.pop("q")
        return function

    def _take_segments(self) -> None:
        """The functions of the segments that are new; those that were joined to others have none."""
        new = range(len(self.segments), len(self.flow.segments))
        self.segments += [self.namespace.get(f"s{number}", self.namespace["s0"]) for number in new]

    def _catch_up(self) -> None:
        """Put constants and terms that were written since into the namespace."""
        self.namespace.update(self.flow.lowering.constants.values)
        for term, source in self.flow.lowering.functions.items():
            if f"t{term}" not in self.namespace:
                self._run(source, self.rulebook.words[term].title)

    def _run(self, source: str, title: str) -> None:
        """Run generated source; a traceback shows it under the name of its rule."""
        name = f"<{self.rulebook.id}: {title}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        try:
            exec(compile(source, name, "exec"), self.namespace)
        except (SyntaxError, RecursionError, MemoryError):
            texts = (routine.text for routine in self.flow.routines.all if routine.title == title)
            where = next((text.where for text in texts), Where(self.rulebook.folder))
            raise RulebookError(Problem(where, "too-deep", f"`{title}` is nested too deeply")) from None
