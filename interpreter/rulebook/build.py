"""Load a game's folder into a checked Rulebook, or report all its problems at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from math import prod

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.building.campaign import read_campaign
from interpreter.rulebook.building.card_products import LARGEST_DECK, write_out_products
from interpreter.rulebook.building.components import (
    check_forward,
    copies_of,
    read_aim,
    read_capture_box,
    read_cards,
    read_dice,
    read_kind_attributes,
    read_kind_groups,
    read_pieces,
    read_players,
    read_seats,
    read_tracks,
    seat_range,
)
from interpreter.rulebook.building.hands import hand_words
from interpreter.rulebook.building.ids import DECLARED_IN, IdTable, VariantChange, as_title, sourced_fields, title_of
from interpreter.rulebook.building.imprint import check_needs, read_imprint
from interpreter.rulebook.building.map_builder import read_boxes, read_grid, read_groups, read_map
from interpreter.rulebook.building.player_texts import read_player_texts, told_sentences
from interpreter.rulebook.building.shared_lists import write_out_lists
from interpreter.rulebook.building.translated_texts import (
    TranslatedTexts,
    TranslationSection,
    add_translations,
    quoted_labels,
    read_translations,
)
from interpreter.rulebook.building.vocabulary import (
    active_bots,
    check_wordings,
    read_bends,
    read_bots,
    read_flags,
    read_glossary,
    read_variables,
    read_watches,
    read_words,
)
from interpreter.rulebook.building.zones import read_zones
from interpreter.rulebook.model import (
    GAME_NUMBER,
    SHOWN,
    Attribute,
    Box,
    Map,
    PieceKind,
    Rulebook,
    Seat,
    Side,
    Variable,
    Zone,
)
from interpreter.rulebook.overlays.applying import OverlayExtras, apply_overlays
from interpreter.rulebook.overlays.overlays import Overlay, own_variants, read_overlays
from interpreter.rulebook.schema.documents import REPEATABLE_KINDS, Documents, read_documents, read_shared_document
from interpreter.rulebook.source.files import SINGLE_KINDS, FolderFile, find_folder, list_files, read_files
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlScalar
from interpreter.rulebook.suggestion_trial import try_suggestions
from interpreter.support.errors import Location, Problem, RulebookError, errors_of

REQUIRED = ("game", "sequence")
LARGEST_STATE = 1_000_000
MOST_ZONES = 10_000
MOST_DICE = 2_000


@dataclass(frozen=True, slots=True)
class RulebookResult:
    """The result of reading a game.

    Attributes:
        rulebook: The rulebook; None if the files say too little to make one.
        problems: Errors and warnings.
        is_complete: True if nothing that texts can name was left out. An unknown name in a text is then a mistake of
            its own.
        changed_steps: Steps of the paths at which variants change something, with the first change.
    """

    rulebook: Rulebook | None
    problems: tuple[Problem, ...]
    is_complete: bool
    changed_steps: Mapping[str, VariantChange] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _VariantResult:
    """The result of applying variants.

    Attributes:
        known: Ids of all the game's variants.
        overlays: The applied overlays, in order.
        digest: A digest of the overlays.
        applied: Bends and players that the overlays bring along.
    """

    known: set[str]
    overlays: list[Overlay]
    digest: str
    applied: OverlayExtras


def load_rulebook(
    game: str | os.PathLike[str], players: int | None = None, variants: str | Sequence[str] = ()
) -> Rulebook:
    """Read a game with its variants.

    Args:
        game: Name of an installed game, or path of a folder.
        players: Number of players; by default the minimum.
        variants: Ids of the game's own variants, or paths of any. A plain string is one variant.

    Raises:
        RulebookError: The folder or the variants have errors; it has all of them.
    """
    reading = read_rulebook(game, players, variants)
    if errors_of(reading.problems) or reading.rulebook is None:
        raise RulebookError(reading.problems)
    return reading.rulebook


def read_rulebook(
    game: str | os.PathLike[str], players: int | None = None, variants: str | Sequence[str] = ()
) -> RulebookResult:
    """Read a game like `load_rulebook`, but return problems together with everything that could be read.

    Raises:
        RulebookError: There is no such folder.
    """
    reading = _read_rulebook(game, players, variants)
    tried = try_suggestions(reading.problems, lambda _: _read_rulebook(game, players, variants).problems)
    return replace(reading, problems=tried)


def _read_rulebook(game: str | os.PathLike[str], players: int | None, variants: str | Sequence[str]) -> RulebookResult:
    """Read a game, with suggestions that haven't been tried."""
    folder, names = find_folder(game), IdTable(Problems())
    files = _read_files(folder, variants, names)
    rulebook = _build(folder, files.documents, files.digest, players, files.varied, files.spoken, names)
    whole = rulebook is not None and not names.incomplete_kinds
    found = (*names.problems.errors(), *names.problems.warnings())
    return RulebookResult(rulebook, found, whole, names.changed_steps)


