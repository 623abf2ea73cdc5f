"""A quick proof that a renaming keeps the meaning of a game: only texts with an old or a new name are read again.

All other texts mean the same as before, because the rest of the rulebook is compared by value.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.authoring.lookup import Thing
from interpreter.authoring.references.changed_meaning import find_changed_part
from interpreter.authoring.references.mentions import GameKey, Mentions, TextMentions, rule_texts
from interpreter.language.resolving.resolved_texts import ResolvedTexts
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook, Text, Variant
from interpreter.rulebook.overlays.lines import source_lines
from interpreter.rulebook.overlays.overlays import variants_of
from interpreter.rulebook.scenarios.scenario_files import read_scenarios
from interpreter.support.errors import Location, RulebookError, errors_of

FileLine = tuple[str, int]
"""The path of a file, and the number of a line in it."""


@dataclass(frozen=True, slots=True)
class NewNames:
    """The names that a renaming changes.

    Attributes:
        ids: New ids by old id.
        written: New forms by each old one, as texts and data write them.
        wordings: New wordings by old wording, where the type of a hole is renamed.
    """

    ids: Mapping[str, str]
    written: Mapping[str, str]
    wordings: Mapping[str, str]

    def lines_with_any(self, text: str) -> Iterator[int]:
        """Yield the numbers of the lines that contain an old or new name, or the beginning of a word made from one."""
        forms = sorted({*self.written, *self.written.values(), *self.ids, *self.ids.values()})
        pattern = "|".join(r"(?:[_\-]|\s+)".join(map(_stem, re.split(r"[_\s\-]+", form))) for form in forms)
        ends = [found.end() for found in re.finditer(r"\r\n|\r|\n", text)]
        for found in re.finditer(rf"(?<![^\W_])(?:{pattern})", text, re.IGNORECASE):
            yield from range(bisect_right(ends, found.start()) + 1, bisect_right(ends, found.end() - 1) + 2)


def _stem(word: str) -> str:
    """Return a pattern of a word with which its plural begins, too."""
    return rf"{re.escape(word[:-1])}(?:y|ie)" if word[-1:] == "y" else re.escape(word)


class RenamingProof:
    """The comparison of a game with its renamed version, in every combination of variants that is read for mentions.

    Args:
        reading: The mentions in the game as it is.
        names: The names that change.
        lines: Lines of files that contain an old or a new name, in the old or the renamed version.
    """

    def __init__(self, reading: TextMentions, names: NewNames, lines: set[FileLine]) -> None:
        self._reading, self._names, self._lines = reading, names, lines
        self._renamed: dict[GameKey, ResolvedTexts] = {}

    def holds(self, folder: str) -> bool:
        """Return True if the renamed files in a folder mean the same; False if only a full comparison can tell."""
        games = self._reading.games
        try:
            own, problems = variants_of(folder)
            if errors_of(problems):
                return False
            reduced = {key: _reduced(key, own, self._lines) for key in games}
            read = [key for key in games if reduced[key] == key or reduced[key] not in games]
            return all(self._is_same_game(folder, key) for key in read) and self._are_same_scenarios(folder)
        except RulebookError:
            return False

    def _is_same_game(self, folder: str, key: GameKey) -> bool:
        """Compare a game as it is with the renamed one. Raise RulebookError if the renamed one has mistakes."""
        old, (variants, players) = self._reading.games[key], key
        book, before = load_rulebook(folder, players, variants), old.texts.rulebook
        if find_changed_part(before, book, self._names.ids) is not None or not self._are_same_wordings(before, book):
            return False
        if any((where.file, where.line) in self._lines for where in old.holes):
            new = Mentions(book)
            self._renamed[key] = new.texts
            found = _things(((each.where, each.thing) for each in new.entries if each.line is not None), {})
        else:
            affected = {text.where for _, text in rule_texts(book) if self._is_affected(text)}
            texts = self._renamed[key] = ResolvedTexts(book)
            if not _read_some(texts, affected):
                texts = self._renamed[key] = Mentions(book).texts
            uses = texts.resolver.name_uses.values()
            found = _things(((each.where, (each.kind, each.id)) for each in uses), {})
        mentions = ((each.where, each.thing) for each in old.entries if each.line is not None)
        return self._on_lines(_things(mentions, self._renamed_ids)) == self._on_lines(found)

    @property
    def _renamed_ids(self) -> dict[str, str]:
        return {**self._names.ids, **self._names.wordings}

    def _are_same_wordings(self, before: Rulebook, book: Rulebook) -> bool:
        """Compare the wordings of the vocabulary, but for the types of their holes that are renamed."""
        old = [[self._names.wordings.get(str(say), str(say)) for say in word.says] for word in before.words]
        return old == [[str(say) for say in word.says] for word in book.words]

    def _is_affected(self, text: Text) -> bool:
        """Return True if a line of a text contains an old or a new name."""
        places = (line.where for line in source_lines(text))
        return any((where.file, where.line) in self._lines for where in places)

    def _on_lines(self, things: Mapping[FileLine, list[Thing]]) -> dict[FileLine, list[Thing]]:
        return {line: sorted(found) for line, found in things.items() if line in self._lines}

    def _are_same_scenarios(self, folder: str) -> bool:
        """Compare the scenarios that contain an old or a new name. Raise RulebookError if one of them has mistakes."""
        starts = sorted(scenario.where for scenario in self._reading.scenarios)
        lines: dict[str, list[int]] = {}
        for file, line in sorted(self._lines):
            lines.setdefault(file, []).append(line)
        changed = {where for where, after in pairwise([*starts, Location("")]) if _has_any(lines, where, after)}
        usual = {variants: len(book.seats) for variants, book in self._reading.books.items()}
        renamed = self._renamed.items()
        books = {variants: texts.rulebook for (variants, seats), texts in renamed if usual.get(variants) == seats}
        plain = books[()]
        files = sorted({where.file for where in changed})
        scenarios, problems = read_scenarios(plain, files, books, changed)
        if wrong := errors_of(problems):
            raise RulebookError(wrong)
        if {scenario.where for scenario in scenarios} != changed:
            return False
        new = TextMentions()
        for scenario in scenarios:
            if not any(map(self._is_affected, scenario.texts)):
                continue
            key = (scenario.variants, scenario.players or len(plain.seats))
            if key not in self._renamed:
                book = books[scenario.variants]
                if len(book.seats) != key[1]:
                    book = load_rulebook(folder, key[1], scenario.variants)
                self._renamed[key] = ResolvedTexts(book)
            new.add_scenario(scenario, self._renamed[key])
        before, after = (_in_files(each.things, files) for each in (self._reading, new))
        return self._on_lines(_things(before, self._renamed_ids)) == self._on_lines(_things(after, {}))


def _read_some(texts: ResolvedTexts, places: set[Location]) -> bool:
    """Read the texts at some places. Return False if one of them can't be read without the others.

    Raises:
        RulebookError: A text has a mistake.
    """
    left = set(places)
    for number, word in texts.terms.declared.items():
        if word.text.where in places:
            texts.terms.term(number)
            left.discard(word.text.where)
    for routine in texts.routines.all:
        if routine.text.where in left:
            texts.read_routine(routine)
            left.discard(routine.text.where)
    return not left


def _reduced(key: GameKey, own: Sequence[Variant], lines: set[FileLine]) -> GameKey:
    """Return a game without the variants that contain no old or new name, by their files and those they are based on.

    If such a variant is added to games that mean the same, the results mean the same, too.
    """
    variants, players = key
    by_id, files = {variant.id: variant for variant in own}, {file for file, _ in lines}

    def is_affected(name: str) -> bool:
        known = by_id.get(name)
        return known is None or known.where.file in files or any(map(is_affected, known.bases))

    affected = set(filter(is_affected, variants))
    affected |= {partner for name in affected & by_id.keys() for partner in by_id[name].partners}
    return tuple(name for name in variants if name in affected), players


def _has_any(lines: Mapping[str, list[int]], where: Location, after: Location) -> bool:
    """Return True if there is a line between two places of a file, or behind the first, if it is the last one there."""
    there = lines.get(where.file, [])
    at = bisect_left(there, where.line)
    return at < len(there) and (after.file != where.file or there[at] < after.line)


def _in_files(things: Mapping[Location, set[Thing]], files: Collection[str]) -> Iterator[tuple[Location, Thing]]:
    """Yield the things mentioned in some files; to read a scenario can mean to read a wording in another file first."""
    return ((where, thing) for where, found in things.items() if where.file in files for thing in found)


def _things(mentions: Iterable[tuple[Location, Thing]], names: Mapping[str, str]) -> dict[FileLine, list[Thing]]:
    """Return the things mentioned in each line of a file, under their new ids."""
    found: dict[FileLine, list[Thing]] = {}
    for where, (kind, thing_id) in sorted(set(mentions)):
        found.setdefault((where.file, where.line), []).append((kind, names.get(thing_id, thing_id)))
    return found
