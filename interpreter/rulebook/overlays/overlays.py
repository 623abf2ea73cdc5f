"""Variants: find the files of those that were asked for, read them and check their compatibility.

An overlay is one file, either the game's own in `variants/` or anywhere else. applying.py makes its changes.

Settings: variants without a file that set one value in one place, given as PATH=VALUE.

The path is written as in overlays, the value as in YAML. Unlike a change in a file, a setting can set a field that
isn't there yet. An unknown field is reported when the game is read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import Any

from interpreter.rulebook.building.ids import IdTable, as_title, title_of
from interpreter.rulebook.building.imprint import read_imprint
from interpreter.rulebook.model import Rulebook, Variant
from interpreter.rulebook.schema.documents import read_document
from interpreter.rulebook.schema.game_fields import IMPRINT_FIELDS, PLAYER_TEXT_FIELDS
from interpreter.rulebook.source.files import (
    FolderFile,
    find_folder,
    is_path,
    is_setting,
    list_files,
    plain_text,
    read_files,
)
from interpreter.rulebook.source.library import ENDING, VARIANT_FILE, LibraryEntry, library_variants, variant_path
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import WARNING, Location, Problem
from interpreter.support.similar_words import closest_match

NOTHING = ("", "null")


def read_setting(given: str, problems: Problems) -> tuple[YamlMapping, str] | None:
    """Return an overlay file's content with this one change, and a digest of it; None if the setting can't be read.

    Mistakes are added to `problems`, with columns that count in the given text.
    """
    text = plain_text(given, given, problems)
    if text is None:
        return None
    path, _, value = text.partition("=")
    source = SourceFile(given, given, tuple(text.split("\n")))
    if value.strip() in NOTHING:
        problems.add(YamlNode(source, 1, len(path) + 1, 1, None), "no-value", "a value follows the `=`")
        return None
    node = read_yaml(source, " " * (len(path) + 1) + value, problems)
    if node is None:
        return None
    change, changes, root = YamlMapping(source, 1, 1), YamlList(source, 1, 1), YamlMapping(source, 1, 1)
    change.put("at", YamlScalar(source, 1, 1, max(1, len(path)), path))
    change.put("to", node)
    changes.insert(0, change)
    root.put("change", changes)
    written = json.dumps([path, node.data], sort_keys=True)
    return root, sha256(written.encode()).hexdigest()


MAX_COMBINATIONS = 100
"""Largest number of combinations of variants that are checked."""
MOST_VARIANTS = 50


@dataclass(frozen=True, slots=True)
class Overlay:
    """A variant as it was read from its file.

    Attributes:
        is_own: True if the file is one of the game's.
        is_requested: True if the user asked for it; False if only another variant is based on it.
        lineage: Ids of itself and of all variants that it is based on.
        is_setting: True if it is a setting, which has no file.
    """

    variant: Variant
    root: YamlMapping
    is_own: bool
    is_requested: bool
    lineage: frozenset[str]
    is_setting: bool = False

    @property
    def id(self) -> str:
        """The variant's id."""
        return self.variant.id


def variants_of(game: str | os.PathLike[str]) -> tuple[tuple[Variant, ...], tuple[Problem, ...]]:
    """Return a game's own variants, sorted by id, and the problems of files that can't be read.

    Raises:
        RulebookError: There is no such game.
    """
    folder = find_folder(game)
    problems = Problems()
    own = own_variants(list_files(folder, Problems()))
    found = [_read(file, name, folder, problems) for name, file in own.items()]
    return tuple(each.variant for each in found if each is not None), problems.errors()


@dataclass(frozen=True, slots=True)
class LibraryVariant:
    """A variant in a library, and the id of the game that it is for."""

    variant: Variant
    game: str


def read_library_variants() -> tuple[tuple[LibraryVariant, ...], tuple[Problem, ...]]:
    """Return the variants of libraries in search order, and the problems of files that can't be read.

    Raises:
        RulebookError: A library can't be read.
    """
    problems = Problems()
    contents = [_read(_shelved(each), each.name, each.path, problems) for each in library_variants()]
    found = [LibraryVariant(each.variant, each.root.data["for"]) for each in contents if each is not None]
    return tuple(found), problems.errors()


