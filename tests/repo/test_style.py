"""Style: the linter and the type checker are clean."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tool(name, *arguments):
    return subprocess.run([sys.executable, "-m", name, *arguments], cwd=ROOT, capture_output=True, text=True,
                          check=False)


def needs(name):
    return pytest.mark.skipif(importlib.util.find_spec(name) is None,
                              reason=f"{name} is not installed: pip install -e '.[lint]'")


@needs("ruff")
def test_ruff_is_clean():
    found = tool("ruff", "check", ".")
    assert found.returncode == 0, found.stdout[-4000:]


@needs("mypy")
def test_mypy_is_clean():
    found = tool("mypy")
    assert found.returncode == 0, found.stdout[-4000:]
