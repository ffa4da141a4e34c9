"""Domain: the set that a variable ranges over, and how to list it, draw from it and describe it.

Domains are closed, with exact end points; infinity as a bound means unbounded and is not a member.  The *scope* of a
domain is all of it; its *window* is the part that is listed or drawn, which for an infinite domain is smaller.  Bounds
and sizes may be formulas in earlier variables (``Integers(1, d)``, ``Simplex(d)``); they are evaluated in an
environment of their values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isfinite, isinf
from typing import Any

import sympy
from hypothesis.strategies import SearchStrategy

from verify.errors import DomainError, Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import is_infinity, names
from verify.formulas.function import ALIASES, CONSTANTS, FUNCTIONS
from verify.formulas.parser import parse
from verify.symbolic.rebuild import put
from verify.values import number
from verify.values.evaluate import evaluate

Environment = Mapping[str, Any]
_BITS = (64, 128, 256, 512, 1024)
"""Precisions at which a bound is evaluated, until its ball is narrow."""

SIZE = f"bounds and members have at most {number.DIGITS} digits"


class Domain(ABC):
    """A set of values.  ``indexed`` says whether members are vectors, written v[1] … v[d] in formulas."""

    indexed = False

    @abstractmethod
    def corners(self, environment: Environment) -> list[Any]:
        """The special members that are tried first, simplest first."""

    def closed_ends(self, environment: Environment) -> list[Any]:
        """The members at ends that are no rational numbers, as closed forms; what is listed or drawn has none."""
        return []

    @abstractmethod
    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        """A Hypothesis strategy for members; ``extra`` is how far integers may exceed an unnamed window."""

    @abstractmethod
    def contains(self, value: object, environment: Environment) -> bool:
        """Tell whether ``value`` is a member."""

    @abstractmethod
    def describe(self) -> str:
        """The scope in words and symbols."""

    def members(self, environment: Environment) -> Iterator[Any] | None:
        """The members of the window in the stated order, or None where they cannot be listed."""
        return None

    def cardinality(self, environment: Environment) -> int | None:
        """The number of members of the window, or None where they cannot be listed."""
        return None

    @property
    def finite(self) -> bool:
        """Whether :meth:`members` lists the whole scope."""
        return False

    @property
    def sizes(self) -> tuple[Any, ...]:
        """The bounds and sizes that may depend on earlier variables."""
        return ()

    @property
    def shape(self) -> tuple[Any, ...]:
        """The size of a vector, or the numbers of rows and columns of a matrix; nothing for numbers."""
        return ()

    @property
    def assumptions(self) -> dict[str, bool]:
        """What SymPy may assume of a symbol over this domain."""
        return {}

    def window(self, extra: int = 0) -> str:
        """The part that is listed, or drawn with ``extra``, in words."""
        return self.describe()

    def __str__(self) -> str:
        return self.describe()


def needs(domain: Domain) -> frozenset[str]:
    """The names of the earlier variables that a domain's bounds and sizes mention."""
    found: set[str] = set()
    for size in domain.sizes:
        found |= names(size) if isinstance(size, sympy.Basic) else set()
    return frozenset(found)


def bound(value: object, role: str) -> Any:
    """Return a bound or size as an exact SymPy number or expression; raise DomainError for floats and the like."""
    if isinstance(value, str) and value.strip() in ("oo", "+oo", "-oo"):
        return -sympy.oo if value.strip() == "-oo" else sympy.oo
    if isinstance(value, str):
        letters = {name: sympy.Symbol(name, integer=True) for name in _words(value)}
        return _exact_bound(parse(value, letters).tree, role, value)
    if isinstance(value, bool | float):
        raise DomainError(f"the {role} of a domain", rule="bounds are exact", given=value, hint=_exact_hint(value))
    if isinstance(value, int | Fraction) and not number.is_moderate(number.exact(value)):
        raise DomainError(f"the {role} of a domain", rule=SIZE)
    try:
        expression = sympy.sympify(value)
    except (sympy.SympifyError, TypeError):
        raise DomainError(f"the {role} of a domain", rule="bounds are numbers or expressions", given=value) from None
    return _exact_bound(expression, role, value)


