"""Integrality: trees that are integers for all values of their letters."""

import pytest

from verify import Integers, Reals, oo
from verify.builder import make_claim
from verify.formulas.parser import parse
from verify.symbolic.integrality import integral

OVER = {"n": Integers(0, oo), "m": Integers(), "x": Reals(0, 1)}


@pytest.mark.parametrize(("text", "given", "whole"), [
    ("n", (), True), ("3", (), True), ("1/2", (), False), ("n/2", (), False), ("n*(n + 1)/2", (), True),
    ("n*(n + 1)*(n + 2)/6", (), True), ("n*(n + 1)*(n + 2)/12", (), False), ("n*m", (), True), ("n*m/2", (), False),
    ("(m^3 - m)/6", (), True), ("2^n", (), True), ("2^m", (), False), ("floor(n/3)", (), True), ("x", (), False),
    ("ceiling(x)", (), True), ("binomial(n, 2)", (), True), ("sqrt(n)", (), False), ("n/2", "n % 2 == 0", True),
    ("(n - 1)/2", "n % 2 == 1", True), ("n/2", "n % 2 == 1", False), ("(m^2 - 1)/8", "m % 2 == 1", True),
    ("n/2", "n % 4 == 2", True), ("abs(m) + max(n, m)", (), True), ("1/n", (), False), ("n*x", (), False),
])
def test_what_is_an_integer(text, given, whole):
    claim = make_claim("c", f"{text} <= {text} and n + m + x <= 3", {}, at="p. 1", given=given, forall=OVER)
    tree = parse(text, {v.name: v.symbol for v in claim.variables}).tree
    assert integral(tree, claim.variables, claim.hypotheses) is whole
