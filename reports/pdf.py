"""The PDF of a LaTeX report."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PACKAGES = "latexmk lmodern texlive-latex-recommended texlive-pictures texlive-latex-extra"

# Nothing in the source may run a program, read a file outside the source's folder, or depend on today's date.
_ENVIRONMENT = {
    "shell_escape": "f", "openin_any": "p", "openout_any": "p", "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1",
    "max_print_line": "200",
}  # fmt: skip


def _to_stderr(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def compile_pdf(
    tex_path: str | Path, *, seconds: float = 300, say: Callable[[str], object] = _to_stderr
) -> Path | None:
    """Compile `tex_path` to a PDF beside it.

    Args:
        tex_path: the LaTeX file.
        seconds: time limit for all passes together.
        say: receives the one sentence that explains why there is no PDF.
    Returns:
        the path of the PDF, or None after one sentence to `say`; an older PDF is removed first, so that what lies
        there always belongs to the source. After an error the log lies beside the source, as `….log`.
    Raises:
        OSError: the folder cannot be written.
    """
    source = Path(tex_path).resolve()
    target = source.with_suffix(".pdf")
    for stale in (target, source.with_suffix(".log")):
        stale.unlink(missing_ok=True)
    if shutil.which("latexmk") is None:
        say(f"No PDF: LaTeX is not installed (on Debian: apt-get install --no-install-recommends {PACKAGES}).")
        return None
    with tempfile.TemporaryDirectory(prefix=".latex-", dir=source.parent) as folder:
        problem = _run(source, Path(folder), seconds)
        made = Path(folder, source.stem + ".pdf")
        if problem is None and made.is_file():
            os.replace(made, target)
            return target
        log = _keep_log(Path(folder), source)
    say(f"No PDF: {problem or 'LaTeX wrote none'}; see {log}.")
    return None


def _run(source: Path, folder: Path, seconds: float) -> str | None:
    """Run latexmk; what went wrong, if anything. The user's own latexmkrc is not read: it could run anything."""
    command = [
        "latexmk", "-norc", "-pdf", "-pdflatex=pdflatex -no-shell-escape %O %S", "-interaction=nonstopmode",
        "-halt-on-error", "-file-line-error", f"-outdir={folder.name}", source.name,
    ]  # fmt: skip
    with open(folder / "passes.txt", "wb") as output:
        process = subprocess.Popen(
            command, cwd=source.parent, env={**os.environ, **_ENVIRONMENT}, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            status = process.wait(seconds)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                return f"LaTeX took longer than {seconds:g} s"
            raise
    return None if status == 0 else f"LaTeX stopped with an error ({_first_error(folder, source)})"


def _first_error(folder: Path, source: Path) -> str:
    log = folder / f"{source.stem}.log"
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.is_file() else []
    marked = (line for line in lines if line.startswith("!") or f"{source.name}:" in line)
    return next(marked, "no message").strip()[:160]


def _keep_log(folder: Path, source: Path) -> Path:
    kept = source.with_suffix(".log")
    written = [file for file in (folder / f"{source.stem}.log", folder / "passes.txt") if file.is_file()]
    shutil.copyfile(written[0], kept)
    return kept
