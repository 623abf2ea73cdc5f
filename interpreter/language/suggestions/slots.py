"""Slots of hints: words that people type, read as numbers, places and pieces of one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from interpreter.language.suggestions.pasted import SuggestionWords

_AMOUNT = re.compile(
    r"(?:(?P<number>all the|all|every|each|an?|the|any|another|some|one|two|three|four|five|six|\d+)(?: of)? )?"
    r"(?:(?:the )?(?P<whose>your|my|enemy|rival|opponent['’]s) )?(?P<adjectives>(?:[a-z_]+ ){0,2}?)(?P<noun>[a-z_]+)",
    re.IGNORECASE,
)
_ONE = re.compile(r"(?:an?|any|another|some|one|1) (.+)", re.IGNORECASE)
_ONE_OF = re.compile(r"(?:one|any|1)(?: one)? of (?:the )?(.+)", re.IGNORECASE)
_LIMITED = re.compile(r"(.+?) ((?:with|without|where|that|which|who) .+)", re.IGNORECASE)
_EVERY = re.compile(r"(?:each|every|all) (?:of )?(?:the )?(.+)", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:an?|any|the)? ?(?:(?:adjacent|neighbou?ring|next|connected|nearby) [a-z_]+|neighbou?rs?(?: of (.+))?)"
)
_OWNER = re.compile(r" of ((?:the )?opponent|[^\W\d]\w*)$")
_OBLIGATION = re.compile(r"^(?:must|has to|have to|shall|should|will|needs to|need to) ")
_ARTICLE = re.compile(r"(?:the|an?) ", re.IGNORECASE)
_VOWEL_SOUND = re.compile(r"(?!one\b|uni|use|eu)[aeiou]")
_WHOSE = {"your": "your", "my": "your", "": ""}
_ALL = ("all", "all the", "every", "each")


class Number(str):
    """A number in digits.

    Attributes:
        by: Wording after `raise COUNTER`.
        times: Wording before a factor.
        cards: Wording for a number of cards.
        more: The next number.
        less: The number before it.
        others: Wording for that number of cards.
        a: Wording before a noun of which that many are chosen.
        card: Singular or plural for that number.
        them: Name of the cards that were chosen.
    """

    def __init__(self, digits: str) -> None:
        is_one = digits == "1"
        self.by = "" if is_one else f" by {digits}"
        self.times = "" if is_one else f"{digits} * "
        self.cards = "1 card" if is_one else f"{digits} cards"
        self.more, self.less = int(digits) + 1, int(digits) - 1
        self.a, self.card, self.them = ("a", "card", "card") if is_one else (digits, "cards", "them")
        self.others = "1 card" if self.less == 1 else f"{self.less} cards"


class Words(str):
    """A form, with the words that were typed for it, and the version that is shown, with names left open."""

    typed: str
    shown: str

    def __new__(cls, form: str, typed: str, shown: str | None = None) -> Words:
        """Make the words."""
        words = super().__new__(cls, form)
        words.typed, words.shown = typed, shown or form
        return words


@dataclass(frozen=True, slots=True)
class ThingPhrase:
    """A thing of a kind.

    Attributes:
        adjectives: Adjectives with a trailing blank.
        noun: Singular of the noun.
        plural: Plural of the noun.
    """

    adjectives: str
    noun: str
    plural: str

    def __str__(self) -> str:
        return self.adjectives + self.noun

    @property
    def many(self) -> str:
        """All of them."""
        return self.adjectives + self.plural


@dataclass(frozen=True, slots=True)
class Pieces:
    """A number of pieces.

    Attributes:
        number: Their number in digits, or `all`.
        whose: `your`, `enemy`, or empty.
        thing: Their kind.
        owner: Their owner with a leading `of`, or empty.
    """

    number: str
    whose: str
    thing: ThingPhrase
    owner: str = ""

    def __str__(self) -> str:
        """Return the wording after `move`."""
        if self.number != "all" and self.whose == "your":
            return f"{self.number} of your {self.thing.many}"
        noun = str(self.thing) if self.number == "1" else self.thing.many
        return " ".join(f"{self.number} {self.whose} {noun} {self.owner}".split())

    @property
    def there(self) -> str:
        """Wording after `with`."""
        return f"{self.whose} {self.thing.many} {self.owner}".strip()

    @property
    def one(self) -> Pieces:
        """One of them."""
        return replace(self, number="1")

    @property
    def n(self) -> Pieces:
        """As many as the number that is called `n`."""
        return replace(self, number="n")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a sentence.

    Attributes:
        name: Its name in the sentence.
        choice: Which place is chosen, if it is not known.
        loop: Which places these are, if there are several.
        every: All the places that may be meant.
    """

    name: str
    choice: str | None = None
    loop: str | None = None
    every: str | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def one(self) -> str:
        """The place that is chosen; raises LookupError if it is known."""
        if self.choice is None:
            raise LookupError
        return self.choice

    @property
    def all(self) -> str:
        """The places that may be meant."""
        return self.every or self.name


