"""The pytest plugin: ``pytest --assay my_paper.py`` gives one test for each claim.

Nothing heavy is imported unless ``--assay`` is given, and an author's file is imported in a worker process only.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from verify.runs.run import Found, Run

_RUN = pytest.StashKey["Run"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--assay`` and its settings."""
    group = parser.getgroup("assay", "checking the claims of papers")
    group.addoption("--assay", action="store_true", help="collect the claims of every .py file that holds a Paper")
    group.addoption("--assay-tier", choices=("fast", "full"), default="fast", help="how much work each check does")
    group.addoption("--assay-timeout", type=float, metavar="S", help="seconds for one check of one claim")
    group.addoption("--assay-no-cache", action="store_true", help="neither use nor keep results in .assay/results")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker that every claim carries."""
    config.addinivalue_line("markers", "assay: a claim of a paper, checked by Assay")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Collect the claims of a file, beside whatever else is collected from it.

    A file that is not named like a test is not imported into this process merely because it was named as an argument.
    """
    collected = yield
    if not parent.config.getoption("assay") or file_path.suffix != ".py":
        return collected
    from verify.runs.source import mentions_paper

    if not mentions_paper(file_path):
        return collected
    patterns = parent.config.getini("python_files")
    if not any(fnmatch.fnmatch(file_path.name, pattern) for pattern in patterns):
        collected = [node for node in collected if not isinstance(node, pytest.Module)]
    return [*collected, PaperFile.from_parent(parent, path=file_path)]


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the worker processes."""
    run = config.stash.get(_RUN, None)
    if run is not None:
        run.__exit__()


def _run(config: pytest.Config) -> Run:
    """The one run of a session; it checks one claim at a time, and pytest-xdist has one in each of its processes."""
    if _RUN not in config.stash:
        from verify.runs.run import Run, Settings

        settings = Settings(tier=config.getoption("assay_tier"), timeout=config.getoption("assay_timeout"),
                            cache=not config.getoption("assay_no_cache"))
        config.stash[_RUN] = Run(settings)
    return config.stash[_RUN]


class PaperFile(pytest.File):
    """A file with papers."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each claim; names are ids, with the paper's key in front where there are several papers."""
        found = _run(self.config).find([self.path])[0]
        if found.error:
            raise self.CollectError(found.error)
        for head in found.heads:
            for claim in head["claims"]:
                from reports.glyph import visible

                name = claim["id"] if len(found.heads) == 1 else f"{head['key']}/{claim['id']}"
                name = " ".join(visible(name).split())
                yield ClaimItem.from_parent(self, name=name, found=found, head=head, claim=claim)


class ClaimItem(pytest.Item):
    """A claim as a test: it passes where the verdict is as expected."""

    def __init__(self, *, found: Found, head: Mapping[str, Any], claim: Mapping[str, Any], **details: Any) -> None:
        super().__init__(**details)
        self.found, self.head, self.claim = found, head, claim
        self.add_marker("assay")

    def runtest(self) -> None:
        """Check the claim and those that it rests on."""
        record = _run(self.config).claim(self.found, self.head, self.claim["id"])
        if record["verdict"] == "not run" and record["as_expected"]:
            pytest.skip(record["reason"])
        if not record["as_expected"]:
            raise NotAsExpected(record)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Say it in words; a traceback of ours would help nobody."""
        del style
        if isinstance(excinfo.value, NotAsExpected):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the claim is stated."""
        return self.path, self.claim["where"]["line"] - 1, self.name


class NotAsExpected(Exception):
    """A claim whose verdict is not as expected; the message is what a reader needs."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        from reports import text

        super().__init__(text.failure(dict(record)).rstrip())
