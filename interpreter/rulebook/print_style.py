"""The look of printed pieces in style.yaml: pictures, icons and fonts in the game's folder, the field of the border."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.rulebook.board_picture import media_type, read_picture
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.print_fonts import PrintFont, read_font
from interpreter.rulebook.scenarios.scenario_files import variant_folders
from interpreter.rulebook.schema.validation import check_shape
from interpreter.rulebook.source.files import STYLE_FILE, FolderFile, is_plain_file_inside, plain_lines, read_bytes
from interpreter.rulebook.source.files import source_file as lines_of
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import Location
from interpreter.support.name_lists import list_known
from interpreter.support.similar_words import closest_match

MOST_ART = 20_000_000
"""Maximum size of all pictures together, in bytes."""
BORDER_KINDS = ("seat", "side", "box", "values")
"""Kinds of fields that can colour a border."""


@dataclass(frozen=True, slots=True)
class ArtPicture:
    """A checked picture in the game's folder."""

    path: str
    content: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """A name without folders that tells its content apart from that of all other pictures."""
        return hashlib.sha256(self.content).hexdigest()[:32] + os.path.splitext(self.path)[1].lower()


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """The look of printed pieces.

    Attributes:
        images: Pictures by the id of a card or deck.
        icons: Pictures, or signs of a few letters, by a field or one of its values.
        border: Field that colours the border of cards; empty: none does.
        fonts: Fonts of the game's own, the preferred ones first.
    """

    images: dict[str, ArtPicture] = field(default_factory=dict)
    icons: dict[str, ArtPicture | str] = field(default_factory=dict)
    border: str = ""
    fonts: tuple[PrintFont, ...] = ()

    def overlaid(self, other: PrintStyle) -> PrintStyle:
        """Return this style with the entries of another one before its own."""
        fonts = tuple(dict.fromkeys((*other.fonts, *self.fonts)))
        return PrintStyle(self.images | other.images, self.icons | other.icons, other.border or self.border, fonts)

    @property
    def pictures(self) -> tuple[ArtPicture, ...]:
        """All pictures."""
        return (*self.images.values(), *(each for each in self.icons.values() if isinstance(each, ArtPicture)))


MOST_LISTED = 20
"""Maximum number of known names in a message about an unknown one."""


def read_print_style(book: Rulebook, problems: Problems) -> PrintStyle:
    """Return the style in the game's folder and in those of its variants, and add their mistakes to the problems.

    Entries of variants that are folders of their own come before those of the game.
    """
    style = _read_style(book, book.folder, problems)
    for folder in variant_folders(book):
        style = style.overlaid(_read_style(book, os.path.abspath(folder), problems))
    return style


def _read_style(book: Rulebook, folder: str, problems: Problems) -> PrintStyle:
    path = os.path.join(folder, STYLE_FILE)
    if not os.path.lexists(path):
        return PrintStyle()
    if not is_plain_file_inside(folder, STYLE_FILE):
        problems.add(Location(path), "outside-folder", f"this is no plain file in {folder}")
        return PrintStyle()
    file = FolderFile("style", STYLE_FILE, path, os.path.realpath(path))
    data = read_bytes(file, problems)
    if data is None:
        return PrintStyle()
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.add(Location(path), "not-utf8", "the file is not in UTF-8; save it as UTF-8")
        return PrintStyle()
    text = plain_lines(data)
    node = read_yaml(lines_of(file, text), text, problems)
    shaped = None if node is None else check_shape(node, "style", problems)
    return PrintStyle() if shaped is None else _StyleReader(book, folder, shaped.root, problems).style()


class _StyleReader:
    """Reader of a file that fits the schema."""

    def __init__(self, book: Rulebook, folder: str, root: YamlMapping, problems: Problems) -> None:
        self._book = book
        self._folder = folder
        self._root = root
        self._problems = problems
        self._read: dict[str, ArtPicture] = {}

    def style(self) -> PrintStyle:
        columns = {name: each for deck in self._book.decks for name, each in deck.attributes.items()}
        values = {word for each in columns.values() for word in (*each.values, each.none) if word}
        owners = {each.id for each in (*self._book.seats, *self._book.sides, *self._book.boxes)}
        pictured = [*(card.id for card in self._book.cards), *(deck.id for deck in self._book.decks)]
        images = {
            str(key.data): picture
            for key, node in self._root.section("images").entries()
            if self._is_known(key, pictured, "card or deck") and (picture := self._picture(node)) is not None
        }
        icons: dict[str, ArtPicture | str] = {}
        for key, node in self._root.section("icons").entries():
            if not self._is_known(key, [*columns, *values, *owners], "field of a card or value of one"):
                continue
            if media_type(str(node.data)) is None:
                icons[str(key.data)] = str(node.data)
            elif (picture := self._picture(node)) is not None:
                icons[str(key.data)] = picture
        return PrintStyle(images, icons, self._border([*columns]), tuple(self._fonts()))

    def _fonts(self) -> Iterator[PrintFont]:
        node = self._root.get("fonts")
        for each in node.items if isinstance(node, YamlList) else ():
            font = read_font(self._folder, str(each.data), each, self._problems)
            if font is not None:
                yield font

    def _border(self, columns: list[str]) -> str:
        node = self._root.get("border")
        if not isinstance(node, YamlScalar) or not self._is_known(node, columns, "field of a card"):
            return ""
        kinds = {each.kind for deck in self._book.decks for name, each in deck.attributes.items() if name == node.data}
        if kinds.isdisjoint(BORDER_KINDS):
            message = f"`{node.data}` has no colours; take a field of seats, sides, boxes or values"
            self._problems.add(node, "wrong-value", message)
            return ""
        return str(node.data)

    def _is_known(self, node: YamlNode, known: Iterable[str], kind: str) -> bool:
        """Return True if a name is one of those known; report it if not."""
        name, names = str(node.data), list(dict.fromkeys(known))
        if name in names:
            return True
        meant, message = closest_match(name, names), f"`{name}` is no {kind}"
        if meant is None:
            message += list_known(names, MOST_LISTED)
        self._problems.add(node, "unknown-name", message, suggestion=meant)
        return False

    def _picture(self, node: YamlNode) -> ArtPicture | None:
        path = str(node.data)
        if path not in self._read:
            read = read_picture(self._folder, path, node, self._problems)
            if read is None:
                return None
            if sum(len(each.content) for each in self._read.values()) + len(read[1]) > MOST_ART:
                message = f"the pictures are larger than {MOST_ART // 1_000_000} MB together; save them smaller"
                self._problems.add(node, "file-too-large", message)
                return None
            self._read[path] = ArtPicture(path, read[1])
        return self._read[path]