def _exact_hint(value: float | bool) -> str:
    if isinf(value):
        return "oo (from verify import oo)"
    if isinstance(value, bool) or not isfinite(value):
        return "a number"
    exact = Fraction(str(value))
    return f"Rational({exact.numerator}, {exact.denominator})"


def _exact_bound(expression: Any, role: str, given: object) -> Any:
    proper = isinstance(expression, sympy.Expr | sympy.IndexedBase) and not expression.atoms(sympy.Float)
    if not proper or expression in (sympy.nan, sympy.zoo):
        raise DomainError(f"the {role} of a domain", rule="bounds are exact real numbers", given=given)
    try:
        closed = closed_value(expression)
        if closed is not None and not number.is_moderate(closed):
            raise DomainError(f"the {role} of a domain", rule=SIZE)
    except (Undefined, Unevaluable) as problem:
        raise DomainError(f"the {role} of a domain", rule=f"bounds are exact real numbers; {problem}",
                          given=given) from None
    return expression


def closed_value(expression: Any) -> number.Number | None:
    """Return the real value of a finite bound without letters; None for any other, or where balls do not tell."""
    if is_infinity(expression) or names(expression):
        return None
    try:
        value = evaluate(expression, {}, 1024)
        if isinstance(value, bool):
            raise Undefined("a truth value")
        return number.real(value)
    except Indeterminate:
        return None


def _words(text: str) -> set[str]:
    word, words = "", set()
    for character in text + " ":
        if (word + character).isidentifier():
            word += character
        else:
            words |= {word} if word else set()
            word = character if character.isidentifier() else ""
    return words - {"sum", "product", "piecewise", "true", "True", "false", "False", *FUNCTIONS, *ALIASES, *CONSTANTS}


def may_be_size(expression: Any, least: int = 0) -> bool:
    """Whether a size has letters, or is an integer that is large enough."""
    value = closed_value(expression)
    return bool(names(expression)) or (value is not None and number.is_integer(value) and bool(value >= least))


def bound_value(expression: Any, environment: Environment) -> number.Number:
    """Evaluate a bound to an exact rational, or to a narrow ball around a real number."""
    doubt: Exception | None = None
    for bits in _BITS:
        try:
            value = evaluate(expression, environment, bits)
            if isinstance(value, bool):
                raise Undefined("a truth value")
            value = number.real(value)
        except Indeterminate as problem:
            doubt = problem
            continue
        except (Undefined, Unevaluable) as problem:
            doubt = problem
            break
        if not number.is_moderate(value):
            raise DomainError(f"the bound {expression}", rule=SIZE)
        if number.is_exact(value) or value.rel_accuracy_bits() > _BITS[0] // 2 or bits == _BITS[-1]:
            return value
    raise DomainError(f"the bound {expression} has no value", rule=str(doubt))


def closed_form(expression: Any, environment: Environment) -> Any:
    """A finite bound whose value is no rational number, as a tree without names; None for any other."""
    if is_infinity(expression) or number.is_exact(bound_value(expression, environment)):
        return None
    values = {name: environment[name] for name in names(expression)}
    if any(isinstance(entry, tuple) for entry in values.values()):
        return None
    return put(expression, {name: sympy.sympify(entry) for name, entry in values.items()})


def exact_value(expression: Any, environment: Environment) -> Fraction:
    """Evaluate a bound to an exact rational."""
    value = bound_value(expression, environment)
    if not number.is_exact(value):
        raise DomainError(f"the bound {expression}", rule="bounds are rational numbers")
    return Fraction(number.to_python(value))


def size_value(expression: Any, environment: Environment) -> int:
    """Evaluate a size to a non-negative int."""
    value = exact_value(expression, environment)
    if value.denominator != 1 or value < 0:
        raise DomainError(f"the size {expression}", rule="sizes are non-negative integers", given=value)
    return int(value)