def load_documents(game: str | os.PathLike[str], variants: str | Sequence[str] = ()) -> Documents:
    """Read the files of a game as its variants change them.

    Raises:
        RulebookError: The files or the variants have errors.
    """
    names = IdTable(Problems())
    found = _read_files(find_folder(game), variants, names)
    if errors := names.problems.errors():
        raise RulebookError(errors)
    return found.documents


@dataclass(frozen=True, slots=True)
class _GameFiles:
    """The files of a game with its variants.

    Attributes:
        documents: The content of the files, as the variants change it.
        digest: A digest of the rules.
        varied: The result of applying the variants.
        spoken: Translations.
    """

    documents: Documents
    digest: str
    varied: _VariantResult
    spoken: TranslatedTexts


def _read_files(folder: str, variants: str | Sequence[str], names: IdTable) -> _GameFiles:
    """Read the files of a folder and apply variants. Mistakes are added to the problems of `names`."""
    variants = (variants,) if isinstance(variants, str) else variants
    problems = names.problems
    listed = list_files(folder, problems)
    files = [file for file in listed if file.kind in (*SINGLE_KINDS, *REPEATABLE_KINDS)]
    if len(problems):
        names.incomplete_kinds.update((*SINGLE_KINDS, *REPEATABLE_KINDS))
    documents, digest = read_documents(files, folder, names)
    missing = [kind for kind in REQUIRED if kind not in documents.single and kind not in documents.unreadable_kinds]
    for kind in missing[:1]:  # the other one can be a section of game.yaml
        path = os.path.join(folder, f"{kind}.yaml")
        if not os.path.lexists(path):  # otherwise the reason has been reported
            instead = ", nor `start` in its game.yaml" if kind == "sequence" else ""
            problems.add(Location(path), "missing-file", f"the game has no {kind}.yaml{instead}")
    documents.unreadable_kinds.update(missing)
    names.incomplete_kinds |= documents.unreadable_kinds
    write_out_products(documents, names)
    spoken = _read_texts(listed, folder, documents, names)
    varied = _apply_variants(documents, variants, own_variants(listed), folder, names)
    write_out_products(documents, names)
    write_out_lists(documents, names)
    if varied.overlays:
        digest = sha256(f"{digest} {varied.digest}".encode()).hexdigest()
    return _GameFiles(documents, digest, varied, spoken)


def _read_texts(listed: list[FolderFile], folder: str, documents: Documents, names: IdTable) -> TranslatedTexts:
    """Return the translations in a game's folder; they aren't rules, therefore they don't count for the digest."""
    files = [file for file in listed if file.kind == "text"]
    contents, _ = read_files(files, folder, names.problems)
    roots = [read_shared_document(file, text, names) for file, text in contents.values()]
    named = [TranslationSection(str(key.data), key, root) for key, root in documents.texts]
    named += [TranslationSection.of_file(root) for root in roots if root is not None]
    varied = any(each.root.get_mapping(section) is not None for each in named for section in ("labels", "words"))
    variants, _ = read_files([file for file in listed if file.kind == "variant" and varied], folder, Problems())
    texts = [text for _, text in variants.values()]
    return read_translations(named, documents, texts, names)


