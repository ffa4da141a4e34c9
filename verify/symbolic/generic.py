"""Generic: a claim at a generic point: numbers for the variables that can be listed, indeterminates for the rest.

An equality that holds in the ring holds for all values of the indeterminates at which no divisor is 0.  Points of a
simplex or sphere are treated as free vectors, and positive or orthogonal matrices as free ones, which is more than is
needed; entries ±1 obey x² = 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpz

from verify.claim import Side
from verify.definition import Definition
from verify.domains.combinatorial_domain import BooleanFunctions
from verify.domains.domain import Domain
from verify.domains.matrix_domain import Table2
from verify.domains.scalar_domain import Rationals, Reals
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors
from verify.errors import AssayError, DomainError, Indeterminate, Undefined, Unevaluable
from verify.symbolic.field import Field, letter
from verify.symbolic.normal_form import entries
from verify.symbolic.ring import Indeterminate as Element
from verify.symbolic.ring import vanishes
from verify.values.evaluate import evaluate
from verify.variable import Variable

FREE = (Reals, Rationals, Vectors, Simplex, Sphere, Table2)
UNITS = (Cube, BooleanFunctions)


class Unsuitable(Exception):
    """A side that cannot be computed with indeterminates."""


def listings(variables: Sequence[Variable], free: frozenset[str], environment: Mapping[str, Any] | None = None,
             ) -> Iterator[dict[str, Any]]:
    """Yield every combination of the listed variables' values, skipping the free ones."""
    known = dict(environment or {})
    if not variables:
        yield known
        return
    first, rest = variables[0], variables[1:]
    if first.name in free:
        yield from listings(rest, free, known)
        return
    members = first.domain.members(known)
    if members is None:
        raise Unsuitable(f"{first.name} cannot be listed")
    for value in members:
        yield from listings(rest, free, {**known, first.name: value})


def dimension(domain: Domain, environment: Mapping[str, Any]) -> int | None:
    """The number of entries of a vector variable, or None for a number."""
    if isinstance(domain, BooleanFunctions):
        return 1 << domain.dimension(environment)
    return domain.dimension(environment) if isinstance(domain, Vectors | Simplex | Sphere | Cube) else None


def point(field: Field, variables: Sequence[Variable], free: frozenset[str], listed: Mapping[str, Any],
          ) -> dict[str, Any]:
    """Return the values of all variables: the listed ones, and indeterminates for the free ones."""
    values = dict(listed)
    for variable in variables:
        if variable.name in free:
            try:
                values[variable.name] = _letters(field, variable, listed)
            except DomainError as problem:
                raise Unsuitable(str(problem)) from None
    return values


def _letters(field: Field, variable: Variable, listed: Mapping[str, Any]) -> Any:
    """A letter, a tuple of letters, or rows of letters; those of a symmetric matrix are equal across the diagonal."""
    name, domain = variable.name, variable.domain
    if isinstance(domain, Table2):
        rows, cols = (range(1, size + 1) for size in domain.dimensions(listed))
        places = [[(max(i, j), min(i, j)) if domain.symmetric() else (i, j) for j in cols] for i in rows]
        return tuple(tuple(letter(field, name, place) for place in row) for row in places)
    size = dimension(domain, listed)
    return letter(field, name) if size is None else tuple(letter(field, name, (k,)) for k in range(1, size + 1))


def side(field: Field, given: Side, values: Mapping[str, Any]) -> Any:
    """Return a side's value at a generic point: an element, or nested tuples of elements.

    Raises Unsuitable where a function needs to look at its arguments or returns something inexact.
    """
    if not isinstance(given, Definition):
        return entries(field, given.tree, values)
    arguments = tuple(_present(values[name]) for name in given.parameters)
    try:
        result = given.function(*arguments)
    except (Undefined, ZeroDivisionError):
        raise
    except Exception as problem:
        raise Unsuitable(f"{given.source} raised {type(problem).__name__}") from None
    return _leaves(field, result)


def _present(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    rows = bool(value) and isinstance(value[0], tuple)
    array = np.empty((len(value), len(value[0])) if rows else len(value), dtype=object)
    array[...] = value
    array.flags.writeable = False
    return array


def _leaves(field: Field, raw: Any) -> Any:
    if isinstance(raw, np.ndarray):
        return _leaves(field, raw.item()) if raw.ndim == 0 else tuple(_leaves(field, entry) for entry in raw)
    if isinstance(raw, tuple | list):
        return tuple(_leaves(field, entry) for entry in raw)
    if isinstance(raw, Element):
        if raw._algebra is not field.algebra:
            raise Unsuitable("an element of another computation")
        return raw
    if isinstance(raw, bool | np.bool_) or not isinstance(raw, int | np.integer | Fraction | fmpq | fmpz):
        raise Unsuitable(f"a result of type {type(raw).__name__}")
    return field.constant(int(raw) if isinstance(raw, np.integer | fmpz) else raw)


def same(left: Any, right: Any) -> bool:
    """Tell whether two values are equal in the ring; a number stands for a whole array with equal entries."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        mixed = any(isinstance(a, tuple) is not isinstance(b, tuple) for a, b in zip(left, right, strict=False))
        if len(left) != len(right) or mixed:
            raise Unsuitable("sides of different shapes")
        return all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, tuple):
        return all(same(entry, right) for entry in left)
    if isinstance(right, tuple):
        return all(same(left, entry) for entry in right)
    return vanishes(left - right)


def excluded(conditions: Sequence[Side], listed: Mapping[str, Any]) -> bool:
    """Tell whether a hypothesis about listed variables alone is false; what cannot be told excludes nothing."""
    for condition in conditions:
        try:
            if isinstance(condition, Definition):
                if set(condition.parameters) <= set(listed):
                    met = condition.function(*condition.arguments(listed))
                    if isinstance(met, bool | np.bool_) and not met:
                        return True
            elif condition.names <= set(listed) and evaluate(condition.tree, listed, 256) is False:
                return True
        except (Undefined, Unevaluable, Indeterminate, AssayError):
            continue
        except Exception:  # an author's hypothesis that crashes is the search's to report
            continue
    return False
