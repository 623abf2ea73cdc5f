"""SVG pictures of strangers: they may draw, and nothing else.

A picture that could run, load or hide something is refused; so is one that could be made endlessly large by repetition.
"""

from __future__ import annotations

import re
from xml.parsers import expat

SVG = "http://www.w3.org/2000/svg"
RISKY_SPACES = ("", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML")
"""Namespaces whose elements a browser may act on. Those of drawing programs mean nothing to it."""
DRAWING = frozenset(
    re.findall(
        r"\w+",
        "svg g defs title desc metadata style switch path rect circle ellipse line polyline polygon image text tspan "
        "textPath linearGradient radialGradient stop pattern clipPath mask marker filter",
    )
)
"""Elements that a picture may have, beside the parts of filters."""
FILTER_PART, LOADING_FILTER_PART = "fe", "feImage"
MOST_ELEMENTS, MOST_DEPTH = 20_000, 100
MOST_BUFFERED = 1_000_000
"""Characters of a text that are read at once."""
_EMBEDDED = re.compile(r"\s*data:image/(png|jpeg);base64,[A-Za-z0-9+/=\s]*\Z")
_LOADING = re.compile(r"@|\\|expression\s*\(|javascript:|image-set\s*\(|\bsrc\s*\(|url\s*\((?!\s*+['\"]?+\s*+#)", re.I)
"""Text in styles that loads something, runs something, or can hide either."""
_NUMBER = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*+(?:px)?\s*\Z")


class SvgFault(Exception):  # noqa: N818  the word of the package for what is wrong with a text
    """A place at which a picture isn't harmless, or no SVG."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def read_svg_size(data: bytes) -> tuple[float, float]:
    """Return the width and height of an SVG picture.

    Raises:
        SvgFault: It isn't harmless, has no size, or isn't SVG.
    """
    reader = _SvgReader()
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        message = f"this is no SVG: {expat.ErrorString(error.code)}"
        raise SvgFault(message, error.lineno, error.offset + 1) from None
    except (LookupError, ValueError):
        raise SvgFault("this is no SVG: its encoding is unknown", 1, 1) from None
    return reader.size


class _SvgReader:
    """A parser that stops at the first thing that isn't harmless."""

    def __init__(self) -> None:
        self.size = (0.0, 0.0)
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text, self.parser.buffer_size = True, MOST_BUFFERED
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction
        self._open: list[str] = []
        self._count = 0
        self._style = ""

    def _refuse(self, message: str) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        raise SvgFault(message, line, column)

    def _doctype(self, *_: object) -> None:
        self._refuse("a picture has no document type and no entities; remove `<!DOCTYPE …>`")

    def _instruction(self, target: str, _: str) -> None:
        self._refuse(f"a picture has no instructions; remove `<?{target[:40]} …?>`")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        self._count += 1
        if not self._open and (space, local) != (SVG, "svg"):
            self._refuse(f'this is no SVG: it begins with `{local[:40]}`, not with `<svg xmlns="{SVG}">`')
        is_filter_part = local.startswith(FILTER_PART) and local != LOADING_FILTER_PART
        if space == SVG and local not in DRAWING and not is_filter_part:
            self._refuse(f"a picture only draws; remove `<{local[:40]}>`")
        if space in RISKY_SPACES:
            self._refuse(f"a picture has no elements of other languages; remove `<{local[:40]}>`")
        if self._count > MOST_ELEMENTS or len(self._open) >= MOST_DEPTH:
            self._refuse(f"a picture has at most {MOST_ELEMENTS} elements, {MOST_DEPTH} deep; simplify it")
        for attribute, value in attributes.items():
            self._check_attribute(local, attribute, value)
        if not self._open:
            self.size = self._find_size(attributes)
        self._open.append(local)
        self._style = ""

    def _check_attribute(self, element: str, attribute: str, value: str) -> None:
        name = attribute.rpartition(" ")[2].lower()
        if name.startswith("on"):
            self._refuse(f"a picture doesn't act; remove `{name[:40]}`")
        if name == "base":
            self._refuse("a picture refers to nothing outside; remove `xml:base`")
        if name in ("href", "src") and not (
            value.strip().startswith("#") or (element == "image" and _EMBEDDED.match(value))
        ):
            message = (
                f"a picture refers to nothing outside; remove `{name}` of `<{element[:40]}>`, or embed a PNG or JPEG"
            )
            self._refuse(message)
        if name not in ("href", "src") and attribute.count(" ") == 0 and (found := _LOADING.search(value)):
            self._refuse(f"a picture loads nothing; remove `{found[0]}` from `{name[:40]}`")

    def _text(self, text: str) -> None:
        if self._open and self._open[-1] == "style":
            self._style += text
            if found := _LOADING.search(self._style):
                self._refuse(f"a picture loads nothing; remove `{found[0]}` from `<style>`")

    def _end(self, _: str) -> None:
        self._open.pop()

    def _find_size(self, attributes: dict[str, str]) -> tuple[float, float]:
        parts = attributes.get("viewBox", "").replace(",", " ").split()
        sizes = parts[2:] if len(parts) == 4 else [attributes.get("width", ""), attributes.get("height", "")]
        found = [_NUMBER.match(size) for size in sizes]
        if found[0] is None or found[1] is None:
            self._refuse('the picture has no size; write `viewBox="0 0 WIDTH HEIGHT"` into `<svg>`')
        return tuple(float(each[1]) for each in found if each)  # type: ignore[return-value]
