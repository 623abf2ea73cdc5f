"""Commands that write files: `cahier fmt`, `rename`, `cards`, `print`, `new` and `new-variant`."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.game_loading import load_data, names_to_print
from cli.guard import EXIT_OK
from cli.text.output import echo, echo_err
from interpreter.authoring import (
    ENDING,
    Destination,
    check_name_free,
    check_path_free,
    check_variant_id_free,
    copy_game,
    destination_of,
    starter_folder,
    starter_games,
    variant_template,
)
from interpreter.presentation import format_count
from interpreter.rulebook import (
    PrintStyle,
    Problems,
    Rulebook,
    containing_game,
    find_folder,
    is_installed,
    libraries,
    load_rulebook,
    public_path,
    read_print_style,
)
from interpreter.support import (
    AtomicFile,
    Location,
    Problem,
    RulebookError,
    SaveError,
    closest_match,
    printable,
    refuse_unwritable,
    replace_files,
)

if TYPE_CHECKING:
    from interpreter.presentation import MessageCatalog, Names
    from interpreter.printing import PrintedExample, PrintJob

WOULD_CHANGE = 1


def format_files(game: str, check: bool) -> int:
    """Normalise the layout, or with `check` only list the files that would change; return the exit status.

    Raises CahierError if a file can't be read or written; no file is changed then.
    """
    from interpreter.authoring import GameFormatter

    layout = GameFormatter(game)
    if not check:
        with refuse_unwritable():
            layout.write()
    for file in layout.changed_files:
        echo(printable(file))
    if not layout.changed_files:
        echo("nothing to change")
        return EXIT_OK
    echo(f"{format_count(len(layout.changed_files), 'file')} {'would change' if check else 'changed'}")
    return WOULD_CHANGE if check else EXIT_OK


def rename_thing(game: str, old: str, new: str) -> int:
    """Rename a thing and list the files that name it; return the exit status.

    Raises CahierError if that can't be done; no file is changed then.
    """
    from interpreter.authoring import MentionIndex, Renaming

    renaming = Renaming(MentionIndex(game), old, new)
    with refuse_unwritable():
        renaming.write()
    for file, places in renaming.files.items():
        echo(printable(f"{file}: {format_count(places, 'place')}"))
    echo(printable(f"{old}, {renaming.kind}, is {new} now, in {format_count(len(renaming.files), 'file')}"))
    for wording, where in renaming.unchanged_wordings.items():
        echo(printable(f"`{wording}` contains {old} as a word, which is unchanged: {where}"))
    return EXIT_OK


def refuse_existing(paths: Iterable[str], force: bool) -> None:
    """Raise SaveError if one of the paths is a plain file, unless `force` is set."""
    there = [] if force else [path for path in paths if os.path.isfile(path)]
    if there:
        message = "already exists; choose another name, or use --force to overwrite it"
        raise SaveError([Problem(Location(path), "file-there", message) for path in there])


STDOUT = "-"


def exchange_cards(
    game: str,
    variants: tuple[str, ...],
    players: int | None,
    export_path: str | None,
    import_path: str | None,
    force: bool,
) -> int:
    """Write the card table to a file, or import one; return the exit status. Raises CahierError."""
    if (export_path is None) == (import_path is None):
        message = "add `--export FILE.csv` to write the cards, or `--import FILE.csv` to apply a file's changes"
        raise RulebookError(Problem(Location("cards"), "nothing-to-do", message))
    if export_path is not None:
        return _export(game, variants, players, export_path, force)
    assert import_path is not None
    if variants:
        message = "cards are imported into the game itself; leave out --variant"
        raise RulebookError(Problem(Location(f"--variant {variants[0]}"), "no-variant", message))
    return _import(game, players, import_path)


def _export(game: str, variants: tuple[str, ...], players: int | None, path: str, force: bool) -> int:
    from interpreter.authoring import make_card_table

    table = make_card_table(load_data(game, variants, players))
    if path == STDOUT:
        echo(table.as_csv().removesuffix("\n"))
        return EXIT_OK
    refuse_existing([path], force)
    with AtomicFile(path) as file:
        file.write(table.as_csv())
    echo(f"{format_count(len(table.rows), 'card')} in {printable(path)}")
    return EXIT_OK


def _import(game: str, players: int | None, path: str) -> int:
    from interpreter.authoring import CardImport

    changes = CardImport(game, path, players)
    with refuse_unwritable():
        changes.write()
    for taken in changes.changes:
        echo(printable(f"{taken.file}:{taken.line}: {taken.column.name} of {taken.id}"))
    files = len({taken.file for taken in changes.changes})
    many = f"{format_count(len(changes.changes), 'change')} in {format_count(files, 'file')}"
    echo(many if files else "nothing is changed")
    return EXIT_OK


LOW_INK = "low"
TABLE = "csv"
"""The export that needs no typst."""
MAX_LETTERS = 20
"""Maximum number of letters that are named."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Options of `cahier print`: output, parts of the game, paper, cards and their backs, ink, export, language."""

    output: str
    what: tuple[str, ...]
    paper: str
    size: str
    ink: str
    fold: str
    has_bleed: bool
    export: str | None
    address: str
    backs_first: bool
    lang: str
    force: bool


