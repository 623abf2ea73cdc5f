"""Parsing of amounts of pieces, numbers and places in everyday words: `an enemy boat`, `two of your boats`.

Normalization of possessives to `ZONE of OWNER`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from lark import Token, Tree

from interpreter.language.suggestions.near_words import SYNONYMS

ONE = frozenset({"1", "one", "a", "an", "the", "any", "another", "some"})
_ALL = frozenset({"all", "all the", "every", "each"})
_AMOUNT = re.compile(
    r"(?:(?P<number>all the|all|every|each|an?|the|any|another|some|one|two|three|four|five|six|\d+)(?: of)? )?"
    r"(?:(?:the )?(?P<whose>your|my|enemy|rival|opponent['’]s) )?(?P<adjectives>(?:[a-z_]+ ){0,2}?)(?P<noun>[a-z_]+)",
    re.IGNORECASE,
)
_OWNERS = {"your": "your", "my": "your", "enemy": "enemy", "rival": "enemy"}
_SOME_PLACE = re.compile(r"(?:an?|any|another|some|one|1) (?P<adjectives>(?:[\w-]+ ){0,2}?)(?P<noun>[\w-]+)")
_NEXT_TO = re.compile(
    r"(?:an?|any|the) (?:adjacent|neighbou?ring|next|connected|nearby) [a-z_]+|(?:an? |any )?neighbou?r(?: of .+)?"
)


@dataclass(frozen=True, slots=True)
class AmountPhrase:
    """A number of pieces.

    Attributes:
        number: Digits, a name, or `all`.
        whose: `your`, `enemy`, or empty if the owner is not given.
        adjectives: Adjectives with a trailing blank.
        one: Singular of the noun.
        many: Plural of the noun.
    """

    number: str
    whose: str
    adjectives: str
    one: str
    many: str

    def by_owner(self) -> Iterator[AmountPhrase]:
        """Yield this amount, and if no owner is given, also one for each possible owner."""
        yield self
        if not self.whose:
            yield from (replace(self, whose=whose) for whose in ("your", "enemy"))

    @property
    def after_move(self) -> str:
        """Wording after `move`."""
        if self.whose == "your" and self.number != "all":
            return f"{self.number} of your {self.adjectives}{self.many}"
        noun = self.one if self.number == "1" else self.many
        return " ".join(f"{self.number} {self.whose} {self.adjectives}{noun}".split())

    @property
    def after_with(self) -> str:
        """Wording after `with`."""
        return f"{self.whose} {self.adjectives}{self.many}".strip()


@dataclass(frozen=True, slots=True)
class PlacePhrase:
    """A place in a sentence.

    Attributes:
        name: Its name in the sentence.
        choice: The statement that chooses it, if it has to be chosen first.
        loop_set: The set over which `for each` runs, if there are several places.
    """

    name: str
    choice: str | None = None
    loop_set: str | None = None


class NounForms:
    """Nouns of a game. `singular` maps each noun to its singular; `space` is the noun for a space."""

    def __init__(self, singular: Mapping[str, str], space: str) -> None:
        self.singular = singular
        self._many = {one: word for word, one in singular.items() if word != one}
        self.space = space

    def many(self, noun: str) -> str:
        """Return the plural of a noun."""
        one = self.singular.get(noun, noun)
        return self._many.get(one, one)

    def amount(self, said: str) -> AmountPhrase | None:
        """Parse an amount of pieces in everyday words; None if the words can't be one."""
        found = _AMOUNT.fullmatch(said)
        one = self.singular.get(found["noun"]) if found else None
        if found is None or one is None or one in ("card", "seat", self.space):
            return None
        whose = _OWNERS.get((found["whose"] or "").casefold(), "enemy" if found["whose"] else "")
        number = found["number"] or ("1" if found["noun"] == one else "all")
        return AmountPhrase(digits(number), whose, found["adjectives"], one, self.many(one))

    def place(self, said: str | None) -> PlacePhrase:
        """Parse a place in everyday words; None stands for any place."""
        if said is None:
            return PlacePhrase(self.space, f"choose {_with_article(self.space)}")
        if is_next_to(said):
            return PlacePhrase("neighbour", "choose a neighbour of SPACE")
        found = _SOME_PLACE.fullmatch(said)
        if found is not None and self.singular.get(found["noun"]) == found["noun"]:
            adjectives, noun = found["adjectives"], found["noun"]
            if "empty " in adjectives:
                return PlacePhrase(
                    noun, f"choose {_with_article(adjectives.replace('empty ', '') + noun)} without pieces"
                )
            return PlacePhrase(noun, f"choose {_with_article(adjectives + noun)}")
        *adjectives, noun = without_article(said).split()
        one = self.singular.get(noun, noun)
        return (
            PlacePhrase(one, loop_set=" ".join([*adjectives, one]))
            if one != noun
            else PlacePhrase(without_article(said))
        )

    def all_of(self, place: PlacePhrase) -> str:
        """Return the wording for all places among which one would be chosen."""
        adjectives = re.sub("^choose an? ", "", place.choice or "").removesuffix(place.name)
        return f"{adjectives}{self.many(place.name)}"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def digits(number: str) -> str:
    """Return a number in digits, or `all`."""
    number = number.casefold()
    if number in ONE:
        return "1"
    return "all" if number in _ALL else next((each for each in SYNONYMS.get(number, ()) if each.isdigit()), number)


def without_article(said: str) -> str:
    """Remove the article at the beginning."""
    return re.sub(r"^(?:the|an?) ", "", said, flags=re.IGNORECASE)


def is_next_to(said: str) -> bool:
    """True if the words name a place beside another one."""
    return _NEXT_TO.fullmatch(said) is not None


def repeated(times: str, text: str) -> str:
    """Return a text that is carried out several times."""
    return text if times == "1" else f"repeat {times} times:\n{indented(text)}"


def indented(text: str) -> str:
    """Indent each line of a text by two blanks."""
    return "\n".join(f"  {line}" for line in text.split("\n"))


OWNER_FORMS = frozenset({"name", "noun_name", "opponent"})
"""Forms that can precede `'s`."""


def normalize_possessives(tree: Tree[Token]) -> Tree[Token]:
    """Rewrite `OWNER's NAME` to `NAME of OWNER`, and `its NAME` to `NAME of it`, in a tree."""
    for node in tree.iter_subtrees():
        if node.data != "of":
            continue
        if len(node.children) == 1:
            node.children = [*node.children, Tree("it", [], node.meta)]
        elif isinstance(node.children[0], Tree) and node.children[0].data in OWNER_FORMS:
            node.children = node.children[::-1]
    return tree
