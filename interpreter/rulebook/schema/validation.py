"""Check of a file against its JSON Schema, with messages in plain words.

Wrong parts are removed from the tree so that the rest can still be read and checked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from interpreter.rulebook.building.ids import describe
from interpreter.rulebook.schema.compiled_schema import (
    MOST_ERRORS,
    Failure,
    label_of,
    schema_errors,
    schema_of,
    unknown_keys,
)
from interpreter.rulebook.schema.field_hints import hint_for
from interpreter.rulebook.schema.game_fields import SECTION_FIELDS
from interpreter.rulebook.schema.inferred_columns import inferred_columns
from interpreter.rulebook.schema.invalid_parts import InvalidPart
from interpreter.rulebook.schema.meant_values import (
    as_written,
    field_as_key,
    field_of_numbers,
    field_within,
    fields_around,
    fits_part,
    meant_fields,
    meant_values,
    most_similar,
    only_missing_field,
    renamed_field,
    span_on_line,
    written_without,
)
from interpreter.rulebook.schema.wrong_values import alternatives, report_value
from interpreter.rulebook.source.cut_texts import COMMA_IN_BRACES, CutText, in_quotes, text_cut_at_comma
from interpreter.rulebook.source.files import SINGLE_KINDS
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar, is_synonym
from interpreter.rulebook.source.yaml_errors import is_empty_block
from interpreter.rulebook.text import NUMBER_WORDS
from interpreter.support.name_lists import quote_names
from interpreter.support.noun_forms import plural_of

Path = tuple[str | int, ...]
MOST_ROWS = 6
"""Maximum number of lines of a field that are shown where they belong."""
MOST_FIELDS_LISTED = 60
"""Maximum number of fields that the message about an unknown one lists."""


@dataclass(frozen=True, slots=True)
class ShapeResult:
    """A file that fits its schema after the removal of wrong parts.

    `is_complete` is True if no entry was lost.
    """

    root: YamlMapping
    is_complete: bool


def check_shape(
    root: YamlNode, kind: str, problems: Problems, columns: frozenset[str] = frozenset()
) -> ShapeResult | None:
    """Report and remove parts that don't fit the schema of a kind of file; return None if nothing is left.

    `columns` are attributes declared in other files of the same kind.
    """
    if not isinstance(root, YamlMapping):
        message = f"expected fields (`key: value`), found {describe(root.data)}"
        problems.add(root, "wrong-type", message + _list_of_file(root, kind))
        return None
    whole = True
    telling = True
    for _ in range(20):  # a removal can invalidate its parent; nesting is limited
        errors = schema_errors(root.data, kind)
        if not errors:
            return ShapeResult(root, whole)
        if telling:
            _SchemaReport(root, kind, problems, columns).report(errors)
            telling = False
        left = [error for error in errors if root.find(error.absolute_path).data == error.instance]  # not mended
        wrong = [InvalidPart.of(root, error) for error in left]  # all before any removal, which shifts list indices
        whole = whole and len(errors) < MOST_ERRORS and not any(each.loses for each in wrong)
        for each in wrong:
            if each.key is None:
                return None
            each.take_out()
    return None


def _list_of_file(root: YamlNode, kind: str) -> str:
    """Return a hint with the field of a kind of file whose entries have the fields of this list's; empty if none."""
    first = root.items[0] if isinstance(root, YamlList) and root.items else None
    schema = schema_of(kind)
    lists = schema.get("properties", {})
    keys = set(first.values) if isinstance(first, YamlMapping) else set()
    name = next((each for each in lists if keys & set(lists[each].get("items", {}).get("properties", {}))), None)
    if name is None:
        return ""
    before = [f"`{each}:`" for each in schema.get("required", ()) if each != name]
    after = f", below {' and '.join(before)}" if before else ""
    return f"; in this file, the list is indented and stands under `{name}:`{after}"