def _apply_variants(
    documents: Documents, variants: Sequence[str], own: dict[str, FolderFile], folder: str, names: IdTable
) -> _VariantResult:
    """Apply the variants.

    If that fails, mistakes of the game itself are still reported, but none that could follow from a missing variant.
    """
    if not variants:
        return _VariantResult(set(own), [], "", OverlayExtras())
    problems, game = names.problems, documents.single.get("game")
    before = len(problems)
    game_id = game.data["id"] if game is not None else None
    overlays, digest = read_overlays(variants, own, folder, game_id, problems)
    if game is not None:
        versions = {game.data["id"]: read_imprint(game).version}
        for overlay in overlays:
            check_needs(overlay.root, versions, problems)
    applied = OverlayExtras()
    if len(problems) == before and not names.incomplete_kinds:
        applied = apply_overlays(documents, overlays, names)
    if len(problems) > before:
        names.incomplete_kinds.update(file for file, _ in DECLARED_IN.values())
    return _VariantResult(set(own), overlays, digest, applied)


def _build(
    folder: str,
    documents: Documents,
    digest: str,
    players: int | None,
    varied: _VariantResult,
    spoken: TranslatedTexts,
    names: IdTable,
) -> Rulebook | None:
    game, sequence = documents.single.get("game"), documents.get("sequence")
    board, pieces, vocabulary = documents.get("map"), documents.get("pieces"), documents.get("vocabulary")
    seats, span = _seats(game, players, names)
    grid = read_grid(board, names)
    _declare(documents, grid, names)
    if game is not None:
        check_needs(game, {}, names.problems)
    if game is not None and "map" not in names.incomplete_kinds:
        check_forward(game, grid, names.problems)
    if "noun" in board.values:
        names.space_noun = board.data["noun"]["one"]
    the_map = read_map(board, grid, names)
    groups = read_groups(pieces, names)
    boxes = read_boxes(pieces, groups, the_map, names)
    decks, cards = read_cards(documents.several["cards"], names)
    kind_columns = read_kind_attributes(pieces, names)
    kinds = read_pieces(pieces, kind_columns, grid, names)
    tracks = read_tracks(documents.get("tracks"), names)
    dice = read_dice(pieces, names)
    columns = (
        [each.attributes for each in groups]
        + [each.attributes for each in decks]
        + [the_map.all_attributes, kind_columns]
    )
    zones = read_zones(documents.get("zones"), _listed_values(columns), names)
    variables = read_variables(vocabulary, grid, _listed_values(columns), names)
    flags = read_flags(vocabulary, _listed_values(columns), names)
    if dice:
        visible = "nobody" if any(kind.visible != "everyone" for kind in dice) else "everyone"
        variables += (Variable(SHOWN, None, "number", ("die",), 0, visible, False, dice[0].where),)
    campaign = None if game is None else read_campaign(game, tracks, names)
    if campaign is not None:
        variables += (Variable(GAME_NUMBER, None, "number", (), 1, "everyone", False, campaign.where),)
    bot_files = active_bots(documents.several["bot"], {each.id for each in varied.overlays}, varied.known, names)
    words = tuple(word for node in (vocabulary, sequence, *bot_files) for word in read_words(node, names))
    words += tuple(hand_words(decks))
    check_wordings(words, names)
    bots = read_bots(bot_files, names, partial(quoted_labels, documents))
    own_bends = [*vocabulary.mappings("bends"), *sequence.mappings("bends")]
    bends = read_bends([*own_bends, *varied.applied.bends], words, names)
    players_of = read_players(varied.applied.players, names)
    if game is None or "sequence" not in documents.single:
        return None
    _check_size(len(seats), the_map, boxes, kinds, variables, zones, len(cards), _listed_values(columns), names)
    asked = tuple(overlay.variant for overlay in varied.overlays if overlay.is_requested)
    rulebook = Rulebook(
        id=game.data["id"],
        folder=folder,
        title=title_of(game, game.data["id"]),
        about=as_title(game.get_plain("about", ""), ""),
        seats=seats,
        map=the_map,
        pieces=kinds,
        kind_attributes=kind_columns,
        kind_groups=read_kind_groups(pieces, names),
        boxes=boxes,
        captured_to=read_capture_box(pieces, boxes, names),
        remembered_positions=pieces.get_plain("remembered positions", 0),
        groups=groups,
        dice=dice,
        tracks=tracks,
        zones=zones,
        decks=decks,
        cards=cards,
        variables=variables,
        flags=flags,
        words=words,
        start=sequence.needed_text("start"),
        score=sequence.get_text("score"),
        aims_for_score=read_aim(sequence, game, names.problems),
        digest=digest,
        players=span,
        imprint=read_imprint(game),
        variants=tuple(variant.id for variant in asked),
        overlays=asked,
        bends=bends,
        bots=bots,
        players_of=players_of,
        texts=spoken.texts,
        labels=spoken.labels,
        counted_labels=spoken.counted_labels,
        phrases=spoken.phrases,
        phrasebooks=spoken.phrasebooks,
        sides=tuple(Side(**sourced_fields(item, names)) for item in game.mappings("sides")),
        side=sequence.get_text("side"),
        glossary=read_glossary(vocabulary, () if varied.overlays else cards, names),
        watches=read_watches(sequence),
        campaign=campaign,
        warnings=names.problems.warnings(),
        player_texts=read_player_texts(
            game, folder, the_map, groups, decks, names, told_sentences(documents), bool(varied.overlays)
        ),
        certain=tuple(item.text for item in sequence.list_items("certain") if isinstance(item, YamlScalar)),
    )
    add_translations(rulebook, spoken)
    return rulebook


