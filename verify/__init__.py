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

    from verify.domains.combinatorial_domain import BooleanFunctions, Subsets
    from verify.domains.matrix_domain import (
        Matrices,
        Orthogonal,
        PositiveDefinite,
        PositiveSemidefinite,
        Stochastic,
        SymmetricMatrices,
    )
    from verify.domains.sample import Drawn
    from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals, Signs
    from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors
    from verify.errors import AssayError, ClaimError, DomainError, FigureError, FormulaError, Nonsense, PaperError
    from verify.notebook import Answer, check
    from verify.paper import Paper
    from verify.picture import curve, heat, lines, points
    from verify.quantifiers.constant import up_to_constant
    from verify.quantifiers.existential import exists
    from verify.quantifiers.extremum import inf, sup
    from verify.quantifiers.nearness import near
    from verify.quantifiers.probability import with_probability
    from verify.quantifiers.rate import on_ladder
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
    from verify.values.value import within

_HOMES = {
    "sympy": ("E", "I", "Rational", "oo", "pi"),
    "verify.domains.combinatorial_domain": ("BooleanFunctions", "Subsets"),
    "verify.quantifiers.constant": ("up_to_constant",),
    "verify.errors": ("AssayError", "ClaimError", "DomainError", "FigureError", "FormulaError", "Nonsense",
                      "PaperError"),
    "verify.quantifiers.existential": ("exists",),
    "verify.quantifiers.extremum": ("inf", "sup"),
    "verify.domains.matrix_domain": ("Matrices", "Orthogonal", "PositiveDefinite", "PositiveSemidefinite", "Stochastic",
                             "SymmetricMatrices"),
    "verify.notebook": ("Answer", "check"),
    "verify.paper": ("Paper",),
    "verify.picture": ("curve", "heat", "lines", "points"),
    "verify.quantifiers.nearness": ("near",),
    "verify.quantifiers.probability": ("with_probability",),
    "verify.quantifiers.rate": ("on_ladder",),
    "verify.relation": ("at_least", "at_most", "chain", "equal", "equivalent", "greater", "less",
                        "loewner_at_least", "loewner_at_most"),
    "verify.domains.sample": ("Drawn",),
    "verify.domains.scalar_domain": ("Integers", "OneOf", "Rationals", "Reals", "Signs"),
    "verify.values.value": ("within",),
    "verify.domains.vector_domain": ("Cube", "Simplex", "Sphere", "Vectors"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = ["Answer", "AssayError", "BooleanFunctions", "ClaimError", "Cube", "DomainError", "Drawn", "E", "FigureError",
           "FormulaError", "I", "Integers", "Matrices", "Nonsense", "OneOf", "Orthogonal", "Paper", "PaperError",
           "PositiveDefinite", "PositiveSemidefinite", "Rational", "Rationals", "Reals", "Signs", "Simplex", "Sphere",
           "Stochastic", "Subsets", "SymmetricMatrices", "Vectors", "at_least", "at_most", "chain", "check", "curve",
           "equal", "equivalent", "exists", "greater", "heat", "inf", "less", "lines", "loewner_at_least",
           "loewner_at_most", "near", "on_ladder", "oo", "pi", "points", "sup", "up_to_constant", "with_probability",
           "within"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'verify' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