class _SchemaReport:
    """A report of the schema errors of one file, with one message for each mistake."""

    def __init__(self, root: YamlNode, kind: str, problems: Problems, columns: frozenset[str]) -> None:
        self._root, self._kind, self._problems, self._columns = root, kind, problems, columns
        self._misspelt: dict[int, set[str]] = {}
        self._astray: set[int] = set()
        self._lists: set[Path] = set()
        self._missing: list[_MissingField] = []
        self._answered: set[Path] = set()
        self._compared_lists: set[Path] = set()
        self._inner: set[tuple[int, str]] = set()

    def report(self, errors: Sequence[Failure]) -> None:
        """Report all errors; a missing field only if no other message explains it."""
        listed = {tuple(error.absolute_path) for error in errors if error.validator == "enum"}
        empty = {tuple(error.absolute_path)[:-1] for error in errors if is_empty_block(self._at(error))}
        for error in errors:
            self._report_list_astray(tuple(error.absolute_path), error)
            self._report_shape(self._at(error), error)
            self._note_cut_texts(self._at(error), error)
        split = {
            tuple(error.absolute_path) for error in errors if error.validator == "minItems" and len(error.instance) == 1
        }
        for error in errors:
            path = tuple(error.absolute_path)
            if path[:-1] in split or any(path[:end] in self._answered for end in range(len(path) + 1)):
                continue  # it follows from another error
            self._report_error(self._at(error), error, empty, listed)
        self._report_missing()

    def _report_error(self, node: YamlNode, error: Failure, empty: Collection[Path], listed: Collection[Path]) -> None:
        """Report one error; `empty` are places with an empty block text, `listed` those of a choice."""
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties" and isinstance(node, YamlMapping):
            keys = [key for key in unknown_keys(error) if " " not in key or tuple(error.absolute_path) not in empty]
            for key in keys[:MOST_ERRORS]:  # keys of several words may be lines of a missing block text
                if key in node.values:  # it may have been put where it belongs
                    self._unknown(node, key, error)
        elif error.validator == "required" and isinstance(node, YamlMapping):
            self._note_missing(error, (name for name in error.validator_value if name not in node.values))
        elif error.validator in ("oneOf", "anyOf"):
            if not isinstance(node, YamlMapping):
                return  # the schema also has its type, and that error is reported
            wanted = [name for branch in error.validator_value for name in branch.get("required", ())]
            if not _report_choice(node, wanted, self._problems):
                self._note_missing(error, ["` or `".join(wanted)])
        elif "propertyNames" in error.relative_schema_path and isinstance(node, YamlMapping):
            report_value(node.keys.get(str(error.instance), node), error, self._kind, self._problems)
        elif self._report_field_within(path) or self._report_columns(node, error):
            return
        elif error.validator != "type" or tuple(error.absolute_path) not in listed:
            report_value(node, error, self._kind, self._problems, self._sample(error))

    def _report_field_within(self, path: Path) -> bool:
        """Report a value whose text contains another field of the same thing, and put both into the file."""
        above, key = self._root.find(path[:-1]), path[-1] if path else None
        if not isinstance(above, YamlMapping) or not isinstance(key, str) or key not in above.values:
            return False
        found = field_within(above, key, _schema_at(path[:-1], self._kind), self._kind)
        value = above.values[key]
        if found is None or (span := span_on_line(value)) is None:
            return False
        name, own, other = found
        spot = above.keys[key]
        in_braces = "{" in (spot.source.excerpt(spot.line) or "")[: spot.column]
        wording = (", " if in_braces else "\n").join((f"{key}: {own}", f"{name}: {other}"))
        replaced = (spot.column, span[0] + span[1] - spot.column) if value.line == spot.line else None
        self._problems.add(
            value, "wrong-form", f"`{name}` is a field of its own", wordings=(wording,), replaced=replaced
        )
        above.put(key, YamlScalar(value.source, value.line, value.column, span[1], own))
        above.put(name, YamlScalar(value.source, value.line, value.column, span[1], other), spot)
        return True

    def _report_columns(self, node: YamlNode, error: Failure) -> bool:
        """Report columns that are listed without their types."""
        path, names = tuple(error.absolute_path), error.instance
        is_list = isinstance(names, list) and names and all(isinstance(each, str) for each in names)
        if (
            path != ("attributes",)
            or error.validator != "type"
            or not is_list
            or not isinstance(self._root, YamlMapping)
        ):
            return False
        written = (as_written(each) for each in inferred_columns(self._root, names))
        wordings = tuple(dict.fromkeys(each for each in written if each is not None))
        message = (
            "each attribute is declared with its type, as `number`, `flag`, `text`, `seat` or the list of its values"
        )
        self._problems.add(node, "wrong-type", message, wordings=wordings, replaced=span_on_line(node))
        return True

    def _sample(self, error: Failure) -> object:
        """Return a value that fits in the same field of another entry, or in another key; None if there is none."""
        path = tuple(error.absolute_path)
        entries = self._root.find(path[:-2]) if len(path) > 2 and isinstance(path[-2], int) else None
        others = entries.items if isinstance(entries, YamlList) else ()
        values = [each.get_plain(str(path[-1])) for each in others if isinstance(each, YamlMapping)]
        above = self._root.find(path[:-1])
        schema = _schema_at(path[:-1], self._kind)
        if isinstance(above, YamlMapping) and "properties" not in schema:  # all keys take the same
            examples = [each for each in schema.get("examples", ()) if isinstance(each, dict)]
            values += [value for each in (above.data, *examples) for value in each.values()]
        return next((each for each in values if each and fits_part(each, error.schema, self._kind)), None)

    def _report_list_astray(self, path: Path, error: Failure) -> None:
        """Report a list whose entries all have fields of a list beside it, which is missing, and would fit there."""
        above, entries = self._root.find(path[:-2]), self._root.find(path[:-1])
        if not isinstance(entries, YamlList) or path[:-1] in self._answered | self._compared_lists:
            return
        if (
            error.validator != "additionalProperties"
            or not isinstance(above, YamlMapping)
            or path[-2] not in above.keys
        ):
            return
        self._compared_lists.add(path[:-1])  # the other errors of its entries have the same answer
        field, known = str(path[-2]), error.schema.get("properties", {}).keys()
        lists = _schema_at(path[:-2], self._kind).get("properties", {})
        if not all(isinstance(each, dict) and each.keys() - known for each in entries.data):
            return
        absent = (name for name in lists if name not in above.values)
        home = next((name for name in absent if fits_part(entries.data, lists[name], self._kind)), None)
        if home is None:
            return
        self._answered.add(path[:-1])
        message = f"entries with `{unknown_keys(error)[0]}` belong under `{home}:`, not under `{field}:`"
        self._problems.add(above.keys[field], "unknown-field", message, suggestion=f"`{home}`")

    def _report_shape(self, node: YamlNode, error: Failure) -> None:
        """Report a mapping that should be a list, or a key that should be a value; it explains the errors within."""
        path = tuple(error.absolute_path)
        above = self._root.find(path[:-1])
        if path[:-1] in self._answered:
            return
        if path[:-1] == ("seats",) and _is_range(above.data):
            self._answered.add(path[:-1])
            self._report_range_of_seats(above, *above.data)
            return
        if isinstance(above, YamlList) and path[:-1][-2:-1] == ("attributes",) and _are_numbers(above.data):
            self._answered.add(path[:-1])
            message = f"the values of a list are words; a column of numbers has `from` and `to` ({label_of(error)})"
            meant: tuple[str, ...] = (f"{{is: number, from: {min(above.data)}, to: {max(above.data)}}}",)
            self._problems.add(above, "wrong-type", message, wordings=meant, replaced=span_on_line(above))
            return
        if isinstance(above, YamlList) and "attributes" in path[-4:-2] and type(error.instance) is int:
            self._answered.add(path[:-1])
            self._report_numbers_among_words(above, error)
            return
        if error.validator == "type" and isinstance(above, YamlList):
            if all(isinstance(each, str) for each in above.data) and fits_part(above.data, error.schema, self._kind):
                self._answered.add(path[:-1])
                parts = [re.split(r" *(?:->|[-–,/]) *| to | and ", each) for each in above.data]
                rows = parts if all(len(each) > 1 for each in parts) else [above.data]
                lists = (f"[{', '.join(row)}]" for row in rows)
                meant = (f"[{', '.join(lists)}]",)
                message = f"expected a list of lists, found one list ({label_of(error)})"
                self._problems.add(above, "wrong-type", message, wordings=meant, replaced=span_on_line(above))
            return
        first = next(iter(node.keys.values()), None) if isinstance(node, YamlMapping) else None
        if first is None or not isinstance(node, YamlMapping) or not path or path in self._answered:
            return
        bounds = [each for each in node.data.values() if isinstance(each, int)]
        if path == ("seats",) and len(bounds) == len(node.values) == 2:
            self._answered.add(path)
            self._report_range_of_seats(node, *sorted(bounds))
            return
        known, label = node.values.keys() & error.schema.get("properties", {}).keys(), label_of(error)
        takes_any_key = isinstance(error.schema.get("additionalProperties"), dict)
        if not known and "items" in error.schema and not takes_any_key and error.validator != "type":
            self._answered.add(path)
            meant, replaced = alternatives(node, error, self._kind)
            message = f"expected a list, found a mapping ({label})"
            self._problems.add(first, "wrong-type", message, wordings=meant, replaced=replaced)
            return
        if not known and self._report_no_fields(node, first, error):
            return
        found = field_as_key(node, error.schema, self._kind) if isinstance(path[-1], int) else None
        if found is None or error.validator not in ("required", "anyOf", "oneOf", "additionalProperties"):
            return
        self._answered.add(path)
        rest = (first.source.excerpt(first.line) or "").rstrip()[first.column - 1 :]
        message = f"`{first.data}` stands where the name of a field goes: it is the value of `{found[0]}`"
        replaced = (first.column, len(rest)) if node.values[first.data].line == first.line else None
        self._problems.add(first, "unknown-field", message, wordings=(found[1],), replaced=replaced)

    def _report_numbers_among_words(self, node: YamlList, error: Failure) -> None:
        """Report numbers in the list of a column's values, with the list in words if they are small ones."""
        said = next(each for each in node.data if type(each) is int)
        known = dict(enumerate(NUMBER_WORDS))
        words = [str(known.get(each, each)) if type(each) is int else each for each in node.data]
        is_whole = fits_part(words, {"items": error.schema}, self._kind) and len({*words}) == len(words)
        word = known.get(said, f"n_{abs(said)}")
        message = (
            f"the values of a list are words, not numbers as `{said}` ({label_of(error)});"
            f' `{{is: [{word}, …], titles: {{{word}: "{said}"}}}}` prints the number'
        )
        wordings = (f"[{', '.join(words)}]",) if is_whole else ()
        self._problems.add(node, "wrong-type", message, wordings=wordings, replaced=span_on_line(node))

    def _report_no_fields(self, node: YamlMapping, first: YamlScalar, error: Failure) -> bool:
        """Report a mapping without a known field if another value was probably meant; True if it is reported."""
        around = [key for key in node.values if fields_around(node, key, error, self._kind)]
        if around or error.validator != "additionalProperties":
            return False
        meant, replaced = alternatives(node, error, self._kind)
        if meant:
            self._answered.add(tuple(error.absolute_path))
            message = f"`{first.data}` is no field{_fields_here(list(error.schema['properties']))}"
            if "string" in error.schema.get("type", ()):
                message = f"`{first.data}` is no field, and a condition is written as a text"
            self._problems.add(first, "unknown-field", message, wordings=meant, replaced=replaced)
        return bool(meant)

    def _report_range_of_seats(self, node: YamlNode, lowest: int, highest: int) -> None:
        message = "a range of seats has `from` and `to`, and an id and a title for all"
        meant = (f"{{from: {lowest}, to: {highest}, id: player, title: Player}}",)
        self._problems.add(node, "wrong-type", message, wordings=meant, replaced=span_on_line(node))

    def _note_cut_texts(self, node: YamlNode, error: Failure) -> None:
        """Note the fields whose text is cut by a comma in braces, and those that lack what stands beside them.

        One message is enough for each.
        """
        if error.validator != "additionalProperties" or not isinstance(node, YamlMapping):
            return
        path = tuple(error.absolute_path)
        for key in unknown_keys(error)[:MOST_ERRORS]:
            if (said := self._cut_at_comma(node, key, error)) is not None:
                self._answered.add((*path, said.field))
            around = fields_around(node, key, error, self._kind)
            self._answered.update((*path, name) for name in around if name in node.values)

    def _at(self, error: Failure) -> YamlNode:
        return self._root.find(error.absolute_path)

    def _note_missing(self, error: Failure, names: Iterable[str]) -> None:
        self._missing.extend(_MissingField.of(self._root, error, name, self._columns) for name in names)

    def _unknown(self, node: YamlMapping, key: str, error: Failure) -> None:
        """Report an unknown field: part of another field, a field of another list's entries, or a misspelling."""
        known = list(error.schema.get("properties", {}))
        home = _list_for(key, error.absolute_path, self._kind)
        numbers = field_of_numbers(node, error, self._kind)
        if (said := self._cut_at_comma(node, key, error)) is not None:
            self._cut_text(node, said, error)
        elif (field := key.split(" ")[0]) in known and field not in node.values and field != key:
            self._misspelt.setdefault(id(node), set()).add(field)
            message = f"a colon is missing after `{field}`"
            written = f"{field}: {key.removeprefix(field).strip()}"
            does = node.values[key]
            wordings = (written,) if isinstance(does, YamlScalar) and does.data in (None, "") else ()
            self._problems.add(node.keys[key], "no-colon", message, wordings=wordings)
        elif " " in key and "say" in known and len(node.values) == 1:
            self._astray.add(id(node))
            message = "write the wording under `say`, and its effect under `do`"
            does = node.values[key]
            plain = isinstance(does, YamlScalar) and "\n" not in does.text
            wordings = (f"say: {key}\ndo: {does.data}",) if plain else ()
            self._problems.add(node.keys[key], "unknown-field", message, wordings=wordings)
        elif numbers is not None:
            if numbers[0] not in self._misspelt.setdefault(id(node), set()):
                self._misspelt[id(node)].add(numbers[0])
                unknown = quote_names(unknown_keys(error), " and ")
                message = f"no fields are called {unknown}: their numbers go into one, `{numbers[0]}`"
                self._problems.add(node.keys[key], "unknown-field", message, wordings=(numbers[1],))
        elif (entry := _entry_above(key, node, error)) is not None:
            self._astray.add(id(entry))
            spot = node.keys[key]
            row = (spot.source.excerpt(spot.line) or "").rstrip()
            message = f"`{key}` belongs to the entry above, and is indented as its fields are"
            meant = (f"{' ' * (entry.column - 1)}{row}",)
            self._problems.add(spot, "indentation", message, wordings=meant, replaced=(1, len(row)))
        elif (inner := _list_below(key, node, error)) is not None:
            if (id(node), inner) not in self._inner:
                self._inner.add((id(node), inner))
                message = f"`{key}` belongs in an entry of `{inner}:`, below it and indented"
                self._problems.add(node.keys[key], "unknown-field", message)
        elif home is not None:
            self._foreign_entry(node, key, home, error)
        else:
            self._misspelt_field(node, key, error)

    def _foreign_entry(self, node: YamlMapping, key: str, home: str, error: Failure) -> None:
        """Report a field that entries of another list have."""
        within, value = tuple(error.absolute_path)[:-1], node.values[key].data
        if within in self._lists:
            self._astray.add(id(node))
            return
        if (key, within[-1]) == ("when", "keep") and "choose" not in node.values:
            self._astray.add(id(node))
            self._condition_of_row(node)
            return
        belongs = f"an entry with `{key}` belongs under `{home}:`, not under `{within[-1]}:`"
        if plural_of(str(value)) == within[-1] and (whole := written_without(node, key)) is not None:
            message = f"every entry of `{within[-1]}:` is a {value}, without `{key}: {value}`"
            self._problems.add(node.keys[key], "unknown-field", message, wordings=whole[:1], replaced=whole[1])
        elif (
            not _is_entry_of(home, node, within, self._kind)
            and (field := only_missing_field(node, key, error, self._kind)) is not None
        ):
            self._misspelt.setdefault(id(node), set()).add(field)
            message, otherwise = f"an entry of `{within[-1]}:` has no field `{key}`", f": {belongs}"
            self._problems.add(node.keys[key], "unknown-field", message, suggestion=f"`{field}`", otherwise=otherwise)
        else:
            self._astray.add(id(node))
            self._lists.add(within)
            self._problems.add(node.keys[key], "unknown-field", belongs)

    def _condition_of_row(self, node: YamlMapping) -> None:
        """Report the `when` of a row under `keep`, which has none, with the row that has its condition elsewhere."""
        spot, when = node.keys["when"], node.values["when"].data
        message = "a row under `keep` has no `when`"
        number = next((field for field in ("highest", "lowest") if field in node.values), None)
        test = next((field for field in ("that", "only") if field in node.values), None)
        if number is not None:
            message += (
                f": `{number}: ({node.values[number].data} if {when}, otherwise 0)` has its condition in the number"
            )
        elif test is not None:
            both = (f"({text})" if " or " in text else text for text in (str(when), str(node.values[test].data)))
            message += f": `{test}: {' and '.join(both)}` has both conditions in one"
        else:
            message += "; `that` keeps the candidates that meet a condition"
        suggestion = "that" if number is None and test is None else None
        self._problems.add(spot, "unknown-field", message, suggestion=suggestion)

    def _cut_at_comma(self, node: YamlMapping, key: str, error: Failure) -> CutText | None:
        """Return the text that was cut before a key, if its field takes the whole or its parts."""
        fields = error.schema.get("properties", {})
        said = text_cut_at_comma(node, key, fields)
        schema = {} if said is None else fields.get(said.field, {})
        fits = said is not None and (
            fits_part(said.text, schema, self._kind) or meant_values(said.text, schema, self._kind)
        )
        return said if fits else None

    def _cut_text(self, node: YamlMapping, said: CutText, error: Failure) -> None:
        """Report a text in braces that commas cut, with the list or mapping that it may be instead."""
        field, text = said.field, said.text
        if (id(node), field) in self._inner:
            return
        self._inner.add((id(node), field))
        schema, value = error.schema.get("properties", {}).get(field, {}), node.values[field]
        meant = [] if fits_part(text, schema, self._kind) else meant_values(text, schema, self._kind)
        replaced = (value.column, len(text))
        if meant:
            message = f"in braces, a comma begins another field: the value of `{field}` needs brackets of its own"
            self._problems.add(value, "wrong-type", message, wordings=(meant[0],), replaced=replaced)
            return
        self._problems.add(value, "needs-quotes", COMMA_IN_BRACES, wordings=(in_quotes(text),), replaced=replaced)
        for part in said.parts:
            node.remove(part)
        node.put(field, YamlScalar(value.source, value.line, value.column, len(text), text))

    def _misspelt_field(self, node: YamlMapping, key: str, error: Failure) -> None:
        """Report an unknown field that may be meant for another one of the same mapping."""
        known = list(error.schema.get("properties", {}))
        from_outside = node.keys[key].source is not node.source  # it may be meant for a field that exists
        place = _place_of(key, error)
        if place:
            meant = []
        elif from_outside:
            meant = [alike] if (alike := most_similar(key, known)) is not None else []
        else:
            meant = meant_fields(node, key, error, self._kind)
        synonyms = [name for name in known if is_synonym(key, name)]
        self._misspelt.setdefault(id(node), set()).update(meant or synonyms or ("",))
        message = f"unknown field `{key}`{place}"
        if len(meant) != 1 and not place:
            message += _fields_here(known)
        spot, several = node.keys[key], tuple(meant) if len(meant) > 1 else ()
        replaced = (spot.column, spot.length) if several else None
        value = node.values[key]
        is_plain = isinstance(value, YamlScalar) and value.line == spot.line
        if not meant and " " in key and "string" in error.schema.get("type", ()) and is_plain:
            several, replaced = (f"{key} is {value.data}",), (spot.column, value.column + value.length - spot.column)
        is_new = len(meant) != 1 and not place and not from_outside
        around = fields_around(node, key, error, self._kind) if is_new else {}
        if around:
            several, replaced = (), None
            message = f"unknown field `{key}`: it belongs under {quote_names(list(around), ' or ')}"
        alone = len(around) == 1 and node.values.keys().isdisjoint(around)
        if alone and (span := span_on_line(value)) is not None and value.line == spot.line:
            several, replaced = tuple(around.values()), (spot.column, span[0] + span[1] - spot.column)
        if alone and not several and (rows := _rows_of(node, key)):
            several, replaced = ("\n".join((f"{next(iter(around))}:", *(f"  {row}" for row in rows))),), None
        only = meant[0] if len(meant) == 1 else None
        renamed = renamed_field(node, key, error, self._kind) if not meant and not several and not place else ()
        otherwise = _fields_here(known) if only else ""
        if renamed and (span := span_on_line(value)) is not None and value.line == spot.line:
            several, replaced = renamed, (spot.column, span[0] + span[1] - spot.column)
            message, otherwise = f"unknown field `{key}`", _fields_here(known)
            self._misspelt[id(node)].add(renamed[0].partition(":")[0])
        self._problems.add(
            spot, "unknown-field", message, suggestion=only, wordings=several, replaced=replaced, otherwise=otherwise
        )

    def _report_missing(self) -> None:
        told = set()
        for each in self._missing:
            node, name = each.node, each.name
            odd = [key for key in each.odd if key in node.keys]  # a part of a cut text is none any more
            wanted = name.split("` or `")
            answered = set(wanted) & self._misspelt.get(id(node), set()) or id(node) in self._astray
            if answered or (id(node), name) in told:
                continue
            told.add((id(node), name))
            said = next(((key, one) for one in wanted for key in odd if is_synonym(key, one)), None)
            alike = ((most_similar(one, odd), one) for one in wanted)  # a misspelt field can look like an attribute
            meant, field = said or next((pair for pair in alike if pair[0] is not None), (None, name))
            if meant is not None:
                message = f"unknown field `{meant}`"
                self._problems.add(node.keys[meant], "unknown-field", message, suggestion=field)
            elif each.entry:
                others = f"; `{odd[0]}` is no field of it" if len(odd) == 1 and id(node) not in self._misspelt else ""
                self._problems.add(node, "missing-field", f"an entry without `{name}`{others}")
            else:
                self._problems.add(node, "missing-field", f"the field `{name}` is missing here")


