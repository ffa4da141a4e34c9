"""Captions: the text of an author's function, and the line that mends one that returns a truth value."""

import pytest

from verify.caption import related, title


def positive(n):
    return n > 0


def odd(n):
    """Two conditions at once."""
    return n % 2 == 1 and n > 0


def branching(n):
    if n > 3:
        return True
    return n > 0


@pytest.mark.parametrize(("function", "line"), [
    (lambda n: n > 0, "lambda n: greater(n, 0)"), (lambda n, k: n * k <= n + k, "lambda n, k: at_most(n * k, n + k)"),
    (lambda n: n == n + 0, "lambda n: equal(n, n + 0)"), (lambda n: n != 0, "lambda n: equal(n != 0, True)"),
    (lambda n: 0 < n < 5, "lambda n: equal(0 < n < 5, True)"), (lambda n: True, "lambda n: equal(True, True)"),
    (positive, "return greater(n, 0)"), (odd, "return equal(n % 2 == 1 and n > 0, True)"),
    (branching, "return at_most(lhs, rhs)"), (max, "return at_most(lhs, rhs)"),
    (eval("lambda n: n > 0"), "return at_most(lhs, rhs)"),
])
def test_a_function_that_returns_a_truth_value_is_shown_mended(function, line):
    assert related(function) == line


def test_titles():
    assert title(positive) == "positive"
    assert title(lambda n: n + 1) == "n + 1"
