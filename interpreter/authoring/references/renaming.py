"""Renaming of a thing in a game's files: every mention follows, and no text changes its meaning."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from interpreter.authoring.lookup import KIND_PHRASES, Thing, thing_names
from interpreter.authoring.references.changed_meaning import find_changed_meaning
from interpreter.authoring.references.derived_ids import derived_ids
from interpreter.authoring.references.mention_index import IndexedFile, MentionIndex
from interpreter.authoring.references.mentions import Mentions, collect_text_mentions
from interpreter.authoring.references.rename_data import WORDING_KEYS, KeyedScalar, has_noun, id_spans
from interpreter.authoring.references.renaming_proof import FileLine, NewNames, RenamingProof
from interpreter.authoring.references.told_mentions import ToldMentions
from interpreter.authoring.yaml_spans import YamlEdit
from interpreter.language.reading.patterns import HOLE
from interpreter.matches.loading import load
from interpreter.rulebook.building.ids import check_id
from interpreter.rulebook.overlays.overlays import own_variants
from interpreter.rulebook.source.files import is_installed, list_files, unsaved
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.file_replacement import FileRevision, write_revisions
from interpreter.support.noun_forms import plural_of, singulars_of
from interpreter.support.similar_words import closest_match

KINDS_NAMED_BY_ID = frozenset({"gives", "adjective", "state", "column", "flag"})
"""Kinds of things that texts always call by their ids."""


@dataclass(slots=True)
class _RenamedFile(IndexedFile):
    """A file with the new text by span of the old one."""

    spans: dict[tuple[int, int], str] = field(default_factory=dict)

    def new_bytes(self) -> bytes:
        return self.yaml.apply([YamlEdit(start, end, new) for (start, end), new in self.spans.items()])

    def revision(self) -> FileRevision:
        return FileRevision(self.found.path, self.found.real_path, self.data, self.new_bytes())


class Renaming:
    """The changes that give a thing of a game another id.

    The renamed game is loaded and compared with the original before anything is written.

    Raises:
        RulebookError: The game comes with cahier or has mistakes, or its meaning would change. The old id is unknown or
            ambiguous, or the new one is invalid or taken.
    """

    def __init__(self, index: MentionIndex, old: str, new: str) -> None:
        if is_installed(index.folder):
            message = (
                "this game comes with cahier; copy it first, `cahier new NAME --from GAME`, and rename in the copy"
            )
            raise RulebookError(Problem(Location(index.folder), "not-your-own", message))
        self._old, self._new = old, new
        self._check_new_id()
        self._index, self._base = index, index.base
        self._book = self._base.texts.rulebook
        self._files = {
            name: _RenamedFile(file.found, file.data, file.yaml, file.scalars, file.by_word, file.telling)
            for name, file in index.files.items()
        }
        written = {
            str(scalar.node.value)
            for edited in self._files.values()
            for scalar in edited.scalars
            if scalar.last_key == "id"
        }
        self._derived = derived_ids(self._book, written)
        self.thing = self._thing()
        self._things = {self.thing: new} | self._derived.after(self.thing, new)
        self._ids = {thing_id: other for (_, thing_id), other in self._things.items()}
        self._forms = {thing: self._written_forms(thing, other) for thing, other in self._things.items()}
        self._written = self._ids | {old: new for forms in self._forms.values() for old, new in forms.items()}
        self._word = _any_of(self._written)
        self._check_name_free()
        self._record_data_mentions()
        self._record_hole_types()
        self._record_text_mentions()
        self._record_quoted_mentions()
        self._record_told_mentions()
        self._check_texts_read()
        self._check()

    @property
    def files(self) -> dict[str, int]:
        """Number of replaced mentions, by file."""
        return {edited.found.path: len(edited.spans) for edited in self._files.values() if edited.spans}

    @property
    def edits(self) -> dict[str, list[tuple[Location, int, str]]]:
        """Replacements by file: position, length in characters, and new text."""
        return {
            edited.found.path: [
                (edited.where(start), end - start, new) for (start, end), new in sorted(edited.spans.items())
            ]
            for edited in self._files.values()
            if edited.spans
        }

    @property
    def unchanged_wordings(self) -> dict[str, Location]:
        """Wordings with their positions that contain the old id or noun as a word; they stay as they are."""
        says = [say for each in self._book.words for say in each.says]
        return {str(say): say.where for say in says if say not in self._ids and self._word.search(HOLE.sub(" ", say))}

    @property
    def kind(self) -> str:
        """The kind of thing, for messages."""
        if self.thing[0] == "word" and self.thing[1] in self._hand_kinds:
            return "a kind of hand"
        return KIND_PHRASES.get(self.thing[0], f"a {self.thing[0]}")

    @property
    def _hand_kinds(self) -> list[str]:
        """Ids of the kinds of hands of cards."""
        return [kind.id for deck in self._book.decks if deck.hands for kind in deck.hands.kinds]

    def write(self) -> None:
        """Write the changed files, all or none.

        Raises:
            RulebookError: A file has changed on disk since it was read.
            OSError: A file can't be written.
        """
        write_revisions(each.revision() for each in self._files.values())

    # -- old and new name

    def _thing(self) -> Thing:
        """Return the thing that has the old id. Raise RulebookError if there is none or more than one."""
        known: dict[str, set[Thing]] = {bot.id: {("bot", bot.id)} for bot in self._book.bots}
        numbered = (base for bases in self._derived.bases.values() for base in bases if base[0] in ("dice", "seat"))
        known |= {base[1]: {base} for base in numbered}
        known |= {kind_id: {("word", kind_id)} for kind_id in self._hand_kinds}
        tracks = {thing_id for track in self._book.tracks for thing_id, _ in track.names.values()}
        words, derived = [], dict[str, Thing]()
        for name, thing in thing_names(self._base.texts):
            if thing[0] == "word":
                words.append(name)
            elif thing in self._derived.bases:
                derived.setdefault(name, thing)
            elif name == thing[1] or thing[0] in KINDS_NAMED_BY_ID or name in tracks:
                known.setdefault(name, set()).add(thing)
        things = known.get(self._old, set())
        where = Location(f"rename {self._old}")
        if not things:
            message, suggestion = "nothing in this game has this id", closest_match(self._old, known)
            if titled := {
                thing_id
                for name, (_, thing_id) in thing_names(self._base.texts)
                if name == self._old and thing_id in known
            }:
                message, suggestion = (
                    "this is a title, which is changed in its file; only ids are renamed",
                    " or ".join(titled),
                )
            elif (made := derived.get(self._old)) is not None and made[1] == self._old:
                bases = [base for _, base in self._derived.bases[made]]
                source = "another one: rename that" if bases else "its row and column"
                message, suggestion = f"no file declares this id, which is made from {source}", " or ".join(bases)
            elif self._old in words or " " in self._old:
                message, suggestion = "only ids can be renamed, not wordings of the vocabulary", None
            elif self._old in own_variants(list_files(self._book.folder, Problems())):
                message, suggestion = (
                    "rename a variant by hand: its file, its `id`, and the places that name it under `with`",
                    None,
                )
            raise RulebookError(Problem(where, "unknown-name", message, suggestion))
        if len(things) > 1:
            kinds = sorted(KIND_PHRASES.get(kind, f"a {kind}") for kind, _ in things)
            message = f"several things have this name: {' and '.join(kinds)}; rename can't tell them apart"
            raise RulebookError(Problem(where, "several-things", message))
        return next(iter(things))

    def _written_forms(self, thing: Thing, new: str) -> dict[str, str]:
        """Return the new form by each old one in which a thing is written in texts.

        Pieces and dice without a noun of their own are written as the words of their id, in singular and plural, and
        costs may have the other number of a track or variable: `pay 1 coin` of `coins`.
        """
        kind, old = thing
        if kind in ("track", "variable"):
            return self._forms_in_costs(old, new) | {old: new}
        if kind == "column":  # its values may be a noun
            return {old: new, plural_of(old): plural_of(new)}
        if kind not in ("pieces", "dice"):
            return {} if kind in ("group", "noun") else {old: new}
        if any(has_noun(edited.yaml, old) for edited in self._files.values()):
            return {}
        words, others = (old, new) if kind == "dice" else (old.replace("_", " "), new.replace("_", " "))
        return {words: others, plural_of(words): plural_of(others)}

    def _forms_in_costs(self, old: str, new: str) -> dict[str, str]:
        """Return the new form of the singular or plural of a number's name, unless something else has that name."""
        names = self._base.texts.symbols.names
        singulars = singulars_of(new)
        single, plural = (singulars[0], new) if singulars else (new, plural_of(new))
        forms = ((plural_of(old), plural), *((one, single) for one in singulars_of(old)))
        return {each: new if other in names else other for each, other in forms if each not in names}

    def _check_new_id(self) -> None:
        """Raise RulebookError if the new name isn't a valid id."""
        problems = Problems()
        check_id(self._new, Location(shlex.join(["rename", self._old, self._new])), problems)
        if len(problems):
            raise RulebookError(problems.errors())

    def _check_name_free(self) -> None:
        """Raise RulebookError if the game's files already use the new name."""
        where = Location(shlex.join(["rename", self._old, self._new]))
        taken = set(self._written.values())
        others = (name for name, thing in thing_names(self._base.texts) if thing not in self._things)
        found = next((name for name in others if name in taken), None)
        if found is not None:
            raise RulebookError(Problem(where, "name-taken", f"the game already has something called `{found}`"))
        for edited in self._files.values():
            for scalar in edited.scalars_with(self._things.values()):
                for (kind, _), new in self._things.items():
                    if any(id_spans(scalar, kind, new, self._index.columns)):
                        there = edited.where(edited.yaml.span_of(scalar.node)[0])
                        message = f"`{new}` is a word that the game already uses, {there}; choose another name"
                        raise RulebookError(Problem(where, "name-taken", message))

    # -- mentions

    def _record_data_mentions(self) -> None:
        """Record the mentions in data."""
        for edited in self._files.values():
            for thing, new in self._things.items():
                edited.spans |= dict.fromkeys(edited.id_offsets(thing, self._index.columns), new)

    def _record_hole_types(self) -> None:
        """Record the columns that give holes of wordings their type, and their names: `{suit}`, `{asked: suit}`.

        Translations of the wordings have holes of the same names.
        """
        for edited in self._files.values():
            for scalar in edited.scalars_with(self._column_forms):
                is_wording = scalar.last_key in WORDING_KEYS and not scalar.is_key
                if is_wording or "words" in scalar.keys:
                    start, end = edited.yaml.span_of(scalar.node)
                    edited.spans |= self._hole_types(edited.yaml.text, start, end)

    @property
    def _column_forms(self) -> dict[str, str]:
        """New forms of columns by old form."""
        written = [forms for thing, forms in self._forms.items() if thing[0] == "column"]
        return {old: new for each in written for old, new in each.items()}

    def _hole_types(self, text: str, start: int, end: int) -> dict[tuple[int, int], str]:
        """Return the new names of columns in the holes of a part of a text, by their spans."""
        forms = self._column_forms
        holes = ((hole, 1 if hole[2] is None else 2) for hole in HOLE.finditer(text, start, end))
        return {hole.span(part): forms[hole[part]] for hole, part in holes if hole[part] in forms}

    def _renamed_wordings(self) -> dict[str, str]:
        """Return the new wordings by old wording, where the type of a hole is renamed."""
        renamed: dict[str, str] = {}
        for say in (str(say) for word in self._book.words for say in word.says):
            new = say
            for (start, end), name in sorted(self._hole_types(say, 0, len(say)).items(), reverse=True):
                new = new[:start] + name + new[end:]
            if new != say:
                renamed[say] = new
        return renamed

    def _record_text_mentions(self) -> None:
        """Record the mentions in texts that are written with the id; mentions by title stay."""
        by_path = {edited.found.path: edited for edited in self._files.values()}
        words = {thing: _any_of(forms) for thing, forms in self._forms.items()}
        for where, things in self._index.reading.things.items():
            edited = by_path.get(where.file)
            if edited is None:
                continue
            for thing in things & words.keys():
                start = edited.yaml.offset_of(where.line, where.column)
                if (found := words[thing].match(edited.yaml.text, start)) is not None:
                    edited.spans[found.span()] = self._forms[thing][found[0]]

    def _record_quoted_mentions(self) -> None:
        """Record the mentions in the passages that a variant quotes, following the texts that they quote."""
        known: dict[str, tuple[bool, ...]] = {}
        waiting: list[tuple[_RenamedFile, str, list[tuple[int, int]]]] = []
        for edited in self._files.values():
            for scalar in edited.scalars_with(self._written):
                if not (candidates := self._candidates(edited, scalar)):
                    continue
                parts = [] if scalar.last_key == "line" else [(_plain(scalar.node.value), candidates)]
                parts += [] if scalar.last_key == "from" else self._by_line(edited, scalar, candidates)
                for said, spans in parts:
                    if any(span in edited.spans for span in spans):
                        known[said] = tuple(span in edited.spans for span in spans)
                    elif scalar.last_key in ("from", "line"):
                        waiting.append((edited, said, spans))
        for edited, said, spans in waiting:
            renamed = known.get(said, ())
            if len(renamed) == len(spans):
                named = (span for span, is_named in zip(spans, renamed, strict=True) if is_named)
                edited.spans |= {span: self._written[edited.yaml.text[slice(*span)]] for span in named}

    def _record_told_mentions(self) -> None:
        """Record the mentions where sentences that the rules tell are translated, or expected in a log."""
        for old, new in self._written.items():
            told = ToldMentions(old)
            for edited in self._files.values():
                for number in edited.telling:
                    told.note(edited.yaml, edited.scalars[number], edited.spans.keys())
            for edited in self._files.values():
                for scalar in edited.scalars_with([old]):
                    edited.spans |= dict.fromkeys(told.repeated(edited.yaml, scalar), new)

    def _by_line(
        self, edited: _RenamedFile, scalar: KeyedScalar, candidates: Sequence[tuple[int, int]]
    ) -> list[tuple[str, list[tuple[int, int]]]]:
        """Return each line of a scalar with those of the spans in which the id occurs as a word."""
        start, end = edited.yaml.span_of(scalar.node)
        raw = edited.yaml.text[start:end]
        lines = [(start + found.start(), start + found.end()) for found in re.finditer(r"[^\r\n]+", raw)]
        return [
            (
                _plain(_without_comments(edited.yaml.text[first:last]).strip("\"' ")),
                [span for span in candidates if first <= span[0] < last],
            )
            for first, last in lines
        ]

    def _candidates(self, edited: _RenamedFile, scalar: KeyedScalar) -> list[tuple[int, int]]:
        """Return the spans in which the id or the noun occurs as a word of a scalar, outside of comments."""
        start, end = edited.yaml.span_of(scalar.node)
        if self._word.search(edited.yaml.text, start, end) is None:
            return []
        raw = _without_comments(edited.yaml.text[start:end])
        return [(start + at.start(), start + at.end()) for at in self._word.finditer(raw)]

    def _check_texts_read(self) -> None:
        """Raise RulebookError if the id occurs in a text whose meaning is unknown."""
        problems, columns = Problems(), self._index.columns
        read = {(where.file, where.line) for where in self._index.reading.read_lines}
        for edited in self._files.values():
            for scalar in edited.scalars_with(self._written):
                value = str(scalar.node.value)
                words = not scalar.is_prose and not scalar.is_wording and scalar.last_key not in columns
                if not words or value == self._old or not re.search(r"[ \n]", value):
                    continue
                start, end = edited.yaml.span_of(scalar.node)
                lines = range(edited.yaml.line_of(start), edited.yaml.line_of(end) + 1)
                if any((edited.found.path, line) in read for line in lines):
                    continue
                unknown = [span for span in self._candidates(edited, scalar) if span not in edited.spans]
                if unknown:
                    message = f"it isn't clear whether `{self._old}` is {self.kind} here; change this line first"
                    problems.add(edited.where(unknown[0][0]), "not-understood", message)
        if len(problems):
            raise RulebookError(problems.errors())

    # -- verification

    def _check(self) -> None:
        """Load the renamed game and compare its meaning.

        Raises:
            RulebookError: The renamed game has mistakes, or another meaning.
        """
        renamed = {each.found.real_path: each.new_bytes() for each in self._files.values() if each.spans}
        names = NewNames(self._ids, self._written, self._renamed_wordings())
        with unsaved(renamed):
            if RenamingProof(self._index.reading, names, set(self._affected_lines(names))).holds(self._book.folder):
                return
            try:
                base = Mentions(load(self._book.folder, players=len(self._book.seats)).rulebook)
                texts = collect_text_mentions(base)
            except RulebookError as error:
                problems = [replace(each, message=f"with the new name: {each.message}") for each in error.problems]
                raise RulebookError(problems) from None
        new_ids = self._ids | self._renamed_wordings()
        other = find_changed_meaning(self._base, self._index.reading, base, texts, new_ids, self._new_position)
        if other is not None:
            message = f"under the new name this would mean something else, so nothing is renamed: {other.message}"
            raise RulebookError(replace(other, code="other-meaning", message=message))

    def _affected_lines(self, names: NewNames) -> Iterator[FileLine]:
        """Yield the lines that contain an old or a new name, before or after renaming."""
        for edited in self._files.values():
            path = edited.found.path
            yield from ((path, edited.yaml.line_of(start)) for start, _ in edited.spans)
            yield from ((path, line) for line in names.lines_with_any(edited.yaml.text))
            if edited.spans:
                yield from ((path, line) for line in names.lines_with_any(edited.new_bytes().decode()))

    def _new_position(self, where: Location) -> Location:
        """Return the position after renaming of a position in a text."""
        edited = next((each for each in self._files.values() if each.found.path == where.file), None)
        if edited is None:
            return where
        first, place = (edited.yaml.offset_of(where.line, column) for column in (1, where.column))
        before = [(end - start, new) for (start, end), new in edited.spans.items() if first <= start and end <= place]
        return replace(where, column=where.column + sum(len(new) - length for length, new in before))


def _any_of(words: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern of some words, of which it finds the longest one; of no word, if there are none."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")


def _without_comments(text: str) -> str:
    """Return a text of the same length with blanks for comments and for quoted strings inside of it."""
    return re.sub(r'(?<=\S)(\s*)"[^"\n]*"|#[^\n]*', lambda found: " " * len(found[0]), text)


def _plain(text: str) -> str:
    return " ".join(text.split())
