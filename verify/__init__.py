"""Assay's public names: state claims about mathematics, check them, and read the verdicts.

>>> from verify import check, Reals, oo
>>> check("log(1 + x) <= x", x=Reals(0, oo)).verdict
'enclosed'

Names are loaded when first used, so that ``import verify`` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sympy import E, I, Rational, oo, pi

    from verify.combinatorial_domain import BooleanFunctions, Subsets
    from verify.constant import up_to_constant
    from verify.errors import AssayError, ClaimError, DomainError, FormulaError, Nonsense, PaperError
    from verify.existential import exists
    from verify.extremum import inf, sup
    from verify.matrix_domain import (
        Matrices,
        Orthogonal,
        PositiveDefinite,
        PositiveSemidefinite,
        Stochastic,
        SymmetricMatrices,
    )
    from verify.notebook import Answer, check
    from verify.paper import Paper
    from verify.probability import with_probability
    from verify.relation import (
        at_least,
        at_most,
        chain,
        equal,
        equivalent,
        greater,
        less,
        loewner_at_least,
        loewner_at_most,
    )
    from verify.sample import Drawn
    from verify.scalar_domain import Integers, OneOf, Rationals, Reals, Signs
    from verify.value import within
    from verify.vector_domain import Cube, Simplex, Sphere, Vectors

_HOMES = {
    "sympy": ("E", "I", "Rational", "oo", "pi"),
    "verify.combinatorial_domain": ("BooleanFunctions", "Subsets"),
    "verify.constant": ("up_to_constant",),
    "verify.errors": ("AssayError", "ClaimError", "DomainError", "FormulaError", "Nonsense", "PaperError"),
    "verify.existential": ("exists",),
    "verify.extremum": ("inf", "sup"),
    "verify.matrix_domain": ("Matrices", "Orthogonal", "PositiveDefinite", "PositiveSemidefinite", "Stochastic",
                             "SymmetricMatrices"),
    "verify.notebook": ("Answer", "check"),
    "verify.paper": ("Paper",),
    "verify.probability": ("with_probability",),
    "verify.relation": ("at_least", "at_most", "chain", "equal", "equivalent", "greater", "less",
                        "loewner_at_least", "loewner_at_most"),
    "verify.sample": ("Drawn",),
    "verify.scalar_domain": ("Integers", "OneOf", "Rationals", "Reals", "Signs"),
    "verify.value": ("within",),
    "verify.vector_domain": ("Cube", "Simplex", "Sphere", "Vectors"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = ["Answer", "AssayError", "BooleanFunctions", "ClaimError", "Cube", "DomainError", "Drawn", "E",
           "FormulaError", "I", "Integers", "Matrices", "Nonsense", "OneOf", "Orthogonal", "Paper", "PaperError",
           "PositiveDefinite", "PositiveSemidefinite", "Rational", "Rationals", "Reals", "Signs", "Simplex", "Sphere",
           "Stochastic", "Subsets", "SymmetricMatrices", "Vectors", "at_least", "at_most", "chain", "check", "equal",
           "equivalent", "exists", "greater", "inf", "less", "loewner_at_least", "loewner_at_most", "oo", "pi", "sup",
           "up_to_constant", "with_probability", "within"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'verify' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
