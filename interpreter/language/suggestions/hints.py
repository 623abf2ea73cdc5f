"""Hints: lines as people type them, and the forms of the language that do it, read from a table (`hints.yaml`).

A hint knows nothing of any game. Its slots are read with the words of one, and the caller checks that the form can be
read in the place of the line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice, product
from typing import Any

import yaml

from interpreter.language.suggestions.named_things import discard_zones
from interpreter.language.suggestions.pasted import SuggestionWords
from interpreter.language.suggestions.slots import SlotReader, Words, bare_verb, rendered, with_article
from interpreter.rulebook.building.ids import STATEMENT_VERBS
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.source.yaml_reader import YAML_LOADER
from interpreter.support.verb_forms import imperative_of

SHORTEST_WORD = 4
"""Minimum length of the words of hints that are not misspelt."""
MOST_NAMED = 20
"""Maximum number of combinations of a game's names that are tried in a form."""
MOST_SHOWN = 3
"""Maximum number of forms that are shown together."""
MOST_REWRITTEN = 60
"""Maximum number of rewritten versions of a line."""
Texts = tuple[tuple[str, str], ...]
"""Texts that can be read, each with the version that is shown."""
Fits = Callable[[str], bool]
_SLOT = re.compile(r"\{(\w+)(?:: ([^{}]+))?\}")
_ACTIONS: dict[str, Callable[[str], str]] = {"statement": str, "deed": bare_verb}
_HOLES = re.compile(r"\b(?:SPACE|BOX|DECK|HAND|THEIRS|PILE|STATE|LEADS|RULES|COLUMN)\b")
"""Names of the game in a form."""
_CONTROL = re.compile(
    r"\{seat\} ((?:control|own|occup|hold|lead|dominate|rule)[\w()]*(?: (?!(?:all|any|both|some)\b)\w+)*)"
    r" \{\w+(?:: \w+)?\}"
)
"""A condition of the game's own that says who leads in a place, with the words between both."""
_ALL_SEATS = re.compile(r"\bmove all (?!your\b|enemy\b)\w+ from \w+ to BOX$", re.MULTILINE)
"""Matches a move of all pieces of a kind, whoever owns them."""
_ENEMY_MOVED = re.compile(r"\bmove [^\n]*\benemy\b")
_OWNER = re.compile(r"move \w+ \w+ of ([a-z]\w*) ")
"""The owner of pieces that are moved."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An entry of the table; `types` are those of its slots, and a `sure` one comes before corrections of a word."""

    typed: re.Pattern[str]
    types: Mapping[str, str]
    means: tuple[tuple[str, ...], ...]
    says: str | None
    form: str | None
    example: str
    is_sure: bool

    def says_of(self, line: str) -> str | None:
        """Return the message about a line."""
        said = self.typed.fullmatch(line)
        return self.says if self.says is None or said is None else self.says.format_map(said.groupdict())


@dataclass(frozen=True, slots=True)
class HintTable:
    """The table; its head explains the parts.

    Attributes:
        words: The words of all hints with at least 4 letters.
        short_words: Their other words, and the words for spaces.
        participles: Participles that don't begin as their verb does, by the verb.
        statement_forms: Forms of statements, by their first word.
        deeds: Forms of statements, by the kind of thing with which they do something.
    """

    types: Mapping[str, Mapping[str, str]]
    participles: Mapping[str, str]
    synonyms: Mapping[str, tuple[str, ...]]
    fillers: frozenset[str]
    words: frozenset[str]
    short_words: frozenset[str]
    statement_forms: Mapping[str, tuple[str, ...]]
    deeds: Mapping[str, tuple[str, ...]]
    spaces: re.Pattern[str]
    statements: tuple[str, ...]
    lines: tuple[Hint, ...]
    parts: tuple[Hint, ...]
    advice: tuple[Hint, ...]

    @property
    def known_words(self) -> frozenset[str]:
        """All words of the table."""
        types = (word for meanings in self.types.values() for typed in meanings for word in typed.split(" "))
        return self.short_words | self.words | self.fillers | frozenset(self.synonyms) | frozenset(types)


@cache
def hint_data() -> dict[str, Any]:
    """Read the file."""
    text = (files("interpreter.language.suggestions") / "hints.yaml").read_text("utf-8")
    data: dict[str, Any] = yaml.load(text, Loader=YAML_LOADER)
    return data


