"""A variable's domain in LaTeX, for the quantifiers of a statement."""

from __future__ import annotations

from typing import Any

import sympy

from verify.domains.matrix_domain import Matrices
from verify.domains.scalar_domain import Integers, Rationals, Reals, Signs
from verify.domains.vector_domain import Cube
from verify.formulas.formula import Formula, is_infinity, typewriter
from verify.variable import Variable

_LETTERS: tuple[tuple[Any, str], ...] = ((Integers, "Z"), (Rationals, "Q"), (Reals, "R"))


def member(variable: Variable) -> str:
    r"""Return ``x \in D`` in LaTeX.

    >>> from verify.variable import variable
    >>> member(variable("n", Integers(1, sympy.oo)))
    'n \\in \\mathbb{Z} \\cap [1, \\infty)'
    """
    return rf"{sympy.latex(sympy.Symbol(variable.name))} \in {_set(variable.domain)}"


def _set(domain: Any) -> str:
    for kind, letter in _LETTERS:
        if isinstance(domain, kind):
            return rf"\mathbb{{{letter}}}{_interval(domain.low, domain.high)}"
    if isinstance(domain, Signs):
        return r"\{-1, 1\}"
    if isinstance(domain, Matrices) and is_infinity(domain.low) and is_infinity(domain.high):
        return rf"\mathbb{{R}}^{{{_bound(domain.rows)} \times {_bound(domain.cols)}}}"
    if isinstance(domain, Cube):
        return rf"\{{-1, 1\}}^{{{_bound(domain.size)}}}"
    return typewriter(domain.describe())


def _interval(low: Any, high: Any) -> str:
    if is_infinity(low) and is_infinity(high):
        return ""
    left = r"(-\infty" if is_infinity(low) else f"[{_bound(low)}"
    right = r"\infty)" if is_infinity(high) else f"{_bound(high)}]"
    return rf" \cap {left}, {right}"


def _bound(bound: Any) -> str:
    return Formula(sympy.sstr(bound), bound).latex
