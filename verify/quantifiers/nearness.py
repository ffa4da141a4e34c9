"""Nearness: a value, or the probability of an event, that follows a law to within a stated distance.

It is a bound on both sides, for whatever values its variables have: no trend, and nothing asymptotic.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy

from verify.domains.domain import Domain
from verify.errors import ClaimError
from verify.quantifiers.probability import with_probability
from verify.relation import Chain, Quantified, chain


def near(value: Any, law: Any, within: Any, over: Mapping[Any, Domain] | None = None, *,
         trials: int | None = None) -> Quantified | Chain:
    """The claim |value − law| ≤ within; with ``over``, |P(value) − law| ≤ within over draws of those variables.

    An expectation of a value between 0 and 1 is the probability that it exceeds a uniform draw, so ``"u <= f(x)"`` over
    x and a uniform u states it.  Of values without a known bound no number of samples bounds the expectation: state the
    probability of an event, or a median, instead.

    Args:
        value: a formula or function; with ``over`` an event, as for ``with_probability``.
        law, within: formulas or exact numbers, in the variables that are not drawn.
        over: what is drawn, by name; the value is then an event and the law its probability.
        trials: caps the trials at each outer instance, for costly events.
    Returns:
        the relation for ``paper.claim`` and ``check``; a probability is sampled or counted, anything else is a chain.
    Raises:
        ClaimError: the law is a function, or the distance is not positive.

    >>> from verify import Integers, Rational, Signs, check
    >>> check(near("n/(n + 1)", 1, "1/n"), n=Integers(1, 9)).verdict
    'exhausted'
    >>> check(near("x == 1", Rational(1, 2), within=Rational(1, 100), over={"x": Signs()})).verdict
    'exhausted'
    """
    for name, raw in (("law", law), ("within", within)):
        if callable(raw) and not isinstance(raw, sympy.Basic):
            raise ClaimError(f"near: {name}", rule="a formula or an exact number", given=raw,
                             hint="'2/pi*atan(sqrt(d))'")
    if isinstance(within, int | sympy.Number) and within <= 0:
        raise ClaimError("near: within", rule="a positive distance", given=within)
    texts = [_text(raw) for raw in (law, within)]
    distance = texts[1] if re.fullmatch(r"\w+(/\w+)?", texts[1]) else f"({texts[1]})"
    low, high = ((f"{texts[0]} {sign} {distance}" if isinstance(law, str) or isinstance(within, str) else
                  law + (1 if sign == "+" else -1) * within) for sign in "-+")
    if over is None:
        return chain(low, "<=", value, "<=", high)
    stated = with_probability(value, over, between=(low, high), trials=trials)
    return replace(stated, details={**stated.details, "near": tuple(texts)})


def _text(raw: Any) -> str:
    return raw.strip() if isinstance(raw, str) else sympy.sstr(raw, order="none").replace("**", "^")