@dataclass(frozen=True, slots=True)
class _MissingField:
    """A field that `node` lacks.

    Attributes:
        entry: True if the node is an entry of a list.
        odd: Keys of the node that may be the field misspelt. They are in no schema, no file declares them as
            columns, and no other entry that has the field has them.
    """

    node: YamlMapping
    name: str
    entry: bool
    odd: tuple[str, ...]

    @classmethod
    def of(cls, root: YamlNode, error: Failure, name: str, columns: frozenset[str]) -> _MissingField:
        path = list(error.absolute_path)
        node, above = root.find(path), root.find(path[:-1])
        assert isinstance(node, YamlMapping)
        entries = above.items if isinstance(above, YamlList) else []
        beside = [each.values for each in entries if isinstance(each, YamlMapping) and name in each.values]
        declared = root.get_mapping("attributes") if isinstance(root, YamlMapping) else None
        usual = {*error.schema.get("properties", {}), *(declared.keys if declared else ()), *columns}
        odd = tuple(key for key in node.keys if key not in usual and not any(key in values for values in beside))
        return cls(node, name, node in entries, odd)


def _is_range(value: Any) -> bool:
    """True for a list of two numbers, of which the second one is larger."""
    is_pair = isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)
    return is_pair and value[0] < value[1]


def _list_for(key: str, path: Sequence[str | int], kind: str) -> str | None:
    """Return the name of a sibling list whose entries have a field, or None."""
    *above, field, number = path if len(path) > 1 else ("", "")
    if not isinstance(number, int):
        return None
    lists = _schema_at(above, kind).get("properties", {})
    return next(
        (name for name in lists if name != field and key in lists[name].get("items", {}).get("properties", {})), None
    )


