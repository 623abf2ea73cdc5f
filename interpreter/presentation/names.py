"""Display names of things by id, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from interpreter.presentation.phrases import plural_form
from interpreter.rulebook.model import Attribute, AttributeDatum, Rulebook, Title
from interpreter.rulebook.text import slug
from interpreter.support.noun_forms import counted_noun


class HasTitle(Protocol):
    """Anything with an id and a title."""

    @property
    def id(self) -> str:
        """Id of the thing."""

    @property
    def title(self) -> Title:
        """Title by language."""


class Names:
    """Titles of a game's things in one language, or in English where a translation is missing."""

    def __init__(self, book: Rulebook, lang: str = "en", safe: Callable[[str], str] = str) -> None:
        """Collect the titles. `safe` escapes a text of the rules for its medium: a terminal, a page."""
        self.lang = lang
        self.safe = safe
        self._texts = book.texts.get(lang, {})
        self._labels = book.labels.get(lang, {})
        self._counted_labels = book.counted_labels.get(lang, {})
        titled: tuple[Iterable[HasTitle], ...] = (
            book.seats, book.sides, book.map.spaces, book.pieces, book.boxes, book.tracks,
            *(kind.dice for kind in book.dice), book.zones, book.cards
        )  # fmt: skip
        self._titles = {thing.id: thing.title for things in titled for thing in things}
        self._titles |= {track_id: title for track in book.tracks for track_id, title in track.names.values()}
        columns = (column for _, columns in book.columns for column in columns.values())
        self._printed = {word: word.replace("_", " ") for word in book.table_results}
        self._printed |= {value: column.printed_value(value) for column in columns for value in column.values}
        boards = book.map.board_titles
        self._printed |= {board: title.get(lang, title["en"]) for board, title in boards.items()}
        self.board_titles = tuple(map(self.localize, boards.values()))
        """Titles of the boards, if the map has several, from left to right."""
        self.languages = {"en", *book.texts, *book.title}.union(*self._titles.values())
        """Languages in which something of the game has a name."""

    def localize(self, title: Mapping[str, str]) -> str:
        """Return a title in the language."""
        return self.safe((title.get(self.lang) or title["en"]).strip())

    def title_of_table(self, title: Title) -> str:
        """Return the title of a bot or of its table in the language, else its label there: the title as a key."""
        return self.localize(title) if self.lang in title else self.label(slug(title["en"]), title["en"].strip())

    def title_of(self, thing_id: str) -> str:
        """Return the title of the thing with this id (`box of seat` for a seat's own), or the id itself."""
        return self.title_or(thing_id, self._printed.get(thing_id, thing_id))

    def title_or(self, thing_id: str, otherwise: str) -> str:
        """Return the title of the thing with this id, or `otherwise`."""
        if thing_id in self._titles:
            return self.localize(self._titles[thing_id])
        thing, of, owner = thing_id.partition(" of ")
        owners = owner.split(" in ")
        if of and thing in self._titles and all(each in self._titles or each in self._printed for each in owners):
            return f"{self.title_of(thing)} ({', '.join(map(self.title_of, owners))})"
        return self.safe(self._texts.get(thing_id) or self._labels.get(thing_id, otherwise))

    def distinct_titles(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the titles by id. Equal titles are followed by their ids."""
        titles = {thing_id: self.title_of(thing_id) for thing_id in ids}
        counts = Counter(titles.values())
        return {
            thing_id: title if counts[title] == 1 else f"{title} ({self.safe(thing_id)})"
            for thing_id, title in titles.items()
        }

    def label(self, label_id: str, otherwise: str) -> str:
        """Return the name of an option, purpose or reason.

        This is its label, else the translation of the thing with this id, else `otherwise`.
        """
        return self.safe(self._labels.get(label_id) or self._texts.get(label_id, otherwise))

    def counted_label(self, label_id: str, otherwise: str, number: int) -> str:
        """Return a label as it stands with a number, in a plural form of the language; `otherwise` is English."""
        forms = self._counted_labels.get(label_id)
        label = self.label(label_id, otherwise)
        if forms is not None:
            return self.safe(forms.get(plural_form(self.lang, number)) or label)
        return counted_noun(label, number) if self.lang == "en" else label

    def as_words(self, thing_id: str) -> str:
        """Return an id as words, for ids without a name."""
        return self.safe(thing_id.replace("_", " "))

    def is_translated(self, thing_id: str) -> bool:
        """Return True if the language isn't English and the thing has a title in it."""
        return self.lang != "en" and self.lang in self._titles.get(thing_id, {})

    def attributes(self, values: dict[str, AttributeDatum], declared: dict[str, Attribute]) -> str:
        """Return the attributes of a thing as one text: `number 4, size large, open`."""
        return ", ".join(self._attributes(values, declared, ""))

    def list_attributes(self, values: dict[str, AttributeDatum], declared: dict[str, Attribute]) -> list[str]:
        """Return the attributes one by one. Listed values go without the attribute's name: they are adjectives."""
        return self._attributes(values, declared, "values")

    def _attributes(
        self, values: dict[str, AttributeDatum], declared: dict[str, Attribute], unnamed_kind: str
    ) -> list[str]:
        """Return the attributes that have a value; those of kind `unnamed_kind` without their name."""
        parts = []
        for name, attribute in declared.items():
            value = values.get(name)
            called = self.label(name, self.as_words(name))
            start = "" if attribute.kind == unnamed_kind else f"{called} "
            if attribute.kind == "flag":
                parts.append(called if value else "")
            elif value is not None:
                said = self.title_or(value, attribute.printed_value(value)) if isinstance(value, str) else value
                parts.append(f"{start}{said}")
            elif attribute.none:
                parts.append(f"{start}{self.label(attribute.none, self.as_words(attribute.none))}")
        return [part for part in parts if part]
