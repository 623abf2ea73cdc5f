"""Columns with the list of values that another column declares: `back: front`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.rulebook.building.attributes import ATTRIBUTE_KINDS
from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode

LONGEST_CHAIN = 50
"""Most columns of which each has the list of the next one."""
Declarations = dict[str, list[YamlNode]]
"""Declarations of columns by name, in the order of the sections."""


def column_sections(documents: Documents) -> list[YamlMapping]:
    """Return the declarations of columns: of spaces, of cards by file, of boxes by group and of kinds of pieces."""
    pieces = documents.get("pieces")
    groups = (each for each in pieces.section("groups").values.values() if isinstance(each, YamlMapping))
    holders = (documents.get("map"), *documents.several["cards"], *groups)
    return [*(each.section("attributes") for each in holders), pieces.section("piece attributes")]


def declarations_by_name(sections: Iterable[YamlMapping]) -> Declarations:
    """Return all declarations of columns by name."""
    found: Declarations = {}
    for section in sections:
        for name, spec in section.values.items():
            found.setdefault(name, []).append(spec)
    return found


def with_lists(section: YamlMapping, declared: Declarations) -> YamlMapping:
    """Return declarations of columns, with a list in place of the name of a column that has one.

    Such a column has the printed names of the values, too, unless it declares its own. A column of the same section
    goes before others with its name.

    Args:
        section: The declarations.
        declared: All declarations of columns, by name.
    """
    found = YamlMapping(section.source, section.line, section.column)
    for key, spec in section.entries():
        listing = _find_list(spec, section, declared)
        written: YamlNode = spec
        if listing is not None and listing is not spec:
            written = spec.copy() if isinstance(spec, YamlMapping) else YamlMapping(spec.source, spec.line, spec.column)
            written.put("is", _type_of(listing))
            if "titles" not in written.values and isinstance(listing, YamlMapping) and "titles" in listing.values:
                written.put("titles", listing.values["titles"])
        found.put(key.data, written, key)
    return found


def write_out_lists(documents: Documents, names: IdTable) -> None:
    """Replace the name of a column, where it is a type, by that column's list and titles of values."""
    sections = column_sections(documents)
    declared = declarations_by_name(sections)
    names.listing_columns = tuple(dict.fromkeys(_listing(sections)))
    for section in sections:
        for spec in section.values.values():
            _check_one_list(_type_of(spec), section, declared, names.problems)
    for section, written in [(section, with_lists(section, declared)) for section in sections]:
        for key, spec in written.values.items():
            section.put(key, spec)


def _find_list(spec: YamlNode, section: YamlMapping, declared: Declarations) -> YamlNode | None:
    """Return the declaration that lists the values of a column, or None if there is none within `LONGEST_CHAIN`."""
    for _ in range(LONGEST_CHAIN):
        if isinstance(_type_of(spec), YamlList):
            return spec
        name = _type_of(spec).data
        if name in ATTRIBUTE_KINDS or (name not in section.values and name not in declared):
            return None
        spec = section.values[name] if name in section.values else declared[name][0]
    return None


def _type_of(spec: YamlNode) -> YamlNode:
    """Return the type of a column, which is its whole declaration or stands under `is`."""
    return spec.values.get("is", spec) if isinstance(spec, YamlMapping) else spec


def _listing(sections: Sequence[YamlMapping]) -> Iterator[str]:
    """Yield the names of the columns that list their values."""
    for section in sections:
        yield from (key.data for key, spec in section.entries() if isinstance(_type_of(spec), YamlList))


def _check_one_list(name: YamlNode, section: YamlMapping, declared: Declarations, problems: Problems) -> None:
    """Report the name of a column that several sections declare with different lists, and this one doesn't."""
    if isinstance(name, YamlList) or name.data in ATTRIBUTE_KINDS or name.data in section.values:
        return
    lists = [_type_of(each) for each in declared.get(name.data, ())]
    if any(each.data != lists[0].data for each in lists):
        places = " and ".join(str(each.where) for each in lists)
        message = f"`{name.data}` has different lists, at {places}: give this column a list of its own"
        problems.add(name, "ambiguous-attribute", message)