def _is_entry_of(name: str, node: YamlMapping, within: Path, kind: str) -> bool:
    """Return whether an entry of a list would be a complete one of the list beside it with another name."""
    schema = _schema_at(within[:-1], kind).get("properties", {})
    return fits_part(node.data, schema.get(name, {}).get("items", {}), kind)


def _schema_at(path: Sequence[str | int], kind: str) -> dict[str, Any]:
    """Return the schema of a part of a kind of file; empty where it follows no fixed path."""
    schema = schema_of(kind)
    for step in path:
        schema = schema.get("items", {}) if isinstance(step, int) else schema.get("properties", {}).get(step, {})
    return schema


def _entry_above(key: str, node: YamlMapping, error: Failure) -> YamlMapping | None:
    """Return the entry above an unknown field at the top of a file to which it belongs, or None."""
    fields, spot = error.schema.get("properties", {}), node.keys[key]
    lists = (name for name in fields if key in fields[name].get("items", {}).get("properties", ()))
    entries = [each for name in lists for each in node.mappings(name) if each.line < spot.line and key not in each.keys]
    return entries[-1] if entries and not error.absolute_path and spot.column == 1 else None


def _are_numbers(values: Sequence[object]) -> bool:
    """Return whether all entries of a list are whole numbers."""
    return all(type(each) is int for each in values)


