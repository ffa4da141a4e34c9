"""The command line: ``assay check``, ``list``, ``show``, ``report``, ``init``, ``try`` and ``doctor``.

Data goes to standard output, everything else to standard error.  Exit codes: 0 all as expected, 1 something is not,
2 could not run or nothing was checked, 130 interrupted.
"""

from __future__ import annotations

import sys

try:  # whoever thinks better of it at once gets a sentence too
    import os
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    import click

    from verify.console import look, rendered, say, visible, write
    from verify.errors import AssayError
    from verify.option import checked, checking
except KeyboardInterrupt:
    sys.stderr.write("assay: interrupted before anything was checked\n")
    sys.exit(130)

FORMATS = ("text", "json", "junit", "github")
_EXIT_CODES = """
\b
Exit codes:
  0    all as expected (a claim with expect="refuted" has to be refuted)
  1    something is refuted, ill-posed, vacuous, weak, flaky or, unless --lenient, undecided
  2    could not run, or nothing was checked
  130  interrupted; what was finished is shown
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every failure of the user's is one sentence."""
    try:
        code = assay.main(args=None if arguments is None else list(arguments), prog_name="assay", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        code = say("interrupted before anything was checked", 130)
    except click.ClickException as problem:
        problem.show()
        code = 2
    except AssayError as problem:
        code = say(str(problem), 2)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output is gone, and Python would complain about that at exit
        code = 141
    sys.exit(code if isinstance(code, int) else 0)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="assay", message="assay %(version)s")
def assay() -> None:
    """Check the mathematics of a paper by machine, and say honestly how far the checks reach.

    \b
    Start here:
      assay try "log(1 + x) <= x" x="[0, oo)"    check one statement
      assay init my_paper.py                     write a file with one claim of each kind
      assay check my_paper.py                    check every claim in it
      assay report my_paper.py                   the same as LaTeX, PDF and HTML
    """


@assay.command(epilog=_EXIT_CODES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
              help="Form of the answer.")
@click.option("-k", "expressions", multiple=True, metavar="EXPR",
              help="Only claims whose id contains these parts: 'lem and not 3'; if repeated, all must fit.")
@click.option("--claim", "identifiers", multiple=True, metavar="ID",
              help="Only the claim with this very id; if repeated, each of them, and beside -k those as well.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the answer to a file.")
@checking
def check(paths: tuple[str, ...], form: str, expressions: tuple[str, ...], identifiers: tuple[str, ...],
          output: Path | None, **limits: Any) -> int:
    """Check the claims in files, folders or built-in papers (sparse_xor, sensitivity).

    \b
    Examples:
      assay check my_paper.py                      every claim
      assay check my_paper.py -k "lem and not 3"   claims whose id contains lem and not 3
      assay check my_paper.py --claim thm:2        one claim, and those it rests on
      assay check papers/ --format github          every paper below a folder, in CI
      assay check sensitivity --tier full -o record.json --format json
    """
    _spare(output, paths)
    record = checked(paths, limits, expressions=expressions, identifiers=identifiers, figures=form == "json")
    if record["papers"] or form != "text" or output is not None:
        write(rendered(record, form, output is None), output)
    return int(record["run"]["exit_code"])


def _spare(output: Path | None, paths: Sequence[str]) -> None:
    """Refuse to write the answer over a file that is to be checked."""
    from verify.runs.source import sources

    if output is not None and os.path.realpath(output) in {os.path.realpath(file) for file in sources(paths)}:
        raise click.UsageError(f"{output} is a file to be checked; the answer would replace it.")


@assay.command("list")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
def list_(paths: tuple[str, ...]) -> int:
    """List the claims, and the figures, without checking them: id, tier, place in the paper, statement or title.

    \b
    Example:
      assay list sparse_xor
    """
    from verify.runs import run
    from verify.runs.source import sources

    with run.Run(run.Settings()) as running:
        found = running.find(sources(paths))
    rows = [[visible(" ".join(text.split())) for text in (claim["id"], claim["tier"], claim["at"], _priced(claim))]
            for one in found for head in one.heads for claim in head["claims"]]
    rows += [[visible(" ".join(text.split())) for text in (figure["id"], figure["tier"], figure["at"], _titled(figure))]
             for one in found for head in one.heads for figure in head["figures"] if rows]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    write("".join("  ".join([*(row[k].ljust(widths[k]) for k in range(3)), row[3]]) + "\n" for row in rows))
    faults = run.problems(found) or (() if rows else ("there is no claim to list",))
    for fault in faults:
        say(fault, 2)
    return 2 if faults else 0


def _priced(claim: Any) -> str:
    """A claim's statement, that it is not well-formed, and what checking it may cost where that is told before."""
    remarks = ["not well-formed" if claim["fault"] else "", claim["price"] or ""]
    return "  ".join([claim["statement"], *(f"[{remark}]" for remark in remarks if remark)])


def _titled(figure: Any) -> str:
    """A figure's title, the claims that it illustrates, and that it is not well-formed."""
    names = ", ".join(figure["illustrates"])
    remarks = [f"figure of {names}" if names else "figure", "not well-formed" if figure["fault"] else ""]
    return "  ".join([figure["title"], *(f"[{remark}]" for remark in remarks if remark)])


