"""The reference of the language says of each form what it means, and shows it in an example that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Tree

from interpreter import load
from interpreter.language.analysis import Analysis
from interpreter.language.ir.builders import local
from interpreter.language.ir.types import Local, Type
from interpreter.language.reading.forms import Form, Slot, Wording, WordingGroup, core_forms
from interpreter.language.reference import HEADINGS, OPEN_SLOTS, FormEntry, build_reference, collect_glossary
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, without_parentheses
from interpreter.language.resolving.topics.bodies import resolve_body
from interpreter.language.resolving.vocabulary import HANDLERS
from interpreter.rulebook.building.ids import STATEMENT_VERBS
from interpreter.rulebook.model import Text
from interpreter.support.errors import Location, RulebookError

HERE = Path(__file__).parent / "reference"
BUILT_UP = {
    *("program", "value", "indented", "noun", "adjs", "singular", "plural", "one_piece", "plural_pieces", "together"),
    *("possible_phrase", "one_value", "cost", "way", "steps"),
    *("q_at_least", "q_at_most", "q_exactly", "measured_things", "measured_number", "more_of", "fewer_of"),
    *("every", "some", "no_one", "both", "most", "half_or_more"),
}
"""Of what texts are built up, and what is told under the name of a hole."""
ENTRIES = build_reference().entries
READ_AROUND = {"adjective", "each"}
"""Whoever reads the form around takes these apart."""
SINGLE = {
    "NUMBER": {"number"},
    "CONDITION": {"condition"},
    "SEAT": {"seat"},
    "PLACE": {"space", "box"},
    "SPACE": {"space"},
    "CARD": {"card"},
    "ZONE": {"zone"},
    "COUNTER": {"number"},
}
"""The types of a single value that each hole accepts."""
TYPED = {*SINGLE, "SET", "SEATS", "SPACES", "CARDS", "DICE", "VALUE"}


def fits(hole: str, value_type: Type) -> bool:
    """True if a value of the type is one that the reference calls by this name."""
    match hole:
        case "VALUE" | "OWNER" | "CELL":
            return True
        case "SEATS":
            return value_type.kind in ("seat", "side")
        case "SPACES":
            return value_type.kind == "space"
        case "DICE":
            return value_type.kind == "die"
        case "CARDS":
            return value_type.kind in ("card", "zone")
        case "SET" | "LIST":
            return value_type.many or value_type.kind not in ("number", "condition", "text")
    return value_type.kind in SINGLE[hole] and not (value_type.many and hole != "ZONE")


@cache
def games() -> tuple[Analysis, ...]:
    return tuple(load(HERE / name).program.analysis for name in ("islands", "line"))


class Read:
    """An example as it was read: its tree, and the type of each part of it that is a value."""

    VALUE = Resolver.value

    def __init__(self, analysis: Analysis, entry: FormEntry, example: str, patch: pytest.MonkeyPatch) -> None:
        """Raises RulebookError if it can't be read in this game."""
        self.types: dict[int, Type] = {}
        self._rules = analysis.grammar.rules
        value = Read.VALUE

        def noted(resolver: Resolver, scope: Scope, node: Any, wanted: Type | None = None) -> Any:
            expr = value(resolver, scope, node, wanted)
            self.types[id(without_parentheses(node))] = self.types[id(node)] = expr.type
            return expr

        patch.setattr(Resolver, "value", noted)
        text = Text(example, Location("example"))
        scope = Scope(text, you=local(Local("you", Type("seat"))), can_try=True, is_event=True)
        if entry.name == "as_usual":
            word = next(word for word, phrase in analysis.phrases.items() if phrase.parameters)
            scope.bent, scope.names = (word, 0), {hole.name: hole for hole in analysis.phrases[word].parameters}
        if entry.name in ("give", "answer_yes", "answer_no"):
            self.tree = analysis.grammar.parse(text, "body")
            resolve_body(analysis.resolver, scope, entry.name != "give")
            return
        try:
            self.tree = analysis.grammar.parse(text, "value")
            analysis.resolver.read(scope, analysis.resolver.value)
        except RulebookError:
            self.tree = analysis.grammar.parse(text, "program")
            analysis.resolver.program(scope)

    def nodes(self, name: str) -> list[Tree[Token]]:
        """The parts of the tree that are of a form."""
        return [each for each in self.tree.iter_subtrees() if self._rules[str(each.data)] == name]

    def names(self) -> set[str]:
        return {self._rules[str(each.data)] for each in self.tree.iter_subtrees()}


