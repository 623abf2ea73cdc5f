"""Package files: a zip archive with a manifest, and the SHA-256 checksum of each file.

Equal contents give equal bytes. An archive from a stranger is read with limits on every size and number, and nothing
is written until all of it has been verified.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import stat
import struct
import zipfile
import zlib
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from interpreter.authoring.packages.package_content import (
    GAME,
    GAME_FILE,
    MOST_PACKED,
    MOST_PACKED_BYTES,
    VARIANT,
    PackageContent,
    find_clash,
    reason_against,
)
from interpreter.rulebook.building.ids import is_id
from interpreter.rulebook.model import Imprint
from interpreter.rulebook.source.library import VARIANT_FILE
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.formats import FORMAT_VERSIONS

PACKAGE_ENDING = ".cahier"
"""Suffix of package files."""
MANIFEST = "manifest.json"
MOST_ARCHIVE_BYTES = MOST_PACKED_BYTES + 2 * 1024 * 1024
MOST_DIRECTORY_BYTES = 1024 * 1024
"""Maximum size of the archive's list of files, and of its manifest, in bytes."""
LONGEST_FIELD = 500
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_END, _END_BYTES = b"PK\x05\x06", 22
"""Signature and size of the record at the end of a zip archive."""
_ENCRYPTED = 0x1
_KNOWN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CHECKSUM = re.compile(r"[0-9a-f]{64}")


class _RefusedError(Exception):
    """A reason why an archive is refused."""


def pack(content: PackageContent) -> bytes:
    """Return the package of a game or variant. Files are stored uncompressed, because compressors differ."""
    listed = {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in content.files.items()
    }
    manifest = {
        "format": FORMAT_VERSIONS["package"],
        "kind": content.kind,
        "id": content.id,
        **({"for": content.of} if content.of else {}),
        "title": content.title,
        **{field: value for field, value in asdict(content.imprint).items() if value},
        "files": listed,
    }
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        said = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
        for name, data in {MANIFEST: said.encode(), **dict(sorted(content.files.items()))}.items():
            entry = zipfile.ZipInfo(name, _FIRST_DATE)
            entry.create_system = _UNIX
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, data)
    return written.getvalue()


def read_package(path: str) -> PackageContent:
    """Return the content of a package file whose every file has been verified.

    Raises:
        RulebookError: It is no package, it is damaged, or it contains something that a package may not contain.
    """
    try:
        return _read(path)
    except _RefusedError as error:
        message = str(error)
    except OSError as error:
        message = f"can't be read: {error.strerror or error}"
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error):
        message = "this is no package, or it is damaged; get it again"
    raise RulebookError(Problem(Location(path), "bad-package", message))


