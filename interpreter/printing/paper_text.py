"""Rules for paper: a text without the names of files, commands and variants' ids, which only a computer understands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from interpreter.printing.markdown import TextBlock, TextRun

_FILE_OR_COMMAND = re.compile(r"cahier\b.*|[\w./-]+\.(?:md|ya?ml|jsonl?|csv)")
_SENTENCE_END = re.compile(r"(?<=[.!?])(?=\s)")
_LEFT_OVER = re.compile(r"\((?:\s|,)*(?:[:—–-]\s*)?")
"""A bracket with what joined words that are gone."""
_OPEN_BRACKET = re.compile(r"\((?:\s|,)*$")


def for_paper(blocks: Iterable[TextBlock], is_id: Callable[[str], bool]) -> tuple[TextBlock, ...]:
    """Return blocks without sentences about files and commands, and without ids in brackets; no block is empty.

    `is_id`: function that is true of the id of a variant. Only words set as code are meant.
    """
    found = []
    for block in blocks:
        if block.kind in ("code", "table", "line") or not any(run.code for run in block.runs):
            found.append(block)
        elif runs := _without_ids(_without_sentences(block.runs), is_id):
            found.append(replace(block, runs=tuple(runs)))
    return tuple(found)


def _without_sentences(runs: Sequence[TextRun]) -> list[TextRun]:
    """Return the runs of the sentences that name no file and no command."""
    sentences: list[list[TextRun]] = [[]]
    for run in runs:
        first, *others = [run.text] if run.code else _SENTENCE_END.split(run.text)
        sentences[-1].append(replace(run, text=first))
        sentences += [[replace(run, text=text)] for text in others]
    kept = [
        sentence
        for sentence in sentences
        if not any(run.code and _FILE_OR_COMMAND.fullmatch(run.text) for run in sentence)
    ]
    return [run for sentence in kept for run in sentence]


def _without_ids(runs: Sequence[TextRun], is_id: Callable[[str], bool]) -> list[TextRun]:
    """Return the runs without ids, and without brackets and commas that stood around them alone."""
    found: list[TextRun] = []
    has_gap = False
    for run in runs:
        if run.code and is_id(run.text) and found and _OPEN_BRACKET.search(found[-1].text):
            has_gap = True
        elif has_gap and found and not run.code:
            found[-1] = replace(found[-1], text=found[-1].text + run.text)
        else:
            found.append(run)
            has_gap = False
    if len(found) == len(runs):
        return found
    cleaned = (replace(run, text=_clean(run.text)) for run in found)
    return [run for run in cleaned if run.text.strip()]


def _clean(text: str) -> str:
    return re.sub(r"\s*\(\)", "", _LEFT_OVER.sub("(", text))