def read(entry: FormEntry, example: str, patch: pytest.MonkeyPatch) -> Read:
    """An example of a form in the first game in which it can be read."""
    for analysis in games():
        try:
            return Read(analysis, entry, example, patch)
        except RulebookError as error:
            refused = error
    raise refused


def forms_in(rule: str) -> list[Form]:
    """The forms that are written out in the place of a slot."""
    names = core_forms().rules.get(rule, ())
    return [core_forms().forms[name] for name in names if name not in ENTRIES and name not in BUILT_UP]


def holes_in(wording: Wording) -> int:
    """Number of holes in a wording that each form fills by itself."""
    number = 0
    for part in wording:
        if isinstance(part, WordingGroup):
            number += sum(map(holes_in, part.ways))
        elif isinstance(part, Slot):
            inside = [wording for form in forms_in(part.rule) for wording in form.wordings]
            number += 1 if part.rule in OPEN_SLOTS else sum(map(holes_in, inside))
    return number


def filled(form: Form, node: Tree[Token], at: int = 0) -> Iterator[tuple[int, Any]]:
    """Yield the contents of the holes in a form's tree, each with the number of its hole, counting from `at`."""
    for wording in form.wordings:
        slots = [part.rule for part in wording if isinstance(part, Slot)]
        inside = [{form.name for form in forms_in(rule)} for rule in slots]
        data = [child.data if isinstance(child, Tree) else None for child in node.children]
        if all(not names or child in names for names, child in zip(inside, data, strict=False)):
            yield from _in_wording(wording, list(node.children), at)
            return
        at += holes_in(wording)


def _in_wording(wording: Wording, children: list[Any], at: int) -> Iterator[tuple[int, Any]]:
    """Takes the children away."""
    for part in wording:
        match part:
            case Slot(rule) if rule in OPEN_SLOTS:
                yield at, children.pop(0)
            case Slot(rule):
                yield from _written_out(rule, children.pop(0), at)
            case WordingGroup(((Slot(rule),),), "*"):
                while children and isinstance(children[0], Tree) and children[0].data in core_forms().rules[rule]:
                    yield from _written_out(rule, children.pop(0), at)
            case WordingGroup((way, *others), _):
                taken = way
                if others and holes_in(way) and children[0] is not None and children[0].data in {"everyone"}:
                    (taken,) = others
                yield from _in_wording(taken, children, at)
        at += 0 if isinstance(part, str) else holes_in((part,))


def _written_out(rule: str, child: Any, at: int) -> Iterator[tuple[int, Any]]:
    for form in forms_in(rule):
        if isinstance(child, Tree) and child.data == form.name:
            yield from filled(form, child, at)
        at += sum(map(holes_in, form.wordings))


@pytest.mark.parametrize(
    ("entry", "example"), [(entry, example) for entry in ENTRIES.values() for example in entry.examples]
)
def test_each_example_is_of_its_form_and_has_the_types_that_are_told(
    entry: FormEntry, example: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = read(entry, example, monkeypatch)
    nodes = done.nodes(entry.name)
    assert nodes
    given = [done.types[id(node)] for node in nodes if id(node) in done.types]
    assert given or entry.name not in HANDLERS.expressions or entry.name in READ_AROUND
    assert entry.result_type not in TYPED or all(fits(str(entry.result_type), value_type) for value_type in given)
    if entry.name in core_forms().forms:
        for at, child in filled(core_forms().forms[entry.name], nodes[0]):
            assert child is None or fits(entry.holes[at], done.types[id(child)]), (at, entry.holes[at], child)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda entry: entry.name)
