"""Mentions of things in a game's rules by place, and the chains of phrases that lead to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from interpreter.authoring.lookup import Thing
from interpreter.authoring.references.mention_places import MentionSite, data_mentions, rule_texts
from interpreter.language.analysis import Analysis
from interpreter.language.bot_programs import resolve_bots
from interpreter.language.resolving.bends import plain
from interpreter.language.resolving.resolver import NameUse
from interpreter.rulebook.model import Rulebook
from interpreter.support.errors import Location

Chain = tuple[str, ...]
"""Words of the vocabulary, each of which uses the next one."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a thing at `where`; `line` is the line of the text, or None for a mention in data."""

    site: MentionSite
    thing: Thing
    where: Location
    line: str | None


class Mentions:
    """All mentions of things in a game's rules, including its variants in effect."""

    def __init__(self, book: Rulebook) -> None:
        """Collect the mentions. Raise RulebookError for rules that can't be read."""
        self.analysis = Analysis(book)
        resolve_bots(self.analysis)
        self._titles = {plain(say): word.title for word in book.words for say in word.says}
        self.entries = [*self._in_texts(book), *self._in_bends(book)]
        self.entries += [Mention(place, thing, place.where, None) for place, thing in data_mentions(book)]
        self._inside: dict[str, set[Thing]] = {}
        for mention in self.entries:
            if mention.site.word is not None:
                self._inside.setdefault(mention.site.word, set()).add(mention.thing)

    def _in_texts(self, book: Rulebook) -> Iterator[Mention]:
        meant: dict[Location, list[NameUse]] = {}
        for each in self.analysis.resolver.name_uses.values():
            meant.setdefault(each.text.where, []).append(each)
        for place, text in rule_texts(book):
            if place.word is not None:
                place = replace(place, word=self._titles.get(plain(place.word), place.word))
            yield from (mention_in_text(place, each) for each in meant.get(text.where, ()))

    def _in_bends(self, book: Rulebook) -> Iterator[Mention]:
        for bend in book.bends:
            title = self._titles[plain(bend.phrase)]
            place = MentionSite("bend", f"{bend.kind} {bend.phrase}", bend.where, title)
            yield Mention(place, ("word", title), bend.phrase.where, None)

    def chains(self, things: Iterable[Thing]) -> dict[str, Chain]:
        """Return the words that use any of the things, each with its shortest chain; it begins with the word itself."""
        wanted = set(things)
        chains: dict[str, Chain] = {word: (word,) for word, inside in self._inside.items() if inside & wanted}
        last = list(chains)
        while last:
            more: dict[str, Chain] = {}
            for word, inside in self._inside.items():
                below = next((each for each in last if ("word", each) in inside), None)
                if below is not None and word not in chains and ("word", word) not in wanted:
                    more[word] = (word, *chains[below])
            chains |= more
            last = list(more)
        return chains


def mention_in_text(place: MentionSite, meant: NameUse) -> Mention:
    """Return the mention of a meaning found in a text. If YAML folded the line, it is quoted as the file has it."""
    text, where = meant.text, meant.where
    line = text.excerpt(where) if text.first_joined_line is not None else None
    return Mention(place, (meant.kind, meant.id), where, (line or text.split("\n")[meant.line - 1]).strip())
