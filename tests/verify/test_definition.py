"""Definitions: plain functions, matched to variables, with what they captured remembered."""

import functools
from fractions import Fraction

import numpy as np
import pytest

from verify.definition import captured, changed, define, parameters, present, title
from verify.domains.sample import Sample
from verify.errors import ClaimError

OUTSIDE = 3


def test_instances_are_seen_as_python_numbers_and_object_arrays():
    array = present((1, Fraction(1, 2)))
    assert array.dtype == object
    assert array.tolist() == [1, Fraction(1, 2)]
    assert type(array[0]) is int
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 5
    assert present(()).shape == (0,)
    assert present(7) == 7
    assert present(Sample(3, "drawn")) == "drawn"


def test_parameters_are_the_required_ones():
    assert parameters(lambda n, x, k=2, *rest, **more: n) == ("n", "x")
    assert parameters(lambda: 1) == ()


def test_a_builtin_without_a_signature_is_refused():
    with pytest.raises(ClaimError,
                       match=r"parameters cannot be read: a plain function .*write lambda n: function\(n\)"):
        parameters(max)


def test_by_name_in_any_order():
    made = define(lambda x, n: x + n, ("n", "x"), by_order=True)
    assert made.parameters == ("x", "n")
    assert made.arguments({"n": 1, "x": (2, 3)})[1] == 1
    assert isinstance(made.arguments({"n": 1, "x": (2, 3)})[0], np.ndarray)


def test_by_order_where_no_name_matches():
    assert define(lambda a, b: a, ("n", "x"), by_order=True).parameters == ("n", "x")


@pytest.mark.parametrize(("function", "by_order", "stranger"), [
    (lambda a, x: a, True, "a"), (lambda a: a, True, "a"), (lambda a, b: a, False, "a, b"),
    (lambda n, x, y: n, True, "y"),
], ids=["one of two", "one name", "two names", "too many"])
def test_parameters_that_fit_nothing(function, by_order, stranger):
    with pytest.raises(ClaimError, match=f"takes {stranger}: its parameters are declared variables") as caught:
        define(function, ("n", "x"), by_order=by_order)
    assert f"forall={{'{stranger.split(',')[0]}': …}} or rename the parameter" in str(caught.value)


def named(n):
    return n


def test_titles():
    assert title(named) == "named"
    assert title(lambda n: n * 2 + 1) == "n * 2 + 1"
    first, second = lambda n: n + 1, lambda n: n + 2
    assert (title(first), title(second)) == ("n + 1", "n + 2")
    assert title(eval("lambda n: n")) == "lambda"


def test_captured_values_are_remembered():
    inside = 5
    found = captured(lambda n: n + inside + OUTSIDE)
    assert found == {"inside": "5", "OUTSIDE": "3"}
    assert captured(len) == {}


def test_a_loop_that_rebinds_is_noticed():
    made = []
    for k in (1, 2):
        made.append(define(lambda n: n * k, ("n",), by_order=True))  # noqa: B023  this is the mistake under test
    assert changed(made[1]) is None
    assert changed(made[0]) == ("n * k refers to k, which was 1 when the claim was made and is 2 now; "
                                "bind it with a default: lambda …, k=k: …")


def test_a_default_is_bound():
    made = [define(lambda n, k=k: n * k, ("n",), by_order=True) for k in (1, 2)]
    assert [changed(one) for one in made] == [None, None]
    assert [one.function(10) for one in made] == [10, 20]


def test_a_changed_global_is_noticed(monkeypatch):
    made = define(lambda n: n + OUTSIDE, ("n",), by_order=True)
    assert changed(made) is None
    monkeypatch.setitem(globals(), "OUTSIDE", 4)
    assert "OUTSIDE, which was 3 when the claim was made and is 4 now" in changed(made)


def test_globals_of_inner_functions_count(monkeypatch):
    made = define(lambda n: [m + OUTSIDE for m in range(n)], ("n",), by_order=True)
    monkeypatch.setitem(globals(), "OUTSIDE", 9)
    assert changed(made)


def test_a_wrapper_is_shown_as_what_it_wraps():
    def doubled(function):
        @functools.wraps(function)
        def inner(n):
            return 2 * function(n)

        return inner

    assert title(doubled(lambda n: n + 1)) == "n + 1"
