"""Factor: by which simple constant, or power of a size, the two sides of a false claim differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

from flint import acb, arb, fmpq

from verify.claim import Claim
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals
from verify.errors import AssayError, DomainError, Indeterminate, Undefined, Unevaluable
from verify.evidence import Outcome
from verify.formulas.parser import parse
from verify.side import Sides, at_precision
from verify.trial import PRECISIONS, Trial
from verify.values.comparison import compare
from verify.values.evaluate import evaluate
from verify.values.value import Approximate, Discrete
from verify.variants.suggestion import Case, Suggestion, distinct, with_right

LEAST = 3
"""A factor needs at least this many instances that bear it out."""
STEADY = 3
"""Ratios that differ by more than this factor speak for one that grows."""
DIGITS = 5
"""Sides that are not exact must agree to this many digits."""
CONSTANTS = {
    "2": "", "1/2": "", "-1": "", "3": "", "1/3": "", "4": "", "1/4": "", "-2": "", "-1/2": "", "pi": "", "1/pi": "",
    "2*pi": "", "1/(2*pi)": "", "sqrt(2)": "", "1/sqrt(2)": "", "sqrt(pi)": "", "1/sqrt(pi)": "", "E": "", "1/E": "",
    "log(2)": "as between the logarithm to base 2 and the natural one",
    "1/log(2)": "as between the natural logarithm and that to base 2",
    "log(10)": "as between the logarithm to base 10 and the natural one",
    "1/log(10)": "as between the natural logarithm and that to base 10",
}
"""Simple factors, with what they usually come from."""
POWERS = {
    "{n}": "", "1/{n}": "", "{n}^2": "", "1/{n}^2": "", "sqrt({n})": "", "1/sqrt({n})": "",
    "2^{n}": "as between a transform that is not normalised and one that is", "1/2^{n}":
    "as between a transform that is normalised by 2^n and one that is not",
    "sqrt(2)^{n}": "as between a unitary transform and one that is not normalised",
    "{n} - 1": "", "1/({n} - 1)": "", "{n} + 1": "", "1/({n} + 1)": "", "2*{n}": "", "1/(2*{n})": "",
    "{n}/({n} - 1)": "as between the sample variance and that of the population",
    "({n} - 1)/{n}": "as between the variance of the population and that of the sample",
    "(-1)^{n}": "", "{n}!": "", "1/{n}!": "",
}
"""Factors in one whole number, which may be the length of a vector, with what they usually come from."""
NICE: tuple[str, ...] = ("5/4", "4/3", "sqrt(2)", "3/2", "2", "E", "3", "pi", "4", "5", "8", "10", "16", "100")
"""Factors that a bound may lack, smallest first."""
GROWTH = ("sqrt({n})", "{n}", "{n}^2", "2^{n}")
"""The same, growing with a size."""
_UNKNOWN = (Undefined, Indeterminate, Unevaluable, AssayError, DomainError, ZeroDivisionError, TypeError, OverflowError)


def simple_factor(case: Case) -> Iterator[Suggestion]:
    """The left side is a simple constant times the right side."""
    for text, origin in CONSTANTS.items() if case.operator == "==" else ():
        if told := _borne_out(case, text, LEAST):
            yield _suggest(case, text, origin, told)
            return
    if found := _exact_ratio(case):
        yield Suggestion(f"the left side is {found[0]} times the right side",
                         with_right(case, f"({found[0]})*rhs"), found[1], phrase=False)


def factor_in_a_size(case: Case) -> Iterator[Suggestion]:
    """The left side is a power of n, 2^n or the like times the right side."""
    for name, values in _sizes(case) if case.operator == "==" else ():
        if distinct(values) < LEAST:
            continue
        for shape, origin in POWERS.items():
            if told := _borne_out(case, shape.format(n=name), LEAST):
                yield _suggest(case, shape.format(n=name), origin, told)
                return


def _suggest(case: Case, factor: str, origin: str, count: int) -> Suggestion:
    note = f", {origin}" if origin else ""
    return Suggestion(f"the left side is {factor} times the right side{note}",
                      with_right(case, f"({factor})*rhs"), count, phrase=False)


def _sizes(case: Case) -> Iterator[tuple[str, list[Any]]]:
    """The whole numbers among the variables, with their values."""
    for variable in case.claim.variables:
        domain = variable.domain
        if isinstance(domain, Integers) or (isinstance(domain, OneOf) and domain.assumptions.get("integer")):
            yield variable.name, [trial.instance[variable.name] for trial in case.trials]


def _borne_out(case: Case, factor: str, least: int) -> int:
    """How many instances say that lhs = factor·rhs; 0 where one denies it or fewer than ``least`` say so."""
    tree = parse(factor, case.claim.symbols).tree
    telling = 0
    for trial, side in case.values:
        try:
            scaled = times(side.rhs, evaluate(tree, trial.instance, PRECISIONS[-1]))
        except _UNKNOWN:
            return 0
        if not same(side.lhs, scaled):
            return 0
        telling += trial.outcome is not Outcome.HOLDS
    return len(case.trials) if telling >= least else 0


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal as far as can be told."""
    try:
        found = at_precision(PRECISIONS[-1], partial(compare, "==", left, right))
    except _UNKNOWN:
        return False
    return found.outcome is Outcome.HOLDS and (found.digits is None or found.digits >= DIGITS)


