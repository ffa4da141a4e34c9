"""Work: counted over all sums and integrals, and refused beyond the budget."""

from __future__ import annotations

import pytest

from verify import work
from verify.errors import Unevaluable
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate


@pytest.fixture(autouse=True)
def fresh():
    work.reset()
    yield
    work.reset()


@pytest.mark.parametrize("text", ["sum(k, k, 1, 9)", "product(k, k, 1, 9)", "integral(exp(x), x, 0, 1)",
                                  "sum(1/3^k, k, 0, oo)", "max(k, k, 1, 9)"])
def test_every_kind_of_term_is_charged(text):
    evaluate(parse(text, {}).tree, {}, 100)
    work.charge(work.MAX_WORK - work._done[0])
    with pytest.raises(Unevaluable, match="budget"):
        evaluate(parse(text.replace("9", "8").replace("exp(x)", "exp(2*x)"), {}).tree, {}, 100)
