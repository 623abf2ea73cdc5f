"""Amounts of pieces, numbers and places as people say them: `an enemy boat`, `two of your boats`, `a port island`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.language.reading.near_words import SYNONYMS

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
class Amount:
    """So many pieces: `number` is digits, a name or `all`; `whose` is `your`, `enemy` or empty, where that is not said;
    `adjectives` end with a blank."""

    number: str
    whose: str
    adjectives: str
    one: str
    many: str

    def by_owner(self) -> Iterator[Amount]:
        """The same, and, if it is not said whose they are, those of each who may be meant."""
        yield self
        if not self.whose:
            yield from (replace(self, whose=whose) for whose in ("your", "enemy"))

    @property
    def moved(self) -> str:
        """As it stands behind `move`."""
        if self.whose == "your" and self.number != "all":
            return f"{self.number} of your {self.adjectives}{self.many}"
        noun = self.one if self.number == "1" else self.many
        return " ".join(f"{self.number} {self.whose} {self.adjectives}{noun}".split())

    @property
    def there(self) -> str:
        """As it stands behind `with`."""
        return f"{self.whose} {self.adjectives}{self.many}".strip()


@dataclass(frozen=True, slots=True)
class Place:
    """A place, how it is chosen if it has to be chosen first, and what `for each` goes through if there are several."""

    name: str
    chosen: str | None = None
    each: str | None = None


class Nouns:
    """What the things of a game are called. `singular`: of each noun; `space`: what a space is called."""

    def __init__(self, singular: Mapping[str, str], space: str) -> None:
        self.singular = singular
        self._many = {one: word for word, one in singular.items() if word != one}
        self.space = space

    def many(self, noun: str) -> str:
        """The plural of a noun."""
        one = self.singular.get(noun, noun)
        return self._many.get(one, one)

    def amount(self, said: str) -> Amount | None:
        """So many pieces, as somebody says it, if they may be that."""
        found = _AMOUNT.fullmatch(said)
        one = self.singular.get(found["noun"]) if found else None
        if found is None or one is None or one in ("card", "seat", self.space):
            return None
        whose = _OWNERS.get((found["whose"] or "").casefold(), "enemy" if found["whose"] else "")
        number = found["number"] or ("1" if found["noun"] == one else "all")
        return Amount(digits(number), whose, found["adjectives"], one, self.many(one))

    def place(self, said: str | None) -> Place:
        """A place as somebody says it; if nothing is said, any."""
        if said is None:
            return Place(self.space, f"choose {_with_article(self.space)}")
        if is_next_to(said):
            return Place("neighbour", "choose a neighbour of SPACE")
        found = _SOME_PLACE.fullmatch(said)
        if found is not None and self.singular.get(found["noun"]) == found["noun"]:
            adjectives, noun = found["adjectives"], found["noun"]
            if "empty " in adjectives:
                return Place(noun, f"choose {_with_article(adjectives.replace('empty ', '') + noun)} without pieces")
            return Place(noun, f"choose {_with_article(adjectives + noun)}")
        *adjectives, noun = without_article(said).split()
        one = self.singular.get(noun, noun)
        return Place(one, each=" ".join([*adjectives, one])) if one != noun else Place(without_article(said))

    def all_of(self, place: Place) -> str:
        """All places among which one would be chosen."""
        adjectives = re.sub("^choose an? ", "", place.chosen or "").removesuffix(place.name)
        return f"{adjectives}{self.many(place.name)}"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def digits(number: str) -> str:
    """A number in digits, or `all`."""
    number = number.casefold()
    if number in ONE:
        return "1"
    return "all" if number in _ALL else next((each for each in SYNONYMS.get(number, ()) if each.isdigit()), number)


def without_article(said: str) -> str:
    """What somebody says without the article before it."""
    return re.sub(r"^(?:the|an?) ", "", said, flags=re.IGNORECASE)


def is_next_to(said: str) -> bool:
    """Whether a place is said to be beside another one."""
    return _NEXT_TO.fullmatch(said) is not None


def repeated(times: str, text: str) -> str:
    """A text that is done so many times."""
    return text if times == "1" else f"repeat {times} times:\n{indented(text)}"


def indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))
