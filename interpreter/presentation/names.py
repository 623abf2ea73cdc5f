"""Display names of things by id, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from interpreter.rulebook.model import Attribute, Rulebook, Title, Value


class Titled(Protocol):
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
        titled: tuple[Iterable[Titled], ...] = (
            book.seats, book.sides, book.map.spaces, book.pieces, book.boxes, book.tracks, book.zones, book.cards
        )  # fmt: skip
        self._titles = {thing.id: thing.title for things in titled for thing in things}
        self.languages = {"en", *book.texts, *book.title}.union(*self._titles.values())
        """Languages in which something of the game has a name."""

    def say(self, title: Title) -> str:
        """Return a title in the language."""
        return self.safe((title.get(self.lang) or title["en"]).strip())

    def of(self, id: str) -> str:
        """Return the title of the thing with this id (`box of seat` for a seat's own), or the id itself."""
        return self.thing(id, id)

    def thing(self, id: str, otherwise: str) -> str:
        """Return the title of the thing with this id, or `otherwise`."""
        if id in self._titles:
            return self.say(self._titles[id])
        thing, of, owner = id.partition(" of ")
        if of and thing in self._titles and owner in self._titles:
            return f"{self.of(thing)} ({self.of(owner)})"
        return self.safe(self._texts.get(id) or self._labels.get(id, otherwise))

    def apart(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the titles by id. Equal titles are followed by their ids."""
        titles = {id: self.of(id) for id in ids}
        often = Counter(titles.values())
        return {id: title if often[title] == 1 else f"{title} ({self.safe(id)})" for id, title in titles.items()}

    def label(self, id: str, otherwise: str) -> str:
        """Return the name of an option, purpose or reason.

        This is its label, else the translation of the thing with this id, else `otherwise`.
        """
        return self.safe(self._labels.get(id) or self._texts.get(id, otherwise))

    def plain(self, id: str) -> str:
        """Return an id as words, for ids without a name."""
        return self.safe(id.replace("_", " "))

    def translated(self, id: str) -> bool:
        """Return True if the language isn't English and the thing has a title in it."""
        return self.lang != "en" and self.lang in self._titles.get(id, {})

    def attributes(self, values: dict[str, Value], declared: dict[str, Attribute]) -> str:
        """Return the attributes of a thing as one text: `number 4, size large, open`."""
        return ", ".join(self._attributes(values, declared, ""))

    def carried(self, values: dict[str, Value], declared: dict[str, Attribute]) -> list[str]:
        """Return the attributes one by one. Listed values go without the attribute's name: they are adjectives."""
        return self._attributes(values, declared, "values")

    def _attributes(self, values: dict[str, Value], declared: dict[str, Attribute], bare: str) -> list[str]:
        """Return the attributes that have a value; those of kind `bare` without their name."""
        parts = []
        for name, attribute in declared.items():
            value = values.get(name)
            called = self.label(name, name)
            start = "" if attribute.kind == bare else f"{called} "
            if attribute.kind == "flag":
                parts.append(called if value else "")
            elif value is not None:
                said = self.thing(value, attribute.printed(value)) if isinstance(value, str) else value
                parts.append(f"{start}{said}")
            elif attribute.none:
                parts.append(f"{start}{self.label(attribute.none, attribute.none)}")
        return [part for part in parts if part]
