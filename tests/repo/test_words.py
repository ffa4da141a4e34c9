"""Words: the files speak of the product alone, and of nothing that a reader cannot see."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.~])/work(?![\w-])|(?<!\w)/tmp/plan|/home/[a-z]+/",
    "a folder that is not here": r"(?<![\w/])shared/",
    "a file that is not here": r"\b(?:CLAIMS|DESIGN|STYLE|FACTS|RULES|TASKS?)\.md\b",
    "a ticket": r"\bissues? #?\d|\bissue #|\bticket #?\d",
    "how it came to be": r"\b(?:this|that|last|previous|next|earlier|another|my|our|your) sessions?\b"
                         r"|\bsession notes?\b|\bhelper (?:agent|session)s?\b|\bthe (?:brief|prompt)\b"
                         r"|\bas (?:you )?(?:asked|requested|instructed)\b",
    "a machine's author": r"\b(?:Claude|Anthropic|ChatGPT|OpenAI|Copilot|language model|AI assistant)\b",
    "a registry": r"\b(?:pypi\.org|pythonhosted\.org|anaconda\.(?:org|com)|download\.pytorch\.org|npmjs\.(?:org|com)"
                  r"|registry\.npmjs|crates\.io|proxy\.golang\.org|docker\.io|ghcr\.io)\b",
}
PATTERNS = {name: re.compile(pattern, re.IGNORECASE if name in ("a ticket", "how it came to be", "a registry") else 0)
            for name, pattern in FORBIDDEN.items()}
SEEN = ["read /work/x", "see shared/notes", "as DESIGN.md says", "fixes issue #12", "in the previous session",
        "found on pypi.org", "by Claude"]
UNSEEN = ["the network/work of", "a pytest Session", "session.items", "the tissue 3 of", "`.github/workflows/ci.yml`",
          "a shared library",
          "each child gets a session of its own (setsid)", "/worker", "~/work", "sharedness"]


def tracked():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return []
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True,
                            check=True).stdout.decode().split("\0")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file() and ROOT / name != Path(__file__)]


def words(text):
    return [(name, match.group(0)) for name, pattern in PATTERNS.items() for match in pattern.finditer(text)]


@pytest.mark.parametrize("text", SEEN)
def test_what_is_meant_is_seen(text):
    assert words(text)


@pytest.mark.parametrize("text", UNSEEN)
def test_what_is_not_meant_is_not(text):
    assert not words(text)


def test_the_files_speak_of_the_product_alone():
    files = tracked()
    if not files:
        pytest.skip("not a git checkout")
    found = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture or a PDF
            continue
        found += [f"{file.relative_to(ROOT)}: {name}: {word!r}" for name, word in words(text)]
    assert found == []


def test_names_of_files_speak_of_the_product_alone():
    assert [name for file in tracked() for name in words(str(file.relative_to(ROOT)))] == []