def times(value: Any, factor: Any) -> Any:
    """A value times a number, entrywise."""
    return linear(value, fmpq(0), factor)


def linear(value: Any, shift: Any, factor: Any) -> Any:
    """shift + factor·value, entrywise."""
    if isinstance(value, tuple):
        return tuple(linear(entry, shift, factor) for entry in value)
    if isinstance(value, Discrete):
        return Discrete(linear(value.value, shift, factor), value.robust)
    if isinstance(value, Approximate):
        by, up = (float(arb(x).mid()) if not isinstance(x, acb) else complex(x) for x in (factor, shift))
        return replace(value, value=up + by * value.value, radius=abs(by) * value.radius * 1.01 + abs(up) * 1e-15)
    if isinstance(value, bool | frozenset):
        raise Undefined("a truth value or set is not a number")
    return at_precision(PRECISIONS[-1], lambda: shift + factor * value)


def _exact_ratio(case: Case) -> tuple[Fraction, int] | None:
    """The one exact ratio of the sides, and how many instances show it."""
    if case.operator != "==" or not all(isinstance(s.lhs, fmpq) and isinstance(s.rhs, fmpq) for _, s in case.values):
        return None
    telling = [(side.lhs, side.rhs) for _, side in case.values if side.lhs != 0 or side.rhs != 0]
    if len(telling) < LEAST or any(right == 0 for _, right in telling):
        return None
    ratios = {left / right for left, right in telling}
    ratio = ratios.pop()
    simple = not ratios and ratio not in (0, 1) and max(abs(int(ratio.p)), int(ratio.q)) < 10_000
    return (Fraction(int(ratio.p), int(ratio.q)), len(telling)) if simple else None


def offset(case: Case) -> Iterator[Suggestion]:
    """The sides differ by one constant, or by a simple term in the variables."""
    if case.operator != "==" or len(case.trials) < LEAST or distinct([side.rhs for _, side in case.values]) < 2:
        return
    if all(isinstance(s.lhs, fmpq) and isinstance(s.rhs, fmpq) for _, s in case.values):
        offsets = {side.lhs - side.rhs for _, side in case.values}
        if len(offsets) == 1:
            yield _moved(case, str(offsets.pop()))
            return
    for term in _terms(case):
        tree = parse(term, case.claim.symbols).tree
        if sum(_gap_is(trial, side, tree) for trial, side in case.values) == len(case.trials):
            yield _moved(case, term)
            return


def _moved(case: Case, term: str) -> Suggestion:
    right = f"rhs - {term[1:]}" if term.startswith("-") else f"rhs + {term}"
    return Suggestion(f"the left side minus the right side is {term}", with_right(case, right), len(case.trials),
                      phrase=False)


def _terms(case: Case) -> Iterator[str]:
    names = [v.name for v in case.claim.variables if isinstance(v.domain, Integers | Reals | Rationals)]
    shapes = [shape.format(name) for name in names for shape in ("{0}", "2*{0}", "{0}^2")]
    shapes += [shape.format(*pair) for pair in combinations(names, 2) for shape in ("{0}*{1}", "2*{0}*{1}")]
    yield from (sign + shape for shape in shapes for sign in ("", "-"))


def _gap_is(trial: Trial, side: Sides, tree: Any) -> bool:
    try:
        return same(side.lhs, at_precision(PRECISIONS[-1], lambda: side.rhs + evaluate(tree, trial.instance,
                                                                                      PRECISIONS[-1])))
    except _UNKNOWN:
        return False


def bound_factor(case: Case) -> Iterator[Suggestion]:
    """A constant, or a power of n, on the larger side of an inequality."""
    ratios = [t.comparison.ratio for t in case.trials if t.comparison and t.comparison.ratio is not None]
    measured = all(t.comparison and t.comparison.ratio is not None for t in case.broken)
    if case.operator not in ("<=", ">=", "<", ">") or len(ratios) < LEAST or not measured:
        return
    most = max(ratios)
    if not 1 < most < 1e6:
        return
    nice = next((text for text in NICE if _decimal(text) >= most * (1 - 1e-12)), None)
    broken = [trial.comparison.ratio or 1.0 for trial in case.broken if trial.comparison]
    growing = [shape.format(n=name) for shape in GROWTH for name, values in _sizes(case) if distinct(values) >= LEAST]
    constant = [nice] if nice is not None and _decimal(nice) <= 2 * most else []
    for text in growing + constant if max(broken) > STEADY * min(broken) else constant + growing:
        variant = _larger_side(case, text)
        if variant is not None:
            yield Suggestion(f"with a factor {text} on the larger side (the largest ratio met is {most:.6g})", variant)


def _decimal(text: str) -> float:
    return float(arb(evaluate(parse(text, {}).tree, {}, 64)).mid())


def _larger_side(case: Case, factor: str) -> Claim | None:
    if case.operator in ("<=", "<"):
        return with_right(case, f"({factor})*rhs")
    return with_right(case, f"rhs/({factor})")