def test_each_form_says_what_it_does_or_gives(entry: FormEntry) -> None:
    assert entry.meaning[0].isupper() and entry.meaning[-1] == "." and entry.examples
    assert not (entry.name in HANDLERS.statements and entry.result_type)
    assert entry.result_type or entry.name not in HANDLERS.expressions or entry.name == "each"


def forgotten(forms: set[str]) -> set[str]:
    """Those forms of which the reference says nothing."""
    return forms - ENTRIES.keys() - build_reference().nested_forms - BUILT_UP


def test_the_verbs_that_the_rulebook_knows_begin_statements() -> None:
    statements = (entry for entry in ENTRIES.values() if entry.result_type is None)
    assert {wording.split()[0] for entry in statements for wording in entry.wordings} >= STATEMENT_VERBS


def test_no_form_is_forgotten() -> None:
    rules = {*games()[0].grammar.rules.values()}
    assert forgotten(rules) == set()
    assert forgotten({*rules, "melt"}) == {"melt"}
    assert ENTRIES.keys() - rules == set()
    assert ENTRIES.keys() - core_forms().forms.keys() == {"phrase", "condition", "computed", "quantified"}


def test_each_form_stands_in_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those too that are told within others."""
    examples = [(entry, example) for entry in ENTRIES.values() for example in entry.examples]
    shown = {name for entry, example in examples for name in read(entry, example, monkeypatch).names()}
    assert {*games()[0].grammar.rules.values()} - shown == set()


def test_each_word_in_capitals_is_explained() -> None:
    words = {word for entry in ENTRIES.values() for text in entry.wordings for word in re.findall("[A-Z]{2,}|…", text)}
    words |= {
        hole
        for entry in ENTRIES.values()
        for hole in (*entry.holes, *([entry.result_type] if entry.result_type else []))
    }
    assert words == build_reference().holes.keys()


def test_a_form_is_written_as_the_grammar_has_it() -> None:
    assert ENTRIES["choose"].wordings == ("choose THING [OPTION]",)
    assert ENTRIES["if_"].wordings == ("if CONDITION: … [otherwise if CONDITION: …] [otherwise: …]",)
    assert ENTRIES["has_not"].wordings == ("VALUE does not have AMOUNT",)
    assert ENTRIES["move_cards"].wordings == ("move CARDS to (ZONE | top of ZONE | bottom of ZONE)",)
    assert ENTRIES["compare_sign"].wordings == ("NUMBER <=|>=|<|> NUMBER",)
    assert len(ENTRIES["filter"].wordings) == 3


def test_what_the_catalogue_knows_of_a_statement_is_told() -> None:
    assert ENTRIES["choose"].facts == ("A seat may decide here.", "It may leave the rest of its block.")
    assert ENTRIES["stop"].facts == ("It leaves the rule that it stands in.",)
    assert ENTRIES["count"].facts == ()


def test_what_reads_better_is_the_same_to_the_lexer() -> None:
    split = games()[0].grammar.lexer.tokenize
    for plain, better in build_reference().preferred_words.items():
        words = [[word.kinds for word in split(Text(each, Location("x")), block=False)] for each in (plain, better)]
        assert words[0] == words[1], better


def test_the_words_of_a_game_are_told_with_their_places() -> None:
    told = {word.wordings: word for word in collect_glossary(games()[0])}
    sail = told["sail up to {n: number} boats",]
    assert (sail.kind, Path(sail.where.file).name, sail.where.line) == ("phrase", "vocabulary.yaml", 14)
    assert told["fares of {seat: seat}",].description == "number"
    assert told["{seat: seat} lead(s) on {island: space}",].kind == "condition"
    assert told["fame of SEAT", "your fame"].description == "number from 0 to 20"
    assert told["lit",].kind == "flag" and told["sandy",].kind == "adjective"
    assert told["debt of SEAT in SPACE",].kind == "variable"
    assert told["worth of ISLAND",].kind == "column" and told["hand of SEAT",].kind == "zone"
    assert told["boat", "boats"].kind == "pieces" and told["crown",].title == {"en": "Crown Island"}
    assert {word.kind for word in told.values()} <= HEADINGS.keys()
