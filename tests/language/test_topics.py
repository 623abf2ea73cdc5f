"""Each rule of the grammar is read by one function, and each function reads a rule that the grammar has."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from interpreter.language.ir.builders import TRUE
from interpreter.language.ir.expressions import Expr
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax
from interpreter.language.resolving.vocabulary import HANDLERS, TOPICS
from interpreter.matches.match import Game
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location
from tests.language import test_statements, test_values
from tests.language.cases import HERE, SAMPLE, read_cases
from tests.loaded import game_of

GRAMMAR = game_of("revolution").program.analysis.grammar
RULES = set(GRAMMAR.rules.values())


def made_with(handlers: Handlers[Resolver]) -> Resolver:
    analysis = game_of("revolution").program.analysis
    terms = analysis.terms
    return Resolver(handlers, analysis.grammar, analysis.phrases, terms.term, terms.side)


def without(rule: str) -> Handlers[Resolver]:
    """All handlers but that of a rule."""
    handlers = Handlers(*TOPICS)
    handlers.expressions.pop(rule, None)
    handlers.statements.pop(rule, None)
    handlers.parts.discard(rule)
    return handlers


def test_each_rule_is_read() -> None:
    made_with(HANDLERS)
    assert {*HANDLERS.expressions, *HANDLERS.statements, *HANDLERS.parts} == RULES
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
    if rule not in HANDLERS.parts:
        with pytest.raises(ValueError, match=f"the rule `{rule}` is read twice"):
            more.part(rule)


def test_wordings_of_a_game_are_read_as_what_they_belong_to() -> None:
    own = {name: rule for name, rule in GRAMMAR.rules.items() if name not in RULES}
    assert {name.split("_")[0] for name in own} == set(GRAMMAR.shapes)
    assert set(own.values()) == {"phrase", "condition", "computed", "quantified"}


def rules_in(game: Game, texts: Iterable[str]) -> set[str]:
    """The rules by which statements are read, and by which a game reads its own texts."""
    program, grammar = game.program, game.program.analysis.grammar
    trees = [grammar.parse(Text(text, Location("a case")), "program") for text in texts]
    trees += [grammar.parse(routine.text, "program") for routine in program.routines.all]
    trees += [grammar.parse(term.text, "value") for term in program.analysis.terms.all.values()]
    return {grammar.rules[part.data] for tree in trees for part in tree.iter_subtrees()}


TRIED_ELSEWHERE = {
    "quantified": ("test_own_conditions.py", "every town is large"),
    "is_not_exactly": ("test_conditions.py", "spaces are not exactly spaces"),
    "other_of": ("test_sides.py", "the other side of Hawks"),
    **{
        rule: ("test_conditions_of_playing.py", words)
        for rule, words in {
            "to_play": "to play this event, first",
            "play_only_if": "play this event only if",
            "if_you_can": "if you can, move",
        }.items()
    },
    "give": ("bodies.yaml", "give n"),
    "answer_yes": ("bodies.yaml", "yes"),
    "answer_no": ("bodies.yaml", "no"),
    "leap": ("test_leaps.py", "a knight's move from"),
    "leaper": ("test_leaps.py", "a knight's move from"),
    "is_leap": ("test_leaps.py", "it is a knight's move from"),
    "is_no_leap": ("test_leaps.py", "it is not a knight's move from"),
    "longest_route": ("../rulebook/test_joints.py", "longest route of roads"),
    "as_usual": ("test_bends.py", "do it as usual"),
    "would_change": ("../engine/test_trial.py", "event of X would change"),
    "would_not_change": ("../engine/test_trial.py", "event of X would not change"),
}
"""The rules that stand in no case: where they are tried, in what words."""


@pytest.mark.parts
def test_each_rule_is_tried() -> None:
    tried = rules_in(game_of(SAMPLE), [*test_statements.TEXTS, *test_values.TEXTS])
    for sample in ("things", "grid", "dice"):
        tried |= rules_in(game_of(HERE / sample), [text for text, _, _ in read_cases(f"{sample}.txt")])
    assert RULES - tried == TRIED_ELSEWHERE.keys()
    assert [name for name, words in TRIED_ELSEWHERE.values() if words not in (HERE / name).read_text("utf-8")] == []
