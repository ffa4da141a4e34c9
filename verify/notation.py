"""Notation: domains as one writes them on a blackboard: ``[0, oo)``, ``Z[1, 20]``, ``{1, 2, 3}``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from verify.domain import Domain, bound, exact_value
from verify.errors import DomainError
from verify.scalar_domain import Integers, OneOf, Rationals, Reals

_WHOLE = {"R": (Reals, None), "ℝ": (Reals, None), "reals": (Reals, None), "Q": (Rationals, None),
          "ℚ": (Rationals, None), "rationals": (Rationals, None), "Z": (Integers, None), "ℤ": (Integers, None),
          "integers": (Integers, None), "N": (Integers, 1), "ℕ": (Integers, 1)}
_INTERVAL = re.compile(r"^(?P<kind>[^\W\d_]*)\s*(?P<left>[\[(])(?P<low>[^,]*),(?P<high>[^,]*)(?P<right>[\])])$")
_RANGE = re.compile(r"^(?P<kind>[^\W\d_]*)\s*(?P<low>\S+?)\s*\.\.\s*(?P<high>\S+)$")
_HINT = 'x="[0, oo)", n="Z[1, 20]", n="integers 1..10", n=N or k="{1, 2, 3}"'


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
    return DomainError(f"the domain of {name} cannot be read", rule="an interval, a range, a set, R, Q, Z or N",
                       given=text, hint=_HINT)