Readings = tuple[tuple[Any, ...], ...]
"""Possible values of a slot, likeliest first; forms with the values of a group are shown together."""


class SlotReader:
    """Reads slots in one game.

    Args:
        words: Its words.
        space: The noun for a space.
        digits: Number words, with their digits.
        choices: The table's own types: words with their form.
        participles: Participles that don't begin as their verb does, by the verb.
    """

    def __init__(
        self,
        words: SuggestionWords,
        space: str,
        digits: Mapping[str, str],
        choices: Mapping[str, Mapping[str, str]],
        participles: Mapping[str, str],
    ) -> None:
        self._singular, self._names, self.digits, self._choices = words.singular, words.names, digits, choices
        self._participles = participles
        self._adjectives = frozenset((*words.adjectives, "empty"))
        book = words.symbols.rulebook
        printed = (name for _, columns in book.columns for name, column in columns.items() if column.kind == "flag")
        self._flags = [*(flag.id for flag in book.flags), *printed]
        self._plural = {one: word for word, one in words.singular.items() if word != one}
        self.space = self._thing(space) or ThingPhrase("", space, f"{space}s")
        seats = frozenset(seat.id for seat in book.seats)
        zones = frozenset(zone.id for zone in book.zones)
        self._readers: dict[str, Callable[[str], Readings]] = {
            "number": lambda typed: ((Number(self.digits.get(typed.lower(), typed)),),),
            "digits": lambda typed: ((Number(typed),),),
            "seat": lambda typed: (
                () if typed in zones else (("the opponent" if typed.endswith("opponent") else typed,),)
            ),
            "unit": self._units,
            "predicate": lambda typed: () if typed in self._adjectives or typed in seats else ((typed,),),
            "seat_name": lambda typed: ((typed,),) if typed in seats else (),
            "unknown": lambda typed: () if typed in words.singular else ((typed,),),
            "mark": self._marks,
            "verb": lambda typed: ((bare_verb(typed),),),
            "thing": lambda typed: _only(self._thing(typed)),
            "set": self._sets,
            "pieces": lambda typed: self._owned(self._pieces(typed)),
            "kind": lambda typed: self._owned(self._pieces(f"all {typed}")),
            "enemies": lambda typed: _only(self._pieces(typed), whose="enemy"),
            "place": lambda typed: _only(self._place(typed)),
            "beside": lambda typed: _only(self._place(typed)),
            "spot": lambda typed: tuple(each for each in _only(self._place(typed)) if each[0].choice is None),
        }

    def readings(self, kind: str, typed: str | None, whole: bool) -> Readings | None:
        """Return the possible values of a slot.

        Args:
            kind: Its type.
            typed: The words in it; None if it is left out.
            whole: True if the line is about all pieces of a kind.

        Returns:
            The values; None if the slot is left out and has no default.
        """
        if typed is None:
            left_out: dict[str, Any] = {"number": Number("1"), "seat": "the opponent", "place": self.somewhere(whole)}
            left_out["beside"] = self._place("a neighbour")
            return ((left_out[kind],),) if kind in left_out else None
        if kind in self._choices:
            small = typed.lower()
            word = small if small in self._choices[kind] else small.removesuffix("s")
            return ((Words(self._choices[kind][word], typed),),)
        read = self._readers.get(kind)
        return ((without_article(typed),),) if read is None else read(typed)

    def somewhere(self, whole: bool) -> Place:
        """Return a place that is not known, or all of them."""
        one, many = str(self.space), self.space.many
        return Place(one, loop=one, every=many) if whole else Place(one, with_article(one), every=many)

    def _thing(self, typed: str) -> ThingPhrase | None:
        *adjectives, noun = without_article(typed).split(" ")
        one = self._singular.get(noun) or self._singular.get(noun.lower())
        if one is None or not self._adjectives.issuperset(word.lower() for word in adjectives):
            return None
        return ThingPhrase("".join(f"{word} " for word in adjectives), one, self._plural.get(one, one))

    def _pieces(self, typed: str) -> Pieces | None:
        owned = _OWNER.search(typed)
        found = _AMOUNT.fullmatch(typed[: owned.start()] if owned else typed)
        thing = self._thing(found["adjectives"] + found["noun"]) if found else None
        if found is None or thing is None or thing.noun in ("card", "seat", self.space.noun):
            return None
        number = (found["number"] or ("1" if found["noun"] == thing.noun else "all")).lower()
        number = "all" if number in _ALL else self.digits.get(number, number)
        whose = (found["whose"] or "").lower()
        if (not number.isdigit() and number != "all") or (owned and whose):
            return None
        return Pieces(number, _WHOSE.get(whose, "enemy"), thing, f"of {owned[1]}" if owned else "")

    @staticmethod
    def _owned(pieces: Pieces | None) -> Readings:
        """Return the pieces, and if their owner is not given, those of each possible owner."""
        if pieces is None or pieces.whose or pieces.owner:
            return _only(pieces)
        return (pieces,), tuple(replace(pieces, whose=whose) for whose in ("your", "enemy"))

    def _place(self, typed: str) -> Place:
        if (beside := _BESIDE.fullmatch(typed)) is not None:
            of = beside[1] or "SPACE"
            return Place("neighbour", f"a neighbour of {of}", every=f"neighbours of {of}")
        if (limited := _LIMITED.fullmatch(typed)) is not None:
            return self._limited(self._place(limited[1]), limited[2])
        every = _EVERY.fullmatch(typed)
        if every is not None and (thing := self._thing(every[1])) is not None:
            return Place(thing.noun, loop=str(thing), every=thing.many)
        if (of_several := _ONE_OF.fullmatch(typed)) is not None and (thing := self._thing(of_several[1])) is not None:
            return Place(thing.noun, with_article(str(thing)), every=thing.many)
        one = _ONE.fullmatch(typed)
        thing = self._thing(typed if one is None else one[1])
        if thing is not None and one is not None and one[1].endswith(thing.noun):
            choice = with_article(str(thing))
            if "empty " in thing.adjectives:
                choice = f"{with_article(str(thing).replace('empty ', ''))} without pieces"
            return Place(thing.noun, choice, every=thing.many)
        if thing is not None and thing.noun != typed.split(" ")[-1]:
            return Place(thing.noun, loop=str(thing), every=thing.many)
        return Place(without_article(typed))

    @staticmethod
    def _limited(place: Place, limit: str) -> Place:
        """Return a place of which more is said: with what, or where it is."""
        said = (f"{each} {limit}" if each else None for each in (place.choice, place.loop, place.every))
        return Place(place.name if place.choice or place.loop else f"{place.name} {limit}", *said)

    def _units(self, typed: str) -> Readings:
        """Return what is counted: the word, its plural, with other capitals, or names that contain it."""
        small = typed.lower()
        same = sorted(name for name in self._names if name.lower() in (small, f"{small}s") and name != typed)
        longer = sorted(name for name in self._names if small in name.lower().split("_") and name.lower() != small)
        return (typed,), (f"{typed}s",), *((name,) for name in same), tuple(longer)

    def _marks(self, typed: str) -> Readings:
        """Return the flag, or the column, that a verb gives: `burn` gives `burnt`, `light` gives `lit`."""
        verb = typed.lower()
        stem, participle = verb.removesuffix("e"), self._participles.get(verb)
        return tuple((flag,) for flag in self._flags if flag == participle or flag.startswith(stem))[:1]

    def _sets(self, typed: str) -> Readings:
        """Return things that are counted, with a plural noun: `of pawns in Alder`, `pawn you have`."""
        words = re.sub(r"^(\w+) (?:that )?you have\b", r"your \1", typed.removeprefix("of ")).split(" ")
        for at, word in enumerate(words[:3]):
            if word in self._singular:
                one = self._singular[word]
                words[at] = self._plural.get(one, one)
                words = words[1:] if words[0] in ("a", "an") else words
                things = " ".join(words)
                asked = re.sub(r"(?: that| which)? you (\w+(?: on)?)$", r" where you \1 it", things)
                return (things.replace(" on ", " in "),), *(((asked,),) if asked != things else ())
        return ()