def _listed_values(columns: Iterable[Mapping[str, Attribute]]) -> dict[str, tuple[str, ...]]:
    """Return the values of the columns that list them, by the columns' names."""
    found: dict[str, tuple[str, ...]] = {}
    for column in (column for of_things in columns for column in of_things.values() if column.kind == "values"):
        found[column.id] = tuple(dict.fromkeys((*found.get(column.id, ()), *column.values)))
    return found


def _check_size(
    seats: int,
    the_map: Map,
    boxes: tuple[Box, ...],
    kinds: tuple[PieceKind, ...],
    variables: tuple[Variable, ...],
    zones: tuple[Zone, ...],
    cards: int,
    listed: Mapping[str, Sequence[str]],
    names: IdTable,
) -> None:
    """Report a game whose state would be too large.

    A state has a number for each kind, owner and place of pieces, and one for each value of a variable.
    """
    sizes = {
        "die": MOST_DICE,
        "kind": len(kinds),
        "seat": seats,
        "side": seats,
        "space": len(the_map.spaces),
        "card": cards,
        "box": len(boxes) * seats,
    }
    sizes |= {column: len(values) for column, values in listed.items() if column not in sizes}
    before = len(names.problems)
    places = sizes["space"] + sum(seats if box.per_seat else 1 for box in boxes)
    owners = {"seat": seats, "taker": seats + 1}
    counts = sum(owners.get(kind.owner or "", 1) * max(1, len(kind.states)) for kind in kinds) * places
    if counts > LARGEST_STATE:
        spot = names.of_kind("piece")[kinds[0].id].spot if kinds[0].id in names.of_kind("piece") else kinds[0].where
        message = f"pieces, owners and places need {counts:,} numbers; at most {LARGEST_STATE:,} are allowed"
        names.problems.add(spot, "too-many", message)
    piles = sum(prod(sizes[kind] for kind in zone.per) for zone in zones)
    if piles > MOST_ZONES:
        message = (
            f"with one for each thing that has its own, there are {piles:,} zones; at most {MOST_ZONES:,} are allowed"
        )
        names.problems.add(zones[0].where, "too-many", message)
    together = min(counts, LARGEST_STATE)
    for variable in variables:
        number = prod(sizes[kind] for kind in variable.per)
        together += number
        if together > LARGEST_STATE:
            kept = f"`{variable.id}` would keep {number:,} values"
            most = f"at most {LARGEST_STATE:,} are allowed"
            message = (
                f"{kept}; {most}"
                if number > LARGEST_STATE
                else f"{kept}, with the variables before it {together:,}; {most}"
            )
            declared = names.of_kind("variable").get(variable.id)
            names.problems.add(declared.spot if declared else variable.where, "too-many", message)
            break
    if len(names.problems) > before:
        names.incomplete_kinds.add("game")  # a game that is too large is not built


