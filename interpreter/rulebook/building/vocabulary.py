"""A reader for what is written in the effect language: variables, flags, the vocabulary, bends, and tables of bots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.building.ids import (
    NO_SIDES,
    STATEMENT_VERBS,
    IdTable,
    as_title,
    declared_source,
    describe,
    title_of,
)
from interpreter.rulebook.building.lookup_tables import read_table
from interpreter.rulebook.building.map_builder import noun_of
from interpreter.rulebook.model import (
    AttributeDatum,
    Bend,
    Bot,
    BotRow,
    BotTable,
    Card,
    Flag,
    GlossaryNote,
    Variable,
    VocabularyWord,
    WatchRule,
)
from interpreter.rulebook.schema.meant_values import BETWEEN_VALUES, span_on_line
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar, closest_name
from interpreter.support.name_lists import quote_names
from interpreter.support.noun_forms import singulars_of
from interpreter.support.similar_words import closest_match
from interpreter.support.verb_forms import imperative_of

BEND_KINDS = ("before", "after", "instead of")
_OWNERS = ("seat", "side", "space", "card", "box", "kind")
DIRECTION, VALUE = "direction", "value"
NOT_KEPT_FOR = ("place", "zone", "row", "column", DIRECTION, VALUE, "number", "flag")
"""Names of columns that mean something else where a variable says what it is kept for."""
TOLD = ("number", "seat", "side", "space", "box", VALUE)
"""Kinds of variables whose changes the log can report."""
MOST_IN_WORDINGS = 2_500
"""Maximum weight of the words and placeholders of all wordings together."""
WEIGHTS = {"do": 1, "means": 1, "when": 4}
"""Cost of a wording's word for the grammar.

Conditions have inverted forms, too, and can stand in more places than values and phrases.
"""
HOLE = re.compile(r"\{[^}]*\}")
MOST_PHRASES = 4
"""Maximum number of the game's phrases that a message lists."""


def _without_braces(wording: str) -> str:
    """Return a wording with the names of its holes as plain words."""
    return HOLE.sub(lambda hole: hole[0].strip("{}").partition(":")[0], wording)


def fits_wording(text: str, wording: str) -> bool:
    """Return True if a text has the words of a wording, with anything in its holes."""
    first, *parts = HOLE.split(wording)
    if not parts or not text.startswith(first):
        return text == wording
    at, last = len(first), parts.pop()
    for part in parts:
        if (found := text.find(part, at + 1)) < 0:
            return False
        at = found + len(part)
    return text.endswith(last) and len(text) - len(last) > at


def read_variables(
    node: YamlMapping, grid: Grid | None, columns: Mapping[str, Sequence[str]], names: IdTable
) -> tuple[Variable, ...]:
    """Return the variables. On a grid they can hold its directions; `columns` have the values that one can hold."""
    columns = {name: values for name, values in columns.items() if name not in nouns_in_use(names)}
    directions = [] if grid is None or DIRECTION in nouns_in_use(names) else [each.id for each in grid.directions]
    held = ("number", "flag", *([DIRECTION] if directions else []))
    owners = (*_OWNERS, "die") if names.of_kind("die") else _OWNERS
    found = []
    for item in node.mappings("variables"):
        what = item.values["is"]
        if grid is None and what.data == DIRECTION and DIRECTION not in nouns_in_use(names):
            message = "only a map that is a `grid` has directions, which a variable can hold"
            names.problems.add(what, "no-grid", message)
            continue
        listed = what.values["list"] if isinstance(what, YamlMapping) else _kind_in_plural(what, names)
        column = str(what.data if listed is None else listed.data)
        if column not in columns or (listed is None and column in held):
            column = ""
        if listed is not None:
            kind = f"list of {VALUE if column else _kind(listed, (*owners, *columns), names)}"
        else:
            kind = VALUE if column else _kind(what, (*held, *owners, *columns), names)
        per = tuple(kept_for(spot, owners, columns, names) for spot in item.one_or_several("for"))
        if "side" in (kind.removeprefix("list of "), *per) and not names.has_sides:
            names.problems.add(what, "unknown-kind", NO_SIDES)
        variable = Variable(
            item.data["id"],
            title_of(item, item.data["id"]) if "title" in item.data else None,
            kind,
            per,
            _start(item, kind, columns.get(column, directions), names),
            item.get_plain("visible", "everyone"),
            item.get_plain("told", False),
            item.values["id"].where,
            column,
        )
        if variable.told:
            _check_told(variable, item, names)
        found.append(variable)
    return tuple(found)


