"""Evaluate: the value of a formula's tree at an instance, with our own conventions for sums, products and indices.

An empty sum is 0 and an empty product 1, also when the range runs backwards (SymPy's convention would give a negative
sum); indices are 1-based as written and range-checked; 0**0 = 1.  Nothing is simplified first, so 0·log 0 and x/x at
x = 0 are undefined. Sums and products are in :mod:`verify.values.fold`, infinite ones in :mod:`verify.values.infinite`,
 derivatives in :mod:`verify.values.partial`, integrals in :mod:`verify.values.quadrature`.
How a tree is compiled into a Python function of the environment is in :mod:`verify.values.program`.
"""

from __future__ import annotations

from typing import Any

from flint import acb, arb, ctx

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.values import matrix, program, truth
from verify.values.matrix import Matrix
from verify.values.program import Environment, compiled

program.MAKERS.update(truth.MAKERS)


def evaluate(tree: Any, environment: Environment, precision: int = 64) -> Any:
    """Return the value of ``tree`` where its names have the values in ``environment``.

    Values are exact (``fmpq``, ``bool``) where rational arithmetic suffices, else balls at ``precision`` bits; vectors
    are tuples of them, matrices tuples of rows.
    Environment values are ints, Fractions, flint numbers, bools, closed forms (trees without names), or sequences of
    them for indexed names.

    Raises Undefined, Indeterminate, Unevaluable.

    >>> import sympy
    >>> k, n = sympy.symbols("k n")
    >>> evaluate(sympy.Sum(k, (k, 1, n)), {"n": 4})
    10
    >>> evaluate(sympy.Sum(k, (k, 1, n)), {"n": -3})
    0
    """
    before = ctx.prec
    ctx.prec = precision
    try:
        value = compiled(tree)(environment)
        for entry in value.entries if isinstance(value, Matrix) else (value,):
            if isinstance(entry, arb | acb) and not entry.is_finite():
                raise Indeterminate("a ball without bounds")
        return matrix.to_rows(value)
    except (OverflowError, MemoryError) as problem:
        raise Unevaluable(f"a value too large to represent ({type(problem).__name__})") from None
    except ZeroDivisionError:
        raise Undefined("division by zero") from None
    finally:
        ctx.prec = before