def _shelved(each: LibraryEntry) -> FolderFile:
    return FolderFile("variant", each.path, each.path, os.path.realpath(each.path))


def combinations_of(variants: Sequence[Variant]) -> Iterator[tuple[str, ...]]:
    """Yield combinations of variants that together use every part of them.

    These are each variant alone, and each pair in which one makes further changes because of the other.
    """
    able = [variant for variant in variants if variant.alone is None]
    yield from ((variant.id,) for variant in able)
    for variant in able:
        for partner in variant.partners:
            others = (other for other in able if other is not variant)
            yield from ((variant.id, other.id) for other in others if partner in (other.id, *other.bases))


def combinations_to_check(
    own: tuple[Variant, ...], book: Rulebook
) -> tuple[tuple[tuple[str, ...], ...], tuple[Problem, ...]]:
    """Return the combinations of variants to check, and a warning if some are left out."""
    found = tuple(islice(combinations_of(own), MAX_COMBINATIONS + 1))
    if len(found) <= MAX_COMBINATIONS:
        return found, ()
    message = f"the variants name each other so often that only {MAX_COMBINATIONS} combinations were looked at"
    return found[:MAX_COMBINATIONS], (Problem(Location(book.folder), "too-many", message, severity=WARNING),)


def new_problems(variants: tuple[str, ...], problems: Iterable[Problem], reported: set[Problem]) -> Iterator[Problem]:
    """Yield new problems of a game with these variants, and add them to `reported`, the problems reported so far."""
    for problem in problems:
        if problem not in reported:
            reported.add(problem)
            with_them = "" if problem.names_variant else f" (with {' and '.join(variants)})"
            yield replace(problem, message=problem.message + with_them)


def own_variants(files: list[FolderFile]) -> dict[str, FolderFile]:
    """Return the files of a game's own variants by id."""
    return {file.name.removeprefix("variants/").removesuffix(".yaml"): file for file in files if file.kind == "variant"}


def read_overlays(
    asked: Sequence[str], own: dict[str, FolderFile], folder: str, game: str | None, problems: Problems
) -> tuple[list[Overlay], str]:
    """Return the requested overlays, each after those that it is based on, and a digest of their content.

    They are requested by id, by path or as PATH=VALUE. Settings come last and are based on all others. Mistakes, and
    variants that can't be combined, are added to `problems`.
    """
    if len(asked) > MOST_VARIANTS:
        problems.add(Location(folder), "too-many", f"{len(asked)} variants; at most {MOST_VARIANTS} can be combined")
        return [], ""
    files: dict[str, FolderFile] = {}
    for given in asked:
        if is_setting(given):
            continue
        file = _find(given, own, folder, game, problems)
        if file is None:
            continue
        if file.real_path in files:
            problems.add(Location(file.path), "variant-twice", "this variant is named twice")
        files[file.real_path] = file
    reader = _OverlayReader(own, folder, game, frozenset(files), problems)
    for file in files.values():
        reader.read(file)
    reader.read_settings([given for given in asked if is_setting(given)])
    _check_together(reader.overlays, problems)
    return reader.overlays, reader.digest.hexdigest()


