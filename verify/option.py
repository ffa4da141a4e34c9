"""Option: the options that every command that checks has, and the run that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from verify.console import say


def checking(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that checks."""
    options = (
        click.option("--tier", type=click.Choice(["fast", "full"]), default="fast", show_default=True,
                     help="How much work each check does."),
        click.option("-j", "--jobs", type=click.IntRange(1), help="Checks at a time.  [default: the cores]"),
        click.option("--timeout", type=click.FloatRange(0, min_open=True),
                     help="Seconds for one check of one claim.  [default: 60, full tier 900]"),
        click.option("--memory", type=click.IntRange(256), default=4096, show_default=True,
                     help="MiB for one check of one claim."),
        click.option("--no-cache", is_flag=True, help="Neither use nor keep results in .assay/results."),
        click.option("--strict/--lenient", default=True, show_default=True,
                     help="Whether an undecided claim counts as not as expected."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def checked(paths: Sequence[str], limits: dict[str, Any], **selection: Any) -> dict[str, Any]:
    """Return the record of a run with progress; sentences about what could not be checked go to standard error.

    ``selection`` says which claims, and whether figures are drawn.
    """
    from verify.doctor import cores
    from verify.runs import run
    from verify.runs.progress import progress
    from verify.runs.source import sources

    limits["jobs"] = limits["jobs"] or cores()
    limits["cache"] = not limits.pop("no_cache")
    with progress() as shown:
        record = run.check(sources(paths), run.Settings(**limits), progress=shown, **selection)
    for problem in record["run"]["problems"]:
        say(problem, 2)
    return record