def without_article(typed: str) -> str:
    """Remove the article at the beginning."""
    return _ARTICLE.sub("", typed, count=1) if _ARTICLE.match(typed) else typed


def bare_verb(typed: str) -> str:
    """Return a line with its first word as a verb for `you`: `draws a card` or `must draw a card` as `draw a card`."""
    return re.sub(r"^(\w+[^s\W])s\b", r"\1", _OBLIGATION.sub("", typed))


def _only(value: Any, **changes: str) -> Readings:
    return () if value is None else ((replace(value, **changes) if changes else value,),)


def with_article(noun: str) -> str:
    """Return a noun with the indefinite article."""
    return f"{'an' if _VOWEL_SOUND.match(noun) else 'a'} {noun}"


def rendered(template: str, slots: Mapping[str, Any]) -> str:
    """Return a form with its slots filled, and with its `at` and `repeat` blocks where they are needed.

    Raises:
        LookupError: The form needs a slot that was left out, or that is something else.
    """
    return "\n".join(_block(template.rstrip().split("\n"), dict(slots), "SPACE"))


_AT = re.compile(r"at \{(\w+)\}(.*):$")


def _block(rows: list[str], slots: dict[str, Any], last: str) -> Iterator[str]:
    """Yield the lines of a block; `last` is the place beside which others are."""
    while rows:
        row, *rows = rows
        inner = [line[2:] for line in rows[: _length(rows)]]
        rows = rows[_length(rows) :]
        at = _AT.match(row)
        if at is not None:
            yield from _at_place(slots[at[1]], at[1], at[2].format_map(slots), inner, slots, last)
            continue
        line = row.format_map(slots)
        below = list(_block(inner, slots, last))
        if line == "repeat 1 times:":
            yield from below
        elif below:
            yield from (line, *_indented(below))
        else:
            opening, _, deed = row.rpartition(": ")
            text = deed.format_map(slots)
            if opening and "\n" in text:
                yield from (f"{opening.format_map(slots)}:", *_indented(text.split("\n")))
            else:
                yield from line.split("\n")


def _at_place(place: Place, slot: str, limit: str, inner: list[str], slots: dict[str, Any], last: str) -> Iterator[str]:
    """Yield a block that is carried out at a place."""
    named = re.search(r", as (\w+)", limit)
    if named is not None and (place.choice or place.loop):
        slots = {**slots, slot: Place(named[1])}
    below = list(_block(inner, slots, str(slots[slot])))
    if place.loop is not None:
        opening = f"for each {place.loop}{re.sub(r', (?:to|or) [a-z]+', '', limit)}:"
        yield from (f"{opening} {below[0]}",) if len(below) == 1 else (opening, *_indented(below))
    elif place.choice is not None:
        yield from (f"choose {place.choice.replace('SPACE', last)}{limit}", *below)
    else:
        yield from below


def _length(rows: list[str]) -> int:
    """Return the number of indented lines at the beginning."""
    return next((at for at, row in enumerate(rows) if not row.startswith("  ")), len(rows))


def _indented(rows: list[str]) -> Iterator[str]:
    return (f"  {row}" for row in rows)
