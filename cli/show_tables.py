"""`cahier show GAME tables`: the bots' priority tables, with remarks on rows that are not as published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.errors import printable

if TYPE_CHECKING:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Bot, BotRow, BotTable, Rulebook


def format_bot_tables(book: Rulebook, names: Names) -> str:
    """Format the tables of all bots in the game with its variants."""
    if not book.bots:
        return "no tables: no bot is part of the game as it is here (bots may come with a variant: --variant)"
    return "\n\n".join(_bot(bot, book, names) for bot in book.bots)


def _bot(bot: Bot, book: Rulebook, names: Names) -> str:
    seats = {seat.id: names.localize(seat.title) for seat in book.seats}
    whom = "any seat" if bot.seat is None else seats.get(bot.seat, printable(bot.seat))
    condition = f", when {printable(' '.join(bot.when.split()))}" if bot.when is not None else ""
    return "\n\n".join(
        [
            f"{names.localize(bot.title)} ({printable(bot.id)}), for {whom}{condition}",
            *(_table(table, names) for table in bot.tables),
        ]
    )


def _table(table: BotTable, names: Names) -> str:
    how = (
        "the first row that holds" if table.kind == "first" else "each row keeps what it says, if that leaves anything"
    )
    answers = ", ".join(printable(answer.replace("_", " ")) for answer in table.answers)
    rows = [f"    {number:2}  {_row(row)}" for number, row in enumerate(table.rows, 1)]
    last = ["        what is left is settled by chance"] if table.kind == "keep" else []
    return "\n".join([f"  {names.localize(table.title)}: {answers} ({how})", *rows, *last])


def _row(row: BotRow) -> str:
    text = "" if row.text is None else printable(" ".join(row.text.split()))
    said = {
        "that": text,
        "only": f"only {text}, or leave it",
        "highest": f"highest {text}",
        "lowest": f"lowest {text}",
    }.get(row.kind)
    if said is None:
        said = f"if {text}: {printable(row.choose or '')}" if text else f"otherwise: {printable(row.choose or '')}"
    source = row.source if isinstance(row.source, str) else None
    return said if source in (None, "rulebook") else f"{said}  [{source}]"
