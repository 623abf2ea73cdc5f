"""Translation of values, sets and conditions from their syntax trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from lark import Token, Tree

from interpreter.language.analysis import Analysis
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import plural_form
from interpreter.presentation.saying.entries import DEFAULT_TEMPLATE, NEGATED, WordTranslation
from interpreter.presentation.saying.inflection import NUMBERS, InflectedNoun
from interpreter.presentation.saying.templates import (
    COMPARISON_FORMS,
    CONDITIONS,
    EMPTY_PHRASE,
    NUMERIC,
    OTHER_PARAMETERS,
    RULE_PARAMETERS,
    InflectedPhrase,
    MissingTranslationError,
    Template,
    invariant_phrase,
)
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.model import Text
from interpreter.rulebook.text import slug

Syntax = Tree[Token]
SyntaxPart = Syntax | Token | None
IS_CONDITION = "condition"
"""Feature of conditions."""
OPEN_ENDED = "goes on"
"""Feature of conditions whose scope would include any text that follows."""
IT = "it"
"""Feature of the thing that `it` refers to."""
RESTRICTED = "narrowed"
"""Feature of a set with a restriction after its noun."""


class ExpressionTranslator:
    """Translator of the expressions of one text."""

    def __init__(self, words: Wordbook, names: Names, analysis: Analysis, text: Text) -> None:
        self.words = words
        self._names = names
        self._analysis = analysis
        self._text = text
        self._your_adjective = "own"
        self._it: frozenset[str] = frozenset()
        self._defined_names: dict[str, tuple[InflectedNoun, str]] = {}
        self._translators: dict[str, Callable[[Syntax], InflectedPhrase]] = {
            "number": lambda node: self.translate(_token(node)),
            "name": lambda node: self.translate(_token(node)),
            "noun_name": self._noun_name,
            "it": self._pronoun,
            "you": lambda _: self._core_noun("you"),
            "opponent": lambda _: self._core_noun("opponent"),
            "opponent_of": lambda node: self._with_core("opponent", node),
            "count": lambda node: self._with_core("number", node),
            "everyone": lambda _: self._core_noun("everyone"),
            "nothing": lambda _: self._core_noun("nothing"),
            "your_name": lambda node: self._yours(node.children[0]),
            "of": self._of,
            "after": self._after,
            "np": self._noun_phrase,
            "pieces": self._noun_phrase,
            "pick_head": self._noun_phrase,
            "pick": self._pick,
            "filter": lambda node: self._restricted(self.translate(node.children[0]), node.children[1]),
            "or_e": self._either_of,
            "and_or": self._either_of,
            "and_e": self._both,
            "is_": self._is,
            "is_not": self._is,
            "top_card": self._top_card,
            "argbest": self._best_of,
            "there_is_exactly": self._size_comparison,
            "there_is_at_least": self._size_comparison,
            "there_is_at_most": self._size_comparison,
            "compare": self._compared,
            "compare_sign": self._compared,
            "has": self._has,
            "has_not": self._has,
            "room": self._room,
            "no_room": self._room,
            "condition": self._word,
            "computed": self._word,
        }

    def rule(self, node: Syntax) -> str:
        """Return the grammar rule of a tree."""
        return self._analysis.grammar.rules[str(node.data)]

    def translate(self, node: SyntaxPart) -> InflectedPhrase:
        """Return the translation of a tree or token. Raises NotSayable."""
        if node is None:
            return EMPTY_PHRASE
        if isinstance(node, Token):
            return self._token(node)
        rule = self.rule(node)
        if rule in self._translators:
            return self._translators[rule](node)
        if rule not in RULE_PARAMETERS:
            raise MissingTranslationError(f"there are no words for the form `{rule}`")
        marks = {IS_CONDITION: rule in CONDITIONS, OPEN_ENDED: rule == "not_e", "number": rule in NUMERIC}
        return self.form(rule, self.parts(rule, node), *(mark for mark, has in marks.items() if has))

    def parts(self, rule: str, node: Syntax) -> dict[str, InflectedPhrase]:
        """Return the translated children of a tree, by the names that templates use."""
        named = zip(RULE_PARAMETERS[rule], node.children, strict=True)
        return {name: self.translate(child) for name, child in named if name}

    def form(self, form: str, parts: dict[str, InflectedPhrase], *marks: str) -> InflectedPhrase:
        """Return a form of the core, filled with these parts.

        It has the features of the part that takes the case of the whole, and `marks`.
        """
        template = self.words.form(form)
        head = template.head
        own = parts[head].marks if head is not None else frozenset()
        return InflectedPhrase(own | set(marks), lambda case: template.fill(parts, case))

    @contextmanager
    def in_condition(self, it: InflectedPhrase | None = None) -> Iterator[None]:
        """Translate inside a condition: the subject may differ from the acting seat, and `it` may refer to a set."""
        before = self._your_adjective, self._it
        self._your_adjective, self._it = "your", self._it if it is None else it.marks
        try:
            yield
        finally:
            self._your_adjective, self._it = before

    # -- words

    def _token(self, token: Token) -> InflectedPhrase:
        match token.type:
            case "NUMBER":
                return invariant_phrase(
                    str(int(token)), str(int(token)), plural_form(self.words.language.id, int(token)), "number"
                )
            case "STRING":
                return invariant_phrase(self.label(token))
            case "NAME":
                return self._name(token)
            case _:
                raise MissingTranslationError(f"there are no words for `{token}` here")

    def label(self, token: Token) -> str:
        """Return the translation of a label. Raises NotSayable."""
        key = slug(str(token))
        if not self.words.has_label(key):
            raise MissingTranslationError(f"the label `{key}` has no name")
        return self._names.label(key, str(token))

    def _name(self, token: Token) -> InflectedPhrase:
        """Translate the id of a thing, or a name that the text defines, which follows the noun of its value."""
        kind = self._kind(token)
        if kind is None:
            name = {"name": self.made_name(token)}
            if token not in self._defined_names:
                return self._name_alone(name)
            noun, number = self._defined_names[token]
            return self.form("name_behind", {"thing": self.words.cases.build_noun_phrase(noun, number), **name})
        thing = self.words.thing(str(token))
        return self._of_kind(self.words.cases.build_noun_phrase(thing, thing.number), kind)

    def made_name(self, token: Token) -> InflectedPhrase:
        """Translate a name that the text defines."""
        return invariant_phrase(self.words.defined_name(str(token)))

    def _name_alone(self, name: dict[str, InflectedPhrase]) -> InflectedPhrase:
        """Translate a name whose value has no known noun."""
        cases = self.words.cases
        forms = dict.fromkeys((("one", case) for case in cases.names), self.form("name_alone", name).form(""))
        return cases.build_noun_phrase(InflectedNoun("name", frozenset(), forms), "one")

    def translate_named(self, thing: Syntax, name: Token) -> InflectedPhrase:
        """Translate a thing to which the text gives a name here."""
        if self.rule(thing) == "pick":
            said = self._pick(thing, name=name)
        else:
            said = self.form("named", {"thing": self.translate(thing), "name": self.made_name(name)})
        self._remember_name(thing, name)
        return said

    def translate_named_value(self, value: SyntaxPart, name: Token) -> InflectedPhrase:
        """Translate a value to which the text gives a name."""
        said = self.translate(value)
        if isinstance(value, Tree):
            self._remember_name(value, name)
        return said

    def _remember_name(self, thing: Syntax, name: Token) -> None:
        """Remember the noun that a name stands for from here on."""
        if (noun := self._head(thing)) is not None:
            self._defined_names[str(name)] = noun

    def _head(self, thing: Syntax) -> tuple[InflectedNoun, str] | None:
        """Return the noun of a set, if its tree contains one."""
        if self.rule(thing) in ("nounp", "plurp"):
            return self._noun(thing.children[1])
        return next(filter(None, (self._head(each) for each in thing.children if isinstance(each, Tree))), None)

    def _kind(self, token: Token) -> str | None:
        """Return the kind of thing that a name stands for; None for a name that the text defines."""
        meant = self._analysis.resolver.name_uses
        found = meant.get((self._text.where, token.line or 1, token.column or 1, ""))
        return None if found is None else found.kind

    def _noun_name(self, node: Syntax) -> InflectedPhrase:
        noun, _ = self._noun(node)
        return self.words.cases.build_noun_phrase(noun, "one")

    def _pronoun(self, _: Syntax) -> InflectedPhrase:
        marks, pronoun = self._it, self.words.core_adjective("it")
        number = InflectedNoun("it", marks, {}).number

        def form(asked: str) -> str:
            cases = self.words.cases
            forms = {(each, case): pronoun.agree(marks | {case}) for each in NUMBERS for case in cases.names}
            return cases.build_noun_phrase(InflectedNoun("it", marks, forms, self.words.pronoun_cases), number).form(
                asked
            )

        return InflectedPhrase((marks - set(NUMBERS)) | {number, IT}, form)

    def _core_noun(self, name: str) -> InflectedPhrase:
        noun = self.words.core_noun(name)
        return self.words.cases.build_noun_phrase(noun, noun.number)

    def _of(self, node: Syntax) -> InflectedPhrase:
        """Translate a possession or property: `X of Y`."""
        inner, owner = node.children
        if isinstance(owner, Tree) and self.rule(owner) == "you":
            return self._yours(inner)
        return self.form("of", self.parts("of", node))

    def _after(self, node: Syntax) -> InflectedPhrase:
        noun, seat = node.children
        thing = self.words.cases.build_noun_phrase(self._noun(noun)[0], "one")
        return self.form("after", {"thing": thing, "seat": self.translate(seat)})

    def _with_core(self, noun: str, node: Syntax) -> InflectedPhrase:
        """Translate a form that includes a noun of the core."""
        rule = self.rule(node)
        return self.form(
            rule, {noun: self._core_noun(noun), OTHER_PARAMETERS[rule][1]: self.translate(node.children[0])}
        )

    def _yours(self, inner: SyntaxPart) -> InflectedPhrase:
        adjective = self.words.core_adjective(self._your_adjective)
        if isinstance(inner, Tree):
            return self.words.cases.build_noun_phrase(self._noun(inner)[0], "one", [adjective])
        assert isinstance(inner, Token)
        thing = self.words.thing(str(inner))
        said = self.words.cases.build_noun_phrase(thing, thing.number, [adjective])
        return self._of_kind(said, self._kind(inner) or "")

    @staticmethod
    def _of_kind(said: InflectedPhrase, kind: str) -> InflectedPhrase:
        return InflectedPhrase(said.marks | {kind}, said.form)

    # -- noun phrases

    def counted(self, amount: SyntaxPart, parts: Sequence[SyntaxPart]) -> InflectedPhrase:
        """Translate a noun phrase with an amount."""
        return self._whole_noun_phrase(parts, self.translate(amount))

    def counted_noun(self, amount: SyntaxPart, noun: SyntaxPart) -> InflectedPhrase:
        """Translate a bare noun with an amount."""
        return self.words.cases.build_counted_phrase(self.translate(amount), self._noun(noun)[0])

    def _noun_phrase(self, node: Syntax) -> InflectedPhrase:
        return self._whole_noun_phrase(node.children, None)

    def _whole_noun_phrase(self, parts: Sequence[SyntaxPart], count: InflectedPhrase | None) -> InflectedPhrase:
        """Translate a noun with its adjectives, owner and place, and with a count if there is one."""
        det, words, *rest = parts
        of, within = (*rest, None, None)[:2]
        assert isinstance(words, Tree)
        adjectives_node, noun_node = words.children
        noun, number = self._noun(noun_node)
        adjectives = [self.words.adjective(str(word)) for word in _tokens(adjectives_node)]
        owner = "" if det is None else str(det.data if isinstance(det, Tree) else det)
        if isinstance(of, Tree) and self.rule(of) == "you" and not owner:
            owner, of = "your", None
        if owner in ("your", "other"):
            adjectives.insert(0, self.words.core_adjective(self._your_adjective if owner == "your" else "other"))
        cases = self.words.cases
        said = (
            cases.build_noun_phrase(noun, number, adjectives)
            if count is None
            else cases.build_counted_phrase(count, noun, adjectives)
        )
        if owner == "enemy":
            said = self.form("of_enemy", {"thing": said})
        if of is not None:
            said = self.form("of_thing", {"thing": said, "owner": self.translate(of)})
        if within is not None:
            said = self.form("in_place", {"thing": said, "place": self.translate(within)})
        return said

    def _noun(self, node: SyntaxPart) -> tuple[InflectedNoun, str]:
        """Return the noun of a tree, and its grammatical number."""
        while isinstance(node, Tree):
            node = node.children[0]
        assert node is not None
        noun_id = self._analysis.grammar.noun_of[node.type]
        kind = self._analysis.symbols.nouns[noun_id].kind
        noun = self.words.noun(noun_id)
        return replace(noun, marks=noun.marks | {kind}), "one" if node.type.endswith("_ONE") else "many"

    def _pick(self, node: Syntax, amount: SyntaxPart = None, name: Token | None = None) -> InflectedPhrase:
        """Translate a set with its restrictions, and with an amount or a name if there is one."""
        head, *parts = node.children
        assert isinstance(head, Tree)
        said = self._whole_noun_phrase(head.children, None if amount is None else self.translate(amount))
        if name is not None:
            said = self.form("named", {"thing": said, "name": self.made_name(name)})
        for part in parts:
            if part is not None:
                said = self._restricted(said, part)
        return said

    def _restricted(self, base: InflectedPhrase, part: SyntaxPart) -> InflectedPhrase:
        """Translate a set with one more restriction: `where …`, `with …`, `without …`."""
        assert isinstance(part, Tree)
        rule, more = self.rule(part), "and_" if RESTRICTED in base.marks else ""
        with self.in_condition(base):
            if rule == "where_part":
                return self._where(base, part.children[0], more)
            if rule in ("has_part", "without"):
                thing, some = self._item(part.children[0])
                form = "with" if some == (rule == "has_part") else "without"
                return self.form(f"{more}{form}", {"set": base, "thing": thing}, RESTRICTED)
        raise MissingTranslationError(f"there are no words for the form `{rule}`")

    def _where(self, base: InflectedPhrase, condition: SyntaxPart, more: str) -> InflectedPhrase:
        """Translate a set with a condition. Where possible, the condition is worded without a pronoun for `it`."""
        if isinstance(condition, Tree) and self._has_it_as_subject(condition):
            rule, other = self.rule(condition), condition.children[1]
            if rule in ("has", "has_not"):
                thing, some = self._item(other)
                form = "with" if some == (rule == "has") else "without"
                return self.form(f"{more}{form}", {"set": base, "thing": thing}, RESTRICTED)
            if rule in ("is_", "is_not") and isinstance(other, Tree) and self.rule(other) == "adjective":
                adjective = self.adjective_of(base, _token(other))
                form = "which_is" if rule == "is_" else "which_is_not"
                return self.form(f"{more}{form}", {"set": base, "adjective": adjective}, RESTRICTED)
        if (which := self._relative_clause(base, condition)) is not None:
            return self.form(f"{more}which", {"set": base, **which}, RESTRICTED)
        return self.form(f"{more}where", {"set": base, "condition": self.translate(condition)}, RESTRICTED)

    def _relative_clause(self, base: InflectedPhrase, condition: SyntaxPart) -> dict[str, InflectedPhrase] | None:
        """Return a relative pronoun and the rest of the condition, if its subject is the set's `it`; otherwise None."""
        if not isinstance(condition, Tree) or self.rule(condition) != "condition":
            return None
        sentence, holes = self.vocabulary_word(condition)
        template = sentence.templates.get(NEGATED if str(condition.data).endswith("_not") else DEFAULT_TEMPLATE)
        if template is None or template.subject is None or IT not in holes[template.subject.name].marks:
            return None
        if template.subject.case not in self.words.language.subject_cases:
            return None
        pronoun = self.words.core_adjective("which").agree(base.marks | {self.words.cases.names[0]})
        rest = Template(template.parts[1:])
        return {
            "which": invariant_phrase(pronoun),
            "condition": InflectedPhrase(frozenset(), lambda _: rest.fill(holes)),
        }

    def _has_it_as_subject(self, condition: Syntax) -> bool:
        """Return True if `it` is the subject of a condition."""
        subject = condition.children[0] if len(condition.children) == 2 else None
        return isinstance(subject, Tree) and self.rule(subject) == "it"

    def _item(self, node: SyntaxPart) -> tuple[InflectedPhrase, bool]:
        """Translate pieces or cards with their amount. The second value is False if there must be none."""
        assert isinstance(node, Tree)
        quantity, *parts = node.children
        if not isinstance(quantity, Tree) or self.rule(quantity) == "none_of":
            return self._whole_noun_phrase(parts, None), quantity is None
        return self.form(self.rule(quantity), {"thing": self.counted(quantity.children[0], parts)}), True

    # -- conditions

    def _either_of(self, node: Syntax) -> InflectedPhrase:
        left, right = map(self.translate, node.children)
        if IS_CONDITION in left.marks:
            return self._joined("or_e", left, right)
        form = "and_or_set" if self.rule(node) == "and_or" else "or_set"
        return self.form(form, {"left": left, "right": right})

    def _both(self, node: Syntax) -> InflectedPhrase:
        return self._joined("and_e", *map(self.translate, node.children))

    def _joined(self, form: str, left: InflectedPhrase, right: InflectedPhrase) -> InflectedPhrase:
        """Translate two joined conditions, with parentheses around one whose scope would be ambiguous."""
        closed = {name: _parenthesized(each) for name, each in (("left", left), ("right", right))}
        return self.form(form, closed, IS_CONDITION)

    def _is(self, node: Syntax) -> InflectedPhrase:
        """Translate an equality, or a test by an adjective."""
        left, right = node.children
        rule = self.rule(node)
        if not isinstance(right, Tree) or self.rule(right) != "adjective":
            return self.form(rule, self.parts(rule, node), IS_CONDITION)
        thing = self.translate(left)
        parts = {"thing": thing, "adjective": self.adjective_of(thing, _token(right))}
        return self.form("is_so" if rule == "is_" else "is_not_so", parts, IS_CONDITION)

    def adjective_of(self, thing: InflectedPhrase, token: Token) -> InflectedPhrase:
        """Translate a predicative adjective, which agrees with the thing."""
        word, first = self.words.adjective(str(token)), self.words.cases.names[0]
        return InflectedPhrase(frozenset(), lambda case: word.agree(thing.marks | {case or first}))

    def _size_comparison(self, node: Syntax) -> InflectedPhrase:
        """Translate a comparison of the size of a set."""
        amount, pick = node.children
        assert isinstance(pick, Tree)
        counted = self.form(self.rule(node).removeprefix("there_is_"), {"thing": self._pick(pick, amount)})
        return self.form("there_is", {"thing": counted}, IS_CONDITION)

    def _best_of(self, node: Syntax) -> InflectedPhrase:
        """Translate the members of a set with the highest or lowest value."""
        inner, extreme, value, *ties = node.children
        if ties:
            raise MissingTranslationError("there are no words for the form `tie`")
        assert isinstance(extreme, Tree)
        base = self.translate(inner)
        with self.in_condition(base):
            return self.form(f"with_{self.rule(extreme)}", {"set": base, "value": self.translate(value)}, RESTRICTED)

    def _top_card(self, node: Syntax) -> InflectedPhrase:
        noun, zone = node.children
        card = self.words.cases.build_noun_phrase(self._noun(noun)[0], "one", [self.words.core_adjective("top")])
        return self.form("top_card", {"card": card, "zone": self.translate(zone)})

    def _compared(self, node: Syntax) -> InflectedPhrase:
        left, sign, right = node.children
        form = COMPARISON_FORMS[str(sign)] if isinstance(sign, Token) else str(sign.data)
        return self.form(form, {"left": self.translate(left), "right": self.translate(right)}, IS_CONDITION)

    def _has(self, node: Syntax) -> InflectedPhrase:
        place, item = node.children
        thing, some = self._item(item)
        form = "has" if some == (self.rule(node) == "has") else "has_not"
        return self.form(form, {"place": self.translate(place), "thing": thing}, IS_CONDITION)

    def _room(self, node: Syntax) -> InflectedPhrase:
        """Translate a test for room. Here `2 boats` means exactly two, without `at least`."""
        place, item = node.children
        assert isinstance(item, Tree)
        quantity, *parts = item.children
        amount = quantity.children[0] if isinstance(quantity, Tree) and quantity.children else None
        thing = self._whole_noun_phrase(parts, None if amount is None else self.translate(amount))
        return self.form(self.rule(node), {"place": self.translate(place), "thing": thing}, IS_CONDITION)

    # -- vocabulary words

    def _word(self, node: Syntax) -> InflectedPhrase:
        sentence, holes = self.vocabulary_word(node)
        templates = sentence.templates
        if str(node.data).endswith("_not"):
            if NEGATED in templates:
                return InflectedPhrase(frozenset({IS_CONDITION}), lambda _: templates[NEGATED].fill(holes))
            inner = InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.default.fill(holes))
            return self.form("not_e", {"condition": inner}, IS_CONDITION, OPEN_ENDED)
        if self.rule(node) == "condition":
            return InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.default.fill(holes))
        head = templates[DEFAULT_TEMPLATE].head if DEFAULT_TEMPLATE in templates else None
        marks = sentence.marks or (holes[head].marks if head is not None else frozenset())

        def form(asked: str) -> str:
            _, case = self.words.cases.parse_case(asked, "one")
            if DEFAULT_TEMPLATE in templates or case in templates:
                return (templates.get(case) or templates[DEFAULT_TEMPLATE]).fill(holes, case)
            return self.words.cases.build_case(marks, case, lambda each: templates[each].fill(holes, each))

        return InflectedPhrase(marks, form)

    def vocabulary_word(self, node: Syntax) -> tuple[WordTranslation, dict[str, InflectedPhrase]]:
        """Return the translation of a vocabulary word, and the contents of its holes. Raises NotSayable."""
        grammar = self._analysis.grammar
        shape = grammar.shapes[str(node.data).split("_")[0]]
        spot = node.meta
        meant = self._analysis.resolver.name_uses.get((self._text.where, spot.line, spot.column, str(node.data)))
        words = self._analysis.rulebook.words
        fitting = [each for each in shape.patterns if meant is None or words[each.word].title == meant.id]
        pattern = fitting[0]
        sentence = self.words.sentence(pattern)
        names = [hole.name for hole in self._analysis.holes_of(pattern.word)]
        given = [child for child in node.children if isinstance(child, Tree) or child.type in ("NAME", "NUMBER")]
        order = [part for part in pattern.parts if isinstance(part, int)]
        holes = {names[hole]: self.translate(child) for hole, child in zip(order, given, strict=True)}
        for name in names:
            if name not in holes:
                holes[name] = self._pronoun(node)
        return sentence, holes


def _parenthesized(condition: InflectedPhrase) -> InflectedPhrase:
    """Return a condition in parentheses, if its scope would include the text that follows."""
    if OPEN_ENDED not in condition.marks:
        return condition
    return InflectedPhrase(condition.marks, lambda case: f"({condition.form(case)})")


def _token(node: Syntax) -> Token:
    token = node.children[0]
    assert isinstance(token, Token)
    return token


def _tokens(node: SyntaxPart) -> Iterator[Token]:
    """Yield the adjectives in a tree, in order."""
    if isinstance(node, Token):
        yield node
    elif node is not None:
        for child in node.children:
            yield from _tokens(child)