@assay.command(epilog=_EXIT_CODES)
@click.argument("identifier", metavar="ID")
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@checking
def show(identifier: str, paths: tuple[str, ...], **limits: Any) -> int:
    """Show everything about one claim, checking it if needed.  Without a path it is looked for in the built-in papers.

    \b
    Examples:
      assay show thm:2 my_paper.py
      assay show majority
    """
    from reports.text import claim as card
    from verify.runs.source import built_in

    record = checked(paths or built_in(), limits, identifiers=(identifier,))
    color, width = look()
    cards = [claim for paper in record["papers"] for claim in paper["claims"] if claim["id"] == identifier]
    write("\n".join(card(claim, color=color, width=width) for claim in cards))
    return int(record["run"]["exit_code"])


@assay.command(epilog=_EXIT_CODES)
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), default=Path("build/report"),
              show_default=True, help="Folder for the report.")
@click.option("--record", "kept", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Make the report of a record that was written before; nothing is checked.")
@checking
def report(paths: tuple[str, ...], output: Path, kept: Path | None, **limits: Any) -> int:
    """Check, and write record.json, report.tex, report.html and (where LaTeX is installed) report.pdf.

    \b
    Examples:
      assay report my_paper.py
      assay report sparse_xor sensitivity -o build/report
      assay report --record record.json
    """
    if bool(paths) == (kept is not None):
        raise click.UsageError("Give either paths to check or --record FILE.")
    from verify.runs.run import INTERRUPTED

    record = _load(kept) if kept else checked(paths, limits, figures=True)
    if record["run"]["exit_code"] == INTERRUPTED:  # a report that was there before is worth more than a part of one
        return INTERRUPTED
    from verify.publication import publish

    try:
        for line in publish(record, output):
            click.echo(line)
    except OSError as problem:
        raise click.ClickException(f"the report cannot be written to {output}: {problem.strerror}") from None
    return int(record["run"]["exit_code"])


def _load(file: Path) -> dict[str, Any]:
    from reports.record import RecordError, load

    try:
        return load(file)
    except (RecordError, OSError) as problem:
        raise click.ClickException(str(problem)) from None


@assay.command()
@click.argument("file", type=click.Path(path_type=Path))
def init(file: Path) -> int:
    """Write a file that runs as it stands and shows one claim of each kind.

    \b
    Example:
      assay init my_paper.py && assay check my_paper.py
    """
    from verify.template import write_template

    write_template(file)
    click.echo(f"Wrote {file}.  Next: assay check {file}")
    return 0


@assay.command("try", epilog=_EXIT_CODES, context_settings={"ignore_unknown_options": True})
@click.argument("statement")
@click.argument("domains", nargs=-1, metavar="[NAME=DOMAIN...]")
@click.option("--given", multiple=True, metavar="CONDITION", help="A hypothesis, such as 'n % 2 == 1'.")
@click.option("--tier", type=click.Choice(["fast", "full"]), default="fast", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="Form of the answer.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=60, show_default=True,
              help="Seconds for one check.")
@click.option("--memory", type=click.IntRange(256), default=4096, show_default=True, help="MiB for one check.")
def try_(statement: str, domains: tuple[str, ...], given: tuple[str, ...], tier: str, form: str, **limits: Any) -> int:
    """Check one statement on the spot.

    \b
    Examples:
      assay try "log(1 + x) <= x" x="[0, oo)"
      assay try "2^n >= n^2" n=N
      assay try "k^2 == 1" k="{-1, 1}"
      assay try "1/x >= 1" x="(0, 1]"              open ends become a hypothesis
      assay try "n^2 % 8 == 1" n="integers 1..99" --given "n % 2 == 1"
      assay try "norm(v)^2 == dot(v, v)" v="R^d" d="integers 1..4"
    \b
    Domains: [0, 1]  (0, oo)  R  Q  Z  N  Z[1, 20]  integers 1..10  {1, 2, 3}
             R^3  [0, 1]^d  R^(2x3)  {-1, 1}^n  simplex(3)  sphere(d)  PositiveDefinite(2)
    """
    from reports.record import dumps
    from reports.text import claim as card
    from verify import notebook
    from verify.domains.notation import read_domain
    from verify.head import claim_head
    from verify.record import claim_record
    from verify.runs import contained

    variables: dict[str, Any] = {}
    conditions = list(given)
    for entry in domains:
        name, sign, text = entry.partition("=")
        if not sign or not name.strip().isidentifier():
            raise click.UsageError(f"{entry!r} is not NAME=DOMAIN, such as x='[0, oo)'.")
        variables[name.strip()], open_ends = read_domain(name.strip(), text)
        conditions += open_ends
    claim = notebook.stated(statement, variables, given=conditions, tier=tier)
    record = claim_record(claim_head(claim), contained.gather(claim, tier, **limits))
    color, width = look()
    write(dumps(record) if form == "json" else card(record, color=color, width=width))
    return 0 if record["as_expected"] else 1


@assay.command()
def doctor() -> int:
    """Say what is installed and what is missing, with a remedy; exit code 1 if Assay cannot run."""
    from verify.doctor import examine

    findings = examine()
    for finding in findings:
        click.echo(str(finding))
    return int(any(finding.needed and not finding.good for finding in findings))


if __name__ == "__main__":
    main()