def _read(path: str) -> PackageContent:
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise _RefusedError("this is no plain file")
    if status.st_size > MOST_ARCHIVE_BYTES:
        raise _RefusedError(f"a package has at most {MOST_ARCHIVE_BYTES // 1024 // 1024} MiB")
    data = Path(path).read_bytes()
    _check_directory_size(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        _check_entries(entries)
        by_name = {entry.filename: entry for entry in entries}
        if MANIFEST not in by_name:
            raise _RefusedError(f"this zip has no {MANIFEST}, so it is no package; `cahier pack` makes one")
        manifest = _read_manifest(_content(archive, by_name.pop(MANIFEST), MOST_DIRECTORY_BYTES))
        listed = _listed_files(manifest, set(by_name))
        files = {}
        for name in sorted(listed):
            size, checksum = listed[name]
            files[name] = _content(archive, by_name[name], size)
            if len(files[name]) != size or hashlib.sha256(files[name]).hexdigest() != checksum:
                raise _RefusedError(f"`{name}` isn't the file that was packed; get the package again")
    main = GAME_FILE if manifest["kind"] == GAME else VARIANT_FILE
    if main not in files:
        raise _RefusedError(f"a {manifest['kind']} has a file {main}, and this package has none")
    imprint = Imprint(**{field.name: manifest.get(field.name, "") for field in fields(Imprint)})
    of = manifest.get("for", "")
    return PackageContent(manifest["kind"], manifest["id"], of, manifest["title"], imprint, files)


def _check_directory_size(data: bytes) -> None:
    """Refuse an archive whose list of files is too long to be read, or that has more than one disk's worth of it."""
    at = data.rfind(_END)
    if at < 0 or len(data) < at + _END_BYTES:
        raise _RefusedError("this is no package, or it is damaged; get it again")
    if int.from_bytes(data[at + 12 : at + 16], "little") > MOST_DIRECTORY_BYTES or data[
        max(0, at - 20) : at
    ].startswith(b"PK\x06\x07"):
        raise _RefusedError(f"a package has at most {MOST_PACKED:,} files")


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    """Refuse entries that aren't plain files with harmless names and sizes."""
    if len(entries) > MOST_PACKED + 1:
        raise _RefusedError(f"a package has at most {MOST_PACKED:,} files")
    for entry in entries:
        name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or entry.is_dir():
            raise _RefusedError(f"`{name}` is a link, a folder or a device; a package has only plain files")
        if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _KNOWN_METHODS:
            raise _RefusedError(f"`{name}` is encrypted or compressed in a way that isn't read")
        if entry.orig_filename != name or (name != MANIFEST and (reason := reason_against(name)) is not None):
            raise _RefusedError(
                f"`{name}` can't be in a package: {reason if entry.orig_filename == name else 'its name'}"
            )
    if clash := find_clash(entry.filename for entry in entries):
        raise _RefusedError(f"`{clash[0]}` and `{clash[1]}` can't lie side by side on every system")
    if sum(entry.file_size for entry in entries) > MOST_PACKED_BYTES + MOST_DIRECTORY_BYTES:
        raise _RefusedError(f"its files have more than {MOST_PACKED_BYTES // 1024 // 1024} MiB")


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Return the content of a file, of which no more than one byte above the expected size is unpacked."""
    with archive.open(entry) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _RefusedError(f"`{entry.filename}` is larger than it says")
    return data


def _read_manifest(data: bytes) -> dict[str, Any]:
    """Return the manifest, whose fields have the right types."""
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise _RefusedError(f"its {MANIFEST} isn't JSON") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT_VERSIONS["package"]:
        said = str(found.get("format"))[:20] if isinstance(found, dict) else "missing"
        raise _RefusedError(f"the format of its {MANIFEST} is {said}; this version reads {FORMAT_VERSIONS['package']}")
    texts = ("title", *(field.name for field in fields(Imprint)))
    right = (
        found.get("kind") in (GAME, VARIANT)
        and isinstance(found.get("id"), str)
        and is_id(found["id"])
        and isinstance(found.get("title"), str)
        and all(isinstance(found.get(key, ""), str) and len(found.get(key, "")) <= LONGEST_FIELD for key in texts)
        and (found["kind"] == GAME or (isinstance(found.get("for"), str) and is_id(found["for"])))
    )
    if not right:
        raise _RefusedError(f"its {MANIFEST} doesn't say which game or variant this is")
    return found


def _listed_files(manifest: dict[str, Any], names: set[str]) -> dict[str, tuple[int, str]]:
    """Return size and checksum of each file in the manifest, which lists exactly the files of the archive."""
    listed = manifest.get("files")
    if not isinstance(listed, dict) or set(listed) != names:
        strange = sorted(names.symmetric_difference(listed)) if isinstance(listed, dict) else [MANIFEST]
        raise _RefusedError(f"its {MANIFEST} and its files differ: `{strange[0]}`")
    found = {}
    for name, each in listed.items():
        size, checksum = (each.get("size"), each.get("sha256")) if isinstance(each, dict) else (None, None)
        if type(size) is not int or not 0 <= size <= MOST_PACKED_BYTES or not isinstance(checksum, str):
            raise _RefusedError(f"its {MANIFEST} has no size and checksum of `{name}`")
        if _CHECKSUM.fullmatch(checksum) is None:
            raise _RefusedError(f"its {MANIFEST} has no size and checksum of `{name}`")
        found[name] = (size, checksum)
    return found