def print_game(game: str, variants: tuple[str, ...], players: int | None, settings: PrintSettings) -> int:
    """Write a game as pages; return the exit status. Raises CahierError; nothing is written then."""
    from interpreter.presentation import load_catalog
    from interpreter.printing import (
        PrintJob,
        card_grid,
        foreign_letters,
        make_kit,
        paper_named,
        require_typst,
        supplies_needed,
        typeset,
    )

    stem, output_format = ("", "") if settings.export else _format(settings.output)
    parts = _parts_to_print(settings.what)
    paper = paper_named(settings.paper)
    grid = card_grid(settings.size, paper, settings.fold, settings.has_bleed)
    book = load_data(game, variants, players)
    names = names_to_print(book, settings.lang)
    speech = load_catalog(names.lang, book.phrases.get(names.lang, {}).get("sentences"))
    if settings.export != TABLE:
        require_typst()
    examples = _examples_of(book, names, speech) if "aids" in parts and settings.export is None else ()
    job = PrintJob(book, names, speech, paper, grid, _style_of(book), settings.ink == LOW_INK, examples)
    if settings.export is not None:
        return _export_to_folder(job, settings)
    wanted = make_kit(job, parts)
    pages = typeset(wanted, output_format)
    ending = settings.output[len(stem) :]
    files = [settings.output] if len(pages) == 1 else [f"{stem}-{at}{ending}" for at in range(1, len(pages) + 1)]
    refuse_existing(files, settings.force)
    with refuse_unwritable():
        replace_files(dict(zip(map(os.path.realpath, files), pages, strict=True)))
    if letters := foreign_letters(wanted):
        echo_err(f"note: check that this computer has a font with these letters: {printable(letters[:MAX_LETTERS])}")
    if needed := supplies_needed(book, names):
        echo_err(f"note: not printed, but needed: {printable('; '.join(needed))}")
    echo(printable(files[0] if len(files) == 1 else f"{files[0]} … {files[-1]}"))
    return EXIT_OK


def _examples_of(book: Rulebook, names: Names, speech: MessageCatalog) -> tuple[PrintedExample, ...]:
    """Return the examples of play to print; tell on standard error of those without a title in the language."""
    from interpreter.playtest import find_examples

    found = find_examples(book, names, speech)
    if found.untitled:
        many = format_count(found.untitled, "example")
        echo_err(f"note: {many} of play left out: no title in {printable(names.lang)} (`example` in the scenarios)")
    return found.examples


def _export_to_folder(job: PrintJob, settings: PrintSettings) -> int:
    """Write the files of an export into a folder; return the exit status."""
    from interpreter.printing import EXPORTS, ExportSettings, export_game

    folder, target = settings.output, settings.export or TABLE
    made = export_game(job, ExportSettings(target, settings.address, settings.backs_first))
    found = {os.path.join(folder, name): content for name, content in made.items()}
    refuse_existing(found, settings.force)
    with refuse_unwritable():
        for path in found:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        replace_files({os.path.realpath(path): content for path, content in found.items()})
    echo_err(f"note: {EXPORTS[target]}")
    echo(printable(f"{format_count(len(found), 'file')} in {folder}"))
    return EXIT_OK


def _style_of(book: Rulebook) -> PrintStyle:
    """Return the look of a game's printed pieces. Raise RulebookError for mistakes in its style.yaml."""
    problems = Problems()
    style = read_print_style(book, problems)
    if len(problems):
        raise RulebookError(problems.errors())
    return style


def _format(output: str) -> tuple[str, str]:
    """Return the file's name without its extension, and the format for that extension."""
    from interpreter.printing import FORMATS

    stem, ending = os.path.splitext(output)
    output_format = ending.removeprefix(".").lower()
    if output_format not in FORMATS:
        message = f"name a file that ends in {', '.join(f'.{each}' for each in FORMATS[:-1])} or .{FORMATS[-1]}"
        raise RulebookError(Problem(Location(shlex.join(["-o", output])), "unknown-format", message))
    return stem, output_format


