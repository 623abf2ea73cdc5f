"""Validation of phrasebook entries: inflected nouns and adjectives, and templates.

An entry may be empty or have empty parts, as `cahier translate` writes them. These are no mistakes, and translate
nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import product

from interpreter.language.reading.patterns import HOLE
from interpreter.presentation.saying.inflection import (
    NOUN_KINDS,
    NUMBERS,
    WEAK,
    FormTable,
    InflectedAdjective,
    InflectedNoun,
    Language,
    find_form,
)
from interpreter.presentation.saying.templates import (
    NO_HOLE,
    OTHER,
    SAME_CASE,
    BranchingHole,
    Hole,
    Template,
    TemplateError,
    parse_template,
)
from interpreter.rulebook.player_words import Forms, without_empty
from interpreter.rulebook.text import Text
from interpreter.support.errors import ERROR, Location, Problem
from interpreter.support.similar_words import closest_match

DEFAULT_TEMPLATE = ""
"""Key of the default template of a word."""
NEGATED = "not"
ADJECTIVE_POSITIONS = ("before", "behind")


@dataclass(frozen=True, slots=True)
class WordTranslation:
    """Translation of a vocabulary word.

    Attributes:
        templates: Templates by case, or by DEFAULT_TEMPLATE and NEGATED.
        marks: Grammatical features of a value, if its entry states them.
    """

    templates: Mapping[str, Template]
    marks: frozenset[str] | None = None

    @property
    def default(self) -> Template:
        """The default template; of a value, which has one for each case, the first."""
        return self.templates.get(DEFAULT_TEMPLATE) or next(iter(self.templates.values()))


@dataclass(slots=True)
class ProblemCollector:
    """Collector of problems in the entries of a language."""

    problems: list[Problem] = field(default_factory=list)

    def add(
        self,
        spot: str,
        code: str,
        message: str,
        meant: str | None = None,
        start: int = 0,
        length: int | None = None,
        severity: str = ERROR,
    ) -> None:
        """Record a problem in a range of a text. A text without a position is part of the core's language file."""
        length = len(spot) if length is None else length
        if not isinstance(spot, Text):
            self.problems.append(Problem(Location(spot), code, message))
            return
        before = spot[:start]
        where = spot.place_at(before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1)
        suggestion = f"`{meant}`" if meant else None
        self.problems.append(Problem(where, code, message, suggestion, spot.excerpt(where), max(1, length), severity))


