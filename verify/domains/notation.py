"""Notation: domains as one writes them on a blackboard: ``[0, oo)``, ``Z[1, 20]``, ``{1, 2, 3}``, ``R^3``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from verify.domains.combinatorial_domain import BooleanFunctions, Subsets
from verify.domains.domain import Domain, bound, exact_value
from verify.domains.matrix_domain import (
    Matrices,
    Orthogonal,
    PositiveDefinite,
    PositiveSemidefinite,
    Stochastic,
    SymmetricMatrices,
)
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals, Signs
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors
from verify.errors import DomainError

_WHOLE = {"R": (Reals, None), "ℝ": (Reals, None), "reals": (Reals, None), "Q": (Rationals, None),
          "ℚ": (Rationals, None), "rationals": (Rationals, None), "Z": (Integers, None), "ℤ": (Integers, None),
          "integers": (Integers, None), "N": (Integers, 1), "ℕ": (Integers, 1)}
_INTERVAL = re.compile(r"^(?P<kind>[^\W\d_]*)\s*(?P<left>[\[(])(?P<low>[^,]*),(?P<high>[^,]*)(?P<right>[\])])$")
_RANGE = re.compile(r"^(?P<kind>[^\W\d_]*)\s*(?P<low>\S+?)\s*\.\.\s*(?P<high>\S+)$")
_POWER = re.compile(r"^(?P<base>[^\W\d_]+|[\[({].*[\])}])\s*\^\s*(?:(?P<rows>\d+)[x×](?P<cols>\d+)|(?P<size>\w+)"
                    r"|\((?P<inner>[^()]+)\))$")
_TABLE = re.compile(r"^(\w+)\s*[x×]\s*(\w+)$")
_CALL = re.compile(r"^(?P<kind>[^\W\d_]+)\s*\((?P<sizes>.*)\)$")
_KINDS = {kind.__name__: kind for kind in (
    BooleanFunctions, Cube, Integers, Matrices, OneOf, Orthogonal, PositiveDefinite, PositiveSemidefinite, Rationals,
    Reals, Signs, Simplex, Sphere, Stochastic, Subsets, SymmetricMatrices, Vectors)}
_KINDS |= {name.lower(): kind for name, kind in _KINDS.items() if name.lower() not in _WHOLE}
_HINT = 'x="[0, oo)", n="Z[1, 20]", n="integers 1..10", n=N, k="{1, 2, 3}", v="R^3", A="R^(2x2)" or p="simplex(3)"'


def read_domain(name: str, text: str) -> tuple[Domain, tuple[str, ...]]:
    """Return the domain that a text stands for, and the hypotheses that its open ends add.

    Domains are closed, so ``(0, 1]`` becomes ``[0, 1]`` where 0 < x.  ``N`` are the integers from 1 on.

    Raises DomainError where the text is none of the known forms.

    >>> domain, given = read_domain("x", "(0, 1]")
    >>> str(domain), given
    ('reals in [0, 1]', ('0 < x',))
    """
    text = text.strip()
    if text in _WHOLE:
        kind, low = _WHOLE[text]
        return (kind() if low is None else kind(low)), ()
    if (match := _CALL.match(text)) and match["kind"] in _KINDS:
        try:
            return _KINDS[match["kind"]](*(part.strip() for part in match["sizes"].split(",") if part.strip())), ()
        except TypeError:  # too few or too many sizes
            raise _unknown(name, text) from None
    if match := _POWER.match(text):
        return _power(name, text, match), ()
    if text.startswith("{") and text.endswith("}"):
        return OneOf(*(_number(name, part) for part in text[1:-1].split(","))), ()
    if match := _INTERVAL.match(text):
        return _interval(name, text, match)
    if match := _RANGE.match(text):
        kind = _kind(name, text, match["kind"] or "integers")
        return kind(_bound(match["low"]), _bound(match["high"])), ()
    raise _unknown(name, text)


def _interval(name: str, text: str, match: re.Match[str]) -> tuple[Domain, tuple[str, ...]]:
    kind = _kind(name, text, match["kind"] or "R")
    low, high = match["low"].strip(), match["high"].strip()
    given = []
    if match["left"] == "(" and low not in ("-oo", "-∞"):
        given.append(f"{low} < {name}")
    if match["right"] == ")" and high not in ("oo", "+oo", "∞"):
        given.append(f"{name} < {high}")
    return kind(_bound(low), _bound(high)), tuple(given)


def _power(name: str, text: str, match: re.Match[str]) -> Domain:
    """A domain of vectors or matrices with entries in a line, an interval or {-1, 1}."""
    size = match["size"] or (match["inner"] or "").strip()
    table = _TABLE.match(size) if match["inner"] else None
    rows, cols = table.groups() if table else (match["rows"] or size, match["cols"])
    entries, open_ends = read_domain(name, match["base"])
    if isinstance(entries, OneOf) and cols is None and entries in (OneOf(-1, 1), OneOf(1, -1)):
        return Cube(rows)
    if open_ends or not isinstance(entries, Reals):
        raise DomainError(f"the domain of {name} cannot be read", rule="their entries range over R or "
                          "a closed interval", given=text, hint=f'{name}="[0, 1]^{rows}"')
    ends = (entries.low, entries.high)
    return Vectors(rows, *ends) if cols is None else Matrices(rows, cols, *ends)


def _kind(name: str, text: str, word: str) -> Any:
    if word in ("N", "ℕ") or word not in _WHOLE:
        raise _unknown(name, text)
    return _WHOLE[word][0]


def _bound(text: str) -> Any:
    return text.strip().lstrip("+").replace("∞", "oo")


def _number(name: str, text: str) -> int | Fraction:
    value = exact_value(bound(text.strip(), f"member of {name}"), {})
    return int(value) if value.denominator == 1 else value


def _unknown(name: str, text: str) -> DomainError:
    return DomainError(f"the domain of {name} cannot be read", rule="an interval, a range, a set, R, Q, Z, N or a kind",
                       given=text, hint=_HINT)