class _OverlayReader:
    """A reader for overlays and the ones that they are based on."""

    def __init__(
        self, own: dict[str, FolderFile], folder: str, game: str | None, asked: frozenset[str], problems: Problems
    ) -> None:
        self.overlays: list[Overlay] = []
        self.digest = hashlib.sha256()
        self._own = own
        self._folder = folder
        self._game = game
        self._asked = asked
        self._problems = problems
        self._read: dict[str, Overlay | None] = {}

    def read(self, file: FolderFile) -> Overlay | None:
        """Read an overlay after those that it is based on; None if it can't be read or is being read already."""
        if file.real_path in self._read:
            return self._read[file.real_path]
        self._read[file.real_path] = None
        own_name = next((name for name, mine in self._own.items() if mine.real_path == file.real_path), None)
        read = _read(file, own_name, self._folder, self._problems)
        if read is None:
            return None
        variant, root = read.variant, read.root
        self._check(read, own_name is not None)
        friends = {variant.id}
        for spot in root.one_or_several("based on"):
            base = self._own.get(spot.data)
            if base is None or spot.data == variant.id:
                message = f"there is no other variant `{spot.data}` of this game"
                self._problems.add(spot, "unknown-variant", message, spot.data, set(self._own) - {variant.id})
                continue
            overlay = self.read(base)
            if overlay is not None:
                friends |= overlay.lineage
            elif not len(self._problems):
                message = f"`{variant.id}` and `{spot.data}` are based on each other"
                self._problems.add(spot, "itself", message)
        self.digest.update(read.digest.encode())
        overlay = Overlay(variant, root, own_name is not None, file.real_path in self._asked, frozenset(friends))
        self._read[file.real_path] = overlay
        self.overlays.append(overlay)
        return overlay

    def read_settings(self, asked: Sequence[str]) -> None:
        """Read the variants given as PATH=VALUE."""
        others = frozenset(overlay.id for overlay in self.overlays)
        for given in asked:
            read = read_setting(given, self._problems)
            if read is not None:
                root, digest = read
                variant = Variant(given, given, {"en": given}, {"en": ""}, (), (), None, root.where)
                self.digest.update(digest.encode())
                self.overlays.append(Overlay(variant, root, False, True, others | {given}, is_setting=True))

    def _check(self, read: _OverlayContent, own: bool) -> None:
        root, name = read.root, read.variant.id
        if self._game is not None and root.data["for"] != self._game:
            message = f"this is a variant of the game `{root.data['for']}`, not of `{self._game}`"
            self._problems.add(root.values["for"], "other-game", message, suggestion=self._game)
        for field in ("conflicts", "with"):
            for other, key in root.section(field).keys.items():
                if other == name:
                    self._problems.add(key, "itself", f"a variant can't name itself (`{field}`)")
                elif other not in self._own and (own or (field == "with" and other not in self._known_elsewhere(root))):
                    message = f"there is no variant `{other}` of this game"
                    self._problems.add(key, "unknown-variant", message, other, self._own)

    def _known_elsewhere(self, root: YamlMapping) -> set[str]:
        """Return the ids of variants outside the game that a file may name: asked for, beside it, or in libraries."""
        around = os.path.dirname(root.where.file) or os.curdir
        try:
            beside = [name.removesuffix(ENDING) for name in os.listdir(around) if name.endswith(ENDING)]
        except OSError:
            beside = []
        asked = [os.path.basename(path).removesuffix(ENDING) for path in self._asked]
        shelved = [each.name for each in library_variants()]
        return {*beside, *asked, *shelved, *(overlay.id for overlay in self.overlays)}


def _find(
    given: str, own: dict[str, FolderFile], folder: str, game: str | None, problems: Problems
) -> FolderFile | None:
    """Return the file of a variant: one of the game's own, the one at a path, or one of a library.

    Of several library files of this name, the first one for this game is used.
    """
    if given in own:
        return own[given]
    if "\0" not in given and is_path(given):
        inside = os.path.join(given, VARIANT_FILE)
        if os.path.isdir(given) and not os.path.lexists(inside):
            _refuse_folder(given, problems)
            return None
        if os.path.lexists(given):
            path = inside if os.path.isdir(given) else given
            real = os.path.realpath(path)
            same = (file for file in own.values() if file.real_path == real)
            return next(same, FolderFile("variant", path, path, real))
        stem = os.path.basename(given).rpartition(".")[0]
        problems.add(
            Location(given), "unknown-variant", f"there is no file `{given}`", suggestion=closest_match(stem, own)
        )
        return None
    shelved = library_variants()
    named = [_shelved(each) for each in shelved if each.name == given]
    contents = [(file, _read(file, given, file.path, Problems())) for file in named]
    for file, content in contents:
        if content is not None and content.root.data["for"] == game:
            return file
    if named:  # report the problems of the first one
        file = named[0]
        return None if _read(file, given, file.path, problems) is None else file
    others = [each.variant.id for each in read_library_variants()[0] if each.game == game] if shelved else []
    names = [*own, *others]
    known = f"its variants are: {', '.join(names)}" if names else "it has none"
    message = f"there is no variant `{given}` of this game; {known} (a path has a / or ends in .yaml)"
    meant = variant_path(given) or closest_match(given, names)
    problems.add(Location(folder), "unknown-variant", message, suggestion=meant)
    return None