def _kind_in_plural(node: YamlNode, names: IdTable) -> YamlNode | None:
    """Report a kind of thing in the plural, which means a list; return it in the singular, or None if it isn't one."""
    nouns = nouns_in_use(names)
    one = next((each for each in singulars_of(str(node.data)) if each in nouns), None)
    if one is None or node.data in nouns:
        return None
    written = (node.source.excerpt(node.line) or "")[node.column - 1 :]
    if written.startswith(str(node.data)):  # in words, as in `list of spaces`, it is reported with the file's shape
        message = "several of them are a list"
        names.problems.add(node, "unknown-value", message, suggestion=f"`{{list: {one}}}`", replaced=span_on_line(node))
    return YamlScalar(node.source, node.line, node.column, node.length, one)


def _check_told(variable: Variable, item: YamlMapping, names: IdTable) -> None:
    """Report a logged variable that is hidden, or whose changes would make too long a log."""
    if variable.visible != "everyone":
        names.problems.add(
            item.keys["told"], "not-told", "a variable that the log reports has to be visible to everyone"
        )
    elif variable.kind not in TOLD or "card" in variable.per:
        message = "the log reports numbers, seats, sides, spaces, boxes and words, but none that each card has"
        names.problems.add(item.keys["told"], "not-told", message)


def kept_for(
    node: YamlNode, owners: tuple[str, ...], columns: Iterable[str], names: IdTable, what: str = "variable"
) -> str:
    """Return the kind of thing, or the column, for each thing or value of which there is a variable or a zone."""
    if node.data in NOT_KEPT_FOR:
        message = f"a column called `{node.data}` can't have a {what} for each of its values: give it another name"
        if node.data in columns:
            names.problems.add(node, "wrong-type", message)
            return owners[0]
    return _kind(node, (*owners, *columns), names)


def _kind(node: YamlNode, known: tuple[str, ...], names: IdTable) -> str:
    """Return the kind of thing that a node names, directly or by the noun in use.

    For a group of boxes that is `box`.
    """
    nouns = nouns_in_use(names)
    if node.data in known:
        return str(node.data)
    if node.data in nouns:
        return nouns[node.data] if nouns[node.data] in known else "box"
    if not {"pieces", "map"} & names.incomplete_kinds:
        message = f"`{node.data}` isn't one of {', '.join(known)}"
        names.problems.add(node, "unknown-value", message, str(node.data), [*known, *nouns])
    return closest_name(str(node.data), known) or (known[0] if known[0] == "number" else "space")


def nouns_in_use(names: IdTable) -> dict[str, str]:
    """Return the kind of thing by noun; for boxes, the id of their group."""
    nouns = {name: name for name in _OWNERS}
    for name, declared in names.of_kind("group").items():
        nouns[name] = name
        if declared.node is not None:
            nouns.setdefault(declared.node.data["one"], name)
    for name, declared in (names.of_kind("dice") | names.of_kind("die")).items():
        if declared.node is not None and name == declared.node.data["id"]:
            nouns[name] = nouns[noun_of(declared.node, declared.node.data["id"]).one] = "die"
    if names.space_noun:
        nouns.setdefault(names.space_noun, "space")
    return nouns


def _start(item: YamlMapping, kind: str, words: Sequence[str], names: IdTable) -> AttributeDatum | tuple[str, ...]:
    """Return the value when the game begins; `words` are those that a direction, or a value of a column, can be."""
    node = item.get("start")
    if node is None:
        return 0 if kind == "number" else False if kind == "flag" else None
    if kind == f"list of {VALUE}" and isinstance(node, YamlList):
        return tuple(word for each in node.items if (word := _word(each, VALUE, words, names)) is not None)
    if kind.startswith("list of ") and isinstance(node, YamlList):
        members = (_thing(each, kind.removeprefix("list of "), names) for each in node.items)
        return tuple(member for member in members if member is not None)
    data = node.data
    if kind in (DIRECTION, VALUE):
        return _word(node, kind, words, names)
    if kind == "number":
        good = isinstance(data, int) and not isinstance(data, bool)
    elif kind == "flag":
        good = isinstance(data, bool)
    elif kind.startswith("list of ") or isinstance(node, YamlList):
        good = False
    else:
        return _thing(node, kind, names)
    if good:
        return bool(data) if kind == "flag" else int(data)
    wanted = {"number": "a whole number", "flag": "true or false"}.get(
        kind, "a list" if "list" in kind else f"one {kind}"
    )
    names.problems.add(node, "wrong-type", f"expected {wanted}, found {describe(data)} (`start`)")
    return None