class EntryParser:
    """Parser of the entries of one language. Malformed entries are reported and skipped."""

    def __init__(self, language: Language, findings: ProblemCollector) -> None:
        self._language = language
        self._collector = findings

    # -- nouns

    def parse_noun(self, entry_id: str, entry: Forms, title: str | None, both_numbers: bool) -> InflectedNoun | None:
        """Parse a noun. The title of a thing is its basic form, unless the entry gives another.

        `both_numbers` requires singular and plural, for a kind of things.
        """
        if not isinstance(entry, dict) or not without_empty(entry):
            return None
        marks = self._marks(entry)
        entry = {**entry, **_same_in_all_cases(entry)}
        numbers = [number for number in NUMBERS if isinstance(entry.get(number), dict)]
        if both_numbers and len(numbers) < len(NUMBERS):
            self._collector.add(entry_id, "missing-form", f"the forms of `{entry_id}` go under `one:` and `many:`")
            return None
        parts = {number: entry[number] for number in numbers}
        if not parts:
            parts["many" if "many" in marks else "one"] = entry
        forms: dict[tuple[str, str], str] = {}
        own: dict[str, str] = {}
        for number, part in parts.items():
            assert isinstance(part, dict)
            told = {case: form for case, form in part.items() if case not in ("is", *NUMBERS)}
            for case, form in told.items():
                self._check_noun_form(case, form, own)
            forms |= self._forms(entry_id, number, told, title, both_numbers)
        for case, form in entry.items():
            if numbers and case not in ("is", *NUMBERS):
                self._check_noun_form(case, form, own, only_built=True)
        self._check_cycles(own, entry)
        return InflectedNoun(str(entry_id), marks, forms, own)

    def _check_cycles(self, own: dict[str, str], entry: Mapping[str, Forms]) -> None:
        """Report a case that is built from itself."""
        built = {**self._language.cases.built, **own}
        steps = {case: [hole.name for hole in parse_template(text).holes()] for case, text in built.items()}
        try:
            TopologicalSorter(steps).prepare()
        except CycleError as error:
            spot = next(key for key in _nested_keys(entry) if key in error.args[1])
            self._collector.add(spot, "bad-template", f"`{spot}` is built of itself")
            own.clear()

    def _check_noun_form(self, case: str, form: Forms, own: dict[str, str], only_built: bool = False) -> None:
        """Validate one form of a noun. A template for a built case is stored in `own`."""
        language = self._language
        if not isinstance(form, str):
            self._collector.add(case, "wrong-type", f"`{case}` is one form, not several")
        elif not form and case in (*language.known_cases, "all"):
            return
        elif case in language.cases.built:
            template = self._template(form, language.cases.holes, needs=False)
            if template is not None and template.holes_in_every_branch():
                own[str(case)] = form
            elif template is not None:
                first = f"{{{language.cases.names[0]}}}"
                message = (
                    f"`{case}` is built of another form, such as {first}: else what stands around the noun is lost"
                )
                self._collector.add(form, "bad-template", message)
        elif case not in (*language.cases.names, "all") or only_built:
            known = language.cases.built if only_built else (*language.known_cases, "all", "is")
            message = f"`{case}` is no form of a noun; there are: {', '.join(known)}"
            self._collector.add(case, "unknown-case", message, closest_match(case, known))

    def _forms(
        self, entry_id: str, number: str, told: Mapping[str, Forms], title: str | None, both_numbers: bool
    ) -> dict[tuple[str, str], str]:
        forms: dict[tuple[str, str], str] = {}
        names = self._language.cases.names
        for case in names:
            form = told.get(case) or told.get("all") or (title if case == names[0] else None)
            if form is None and self._language.is_open:
                form = told.get(names[0]) or title or next(iter(told.values()), None)
            if isinstance(form, str):
                forms[number, case] = form
        missing = [case for case in names if (number, case) not in forms and case not in told]
        if missing and all(case in (*self._language.known_cases, "all") for case in told):
            which = "form" if len(missing) == 1 else "forms"
            of = f" under `{number}`" if both_numbers else ""
            self._collector.add(entry_id, "missing-form", f"`{entry_id}` lacks the {which} {', '.join(missing)}{of}")
        return forms

    def _marks(self, entry: Mapping[str, Forms]) -> frozenset[str]:
        language, said = self._language, entry.get("is", "")
        known = {*language.genders, *language.marks, *NUMBERS}
        if not isinstance(said, str):
            return frozenset()
        for word in said.split():
            if word not in known and not language.known_marks.issuperset({word}):
                message = f"a noun can't be `{word}`; it can be: {', '.join(sorted(known))}"
                self._collector.add(
                    said, "unknown-mark", message, closest_match(word, known), said.index(word), len(word)
                )
        return frozenset(said.split())

    # -- adjectives

    def parse_adjective(self, entry_id: str, entry: Forms) -> InflectedAdjective | None:
        """Parse an adjective, which must have all forms that nouns may need."""
        if isinstance(entry, str) and entry:
            entry = {"": entry}  # the same for all nouns
        if not isinstance(entry, dict) or not (said := without_empty(entry)):
            return None
        if (after := said.get("after")) is not None:
            return InflectedAdjective(str(entry_id), {frozenset(): str(after)}, behind=True)
        behind = self._stands_behind(said.get("stands"))
        table: dict[frozenset[str], str] | None = {}
        like = said.get("like")
        if isinstance(like, str):
            table = self._forms_from_endings(entry_id, entry, like)
        if table is None:
            return None
        self._add_explicit_forms(entry, table)
        if self._language.is_open and table:
            table.setdefault(frozenset(), next(iter(table.values())))
        missing = self._missing_form(table)
        if missing is not None and len(said) == len(entry):
            self._collector.add(entry_id, "missing-form", f"`{entry_id}` lacks the form {missing}")
        return InflectedAdjective(str(entry_id), table, behind) if missing is None else None

    def _stands_behind(self, position: Forms | None) -> bool:
        """Return True if the adjective follows its noun; without a `position`, the language decides."""
        if position is None:
            return self._language.adjectives_follow
        if position not in ADJECTIVE_POSITIONS:
            message = f"an adjective stands {' or '.join(ADJECTIVE_POSITIONS)} its noun"
            self._collector.add(_as_text(position), "unknown-place", message)
        return position == "behind"

    def _forms_from_endings(
        self, entry_id: str, entry: Mapping[str, Forms], like: str
    ) -> dict[frozenset[str], str] | None:
        """Return the forms of the stem with the endings called `like`; None if either is missing."""
        known, stem = self._language.endings, without_empty(entry).get("stem")
        if like not in known:
            message = f"there are no endings called `{like}`; there are: {', '.join(known)}"
            self._collector.add(like, "unknown-endings", message, closest_match(like, known))
            return None
        if not isinstance(stem, str):
            if "stem" not in entry:
                message = f"`{entry_id}` has endings, and no `stem` that they stand behind"
                self._collector.add(entry_id, "missing-form", message)
            return None
        return {frozenset(key.split()): f"{stem}{ending}" for key, ending in known[like].items()}

    def _add_explicit_forms(self, entry: Mapping[str, Forms], table: dict[frozenset[str], str]) -> None:
        """Add the forms that an adjective's entry spells out to the table."""
        language = self._language
        known = {*language.genders, *language.marks, *NUMBERS, *language.known_cases, *NOUN_KINDS, "possessed", WEAK}
        for key, form in entry.items():
            if key in ("like", "stem", "stands", "after"):
                continue
            for word in key.split():
                if word not in known:
                    message = f"`{word}` is no gender, number or case"
                    self._collector.add(
                        key, "unknown-mark", message, closest_match(word, known), key.index(word), len(word)
                    )
            if form:
                table[frozenset(key.split())] = str(form)

    def _missing_form(self, table: FormTable) -> str | None:
        """Return the first combination of gender, number and case that has no form."""
        language = self._language
        of = [*((gender, "one") for gender in language.genders), *((gender, "many") for gender in language.genders)]
        for marks, case in product(of, language.cases.names):
            if find_form(table, frozenset({*marks, case})) is None:
                return f"{' '.join(marks)} {case}"
        return None

    # -- words

    def parse_word(self, wording: str, entry: Forms, holes: Collection[str], kind: str) -> WordTranslation | None:
        """Parse the translation of a word with these holes. `kind` is `do`, `when` or `means`."""
        if not entry:
            return None
        if isinstance(entry, str):
            template = self._template(entry, holes, needs=True, whole=kind == "means")
            return None if template is None else WordTranslation({DEFAULT_TEMPLATE: template})
        known = {"do": (), "when": ("says", NEGATED), "means": (*self._language.cases.names, "all", "is")}[kind]
        templates: dict[str, Template] = {}
        for key, text in entry.items():
            if key not in known:
                listed = f"there are: {', '.join(known)}" if known else "one template, and no more"
                message = f"`{key}` is nothing that goes here; {listed}"
                self._collector.add(key, "unknown-part", message, closest_match(key, known))
            elif key != "is" and text:
                template = self._template(_as_text(text), holes, needs=True)
                if template is not None:
                    templates[DEFAULT_TEMPLATE if key in ("says", "all") else str(key)] = template
        if DEFAULT_TEMPLATE not in templates and (missing := self._missing(kind, templates)):
            if wrong := [case for case in missing if case not in entry]:
                self._collector.add(wording, "missing-form", f"this lacks: {', '.join(wrong)}")
            return None
        return WordTranslation(templates, self._marks(entry) if "is" in entry else None)

    def _missing(self, kind: str, templates: Mapping[str, Template]) -> list[str]:
        needed = self._language.cases.names if kind == "means" else ("says",)
        return [case for case in needed if case not in templates]

    def _template(self, text: str, holes: Collection[str], needs: bool, whole: bool = False) -> Template | None:
        """Parse a template, and report unknown holes.

        Args:
            text: The template.
            holes: Names of its holes.
            needs: Require every hole to be used.
            whole: Allow the case of the whole, `*`.

        Returns:
            The template, or None if it has mistakes.
        """
        try:
            template = parse_template(str(text))
        except TemplateError as error:
            names = [f"{{{hole}}}" for hole in holes] if error.message == NO_HOLE else []
            listed = f"; here there {'is' if len(names) == 1 else 'are'} {', '.join(names)}" if names else ""
            written = str(text)[error.start : error.start + error.length]
            only = names[0] if len(names) == 1 and "," not in written else None
            self._collector.add(text, "bad-template", f"{error.message}{listed}", only, error.start, error.length)
            return None
        wrong = list(self._template_mistakes(template, holes, whole))
        for message, suggestion, part in wrong:
            self._collector.add(text, "bad-template", message, suggestion, part.start, part.length)
        said = template.holes_in_every_branch()
        left = [hole for hole in holes if hole not in said] if needs else []
        if left and not wrong:
            listed = " and ".join(f"{{{hole}}}" for hole in left)
            named = {hole.name for hole in template.holes()}
            where = "in one of its branches " if named.issuperset(left) else ""
            self._collector.add(text, "bad-template", f"{where}this does not say {listed}, which the rules have there")
        return None if wrong or left else template

    def _template_mistakes(
        self, template: Template, holes: Collection[str], whole: bool
    ) -> Iterator[tuple[str, str | None, Hole | BranchingHole]]:
        language = self._language
        marks = sorted({*language.known_marks, OTHER})
        for hole in template.holes():
            if hole.name not in holes:
                listed = ", ".join(f"{{{each}}}" for each in holes) or "none"
                meant = closest_match(hole.name, holes)
                yield f"there is no hole {{{hole.name}}} here; there are: {listed}", meant and f"{{{meant}}}", hole
            elif isinstance(hole, Hole):
                case = next((word for word in hole.case.split() if word not in (*NUMBERS, *language.known_cases)), None)
                if case is not None and not (whole and case == SAME_CASE):
                    listed = ", ".join(language.known_cases)
                    yield (
                        f"there is no case `{case}`; there are: {listed}",
                        closest_match(case, language.known_cases),
                        hole,
                    )
            else:
                for word in dict.fromkeys(word for asked, _ in hole.branches for word in sorted(asked)):
                    if word not in marks and not word.isdigit():
                        message = f"nothing is ever `{word}`; a branch can ask for a number, or: {', '.join(marks)}"
                        yield message, closest_match(word, marks), hole


def _same_in_all_cases(entry: Mapping[str, Forms]) -> dict[str, Forms]:
    """Return the numbers of a noun that have one form for all cases."""
    return {number: {"all": form} for number in NUMBERS if isinstance(form := entry.get(number), str) and form}


def _as_text(form: Forms) -> str:
    """Return a form that the schema restricts to a text."""
    assert isinstance(form, str)
    return form


def _nested_keys(entry: Mapping[str, Forms]) -> Iterator[str]:
    """Yield all keys of an entry, nested ones too."""
    for key, value in entry.items():
        yield key
        if isinstance(value, dict):
            yield from _nested_keys(value)


def untyped_wording(wording: str) -> str:
    """Return a wording without the types of its holes."""
    return " ".join(HOLE.sub(r"{\1}", wording).split())