def _list_below(key: str, node: YamlMapping, error: Failure) -> str | None:
    """Return the list among a mapping's fields whose entries have a field, if the mapping has none yet."""
    fields = error.schema.get("properties", {})
    lists = (name for name, part in fields.items() if key in part.get("items", {}).get("properties", ()))
    found = [name for name in lists if name not in node.values]
    return found[0] if len(found) == 1 and error.absolute_path else None


def _place_of(key: str, error: Failure) -> str:
    """Return a hint if something else than this field is needed, or it belongs at the top of another file; else ""."""
    path, shape = error.absolute_path, error.schema.get("$id", "").rpartition("/")[2].partition(".")[0]
    hint = hint_for(key, shape if not path else str(path[-2]) if len(path) > 1 else "")
    if hint or path:
        return f": {hint}" if hint else ""
    kinds = [
        kind for kind in SINGLE_KINDS if key in _fields_of(kind) and not (kind == "game" and key in SECTION_FIELDS)
    ]
    if shape not in SINGLE_KINDS or not kinds:
        return ""
    under = ", or here under `map`" if shape == "game" and kinds == ["map"] else ""
    return f": it goes in {' or '.join(f'{kind}.yaml' for kind in kinds)}{under}"


def _rows_of(node: YamlMapping, key: str) -> list[str]:
    """Return the lines of a field and its value, outdented to the left; none if they are more than a message shows."""
    spot = node.keys[key]
    rows = [spot.source.excerpt(line) or "" for line in range(spot.line, spot.line + MOST_ROWS + 1)]
    rows = [row.rstrip() for row in rows]
    depth = spot.column - 1
    inside = [rows[0], *takewhile(lambda row: row.startswith((" " * (depth + 1), f"{' ' * depth}- ")), rows[1:])]
    is_plain = not rows[0][:depth].strip()
    return [row[depth:] for row in inside] if is_plain and len(inside) <= MOST_ROWS else []


def _fields_here(known: Sequence[str]) -> str:
    """Return a hint with the fields of a thing; none if they are too many."""
    return f"; the fields here are {', '.join(known)}" if 0 < len(known) <= MOST_FIELDS_LISTED else ""


def _fields_of(kind: str) -> dict[str, Any]:
    fields: dict[str, Any] = schema_of(kind)["properties"]
    return fields


def _report_choice(node: YamlMapping, wanted: list[str], problems: Problems) -> bool:
    """Report several fields of which only one is allowed; False if there is none of them."""
    there = [name for name in wanted if name in node.values]
    if there:
        message = f"only one of {quote_names(wanted)} is allowed here"
        problems.add(node.keys[there[1] if len(there) > 1 else there[0]], "one-of", message)
    return bool(there)