def _word(node: YamlNode, kind: str, words: Sequence[str], names: IdTable) -> str | None:
    """Return a direction or a value of a column; None, with a problem, if it is none."""
    if node.data in words:
        return str(node.data)
    code, of = ("unknown-direction", "direction of this board") if kind == DIRECTION else ("unknown-value", "value")
    message = f"`{node.data}` is no {of}; they are {', '.join(words)}"
    names.problems.add(node, code, message, suggestion=closest_match(str(node.data), words))
    return None


def _thing(node: YamlNode, kind: str, names: IdTable) -> str | None:
    """Return the id of a thing of a kind; None, with a problem, if there is none."""
    known = names.check_reference(node, node.data, "piece" if kind == "kind" else kind)
    return str(node.data) if known and (kind != "seat" or node.data in names.seats) else None


def read_flags(node: YamlMapping, columns: Iterable[str], names: IdTable) -> tuple[Flag, ...]:
    """Return the flags.

    The kind of things that have a flag is given by id (space, seat, card, a group of boxes) or by the noun in use.
    """
    nouns = nouns_in_use(names)
    found = []
    for item in node.mappings("flags"):
        of = item.values["of"]
        if of.data not in nouns and not {"pieces", "map"} & names.incomplete_kinds:
            message = f"there are no things called `{of.data}` that could be `{item.data['id']}`"
            known: Iterable[str] = nouns
            if of.data in columns:
                known = ()
                form = f"{{id: {item.data['id']}, is: flag, for: {of.data}}}"
                message = f"a flag marks things: for each value of a column, write `{form}` under `variables`"
            names.problems.add(of, "unknown-kind", message, of.data, known)
        found.append(Flag(item.data["id"], nouns.get(of.data, "space"), item.values["id"].where))
    return tuple(found)


def read_words(node: YamlMapping, names: IdTable) -> tuple[VocabularyWord, ...]:
    """Return the vocabulary of one file."""
    found = []
    for item in node.mappings("words"):
        kind = next((kind for kind in WEIGHTS if kind in item.values), "means")
        turn = bool(item.get_plain("turn", False))
        if turn and kind != "do":
            names.problems.add(item.keys["turn"], "turn-without-do", "only a phrase (`do`) can count as a turn")
        says = tuple(spot.text for spot in item.one_or_several("say") if isinstance(spot, YamlScalar))
        if "table" not in item.values:
            found.append(VocabularyWord(says, kind, item.needed_text(kind), turn, item.where))
        elif (read := read_table(item, says, names)) is not None:
            table, body = read
            found.append(VocabularyWord(says, kind, body, turn, item.where, table))
    return tuple(found)


def read_glossary(node: YamlMapping, cards: tuple[Card, ...], names: IdTable) -> tuple[GlossaryNote, ...]:
    """Return the notes on special words, and warn of a word that no card's event contains, if there are events."""
    events = {card.event for card in cards if card.event is not None}
    found = []
    for key, value in node.section("glossary").entries():
        note = GlossaryNote(key.data, as_title(value.data, key.data))
        if events and not any(map(note.is_in, events)) and not names.incomplete_kinds:
            names.problems.warn(key, "idle-gloss", f"no event of a card has the word `{note.word}`")
        found.append(note)
    return tuple(found)


def check_wordings(words: tuple[VocabularyWord, ...], names: IdTable) -> None:
    """Report a vocabulary whose wordings are too many or too long, because building its grammar would take too long."""
    weight = 0
    for word in words:
        for say in word.says:
            weight += WEIGHTS[word.kind] * len(HOLE.sub(" _ ", str(say)).split())
            if weight > MOST_IN_WORDINGS:
                message = (
                    f"the wordings of the vocabulary have more than {MOST_IN_WORDINGS:,} words together "
                    "(those of `when` count four times)"
                )
                names.problems.add(say.where, "too-many", message)
                return