def _seats(game: YamlMapping | None, players: int | None, names: IdTable) -> tuple[tuple[Seat, ...], tuple[int, int]]:
    """Return the seats that play, and the range of their number; declare all possible seats."""
    if game is None:
        return (), (0, 0)
    low, high = seat_range(game)
    if low > high:
        spot = game.values["seats"].find(["from"])
        names.problems.add(spot, "bad-range", f"from {low} to {high} players isn't a range")
        names.incomplete_kinds.add("game")
        high = low
    number = low if players is None else players
    if not low <= number <= high:
        said = f"{low}" if low == high else f"{low} to {high}"
        message = f"{number} players: the game is for {said}"
        names.problems.add(game.values["seats"], "players-out-of-range", message)
        number = low
    seats = read_seats(game, high, names)
    node = game.values["seats"]
    spots = [item.find(["id"]) for item in node] if isinstance(node, YamlList) else [node.find(["id"])] * len(seats)
    for seat, spot in zip(seats, spots, strict=True):
        names.declare("seat", spot, None, seat.id)
    names.all_seats = tuple(seat.id for seat in seats)
    names.seats = names.all_seats[:number]
    return seats[:number], (low, high)


def _declare(documents: Documents, grid: Grid | None, names: IdTable) -> None:
    """Declare every id, in the order of files and lines; of two equal ids the later one is reported.

    Seats have been declared before, and a kind of dice has several.
    """
    for kind, (file, section) in DECLARED_IN.items():
        listed = documents.get(file).mappings(section) if kind not in ("seat", "die", "dice") else []
        for item in listed:
            names.declare(kind, item.values["id"], item)
        if kind == "space" and grid is not None:
            named = {item.data["id"] for item in listed}
            keys = documents.get(file).keys
            declaring = keys["boards"] if "boards" in keys else keys["grid"]
            for thing_id in (each for each in grid.ids if each not in named):
                names.declare(kind, declaring, None, thing_id)
    for kind, section in (("group", "groups"), ("noun", "kinds")):
        for key, spec in documents.get("pieces").section(section).entries():
            if isinstance(spec, YamlMapping):
                names.declare(kind, key, spec)
    _declare_dice(documents.get("pieces").mappings("dice"), names)
    for item in documents.get("tracks").mappings("tracks"):
        for spec in item.section("names").values.values():
            if isinstance(spec, YamlMapping):
                names.declare("track", spec.values["id"], spec)
    game = documents.single.get("game")
    if game is not None and "campaign" in game.values:
        names.declare("variable", game.values["campaign"], None, GAME_NUMBER)
    _declare_cards(documents.several["cards"], names)


def _declare_dice(listed: Sequence[YamlMapping], names: IdTable) -> None:
    """Declare kinds of dice and each die, and the variable for what dice show."""
    for item in listed:
        count = item.get_plain("count", 1)
        names.declare("die" if count == 1 else "dice", item.values["id"], item)
        for number in range(1, count + 1) if count > 1 else ():
            names.declare("die", item.values["id"], item, f"{item.data['id']}_{number}")
    if listed:
        names.declare("variable", listed[0].values["id"], None, SHOWN)


def _declare_cards(files: Iterable[YamlMapping], names: IdTable) -> None:
    """Declare decks, cards and their copies."""
    decks: set[str] = set()
    for root in files:
        if root.data["deck"] not in decks:
            decks.add(root.data["deck"])
            names.declare("deck", root.values["deck"], root)
        room = LARGEST_DECK
        for item in root.mappings("cards"):
            names.declare("card", item.values["id"], item)
            room -= item.get_plain("copies", 1)
            if room >= 0:
                for thing_id in copies_of(item)[1:]:
                    names.declare("card", item.values["copies"], item, thing_id)
