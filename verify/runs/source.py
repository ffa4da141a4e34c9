"""Source: the files that an argument names, found without importing any of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from verify.errors import PaperError

PAPERS = Path(__file__).parents[1] / "papers"
"""Where the built-in papers live."""
_SKIPPED = frozenset({"test", "tests", "venv", "env", "build", "dist", "site-packages", "node_modules", "__pycache__"})
_MENTIONS = re.compile(rb"\bPaper\b")


def sources(arguments: Iterable[str]) -> tuple[Path, ...]:
    """Return the absolute paths of the files that the arguments name, each once, in the order of the arguments.

    An argument is a file, a folder (every .py file below it that mentions ``Paper``, sorted; hidden folders, tests and
    virtual environments are skipped), the dotted name of a module or package, or the name of a built-in paper.

    Raises PaperError where an argument names nothing.
    """
    found: dict[Path, None] = {}
    for argument in arguments:
        for path in _named(argument):
            found[path] = None
    return tuple(found)


def built_in() -> tuple[str, ...]:
    """Return the names of the built-in papers."""
    return tuple(sorted(_built_in()))


def _built_in() -> dict[str, Path]:
    """A built-in paper is a file, or a package whose parts state its claims."""
    files = {path.stem: path for path in PAPERS.glob("*.py") if path.stem != "__init__" and mentions_paper(path)}
    return files | {path.parent.name: path for path in PAPERS.glob("*/__init__.py")}


def mentions_paper(path: Path) -> bool:
    """Tell whether a file's text contains the word Paper, without which it cannot hold one."""
    try:
        return _MENTIONS.search(path.read_bytes()) is not None
    except OSError:
        return False


def _named(argument: str) -> tuple[Path, ...]:
    path = Path(os.path.abspath(argument)) if argument else Path()
    if argument and path.is_dir():
        return tuple(_below(path))
    if argument and path.exists():
        return (path,)
    if argument in _built_in():
        return (_built_in()[argument],)
    module = _module_file(argument)
    if module is None:
        raise PaperError(f"{argument!r} is not a file, a folder, a module or a built-in paper",
                         rule=f"built in are {', '.join(built_in()) or 'none'}")
    return (module,)


def _below(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in _SKIPPED and not f.startswith(".")
                            and not os.path.exists(os.path.join(parent, f, "pyvenv.cfg")))
        for name in sorted(files):
            path = Path(parent, name)
            if name.endswith(".py") and not name.startswith(".") and mentions_paper(path):
                yield path


def _module_file(dotted: str) -> Path | None:
    """The file of a dotted name below the working folder or this installation; no package is imported to find it."""
    parts = dotted.split(".")
    if len(parts) < 2 or not all(part.isidentifier() for part in parts):
        return None
    for root in (Path.cwd(), PAPERS.parent.parent):
        place = root.joinpath(*parts)
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if path.is_file():
                return path
    return None