def read_bends(nodes: list[YamlMapping], words: tuple[VocabularyWord, ...], names: IdTable) -> tuple[Bend, ...]:
    """Return the bends of a game and of its variants.

    Each names a phrase of the vocabulary by one of its wordings.
    """
    kinds = {str(say): word.kind for word in words for say in word.says}
    places = {str(say): say.where for word in words for say in word.says}
    found = []
    for item in nodes:
        kind = next(kind for kind in BEND_KINDS if kind in item.values)
        phrase = item.needed_text(kind)
        if kinds.get(phrase) != "do" and not names.incomplete_kinds:
            known = [say for say, what in kinds.items() if what == "do"]
            message = f"there is no phrase with the wording `{phrase}`"
            if phrase in kinds:
                message = f"`{phrase}` isn't a phrase; only phrases (`do`) can be bent"
            elif (bare := _without_braces(phrase)) in kinds:
                message += f"; in the wording `{bare}`, the holes lack their braces"
                known = []
            meant = next((say for say in known if fits_wording(phrase, say)), None) or _in_imperative(phrase, known)
            if meant is not None and places[meant].shares_folder(item.where) and _have_equal_words(meant, phrase):
                message += f"; {places[meant]} says `{meant}`, and both have to be the same"
                meant, known = None, []
            elif meant is None and phrase not in kinds:
                statement = _statement_in(phrase)
                if statement is not None and not any(say.startswith(f"{statement} ") for say in known):
                    message += f"; {_advice_for_statement(statement, phrase, names)}"
                    known = []
                elif known and closest_match(phrase, known) is None:
                    message += f"; phrases of this game are {quote_names(known[:MOST_PHRASES])}"
            names.problems.add(item.values[kind], "unknown-phrase", message, phrase, known, suggestion=meant)
            names.incomplete_kinds.add("bends")  # other places may refer to its content
            continue
        do = item.needed_text("do")
        found.append(Bend(kind, phrase, item.get_text("when"), do, item.get_text("offer"), item.where))
    return tuple(found)


def _in_imperative(phrase: str, known: Iterable[str]) -> str | None:
    """Return the phrase of the game that begins with the verb of another wording, as `sails` is one of `sail`."""
    said = next((word for word in HOLE.sub(" ", phrase).split() if word != "you"), "")
    verbs = {HOLE.sub("", say).split()[0]: say for say in reversed([*known]) if HOLE.sub("", say).split()}
    verb = imperative_of(said, verbs)
    return None if verb is None or verb in STATEMENT_VERBS else verbs[verb]


def _statement_in(phrase: str) -> str | None:
    """Return the verb of a statement of the language that a wording has, as an imperative, or None."""
    found = (imperative_of(word, STATEMENT_VERBS) for word in re.findall("[a-z]+", HOLE.sub(" ", phrase)))
    return next((verb for verb in found if verb is not None), None)


def _advice_for_statement(verb: str, phrase: str, names: IdTable) -> str:
    """Return what to do in place of a bend of a statement of the language."""
    track = next((each for each in names.of_kind("track") if re.search(rf"\b{each}\b", phrase)), None)
    if track is not None and verb in ("raise", "lower"):
        instead = f"what follows from it stands under `when` of the track `{track}`"
    else:
        instead = f"say it in a phrase of the game, `- {{say: …, do: {verb} …}}` under `words:`, and bend that"
    return f"`{verb}` is a statement of the language, which can't be bent: {instead}"


def _have_equal_words(one: str, other: str) -> bool:
    """Return whether two wordings differ by their holes only."""
    return HOLE.sub("{}", one) == HOLE.sub("{}", other)


def read_watches(node: YamlMapping) -> tuple[WatchRule, ...]:
    """Return the effects that are carried out as soon as a condition holds."""
    return tuple(
        WatchRule(item.needed_text("when"), item.needed_text("do"), item.where) for item in node.mappings("watch")
    )


ANY = "any"
YES_OR_NO = ("yes", "no")
"""The options of a `may`."""
_KEEPING = ("that", "only", "highest", "lowest")


def active_bots(files: list[YamlMapping], applied: set[str], variants: set[str], names: IdTable) -> list[YamlMapping]:
    """Return the files of the bots that play with the applied variants.

    A file names some of the game's `variants` under `with`, or none if its bot always plays.
    """
    found = []
    for root in files:
        wanted = root.list_items("with")
        for spot in wanted:
            if spot.data not in variants | applied:
                message = f"there is no variant `{spot.data}` of this game"
                names.problems.add(spot, "unknown-variant", message, spot.data, variants)
        if not wanted or any(spot.data in applied for spot in wanted):
            found.append(root)
    return found


def read_bots(files: list[YamlMapping], names: IdTable, find_labels: Callable[[], set[str]]) -> tuple[Bot, ...]:
    """Return the bots, without those of seats that don't play with this number of players.

    `find_labels`: returns the texts in quotes in the rules, some of which are options of decisions.
    """
    found: list[Bot] = []
    for root in files:
        spot, name, seat = root.values["id"], root.data["id"], root.values["seat"]
        if any(bot.id == name for bot in found):
            names.problems.add(spot, "id-twice", f"there is already a bot `{name}`")
        if seat.data != ANY and (
            not names.check_reference(seat, seat.data, "seat", also=(ANY,)) or seat.data not in names.seats
        ):
            continue
        tables = tuple(_table(item, names, find_labels) for item in root.mappings("tables"))
        _check_answers(root, names)
        whose = None if seat.data == ANY else seat.data
        sees = tuple(spot.data for spot in root.list_items("sees") if names.check_reference(spot, spot.data, "zone"))
        when, variants = root.get_text("when"), tuple(spot.data for spot in root.list_items("with"))
        found.append(Bot(name, title_of(root, name), root.where, whose, when, tables, sees, variants))
    return tuple(found)


