"""A reader for bots, which decide for a seat by tables."""

from __future__ import annotations

from interpreter.rulebook.ids import IdTable, declared_source, title_of
from interpreter.rulebook.model import Bot, BotRow, BotTable
from interpreter.rulebook.nodes import YamlMapping, YamlNode, YamlScalar

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


def read_bots(files: list[YamlMapping], names: IdTable) -> tuple[Bot, ...]:
    """Return the bots, without those of seats that don't play with this number of players."""
    found: list[Bot] = []
    for root in files:
        spot, name, seat = root.values["id"], root.data["id"], root.values["seat"]
        if any(bot.id == name for bot in found):
            names.problems.add(spot, "id-twice", f"there is a bot `{name}` already")
        if seat.data != ANY and (
            not names.check_reference(seat, seat.data, "seat", also=ANY) or seat.data not in names.seats
        ):
            continue
        tables = tuple(_table(item, names) for item in root.list_items("tables") if isinstance(item, YamlMapping))
        _check_answers(root, names)
        whose = None if seat.data == ANY else seat.data
        when = root.get("when")
        condition = when.text if isinstance(when, YamlScalar) else None
        sees = tuple(spot.data for spot in root.list_items("sees") if names.check_reference(spot, spot.data, "zone"))
        found.append(Bot(name, whose, title_of(root, name), condition, tables, root.where, sees))
    return tuple(found)


def _table(item: YamlMapping, names: IdTable) -> BotTable:
    answers = tuple(item.data["answers"])
    kind = "keep" if "keep" in item.values else "first"
    rows = [_row(row, kind, names) for row in item.list_items(kind) if isinstance(row, YamlMapping)]
    options = answers if len(answers) > 1 else YES_OR_NO
    for node in item.list_items(kind) if kind == "first" else ():
        choose = node.find(["choose"])
        if choose.data not in options:
            what = "what the table answers" if len(answers) > 1 else f'how `may "{answers[0]}"` is answered'
            message = f"`{choose.data}` is none of {what}: {', '.join(options)}"
            if choose.data in answers:
                message += f"; a `choose …, to {choose.data}` is answered under `keep`"
            names.problems.add(choose, "unknown-value", message, choose.data, options)
    always: dict[str, BotRow] = {}
    for number, row in enumerate(rows):
        if row.choose in always:
            line = always[row.choose].where.line
            message = f"this row is never reached: the one in line {line} takes `{row.choose}` whenever it is on offer"
            names.problems.add(item.list_items(kind)[number], "never-read", message)
            break
        if row.choose is not None and row.text is None:
            always[row.choose] = row
    return BotTable(answers, title_of(item, ", ".join(answers)), kind, tuple(rows), item.where)


def _row(row: YamlMapping, kind: str, names: IdTable) -> BotRow:
    what = next(each for each in _KEEPING if each in row.values) if kind == "keep" else "when"
    text = row.get(what)
    said = text.text if isinstance(text, YamlScalar) else None
    return BotRow(what, said, row.get_plain("choose"), declared_source(row, names.problems), row.where)


def _check_answers(root: YamlMapping, names: IdTable) -> None:
    """Report a decision that two tables of a bot answer: the second one would never be used."""
    seen: dict[tuple[str, ...], YamlNode] = {}
    for table in root.list_items("tables"):
        if not isinstance(table, YamlMapping):
            continue
        answers = table.values["answers"]
        keys = [("first", *sorted(answers.data))]
        if "keep" in table.values:
            keys = [("keep", label) for label in answers.data]
        for key in keys:
            if key in seen:
                message = f"`{', '.join(key[1:])}` is answered already, by the table in line {seen[key].line}"
                names.problems.add(answers, "answered-twice", message)
                break
            seen[key] = table
