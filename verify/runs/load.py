"""Load: import an author's file and find the papers in it.  Runs in a worker process, never in the main one."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import traceback
from pathlib import Path
from types import ModuleType

from verify.errors import AssayError, PaperError, shorten
from verify.paper import Paper, check_uses, collecting

_HERE = Path.cwd()
"""The folder that the user stands in; an author's file may leave it."""
_OURS = Path(__file__).parents[1]
_AUTHORS = _OURS / "papers"


def load(path: Path) -> tuple[Paper, ...]:
    """Import a file and return the papers among its global names, in their order.

    A file inside a package is imported as a module of that package; any other under a name of its own, so that a file
    called ``numbers.py`` hides nothing.  Its folder is on the module path while it is imported and afterwards.

    Raises PaperError, in one sentence that names the author's line, whatever the file does.
    """
    if not path.is_file():
        raise PaperError(f"{shown(path)}: " + ("it is no regular file, so it cannot be imported again for each check; "
                                               "write its text into a .py file" if path.exists() else
                                               "there is no such file"))
    try:
        with collecting():
            papers = papers_in(_import(Path(os.path.abspath(path))))
            for paper in papers:
                check_uses(paper)
    except AssayError as problem:
        raise PaperError(located(problem, path, str(problem))) from None
    except (SystemExit, KeyboardInterrupt) as problem:
        deed = "calls sys.exit" if isinstance(problem, SystemExit) else "raises KeyboardInterrupt"
        raise PaperError(located(problem, path, f"the file {deed} while it is imported")) from None
    except SyntaxError as problem:
        where = f"{shown(problem.filename or path)}:{problem.lineno or 1}"
        raise PaperError(f"{where}: the file is not Python: {problem.msg}") from None
    except BaseException as problem:  # an author's own exception class may derive from BaseException
        text = shorten(" ".join(_message(problem).split()), 200)
        raise PaperError(located(problem, path, f"{type(problem).__name__} while the file is imported"
                                 + (f": {text}" if text else ""))) from None
    _require_distinct(papers, path)
    return papers


def papers_in(module: ModuleType) -> tuple[Paper, ...]:
    """Return the papers among a module's global names, each once."""
    found = {id(value): value for value in vars(module).values() if isinstance(value, Paper)}
    return tuple(found.values())


def _require_distinct(papers: tuple[Paper, ...], path: Path) -> None:
    keys = [paper.key for paper in papers]
    repeated = next((key for key in keys if keys.count(key) > 1), None)
    if repeated is not None:
        raise PaperError(f"{shown(path)}: two papers have the key {repeated!r}", rule="a key names one paper")


def _import(path: Path) -> ModuleType:
    root, dotted = _package(path)
    sys.path[:] = [str(root), *(entry for entry in sys.path if entry != str(root))]
    if dotted is not None:
        return importlib.import_module(dotted)
    name = f"_assay_{hashlib.sha256(os.fsencode(path)).hexdigest()[:8]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PaperError(f"{shown(path)} is not a Python file", rule="its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _package(path: Path) -> tuple[Path, str | None]:
    """The folder to import from, and the dotted name where the file belongs to a package."""
    folder, parts = path.parent, [path.stem]
    while (folder / "__init__.py").exists() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    if len(parts) == 1 or not path.stem.isidentifier():
        return path.parent, None
    return folder, ".".join(parts[:-1] if path.stem == "__init__" else parts)


def located(problem: BaseException, path: Path, text: str) -> str:
    """Return a sentence with the line of the author's code that the problem came from in front of it."""
    where, text = place(problem) or shown(path), text.replace(os.path.join(_HERE, ""), "")
    return text if where in text else f"{where}: {text}"


def place(problem: BaseException) -> str | None:
    """Return file and line of the innermost frame of a problem that is the author's, not ours or a library's."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if is_authors(frame.filename)]
    return f"{shown(own[-1].filename)}:{own[-1].lineno}" if own else None


def is_authors(filename: str) -> bool:
    """Tell whether a file is an author's: neither ours, nor a library's, nor generated."""
    from verify.runs.dependency import first_party

    path = Path(filename)
    ours = any(path.is_relative_to(_OURS.parent / name) for name in ("verify", "numerics", "reports"))
    return path.is_absolute() and first_party(filename) and (not ours or path.is_relative_to(_AUTHORS))


def shown(path: str | Path) -> str:
    """Return a path as a reader wants it: relative where it lies below the working folder."""
    return str(Path(path).relative_to(_HERE)) if Path(path).is_relative_to(_HERE) else str(path)


def _message(problem: BaseException) -> str:
    try:
        return str(problem)
    except Exception:  # a hostile __str__ must not hide the real problem
        return ""