def _table(item: YamlMapping, names: IdTable, find_labels: Callable[[], set[str]]) -> BotTable:
    kind = "keep" if "keep" in item.values else "first"
    nodes = item.mappings(kind)
    answers = _labels_of(item, [str(node.find(["choose"]).data) for node in nodes], names, find_labels)
    rows = [_row(row, kind, names) for row in nodes]
    options = answers if len(answers) > 1 else YES_OR_NO
    for node in nodes if kind == "first" else ():
        choose = node.find(["choose"])
        if choose.data not in options:
            what = "the table's answers" if len(answers) > 1 else f'the answers to `may "{answers[0]}"`'
            message = f"`{choose.data}` isn't one of {what}: {', '.join(options)}"
            if choose.data in answers:
                message += f"; a `choose …, to {choose.data}` is answered under `keep`"
            names.problems.add(choose, "unknown-value", message, choose.data, options)
    always: dict[str, BotRow] = {}
    for number, row in enumerate(rows):
        if row.choose in always:
            line = always[row.choose].where.line
            message = f"this row is never reached: the one in line {line} takes `{row.choose}` whenever it is on offer"
            names.problems.add(nodes[number], "never-read", message)
            break
        if row.choose is not None and row.text is None:
            always[row.choose] = row
    asked = item.values["answers"]
    excerpt = asked.source.excerpt(asked.where.line)
    return BotTable(answers, title_of(item, ", ".join(answers)), kind, tuple(rows), asked.where, excerpt)


def _labels_of(
    item: YamlMapping, chosen: Sequence[str], names: IdTable, find_labels: Callable[[], set[str]]
) -> tuple[str, ...]:
    """Return the labels that a table answers; report one that has several in it or is misspelt, as the rows show."""
    answers, spot = tuple(str(label) for label in item.data["answers"]), item.values["answers"]
    parts = tuple(part.strip() for label in answers for part in BETWEEN_VALUES.split(label))
    is_split = not {*chosen} <= {*answers} and {*chosen} <= {*parts} - {*YES_OR_NO}
    if not is_split and "first" in item.values and len(answers) > 1:
        return _as_rows_have_it(spot, answers, chosen, names, find_labels)
    if len({*chosen}) < 2 or not is_split:
        return answers
    message = "each label is an answer of its own"
    names.problems.add(spot, "unknown-value", message, wordings=(f"[{', '.join(parts)}]",), replaced=span_on_line(spot))
    return parts


def _as_rows_have_it(
    spot: YamlNode,
    answers: tuple[str, ...],
    chosen: Sequence[str],
    names: IdTable,
    find_labels: Callable[[], set[str]],
) -> tuple[str, ...]:
    """Return the answers of a table; report one that no decision has, if a row chooses the one that is meant."""
    foreign = [each for each in dict.fromkeys(chosen) if each not in answers]
    labels = find_labels() if foreign else set[str]()
    unknown = [each for each in answers if each not in labels]
    meant = [each for each in foreign if each in labels]
    if len(unknown) != 1 or len(meant) != 1:
        return answers
    right = tuple(meant[0] if each == unknown[0] else each for each in answers)
    message = f"no decision has the answer `{unknown[0]}`; a row of this table chooses `{meant[0]}`"
    wording = f"[{', '.join(right)}]"
    names.problems.add(spot, "unknown-value", message, wordings=(wording,), replaced=span_on_line(spot))
    return right


def _row(row: YamlMapping, kind: str, names: IdTable) -> BotRow:
    what = next(each for each in _KEEPING if each in row.values) if kind == "keep" else "when"
    source = declared_source(row, names.problems)
    return BotRow(what, row.get_text(what), row.get_plain("choose"), source, row.where)


def _check_answers(root: YamlMapping, names: IdTable) -> None:
    """Report a decision that two tables of a bot answer: the second one would never be used."""
    seen: dict[tuple[str, ...], YamlNode] = {}
    for table in root.mappings("tables"):
        answers = table.values["answers"]
        keys = [("first", *sorted(answers.data))]
        if "keep" in table.values:
            keys = [("keep", label) for label in answers.data]
        for key in keys:
            if key in seen:
                message = f"`{', '.join(key[1:])}` is already answered by the table in line {seen[key].line}"
                names.problems.add(answers, "answered-twice", message)
                break
            seen[key] = table