def hint_table(
    nouns: Collection[str] = (), adjectives: Collection[str] = (), columns: Collection[str] = ()
) -> HintTable:
    """Return the table for a game with these nouns, adjectives, and columns whose values are seats."""
    data = hint_data()
    synonyms = {
        word: tuple(meant.split(", ")) for words, meant in data["synonyms"].items() for word in words.split(" ")
    }
    own = {name: f"(?:{_any_of(words)})s?" for name, words in data["types"].items()}
    numbers = (word for word, meant in synonyms.items() if meant[0].isdigit())
    own["column"] = _any_of(columns)
    own["number"] = rf"\d+|an?|{_any_of(numbers)}"
    own["thing"] = rf"(?:(?:{_any_of((*adjectives, 'empty'))}) ){{0,2}}(?:{_any_of(nouns)})"
    own["things"] = own["thing"]
    spaces = re.compile(rf"\b(?:{_any_of(data['spaces'].split(' '))})(s|es)?\b")
    lines, parts, advice = (
        tuple(_hint(entry, data["patterns"] | own, part) for entry in data[part])
        for part in ("lines", "parts", "advice")
    )
    fillers = frozenset(data["fillers"].split(" "))
    typed = (_SLOT.sub("", entry["typed"]) for part in ("lines", "parts") for entry in data[part])
    written = frozenset(word for each in typed for word in re.findall("[a-z]{2,}", each))
    words = frozenset(word for word in written if len(word) >= SHORTEST_WORD) - fillers
    short = (written - words) | {f"{word}{ending}" for word in data["spaces"].split(" ") for ending in ("", "s", "es")}
    forms = {verb: tuple(each["form"] for each in listed) for verb, listed in data["forms"].items()}
    deeds = {kind: tuple(verbs) for kind, verbs in data["deeds"].items()}
    return HintTable(
        data["types"],
        data["participles"],
        synonyms,
        fillers,
        words,
        short,
        forms,
        deeds,
        spaces,
        tuple(data["statements"]),
        lines,
        parts,
        advice,
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"


def _hint(entry: Mapping[str, Any], regexes: Mapping[str, str], part: str) -> Hint:
    types: dict[str, str] = {}

    def slot(found: re.Match[str]) -> str:
        name, kind = found[1], found[2] or (found[1] if found[1] in regexes else "text")
        types[name] = kind
        return f"(?P<{name}>{kind if kind.startswith('(') else regexes.get(kind, '.+?')})"

    means = entry.get("means", [])
    groups = (each if isinstance(each, list) else [each] for each in (means if isinstance(means, list) else [means]))
    pattern = _pattern(entry["typed"], slot, is_part=part == "parts")
    says, form = entry.get("says"), entry.get("form")
    return Hint(pattern, types, tuple(map(tuple, groups)), says, form, entry["example"], entry.get("sure", False))


_BEGINNING = re.compile(r"^(\^?(?:\(\?:\(\?:[^()]*\) \)\?)*)\[([^][]*)\] ")
"""A leading optional word, after other optional words."""


def _pattern(typed: str, slot: Callable[[re.Match[str]], str], *, is_part: bool) -> re.Pattern[str]:
    """Return the regular expression of a typed line; `slot` replaces a slot."""
    slots = list(_SLOT.finditer(typed))
    numbers = iter(range(len(slots)))
    text = _SLOT.sub(lambda _: f"\0{next(numbers)}\0", typed)
    text = re.sub(r"\((?!s\)|es\))", "(?:", text)
    text = re.sub(r"\((s|es)\)", r"(?:\1)?", text)
    while (begun := _BEGINNING.sub(r"\1(?:(?:\2) )?", text)) != text:
        text = begun
    while "[" in text:
        text = re.sub(r"( ?)\[([^][]*)\]", r"(?:\1(?:\2))?", text)
    text = text.replace(" ", " (?:the )?")
    text = re.sub("\0(\\d+)\0", lambda found: slot(slots[int(found[1])]), text)
    if not is_part:
        return re.compile(f"(?:the )?{text}", re.IGNORECASE)
    end = r"(?=$|[,:])" if text.endswith("$") else r"(?!\w)"
    start = "^(?P<the>the )?" if text.startswith("^") else r"(?<!\w)(?P<the>the )?"
    return re.compile(f"{start}{text.strip('^$')}{end}", re.IGNORECASE)


class HintSearch:
    """The hints for one game."""

    def __init__(self, words: SuggestionWords) -> None:
        singular, examples = words.singular, words.examples
        self.table = hint_table(singular, words.adjectives, _columns_of_seats(words.symbols.rulebook))
        space = next((told.lower() for told in examples.values() if told.isupper() and told.lower() in singular), "")
        digits = {word: meant[0] for word, meant in self.table.synonyms.items() if meant[0].isdigit()}
        ones = dict.fromkeys(("a", "an", "the", "any", "another", "some"), "1")
        self.slots = SlotReader(words, space or "space", digits | ones, self.table.types, self.table.participles)
        self._singular, self._keywords = singular, words.dictionary.keywords
        zones = [name for name, told in examples.items() if name == told]
        common = [zone for zone in zones if not zone.startswith("your ")]
        book = words.symbols.rulebook
        faces = {f"your {zone.id}": zone.face for zone in book.zones if zone.per_seat}
        own = sorted(faces, key=lambda zone: faces[zone] != "owner")
        decks = sorted((*common, *own), key=lambda zone: not zone.endswith("deck"))
        every = [f"your {zone.id}" if zone.per_seat else zone.id for zone in book.zones]
        piles = discard_zones(book.zones)[:1] or [zone for zone in every if zone not in own[:1]]
        self._start_boxes = _boxes_of_kinds(book, words.lines())
        self._boxes = [f"your {box.id}" if box.per_seat else box.id for box in book.boxes]
        self._names = {
            "SPACE": {space.lower(): space.lower()}
            | {name: told for name, told in examples.items() if told == space.upper()},
            "DECK": {zone: zone for zone in decks[:1]},
            "HAND": {zone: zone for zone in own[:1]},
            "THEIRS": {zone.removeprefix("your "): zone.removeprefix("your ") for zone in own[:1]},
            "PILE": {zone: zone for zone in piles} if len(piles) <= MOST_SHOWN else dict.fromkeys(piles, "ZONE"),
            "LEADS": _leading(words.conditions, ""),
            "RULES": _leading(words.conditions, r"\1"),
            "COLUMN": {name: name for name in _columns_of_seats(book)},
            "STATE": dict.fromkeys(words.adjectives[-MOST_NAMED:], "STATE"),
        }

    def with_own_space(self, line: str) -> str:
        """Return the line with the game's noun for a space in the place of another one."""

        def own(said: re.Match[str]) -> str:
            if said[0] in self._singular:
                return said[0]
            return self.slots.space.many if said[1] else str(self.slots.space)

        return self.table.spaces.sub(own, line)

    def answer(self, line: str, fits: Fits, look_up: Callable[[str], Texts]) -> tuple[Hint, Texts] | None:
        """Return the first hint for a line of which a form can be read, with its texts.

        Args:
            line: The line.
            fits: Returns True if a text can be read in its place.
            look_up: Returns the texts that may be meant by a part of the line.
        """
        for hint in self.table.lines:
            if texts := self.texts(hint, line, fits, look_up):
                return hint, texts
        return None

    def texts(self, hint: Hint, line: str, fits: Fits, look_up: Callable[[str], Texts]) -> Texts:
        """Return the first forms of a hint for a line that can be read; arguments as of `answer`."""
        said = hint.typed.fullmatch(line)
        for forms in () if said is None else self._forms(hint, said, look_up):
            texts = tuple(found for form in forms for found in self._named(*form, fits))
            if texts:
                return texts[:1] if any("\n" in told for _, told in texts) else texts[:MOST_SHOWN]
        return ()

    def sure_advice(self, line: str) -> Hint | None:
        """Return the advice for a line that comes before corrections of its words."""
        return next((hint for hint in self.table.advice if hint.is_sure and self._applies(hint, line)), None)

    def _applies(self, hint: Hint, line: str) -> bool:
        """Return whether a line is as a hint has it, and its forms can be filled, if there are any."""
        said = hint.typed.fullmatch(line)
        return said is not None and (not hint.means or next(self._forms(hint, said, lambda _: ()), None) is not None)

    def advice(self, line: str) -> Hint | None:
        """Return the advice for a line for which nothing else is found."""
        if (sure := self.sure_advice(line)) is not None:
            return sure
        hints = (*(hint for hint in self.table.lines if hint.says is not None), *self.table.advice)
        for hint in hints:
            said = hint.typed.fullmatch(line)
            if said is not None and said.groupdict().get("lacking") in self._keywords:
                continue
            if self._applies(hint, line):
                return hint
        return None

    def shown_form(self, hint: Hint) -> str | None:
        """Return the form of an advice; None if it needs a zone and the game has none."""
        has_zones = self._names["DECK"] or "ZONE" not in (hint.form or "")
        return f"`{hint.form}`" if hint.form is not None and has_zones else None

    def rewritten(self, line: str) -> Iterator[tuple[str, str | None]]:
        """Yield the line with one part replaced, then with two, each with the message about the replacement."""
        found: dict[str, str | None] = {line: None}
        level = [line]
        for _ in range(2):
            level = [text for each in level for text in self._replaced(each, found)]
            yield from ((text, found[text]) for text in level)

    def _replaced(self, line: str, found: dict[str, str | None]) -> Iterator[str]:
        if len(found) >= MOST_REWRITTEN:
            return
        verb, _, rest = line.partition(" ")
        bare = imperative_of(verb, STATEMENT_VERBS)
        bent = () if bare is None or bare == verb.casefold() else (bare,)
        for other in (*bent, *self.table.synonyms.get(verb.casefold(), ())) if rest else ():
            found[f"{other} {rest}"] = None
            yield f"{other} {rest}"
        for hint in self.table.parts:
            for text in self.replaced(hint, line):
                if len(found) >= MOST_REWRITTEN:
                    return
                if text not in found:
                    found[text] = hint.says
                    yield text

    def replaced(self, hint: Hint, line: str) -> Iterator[str]:
        """Yield the line with a part replaced as one hint says."""
        for said in hint.typed.finditer(line):
            forms = (form for group in self._forms(hint, said, lambda _: ()) for form, _ in group)
            for form in forms:
                for part in self._with_names(form):
                    text = f"{line[: said.start()]}{said['the'] or ''}{part}{line[said.end() :]}"
                    yield _SECOND_ARTICLE.sub("", re.sub(r"(?<!\w)an (?=[b-df-hj-np-tv-z])", "a ", text))

    def _with_names(self, form: str) -> Iterator[str]:
        """Yield a part of a line with names of the game in its holes."""
        holes = [hole for hole in dict.fromkeys(_HOLES.findall(form)) if hole in self._names]
        for names in islice(product(*(self._names[hole] for hole in holes)), MOST_NAMED):
            filled = form
            for hole, name in zip(holes, names, strict=True):
                filled = _put(name, hole, filled)
            yield filled

    def _forms(
        self, hint: Hint, said: re.Match[str], look_up: Callable[[str], Texts]
    ) -> Iterator[tuple[tuple[str, str], ...]]:
        """Yield the forms of a hint with its slots filled, in groups that are shown together."""
        words = said.groupdict()
        whole = any(
            kind in ("pieces", "enemies") and (words[name] or "").lower().startswith(("all ", "each ", "every "))
            for name, kind in hint.types.items()
        )
        readings: dict[str, Any] = {}
        for name, kind in hint.types.items():
            typed = words[name]
            if typed is not None and kind in _ACTIONS:
                found = look_up(_ACTIONS[kind](typed))
                readings[name] = (tuple(Words(text, typed, told) for text, told in found),) if found else ()
            elif typed is not None and kind == "condition":
                readings[name] = tuple((each,) for each in (typed, *(text for text, _ in self.rewritten(typed))))
            else:
                readings[name] = self.slots.readings(kind, typed, whole) if typed != "" else (("",),)
        known = {name: each for name, each in readings.items() if each is not None}
        given = {"somewhere": self.slots.somewhere(whole), "space": self.slots.space}
        for groups in product(*known.values()):
            for templates in hint.means:
                filled = (given | dict(zip(known, values, strict=True)) for values in product(*groups))
                forms = [form for slots in filled for each in templates if (form := _filled(each, slots)) is not None]
                if forms:
                    yield tuple(forms)

    def _named(self, form: str, shown: str, fits: Fits) -> Texts:
        """Fill a form with names of the game; return the readable texts, each with the version that is shown."""
        holes = list(dict.fromkeys(_HOLES.findall(form)))
        found = []
        for names in islice(product(*(self._candidates(hole, form).items() for hole in holes)), MOST_NAMED):
            text, told = form, shown
            for hole, (name, placeholder) in zip(holes, names, strict=True):
                text, told = _put(name, hole, text), _put(placeholder, hole, told)
            if fits(text):
                found.append((text, told))
                if "STATE" not in holes and ("PILE" not in holes or told != text):
                    break
        if "STATE" in holes and len(found) <= MOST_SHOWN:
            return tuple((text, text) for text, _ in found)
        if len(found) > 1 and "\n" in form:  # texts of several lines aren't shown together
            return ((found[0][0], _put("ZONE", "PILE", shown)),)
        return tuple(found)

    def _candidates(self, hole: str, form: str) -> Mapping[str, str]:
        """Return the names for a hole of a form, each with the version that is shown.

        Pieces go to the box in which most of their kind begin: that of their owner, and of all seats' pieces to none.
        """
        if hole != "BOX":
            return self._names[hole]
        kind = next((one for word in form.split() if (one := self._singular.get(word)) in self._start_boxes), None)
        boxes = self._start_boxes.get(kind or "", ())
        owner = _OWNER.search(form)
        owners = ("{} of the opponent", "your {}") if _ENEMY_MOVED.search(form) else ("your {}",)
        owners = (f"{{}} of {owner[1]}", *owners) if owner is not None else owners
        if _ALL_SEATS.search(form) and any(per_seat for _, per_seat in boxes):
            return {}
        names = [owner.format(box) if per_seat else box for box, per_seat in boxes for owner in owners]
        others = [name for name in names if not re.search(rf"\b{name}\b", form)]
        return {name: name for name in others} or dict.fromkeys(self._boxes, "BOX")


def _leading(conditions: Iterable[str], ending: str) -> dict[str, str]:
    """Return the game's own words for who leads in a place, with the ending in parentheses replaced by another one."""
    found = (_CONTROL.fullmatch(condition) for condition in conditions)
    words = [re.sub(r"\((e?s)\)", ending, said[1]) for said in found if said is not None]
    return {each: each for each in words}


def _columns_of_seats(book: Rulebook) -> list[str]:
    """Return the columns of spaces, boxes and cards whose values are seats."""
    return [name for _, columns in book.columns for name, column in columns.items() if column.kind == "seat"]


def _boxes_of_kinds(book: Rulebook, lines: Iterable[str]) -> dict[str, tuple[tuple[str, bool], ...]]:
    """Return the boxes of the pieces of a noun, and if each seat has one.

    First come those from or to which the game's texts move such pieces most often, then those in which most of them
    begin.
    """
    per_seat = {box.id: box.per_seat for box in book.boxes}
    others = tuple(per_seat.items())
    moves = [line for line in lines if line.startswith("move ")]
    named = re.compile(rf"\b(?:from|to) (?:your )?({_any_of(per_seat)})\b")
    found = {}
    for kind in book.pieces:
        noun = re.compile(rf"\b(?:{kind.noun.one}|{kind.noun.many})\b")
        used = Counter(box for line in moves if noun.search(line) for box in named.findall(line))
        numbers: Counter[str] = Counter()
        for placement in kind.start:
            if placement.place in per_seat:
                numbers[placement.place] += placement.number
        boxes = sorted({*used, *numbers}, key=lambda box: (-used[box], -numbers[box], list(per_seat).index(box)))
        found[kind.noun.one] = tuple((box, per_seat[box]) for box in boxes) or others
    return found


def _filled(template: str, slots: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return a form with its slots filled, and the version that is shown; None if it can't be used with them."""
    shown = {name: Words(each.shown, each.typed) if isinstance(each, Words) else each for name, each in slots.items()}
    try:
        return _with_articles(rendered(template, slots)), _with_articles(rendered(template, shown))
    except LookupError:
        return None


def _with_articles(text: str) -> str:
    return re.sub(r"\bchoose a (\w+)", lambda found: f"choose {with_article(found[1])}", text)


_SECOND_ARTICLE = re.compile(r"\b(?:the|an?) (?=(?:the|an?|your|if|of|for|you|there) |[A-Z])")


def _put(name: str, hole: str, line: str) -> str:
    return re.sub(rf"\b{hole}\b", lambda _: name, line)
