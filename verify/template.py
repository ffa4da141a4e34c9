"""Template: the file that ``assay init`` writes: one claim of each kind, and it runs as it stands."""

from __future__ import annotations

import os
import re
from pathlib import Path

from verify.errors import PaperError

TEMPLATE = '''\
"""Claims of a paper, checked by Assay:  assay check {file}"""

from verify import Integers, OneOf, Paper, Rational, Reals, Simplex, at_most, chain, equal, oo

paper = Paper("{key}", title="The title of the paper", authors=("A. Author",), year=2026)

# Declare each variable once; it ranges over all of its domain.  Integers are listed up to the window.
n, x = paper.variables(n=Integers(1, oo, window=12), x=Reals(0, oo))
d = paper.variables(d=Integers(2, 5))
p = paper.variables(p=Simplex(d))


# 1. A definition against a formula: a plain function of the variables, and what the paper claims it equals.
def sum_of_odd_numbers(n):
    return sum(2 * k - 1 for k in range(1, n + 1))


paper.claim("odd-sum", equal(sum_of_odd_numbers, "n^2"), at="Lemma 1", says="The first n odd numbers sum to n squared")

# 2. An inequality between formulas, proved on all of its scope.
paper.claim("log", "log(1 + x) <= x", at="Lemma 2")

# 3. An identity between formulas, under a hypothesis, with a false variant that must be refuted.
paper.claim("geometric", "Sum(x^k, (k, 0, n)) == (1 - x^(n + 1))/(1 - x)", given={{"x is not 1": "x != 1"}},
            at="Equation 3", wrong=["Sum(x^k, (k, 0, n)) == (1 - x^n)/(1 - x)"])

# 4. A chain of steps: the first false one is named.
paper.claim("chain", chain("(x - 1)^2", "==", "x^2 - 2*x + 1", "<=", "2*x^2 + 2"), at="Proposition 4", uses=["log"])


# 5. A property: a function that returns a relation on numbers.
@paper.property("collision", over={{"d": Integers(2, 5), "p": Simplex("d")}}, at="Theorem 5")
def collision_probability(d, p):
    return at_most(Rational(1, d), sum(entry**2 for entry in p))


# 6. A finite domain is checked completely.
paper.claim("squares", "k^2 == 1", forall={{"k": OneOf(-1, 1)}}, at="Section 2")

# 7. A statement known to be false: as expected only if a counterexample is found.
paper.claim("too-strong", "2^n >= n^2", at="Remark 6", expect="refuted")

# What is not checked is listed too, with the reason.
paper.not_checked("asymptotic", at="Theorem 7", says="The bound is sharp as n grows", why="no finite check decides it")
'''


def write_template(file: Path) -> None:
    """Write the template to a new file; raise PaperError where it cannot be written."""
    key = re.sub(r"\W+", "_", file.stem).strip("_").lower() or "paper"
    if file.suffix != ".py":
        raise PaperError(f"{file} is no name for a Python file", hint=f"assay init {file.with_suffix('.py')}")
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        raise PaperError(f"{file} exists already", rule="nothing is overwritten", hint="another name") from None
    except OSError as problem:
        raise PaperError(f"{file} cannot be written: {problem.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(TEMPLATE.format(file=file.name, key=key))
    except OSError as problem:
        file.unlink(missing_ok=True)
        raise PaperError(f"{file} cannot be written: {problem.strerror}") from None
