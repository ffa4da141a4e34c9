"""The README: its Python runs as it stands, and everything that it names exists."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import verify
from verify.papers import __name__ as papers_package

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
PYTHON = [body for language, body in BLOCKS if language == "python"]
SPANS = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL))


def cli(*arguments, folder):
    code = f"from verify.cli import main; main({list(arguments)!r})"
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=300,
                          check=False)


def test_there_is_python_to_run():
    assert len(PYTHON) >= 2
    assert papers_package == "verify.papers"


@pytest.mark.parametrize("body", PYTHON, ids=range(len(PYTHON)))
def test_python_blocks_run(body, tmp_path):
    file = tmp_path / "block.py"
    file.write_text(body, encoding="utf-8")
    found = subprocess.run([sys.executable, "-W", "error", str(file)], cwd=tmp_path, capture_output=True, text=True,
                           timeout=300, check=False)
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("body", [body for body in PYTHON if "Paper(" in body])
def test_papers_in_the_readme_come_out_as_expected(body, tmp_path):
    (tmp_path / "my_paper.py").write_text(body, encoding="utf-8")
    found = cli("check", "my_paper.py", folder=tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_gap_is_left_to_fill():
    assert not re.findall(r"^[A-Z]{3,}(?:_[A-Z]+)+$", TEXT, re.MULTILINE)
    assert not re.findall(r"TODO|TBD|FIXME|XXX", TEXT)


def commands():
    lines = [line for _, body in BLOCKS for line in body.splitlines()] + SPANS
    return sorted({match.group(1) for line in lines if (match := re.match(r"assay ([a-z]+)", line.strip()))})


def test_commands_exist():
    from verify.cli import assay

    assert isinstance(assay, click.Group)
    assert commands()
    assert set(commands()) <= set(assay.commands)


def test_options_exist():
    from verify.cli import assay

    for span in SPANS:
        if match := re.match(r"assay ([a-z]+) ", span):
            known = {option for parameter in assay.commands[match.group(1)].params for option in parameter.opts}
            assert set(re.findall(r"(--[a-z-]+)", span)) <= known, span


def test_make_targets_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {match for _, body in BLOCKS for match in re.findall(r"^make ([a-z-]+)", body, re.MULTILINE)}
    named |= {match.group(1) for span in SPANS if (match := re.match(r"make ([a-z-]+)", span))}
    assert named
    assert named <= targets


def test_links_and_paths_exist():
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", TEXT) if "://" not in link]
    paths = [span for span in SPANS if re.fullmatch(r"[\w.]+(/[\w.]+)*/|[\w.]+(/[\w.]+)+",
                                                    span) and not span.startswith("build")]
    assert links
    for path in links + paths:
        assert (ROOT / path).exists(), path


def test_names_that_are_imported_are_public():
    for body in PYTHON:
        for names in re.findall(r"^from verify import ([\w, ]+)$", body, re.MULTILINE):
            assert set(re.split(r",\s*", names)) <= set(verify.__all__)