def _refuse_folder(given: str, problems: Problems) -> None:
    """Report a folder in place of a variant's file, and suggest the first file in it."""
    try:
        names = sorted(name for name in os.listdir(given) if name.endswith(ENDING))
    except OSError:
        names = []
    meant = os.path.join(given, names[0]) if names else None
    problems.add(Location(given), "unknown-variant", "this is a folder, and a variant is a file", suggestion=meant)


@dataclass(frozen=True, slots=True)
class _OverlayContent:
    """The content of an overlay's file and its digest."""

    variant: Variant
    root: YamlMapping
    digest: str


def _read(file: FolderFile, own_name: str | None, folder: str, problems: Problems) -> _OverlayContent | None:
    """Return the content of an overlay's file, or None if it has mistakes."""
    before = len(problems)
    named = FolderFile(file.kind, "variant", file.path, file.real_path)  # so that the digest is the same under any path
    texts, _ = read_files([named], folder, problems)
    root = read_document(file, texts["variant"][1], IdTable(problems)) if texts else None
    if root is None or len(problems) > before:
        return None
    spot = root.values["id"]
    name = root.data["id"]
    if own_name is not None and name != own_name:
        message = f"the id of a variant has to be the name of its file: `{own_name}`, not `{name}`"
        problems.add(spot, "other-id", message, suggestion=own_name)
        return None
    variant = Variant(
        name,
        name if own_name is not None else os.path.abspath(file.path),
        title_of(root, name),
        as_title(root.get_plain("about", ""), ""),
        tuple(str(base.data) for base in root.one_or_several("based on")),
        tuple(root.section("with").values),
        root.get_plain("alone"),
        spot.where,
        read_imprint(root),
    )
    rules = json.dumps(_rules_only(root.data))
    return _OverlayContent(variant, root, sha256(rules.encode("utf-8", "surrogateescape")).hexdigest())


def _rules_only(content: dict[str, Any]) -> dict[str, Any]:
    """Return the plain data of an overlay without imprint and changes to words for players, which don't alter play."""
    found = {key: each for key, each in content.items() if key not in IMPRINT_FIELDS}
    for key in ("change", "replace"):
        found[key] = [each for each in content.get(key) or () if not _is_for_players(each["at"])]
    added, removed = content.get("add") or {}, content.get("remove") or ()
    found["add"] = {path: each for path, each in added.items() if not _is_for_players(path)}
    found["remove"] = [
        path for path in ([removed] if isinstance(removed, str) else removed) if not _is_for_players(path)
    ]
    found["with"] = {other: _rules_only(each) for other, each in (content.get("with") or {}).items()}
    return {key: each for key, each in found.items() if each}


def _is_for_players(path: str) -> bool:
    return path.partition("/")[0] in PLAYER_TEXT_FIELDS


def _as_asked(overlay: Overlay, overlays: list[Overlay]) -> str:
    """Return an overlay's id for a message; if the user didn't ask for it, with the variant that is based on it."""
    asked = [each.id for each in overlays if each.is_requested and overlay.id in each.lineage]
    return (
        f"`{overlay.id}`" if overlay.is_requested or not asked else f"`{overlay.id}` (which `{asked[0]}` is based on)"
    )


def _check_together(overlays: list[Overlay], problems: Problems) -> None:
    by_id: dict[str, Overlay] = {}
    for overlay in overlays:
        first = by_id.setdefault(overlay.id, overlay)
        if first is not overlay:
            message = f"there is already another variant `{overlay.id}`, in {first.variant.where.file}"
            problems.add(overlay.root.values["id"], "variant-twice", message)
    told: set[frozenset[str]] = set()
    for overlay in overlays:
        reason = overlay.variant.alone
        if reason is not None and not any(overlay.id in other.lineage for other in overlays if other is not overlay):
            message = f"`{overlay.id}` is only a basis for other variants: {reason}"
            problems.add(overlay.root.values["alone"], "variant-alone", message)
        conflicts = overlay.root.section("conflicts")
        for other, key in conflicts.keys.items():
            pair = frozenset({overlay.id, other})
            if other in by_id and other != overlay.id and pair not in told:
                told.add(pair)
                one, two = _as_asked(overlay, overlays), _as_asked(by_id[other], overlays)
                message = f"{one} can't go together with {two}: {conflicts.data[other]}"
                problems.add(key, "variants-conflict", message)
