"""Characters of a picture at their columns and rows."""

from __future__ import annotations

from rich.cells import cell_len


class Canvas:
    """A grid of characters; a wide character takes two cells, a combining one none."""

    def __init__(self, width: int, height: int) -> None:
        self._fields = [[" "] * width for _ in range(height)]

    def write(self, column: int, row: int, text: str) -> None:
        """Write a text from a column on."""
        fields = self._fields[row]
        for letter in text:
            wide = cell_len(letter)
            if wide == 0 and column:
                fields[column - 1] += letter
            elif column + wide <= len(fields):
                fields[column : column + wide] = [letter, *[""] * (wide - 1)]
                column += wide

    def lines(self) -> list[str]:
        """Return the rows of characters, without blanks at their ends."""
        return ["".join(fields).rstrip() for fields in self._fields]
