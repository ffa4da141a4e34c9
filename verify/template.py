"""Template: the file that ``assay init`` writes: one claim of each kind, and it runs as it stands."""

from __future__ import annotations

import os
import re
from pathlib import Path

from verify.errors import PaperError

TEMPLATE = '''\
"""Claims of a paper, checked by Assay:  assay check {file}"""

from verify import (
    Cube,
    Drawn,
    Integers,
    OneOf,
    Paper,
    PositiveSemidefinite,
    Rational,
    Reals,
    Simplex,
    Vectors,
    at_most,
    chain,
    curve,
    equal,
    exists,
    lines,
    loewner_at_most,
    oo,
    points,
    sup,
    up_to_constant,
    with_probability,
)

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

# 8. Calculus: derivatives, integrals and infinite sums are formulas too.
paper.claim("derivative", "diff(x*exp(-x), x) == (1 - x)*exp(-x)", at="Equation 8")
paper.claim("poisson", "sum(exp(-x)*x^k/k!, k, 0, oo) == 1", forall={{"x": Reals(0, 5)}}, at="Equation 9")

# 9. Truth values: if and only if.
paper.claim("parity", "n % 2 == 0 <=> n^2 % 2 == 0", at="Lemma 10")

# 10. Quantifiers, in the order of the words; a stated witness is checked.
paper.claim("half", exists("n <= 2*k and 2*k <= n + 1", k=Integers(0, oo), witness={{"k": "ceiling(n/2)"}}),
            at="Lemma 11")
paper.claim("order", up_to_constant("n^2 + 3*n", "n^2", in_="n"), at="Lemma 12")
paper.claim("largest", equal(sup("sum(s[k], k, 1, d)", over={{"s": Cube("d")}}), "d"), at="Lemma 13")

# 11. Vectors and matrices as whole objects, entrywise or in the positive semidefinite order.
paper.claim("gram", "norm(u + v)^2 + norm(u - v)^2 == 2*norm(u)^2 + 2*norm(v)^2",
            forall={{"d": Integers(1, 3), "u": Vectors("d"), "v": Vectors("d")}}, at="Lemma 14")
paper.claim("loewner", loewner_at_most("A", "A + B"),
            forall={{"d": Integers(1, 3), "A": PositiveSemidefinite("d"), "B": PositiveSemidefinite("d")}},
            at="Lemma 15")

# 12. A probability over draws whose seeds nobody can pick; sampled until a valid rule decides.
paper.claim("draw", with_probability("u <= 3/4", over={{"u": Drawn(lambda generator: generator.random())}},
                                     at_least=Rational(1, 2)), at="Theorem 16")


# 13. A figure: drawn in reports, and no evidence.
@paper.figure("growth", title="Sums of odd numbers", illustrates=["odd-sum"])
def growth():
    sizes = range(1, 13)
    return lines(points("sum", sizes, [sum_of_odd_numbers(n) for n in sizes]),
                 curve("n squared", sizes, [n**2 for n in sizes]), x="n", y="sum of the first n odd numbers")


# What is not checked is listed too, with the reason.
paper.not_checked("asymptotic", at="Theorem 7", says="The bound is sharp as n grows", why="no finite check decides it")
'''


def write_template(file: Path) -> None:
    """Write the template to a new file; raise PaperError where it cannot be written."""
    key = re.sub(r"\W+", "_", file.stem).strip("_").lower() or "paper"
    if file.suffix != ".py":
        raise PaperError(f"{file} is no name for a Python file", hint=f"assay init {file.with_suffix('.py')}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise PaperError(f"the folder {file.parent} cannot be made: {problem.strerror}") from None
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
