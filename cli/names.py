"""Names of things as people read them, in the language asked for, and where what is said of them comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from interpreter.errors import Problem, RulebookError, Where, nearest, shown

if TYPE_CHECKING:
    from interpreter.rulebook.model import Attribute, Rulebook, Source, Title, Value


class Titled(Protocol):
    """Whatever has an id and a title."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> Title: ...


class Names:
    """The titles of a game's things in one language; English stands in for what has no name in it."""

    def __init__(self, book: Rulebook, lang: str, spoken: Collection[str] = ()) -> None:
        """Raises RulebookError if nothing in the game has a name in this language, and it is none of those `spoken`."""
        self._lang = lang
        self._texts = book.texts.get(lang, {})
        titled: tuple[Iterable[Titled], ...] = (
            book.seats, book.sides, book.map.spaces, book.pieces, book.boxes, book.tracks, book.zones, book.cards
        )  # fmt: skip
        self._titles = {thing.id: thing.title for things in titled for thing in things}
        languages = {"en", *spoken, *book.texts, *book.title}
        languages.update(*self._titles.values())
        if lang not in languages:
            message = f"there are no names in this language; there are some in: {', '.join(sorted(languages))}"
            raise RulebookError(Problem(Where(f"--lang {lang}"), "unknown-language", message, nearest(lang, languages)))

    def say(self, title: Title) -> str:
        """The title in the language."""
        return shown((title.get(self._lang) or title["en"]).strip())

    def of(self, id: str) -> str:
        """The title of the thing with this id (`box of seat`: a seat's own), or the id itself."""
        return self.thing(id, id)

    def thing(self, id: str, otherwise: str) -> str:
        """The title of the thing with this id, or what to call it if it has none."""
        if id in self._titles:
            return self.say(self._titles[id])
        thing, of, owner = id.partition(" of ")
        if of and thing in self._titles and owner in self._titles:
            return f"{self.of(thing)} ({self.of(owner)})"
        return shown(self._texts.get(id, otherwise))

    def label(self, id: str, otherwise: str) -> str:
        """What an option, a purpose or a reason is called in the language, or what to call it if it has no name."""
        return shown(self._texts.get(id, otherwise))

    def translated(self, id: str) -> bool:
        """Whether the thing has a name in a language that is not English."""
        return self._lang != "en" and self._lang in self._titles.get(id, {})

    def attributes(self, values: dict[str, Value], declared: dict[str, Attribute]) -> str:
        """What a thing carries, in a row: `number 4, size large, open`."""
        return ", ".join(self._attributes(values, declared, ""))

    def carried(self, values: dict[str, Value], declared: dict[str, Attribute]) -> list[str]:
        """As `attributes`, one by one; what a listed value is of is left out, as it is an adjective by itself."""
        return self._attributes(values, declared, "values")

    def _attributes(self, values: dict[str, Value], declared: dict[str, Attribute], bare: str) -> list[str]:
        """The attributes that say something; those of the kind `bare` without their name."""
        parts = []
        for name, attribute in declared.items():
            value = values.get(name)
            start = "" if attribute.kind == bare else f"{name} "
            if attribute.kind == "flag":
                parts.append(name if value else "")
            elif value is not None:
                said = self.thing(value, value.replace("_", " ")) if isinstance(value, str) else value
                parts.append(f"{start}{said}")
            elif attribute.none:
                parts.append(f"{start}{attribute.none}")
        return [shown(part) for part in parts if part]


def sources(source: Source) -> Iterator[tuple[str, str]]:
    """(field, source) of a thing; the field is empty where the source is that of the whole thing."""
    if isinstance(source, dict):
        yield from source.items()
    else:
        yield "", source or "not said"