def _parts_to_print(what: Sequence[str]) -> tuple[str, ...]:
    from interpreter.printing import PARTS

    named = [each.strip() for words in what for each in words.split(",")]
    for each in named:
        if each not in PARTS:
            message = f"this isn't a part of a game to print; the parts are: {', '.join(PARTS)}"
            raise RulebookError(
                Problem(Location(f"--what {each}"), "unknown-part", message, closest_match(each, PARTS))
            )
    return tuple(part for part in PARTS if part in named or not named)


def write_variant(name: str, of: str, book: Rulebook, text: Callable[[Destination, str], str]) -> tuple[str, str]:
    """Write a variant of the game called `of`; return its path, and the words with which a command names both.

    A plain name goes into the folder `variants` of a game of one's own, anything else is a path. `text` returns the
    content for a destination and these words, without the folders of absolute paths.

    Raises CahierError if the variant can't be written; nothing is written then.
    """
    home = os.path.join(book.folder, "variants")
    own = os.path.basename(name) == name and not is_installed(book.folder)
    target = destination_of(name, ENDING, home if own else "")
    check_variant_id_free(target, book)
    if not own or os.path.isdir(home):
        check_path_free(target)
    above = os.path.dirname(target.path)
    at_home = os.path.realpath(above) == os.path.realpath(home)
    if not at_home:
        _refuse_within_game(target, home)
    by_id = is_library(above) or at_home
    words = [of, "--variant", target.id if by_id else target.path]
    said = text(target, shlex.join(public_path(word, word) for word in words))
    if own:
        os.makedirs(home, exist_ok=True)
    with AtomicFile(target.path) as file:
        file.write(said)
    return target.path, shlex.join(words)


def _refuse_within_game(target: Destination, home: str) -> None:
    """Raise RulebookError if the file would lie in a game's folder but not among its variants."""
    around = containing_game(os.path.dirname(target.path))
    if around is not None:
        message = f"`{around}` is the folder of a game, whose variants have one place: {home}"
        raise RulebookError(Problem(Location(target.path), "in-a-game", message))


def is_library(folder: str) -> bool:
    """Return True if a folder is a library, in which games and variants are found by name."""
    return os.path.realpath(folder) in map(os.path.realpath, libraries())


def new_game(name: str, like: str | None, model: str | None) -> int:
    """Create a game's folder: a small game to begin with, or a copy of another. Raises CahierError."""
    if like is not None and model is not None:
        message = "use either --like (a small game) or --from (a copy of a game), not both"
        raise RulebookError(Problem(Location("new"), "two-beginnings", message))
    target = destination_of(name)
    check_name_free(target)
    check_path_free(target)
    if model is not None:
        copied = copy_game(find_folder(model), target)
    else:
        copied = copy_game(starter_folder(_ask_for_beginning() if like is None else like), target)
    path = shlex.quote(target.path)
    called = target.id if is_library(os.path.dirname(target.path)) else path
    echo(printable(f"{target.path}: {target.title}, in {', '.join(_top_level_names(copied.files))}"))
    if copied.skipped:
        echo(printable(f"left out: {', '.join(copied.skipped)}"))
    echo(printable(f"next: cahier check {called}; cahier play {called}; then edit {os.path.join(path, 'game.yaml')}"))
    return EXIT_OK


def _top_level_names(files: tuple[str, ...]) -> dict[str, None]:
    """Return the names of the files, those of a sub-folder as one."""
    return dict.fromkeys(f"{name.partition('/')[0]}/" if "/" in name else name for name in files)


def _ask_for_beginning() -> str:
    """Ask at the keyboard for a game to begin with; raise RulebookError without a terminal or an answer."""
    known = starter_games()
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = f"choose how to start: --like {', '.join(known)}, or --from GAME to copy a game"
        raise RulebookError(Problem(Location("new"), "no-beginning", message))
    echo("What kind of game?")
    for number, (name, about) in enumerate(known.items(), start=1):
        echo(f"  {number}  {name}: {about}")
    numbered = {str(number): name for number, name in enumerate(known, start=1)}
    while True:
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise RulebookError(Problem(Location("new"), "no-beginning", "nothing was chosen, and no game was made"))
        answer = line.strip()
        if answer in numbered or answer in known:
            return numbered.get(answer, answer)
        echo("a number, or a name")


def new_variant(name: str, of: str) -> int:
    """Write the skeleton of a variant. Raises CahierError if it can't be written."""
    book = load_rulebook(of)
    path, command = write_variant(name, of, book, lambda target, command: variant_template(book, target, command))
    echo(printable(f"{path}: a variant of {book.title['en']} that changes nothing yet"))
    echo(printable(f"next: edit it; cahier check {command}; cahier play {command}"))
    return EXIT_OK
