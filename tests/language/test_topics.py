"""Each rule of the grammar is read by one function, and each function reads a rule that the grammar has."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.making import TRUE
from interpreter.language.resolving.handlers import Handlers
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.topics import ALL, TOPICS

GRAMMAR = load("revolution").program.analysis.grammar
RULES = set(GRAMMAR.rules.values())


def made_with(handlers: Handlers[Resolver]) -> Resolver:
    analysis = load("revolution").program.analysis
    terms = analysis.terms
    return Resolver(handlers, analysis.symbols, analysis.grammar, analysis.phrases, terms.term, terms.side)


def without(rule: str) -> Handlers[Resolver]:
    """All handlers but that of a rule."""
    handlers = Handlers(*TOPICS)
    handlers.expressions.pop(rule, None)
    handlers.statements.pop(rule, None)
    handlers.parts.discard(rule)
    return handlers


def test_each_rule_is_read() -> None:
    made_with(ALL)
    assert {*ALL.expressions, *ALL.statements, *ALL.parts} == RULES
    assert {"count", "move_cards", "phrase", "computed", "or_stop"} <= RULES


@pytest.mark.parametrize("rule", sorted(RULES))
def test_a_rule_that_nothing_reads_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match=f"has a rule `{rule}` that no function reads"):
        without(rule).check(RULES)


def test_no_game_is_read_with_a_gap() -> None:
    with pytest.raises(ValueError, match="has a rule `draw` that no function reads"):
        made_with(without("draw"))


def test_a_function_for_a_rule_that_is_none_is_refused() -> None:
    more = Handlers[Resolver]()

    @more.expression("swop")
    def _swop(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
        return TRUE

    with pytest.raises(ValueError, match="reads the rule `swop`, which the grammar does not have"):
        made_with(Handlers(*TOPICS, more))


@pytest.mark.parametrize("rule", ["count", "draw", "has_item"])
def test_two_functions_for_a_rule_are_refused(rule: str) -> None:
    more = Handlers(*TOPICS)
    with pytest.raises(ValueError, match=f"the rule `{rule}` is read twice"):
        more.expression(rule)(lambda resolver, scope, node: TRUE)
    if rule not in ALL.parts:
        with pytest.raises(ValueError, match=f"the rule `{rule}` is read twice"):
            more.part(rule)


def test_wordings_of_a_game_are_read_as_what_they_belong_to() -> None:
    own = {name: rule for name, rule in GRAMMAR.rules.items() if name not in RULES}
    assert {name.split("_")[0] for name in own} == set(GRAMMAR.shapes)
    assert set(own.values()) == {"phrase", "condition", "computed", "quantified"}
