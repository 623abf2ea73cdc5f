"""Parts of a noun phrase: determiner, adjectives, noun, `of …`, `in …`."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token, Tree

from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.written import WrittenNoun
from interpreter.language.resolving.handlers import Handlers
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax, SyntaxPart
from interpreter.language.symbols import NounSymbol

NOUN_PHRASES = Handlers[Resolver]()
NOUN_PHRASES.part("pick_head", "pieces", "has_item", "nounp", "plurp", "adjs", "your", "enemy", "other")


@dataclass(slots=True)
class NounPhrase:
    """A noun phrase such as `your closed spaces of X in Y`.

    Attributes:
        node: Its tree.
        determiner: `your`, `enemy`, `other` or empty.
        adjectives: Its adjectives.
        noun: Its noun.
        id: Id of the noun.
        token: Token of the noun.
        of: The part after `of`, or None.
        within: The part after `in`, or None.
        owner: The resolved part after `of`.
        place: The resolved part after `in`.
    """

    node: Syntax
    determiner: str
    adjectives: tuple[Token, ...]
    noun: NounSymbol
    id: str
    token: Token
    of: SyntaxPart | None
    within: SyntaxPart | None
    owner: Expr | None = None
    place: Expr | None = None

    def resolve_owner(self, resolver: Resolver, scope: Scope) -> Expr:
        """Resolve the part after `of`."""
        assert self.of is not None
        self.owner = resolver.value(scope, self.of)
        return self.owner

    def resolve_place(self, resolver: Resolver, scope: Scope) -> Expr:
        """Resolve the part after `in`."""
        assert self.within is not None
        self.place = resolver.value(scope, self.within)
        return self.place

    def as_written(self) -> WrittenNoun:
        """Return the phrase as it is written, after its parts have been resolved."""
        adjectives = tuple(map(str, self.adjectives))
        many = not self.token.type.endswith("_ONE")
        return WrittenNoun(self.id, many, self.determiner, adjectives, self.owner, self.place)

    @property
    def is_bare(self) -> bool:
        """True if the noun stands alone."""
        return not self.determiner and not self.adjectives and self.of is None and self.within is None


def noun_phrase(resolver: Resolver, scope: Scope, node: Syntax) -> NounPhrase:
    """Return the phrase of an `np`, `pick_head`, `pieces` or `has_item` node."""
    parts = node.children[1:] if node.data == "has_item" else node.children
    det, words, of, *within = parts
    adjectives, noun_node = words.children
    noun, noun_id, token = noun_of(resolver, scope, noun_node)
    said = "" if det is None else str(det.data)
    return NounPhrase(node, said, _words(adjectives), noun, noun_id, token, of, within[0] if within else None)


def noun_of(resolver: Resolver, scope: Scope, node: Syntax) -> tuple[NounSymbol, str, Token]:
    """Return the noun of a `noun`, `singular` or `plural` node, its id, and its token."""
    while isinstance(node, Tree):
        node = node.children[0]
    noun_id = resolver.grammar.noun_of[node.type]
    noun = resolver.symbols.nouns[noun_id]
    for kind in noun.pieces:
        resolver.record_use(scope, node, "pieces", kind, kind)
    if noun.group is not None:
        resolver.record_use(scope, node, "group", noun.group)
    return noun, noun_id, node


def _words(adjectives: Syntax | None) -> tuple[Token, ...]:
    if adjectives is None:
        return ()
    return tuple(
        token for part in adjectives.children for token in (_words(part) if isinstance(part, Tree) else (part,))
    )
