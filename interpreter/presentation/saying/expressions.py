"""Translation of values, sets and conditions from their syntax trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from lark import Token, Tree

from interpreter.language.analysis import Analysis
from interpreter.presentation.names import Names
from interpreter.presentation.plurals import form_of
from interpreter.presentation.saying.entries import BY_ITSELF, NEGATED, Sentence
from interpreter.presentation.saying.forms import CONDITIONS, NUMERIC, OTHER_FORMS, PARTS, SIGNS
from interpreter.presentation.saying.inflection import NUMBERS, Noun
from interpreter.presentation.saying.templates import NOTHING, NotSayable, Said, Template, plain
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.labels import slug
from interpreter.rulebook.model import Text

Syntax = Tree[Token]
Written = Syntax | Token | None
IS_CONDITION = "condition"
"""Feature of conditions."""
GOES_ON = "goes on"
"""Feature of conditions whose scope would include any text that follows."""
IT = "it"
"""Feature of the thing that `it` refers to."""
NARROWED = "narrowed"
"""Feature of a set with a restriction after its noun."""


class Expressions:
    """Translator of the expressions of one text."""

    def __init__(self, words: Wordbook, names: Names, analysis: Analysis, text: Text) -> None:
        self.words = words
        self._names = names
        self._analysis = analysis
        self._text = text
        self._your = "own"
        self._it: frozenset[str] = frozenset()
        self._made: dict[str, tuple[Noun, str]] = {}
        self._sayers: dict[str, Callable[[Syntax], Said]] = {
            "number": lambda node: self.said(_token(node)),
            "name": lambda node: self.said(_token(node)),
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
            "filter": lambda node: self._narrowed(self.said(node.children[0]), node.children[1]),
            "or_e": self._either_of,
            "and_or": self._either_of,
            "and_e": self._both,
            "is_": self._is,
            "is_not": self._is,
            "top_card": self._top_card,
            "argbest": self._best_of,
            "there_is_exactly": self._so_many,
            "there_is_at_least": self._so_many,
            "there_is_at_most": self._so_many,
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

    def said(self, node: Written) -> Said:
        """Return the translation of a tree or token. Raises NotSayable."""
        if node is None:
            return NOTHING
        if isinstance(node, Token):
            return self._token(node)
        rule = self.rule(node)
        if rule in self._sayers:
            return self._sayers[rule](node)
        if rule not in PARTS:
            raise NotSayable(f"there are no words for the form `{rule}`")
        marks = {IS_CONDITION: rule in CONDITIONS, GOES_ON: rule == "not_e", "number": rule in NUMERIC}
        return self.form(rule, self.parts(rule, node), *(mark for mark, has in marks.items() if has))

    def parts(self, rule: str, node: Syntax) -> dict[str, Said]:
        """Return the translated children of a tree, by the names that templates use."""
        named = zip(PARTS[rule], node.children, strict=True)
        return {name: self.said(child) for name, child in named if name}

    def form(self, form: str, parts: dict[str, Said], *marks: str) -> Said:
        """Return a form of the core, filled with these parts.

        It has the features of the part that takes the case of the whole, and `marks`.
        """
        template = self.words.form(form)
        head = template.head
        own = parts[head].marks if head is not None else frozenset()
        return Said(own | set(marks), lambda case: template.fill(parts, case))

    @contextmanager
    def in_condition(self, it: Said | None = None) -> Iterator[None]:
        """Translate inside a condition: the subject may differ from the acting seat, and `it` may refer to a set."""
        before = self._your, self._it
        self._your, self._it = "your", self._it if it is None else it.marks
        try:
            yield
        finally:
            self._your, self._it = before

    # -- words

    def _token(self, token: Token) -> Said:
        match token.type:
            case "NUMBER":
                return plain(str(int(token)), str(int(token)), form_of(self.words.language.id, int(token)), "number")
            case "STRING":
                return plain(self.label(token))
            case "NAME":
                return self._name(token)
            case _:
                raise NotSayable(f"there are no words for `{token}` here")

    def label(self, token: Token) -> str:
        """Return the translation of a label. Raises NotSayable."""
        key = slug(str(token))
        if not self.words.has_label(key):
            raise NotSayable(f"the label `{key}` has no name")
        return self._names.label(key, str(token))

    def _name(self, token: Token) -> Said:
        """Translate the id of a thing, or a name that the text defines, which follows the noun of its value."""
        kind = self._kind(token)
        if kind is None:
            name = {"name": self.made_name(token)}
            if token not in self._made:
                return self._name_alone(name)
            noun, number = self._made[token]
            return self.form("name_behind", {"thing": self.words.cases.said(noun, number), **name})
        thing = self.words.thing(str(token))
        return self._of_kind(self.words.cases.said(thing, thing.number), kind)

    def made_name(self, token: Token) -> Said:
        """Translate a name that the text defines."""
        return plain(self.words.made_name(str(token)))

    def _name_alone(self, name: dict[str, Said]) -> Said:
        """Translate a name whose value has no known noun."""
        cases = self.words.cases
        forms = dict.fromkeys((("one", case) for case in cases.names), self.form("name_alone", name).form(""))
        return cases.said(Noun("name", frozenset(), forms), "one")

    def named(self, thing: Syntax, name: Token) -> Said:
        """Translate a thing to which the text gives a name here."""
        if self.rule(thing) == "pick":
            said = self._pick(thing, name=name)
        else:
            said = self.form("named", {"thing": self.said(thing), "name": self.made_name(name)})
        self._note(thing, name)
        return said

    def made(self, value: Written, name: Token) -> Said:
        """Translate a value to which the text gives a name."""
        said = self.said(value)
        if isinstance(value, Tree):
            self._note(value, name)
        return said

    def _note(self, thing: Syntax, name: Token) -> None:
        """Remember the noun that a name stands for from here on."""
        if (noun := self._head(thing)) is not None:
            self._made[str(name)] = noun

    def _head(self, thing: Syntax) -> tuple[Noun, str] | None:
        """Return the noun of a set, if its tree contains one."""
        if self.rule(thing) in ("nounp", "plurp"):
            return self._noun(thing.children[1])
        return next(filter(None, (self._head(each) for each in thing.children if isinstance(each, Tree))), None)

    def _kind(self, token: Token) -> str | None:
        """Return the kind of thing that a name stands for; None for a name that the text defines."""
        meant = self._analysis.resolver.meant
        found = meant.get((self._text.where, token.line or 1, token.column or 1, ""))
        return None if found is None else found.kind

    def _noun_name(self, node: Syntax) -> Said:
        noun, _ = self._noun(node)
        return self.words.cases.said(noun, "one")

    def _pronoun(self, _: Syntax) -> Said:
        marks, pronoun = self._it, self.words.core_adjective("it")
        number = Noun("it", marks, {}).number

        def form(asked: str) -> str:
            cases = self.words.cases
            forms = {(each, case): pronoun.agreeing(marks | {case}) for each in NUMBERS for case in cases.names}
            return cases.said(Noun("it", marks, forms, self.words.pronoun_cases), number).form(asked)

        return Said((marks - set(NUMBERS)) | {number, IT}, form)

    def _core_noun(self, name: str) -> Said:
        noun = self.words.core_noun(name)
        return self.words.cases.said(noun, noun.number)

    def _of(self, node: Syntax) -> Said:
        """Translate a possession or property: `X of Y`."""
        inner, owner = node.children
        if isinstance(owner, Tree) and self.rule(owner) == "you":
            return self._yours(inner)
        return self.form("of", self.parts("of", node))

    def _after(self, node: Syntax) -> Said:
        noun, seat = node.children
        thing = self.words.cases.said(self._noun(noun)[0], "one")
        return self.form("after", {"thing": thing, "seat": self.said(seat)})

    def _with_core(self, noun: str, node: Syntax) -> Said:
        """Translate a form that includes a noun of the core."""
        rule = self.rule(node)
        return self.form(rule, {noun: self._core_noun(noun), OTHER_FORMS[rule][1]: self.said(node.children[0])})

    def _yours(self, inner: Written) -> Said:
        adjective = self.words.core_adjective(self._your)
        if isinstance(inner, Tree):
            return self.words.cases.said(self._noun(inner)[0], "one", [adjective])
        assert isinstance(inner, Token)
        thing = self.words.thing(str(inner))
        said = self.words.cases.said(thing, thing.number, [adjective])
        return self._of_kind(said, self._kind(inner) or "")

    @staticmethod
    def _of_kind(said: Said, kind: str) -> Said:
        return Said(said.marks | {kind}, said.form)

    # -- noun phrases

    def counted(self, amount: Written, parts: Sequence[Written]) -> Said:
        """Translate a noun phrase with an amount."""
        return self._around(parts, self.said(amount))

    def so_many(self, amount: Written, noun: Written) -> Said:
        """Translate a bare noun with an amount."""
        return self.words.cases.said_counted(self.said(amount), self._noun(noun)[0])

    def _noun_phrase(self, node: Syntax) -> Said:
        return self._around(node.children, None)

    def _around(self, parts: Sequence[Written], count: Said | None) -> Said:
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
            adjectives.insert(0, self.words.core_adjective(self._your if owner == "your" else "other"))
        cases = self.words.cases
        said = cases.said(noun, number, adjectives) if count is None else cases.said_counted(count, noun, adjectives)
        if owner == "enemy":
            said = self.form("of_enemy", {"thing": said})
        if of is not None:
            said = self.form("of_thing", {"thing": said, "owner": self.said(of)})
        if within is not None:
            said = self.form("in_place", {"thing": said, "place": self.said(within)})
        return said

    def _noun(self, node: Written) -> tuple[Noun, str]:
        """Return the noun of a tree, and its grammatical number."""
        while isinstance(node, Tree):
            node = node.children[0]
        assert node is not None
        id = self._analysis.grammar.noun_of[node.type]
        kind = self._analysis.symbols.nouns[id].kind
        noun = self.words.noun(id)
        return replace(noun, marks=noun.marks | {kind}), "one" if node.type.endswith("_ONE") else "many"

    def _pick(self, node: Syntax, amount: Written = None, name: Token | None = None) -> Said:
        """Translate a set with its restrictions, and with an amount or a name if there is one."""
        head, *parts = node.children
        assert isinstance(head, Tree)
        said = self._around(head.children, None if amount is None else self.said(amount))
        if name is not None:
            said = self.form("named", {"thing": said, "name": self.made_name(name)})
        for part in parts:
            if part is not None:
                said = self._narrowed(said, part)
        return said

    def _narrowed(self, base: Said, part: Written) -> Said:
        """Translate a set with one more restriction: `where …`, `with …`, `without …`."""
        assert isinstance(part, Tree)
        rule, more = self.rule(part), "and_" if NARROWED in base.marks else ""
        with self.in_condition(base):
            if rule == "where_part":
                return self._where(base, part.children[0], more)
            if rule in ("has_part", "without"):
                thing, some = self._item(part.children[0])
                form = "with" if some == (rule == "has_part") else "without"
                return self.form(f"{more}{form}", {"set": base, "thing": thing}, NARROWED)
        raise NotSayable(f"there are no words for the form `{rule}`")

    def _where(self, base: Said, condition: Written, more: str) -> Said:
        """Translate a set with a condition. Where possible, the condition is worded without a pronoun for `it`."""
        if isinstance(condition, Tree) and self._is_about_it(condition):
            rule, other = self.rule(condition), condition.children[1]
            if rule in ("has", "has_not"):
                thing, some = self._item(other)
                form = "with" if some == (rule == "has") else "without"
                return self.form(f"{more}{form}", {"set": base, "thing": thing}, NARROWED)
            if rule in ("is_", "is_not") and isinstance(other, Tree) and self.rule(other) == "adjective":
                adjective = self.adjective_of(base, _token(other))
                form = "which_is" if rule == "is_" else "which_is_not"
                return self.form(f"{more}{form}", {"set": base, "adjective": adjective}, NARROWED)
        if (which := self._about_which(base, condition)) is not None:
            return self.form(f"{more}which", {"set": base, **which}, NARROWED)
        return self.form(f"{more}where", {"set": base, "condition": self.said(condition)}, NARROWED)

    def _about_which(self, base: Said, condition: Written) -> dict[str, Said] | None:
        """Return a relative pronoun and the rest of the condition, if its subject is the set's `it`; otherwise None."""
        if not isinstance(condition, Tree) or self.rule(condition) != "condition":
            return None
        sentence, holes = self.own(condition)
        template = sentence.templates.get(NEGATED if str(condition.data).endswith("_not") else BY_ITSELF)
        if template is None or template.subject is None or IT not in holes[template.subject.name].marks:
            return None
        if template.subject.case not in self.words.language.subject_cases:
            return None
        pronoun = self.words.core_adjective("which").agreeing(base.marks | {self.words.cases.names[0]})
        rest = Template(template.parts[1:])
        return {"which": plain(pronoun), "condition": Said(frozenset(), lambda _: rest.fill(holes))}

    def _is_about_it(self, condition: Syntax) -> bool:
        """Return True if `it` is the subject of a condition."""
        subject = condition.children[0] if len(condition.children) == 2 else None
        return isinstance(subject, Tree) and self.rule(subject) == "it"

    def _item(self, node: Written) -> tuple[Said, bool]:
        """Translate pieces or cards with their amount. The second value is False if there must be none."""
        assert isinstance(node, Tree)
        quantity, *parts = node.children
        if not isinstance(quantity, Tree) or self.rule(quantity) == "none_of":
            return self._around(parts, None), quantity is None
        return self.form(self.rule(quantity), {"thing": self.counted(quantity.children[0], parts)}), True

    # -- conditions

    def _either_of(self, node: Syntax) -> Said:
        left, right = map(self.said, node.children)
        if IS_CONDITION in left.marks:
            return self._joined("or_e", left, right)
        form = "and_or_set" if self.rule(node) == "and_or" else "or_set"
        return self.form(form, {"left": left, "right": right})

    def _both(self, node: Syntax) -> Said:
        return self._joined("and_e", *map(self.said, node.children))

    def _joined(self, form: str, left: Said, right: Said) -> Said:
        """Translate two joined conditions, with parentheses around one whose scope would be ambiguous."""
        closed = {name: _closed(each) for name, each in (("left", left), ("right", right))}
        return self.form(form, closed, IS_CONDITION)

    def _is(self, node: Syntax) -> Said:
        """Translate an equality, or a test by an adjective."""
        left, right = node.children
        rule = self.rule(node)
        if not isinstance(right, Tree) or self.rule(right) != "adjective":
            return self.form(rule, self.parts(rule, node), IS_CONDITION)
        thing = self.said(left)
        parts = {"thing": thing, "adjective": self.adjective_of(thing, _token(right))}
        return self.form("is_so" if rule == "is_" else "is_not_so", parts, IS_CONDITION)

    def adjective_of(self, thing: Said, token: Token) -> Said:
        """Translate a predicative adjective, which agrees with the thing."""
        word, first = self.words.adjective(str(token)), self.words.cases.names[0]
        return Said(frozenset(), lambda case: word.agreeing(thing.marks | {case or first}))

    def _so_many(self, node: Syntax) -> Said:
        """Translate a comparison of the size of a set."""
        amount, pick = node.children
        assert isinstance(pick, Tree)
        counted = self.form(self.rule(node).removeprefix("there_is_"), {"thing": self._pick(pick, amount)})
        return self.form("there_is", {"thing": counted}, IS_CONDITION)

    def _best_of(self, node: Syntax) -> Said:
        """Translate the members of a set with the highest or lowest value."""
        inner, extreme, value, *ties = node.children
        if ties:
            raise NotSayable("there are no words for the form `tie`")
        assert isinstance(extreme, Tree)
        base = self.said(inner)
        with self.in_condition(base):
            return self.form(f"with_{self.rule(extreme)}", {"set": base, "value": self.said(value)}, NARROWED)

    def _top_card(self, node: Syntax) -> Said:
        noun, zone = node.children
        card = self.words.cases.said(self._noun(noun)[0], "one", [self.words.core_adjective("top")])
        return self.form("top_card", {"card": card, "zone": self.said(zone)})

    def _compared(self, node: Syntax) -> Said:
        left, sign, right = node.children
        form = SIGNS[str(sign)] if isinstance(sign, Token) else str(sign.data)
        return self.form(form, {"left": self.said(left), "right": self.said(right)}, IS_CONDITION)

    def _has(self, node: Syntax) -> Said:
        place, item = node.children
        thing, some = self._item(item)
        form = "has" if some == (self.rule(node) == "has") else "has_not"
        return self.form(form, {"place": self.said(place), "thing": thing}, IS_CONDITION)

    def _room(self, node: Syntax) -> Said:
        """Translate a test for room. Here `2 boats` means exactly two, without `at least`."""
        place, item = node.children
        assert isinstance(item, Tree)
        quantity, *parts = item.children
        amount = quantity.children[0] if isinstance(quantity, Tree) and quantity.children else None
        thing = self._around(parts, None if amount is None else self.said(amount))
        return self.form(self.rule(node), {"place": self.said(place), "thing": thing}, IS_CONDITION)

    # -- vocabulary words

    def _word(self, node: Syntax) -> Said:
        sentence, holes = self.own(node)
        templates = sentence.templates
        if str(node.data).endswith("_not"):
            if NEGATED in templates:
                return Said(frozenset({IS_CONDITION}), lambda _: templates[NEGATED].fill(holes))
            inner = Said(frozenset({IS_CONDITION}), lambda _: sentence.by_itself.fill(holes))
            return self.form("not_e", {"condition": inner}, IS_CONDITION, GOES_ON)
        if self.rule(node) == "condition":
            return Said(frozenset({IS_CONDITION}), lambda _: sentence.by_itself.fill(holes))
        head = templates[BY_ITSELF].head if BY_ITSELF in templates else None
        marks = sentence.marks or (holes[head].marks if head is not None else frozenset())

        def form(asked: str) -> str:
            _, case = self.words.cases.asked(asked, "one")
            if BY_ITSELF in templates or case in templates:
                return (templates.get(case) or templates[BY_ITSELF]).fill(holes, case)
            return self.words.cases.built_of(marks, case, lambda each: templates[each].fill(holes, each))

        return Said(marks, form)

    def own(self, node: Syntax) -> tuple[Sentence, dict[str, Said]]:
        """Return the translation of a vocabulary word, and the contents of its holes. Raises NotSayable."""
        grammar = self._analysis.grammar
        shape = grammar.shapes[str(node.data).split("_")[0]]
        spot = node.meta
        meant = self._analysis.resolver.meant.get((self._text.where, spot.line, spot.column, str(node.data)))
        words = self._analysis.rulebook.words
        fitting = [each for each in shape.patterns if meant is None or words[each.word].title == meant.id]
        pattern = fitting[0]
        sentence = self.words.sentence(pattern)
        names = [hole.name for hole in self._analysis.holes_of(pattern.word)]
        given = [child for child in node.children if isinstance(child, Tree) or child.type in ("NAME", "NUMBER")]
        order = [part for part in pattern.parts if isinstance(part, int)]
        holes = {names[hole]: self.said(child) for hole, child in zip(order, given, strict=True)}
        for name in names:
            if name not in holes:
                holes[name] = self._pronoun(node)
        return sentence, holes


def _closed(condition: Said) -> Said:
    """Return a condition in parentheses, if its scope would include the text that follows."""
    if GOES_ON not in condition.marks:
        return condition
    return Said(condition.marks, lambda case: f"({condition.form(case)})")


def _token(node: Syntax) -> Token:
    token = node.children[0]
    assert isinstance(token, Token)
    return token


def _tokens(node: Written) -> Iterator[Token]:
    """Yield the adjectives in a tree, in order."""
    if isinstance(node, Token):
        yield node
    elif node is not None:
        for child in node.children:
            yield from _tokens(child)
