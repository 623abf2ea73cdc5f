"""Columns with the list of values that another column declares: `back: front`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.rulebook.building.attributes import ATTRIBUTE_KINDS
from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode


def column_sections(documents: Documents) -> list[YamlMapping]:
    """Return the declarations of columns: of spaces, of cards by file, of boxes by group and of kinds of pieces."""
    pieces = documents.get("pieces")
    groups = (each for each in pieces.section("groups").values.values() if isinstance(each, YamlMapping))
    holders = (documents.get("map"), *documents.several["cards"], *groups)
    return [*(each.section("attributes") for each in holders), pieces.section("piece attributes")]


def with_lists(section: YamlMapping, sections: Sequence[YamlMapping]) -> YamlMapping:
    """Return declarations of columns, with a list in place of the name of a column that has one.

    Such a column has the printed names of the values, too, unless it declares its own. A column of the same section
    goes before others with its name.

    Args:
        section: The declarations.
        sections: All declarations of columns.
    """
    found = YamlMapping(section.source, section.line, section.column)
    for key, spec in section.entries():
        listing = _find_list(spec, section, sections)
        declared: YamlNode = spec
        if listing is not None and listing is not spec:
            declared = (
                spec.copy() if isinstance(spec, YamlMapping) else YamlMapping(spec.source, spec.line, spec.column)
            )
            declared.put("is", _type_of(listing))
            if "titles" not in declared.values and isinstance(listing, YamlMapping) and "titles" in listing.values:
                declared.put("titles", listing.values["titles"])
        found.put(key.data, declared, key)
    return found


def write_out_lists(documents: Documents, names: IdTable) -> None:
    """Replace the name of a column, where it is a type, by that column's list and titles of values."""
    sections = column_sections(documents)
    names.listing_columns = tuple(dict.fromkeys(_listing(sections)))
    for section in sections:
        for spec in section.values.values():
            _check_one_list(_type_of(spec), section, sections, names.problems)
    for section, written in [(section, with_lists(section, sections)) for section in sections]:
        for key, spec in written.values.items():
            section.put(key, spec)


def _find_list(spec: YamlNode, section: YamlMapping, sections: Sequence[YamlMapping]) -> YamlNode | None:
    """Return the declaration that lists the values of a column, or None if there is none."""
    seen: set[str] = set()
    while not isinstance(_type_of(spec), YamlList):
        name = _type_of(spec).data
        declared = next((each.values[name] for each in (section, *sections) if name in each.values), None)
        if declared is None or name in ATTRIBUTE_KINDS or name in seen:
            return None
        seen.add(name)
        spec = declared
    return spec


def _type_of(spec: YamlNode) -> YamlNode:
    """Return the type of a column, which is its whole declaration or stands under `is`."""
    return spec.values.get("is", spec) if isinstance(spec, YamlMapping) else spec


def _listing(sections: Sequence[YamlMapping]) -> Iterator[str]:
    """Yield the names of the columns that list their values."""
    for section in sections:
        yield from (key.data for key, spec in section.entries() if isinstance(_type_of(spec), YamlList))


def _check_one_list(name: YamlNode, section: YamlMapping, sections: Sequence[YamlMapping], problems: Problems) -> None:
    """Report the name of a column that several sections declare with different lists, and this one doesn't."""
    if isinstance(name, YamlList) or name.data in ATTRIBUTE_KINDS or name.data in section.values:
        return
    lists = [_type_of(each.values[name.data]) for each in sections if name.data in each.values]
    if any(each.data != lists[0].data for each in lists):
        places = " and ".join(str(each.where) for each in lists)
        message = f"`{name.data}` has different lists, at {places}: give this column a list of its own"
        problems.add(name, "ambiguous-attribute", message)
