"""Trees: places, exchanges and texts, without evaluating anything."""

import pytest
import sympy

from verify.errors import Unevaluable
from verify.formulas.parser import parse
from verify.symbolic.tree import canonical, gathered, nodes, placed, put_name, shown

SYMBOLS = {**{name: sympy.Symbol(name) for name in "nxyz"}, "g": sympy.IndexedBase("g")}


def tree(text):
    return parse(text, SYMBOLS).tree


def test_conditions_indices_and_vectors_are_no_places():
    found = [str(node) for _, node in nodes(tree("sum(g[k], k, 1, n) + piecewise(x, y > z, 0)"))]
    assert {"k", "n", "x"} <= set(found)
    assert {"g", "y", "z"} & set(found) == set()


def test_every_place_can_be_exchanged_alone():
    text = tree("x^2 + 2*x*y - sum(k*x, k, 1, n)/max(x, y)")
    for path, _ in nodes(text):
        part = text
        for step in path:
            part = part.args[step]
        assert canonical(placed(text, path, part)) == canonical(text)
        assert placed(text, path, sympy.Symbol("new")).atoms(sympy.Symbol) >= {sympy.Symbol("new")}


def test_neutral_elements_vanish():
    assert shown(placed(tree("x*y"), (0,), sympy.S.One)) == "y"
    assert shown(placed(tree("x + y"), (1,), sympy.S.Zero)) == "x"


def test_bound_indices_hide_letters():
    assert shown(put_name(tree("sum(n*k, k, 1, n)"), {"k": sympy.Integer(7), "n": SYMBOLS["x"]})) == (
        "sum(x*k, k, 1, x)")
    assert shown(put_name(tree("g[n]"), {"n": SYMBOLS["x"]})) == "g[x]"


@pytest.mark.parametrize(("text", "expected"), [("(n - 1) + 1", "n"), ("((n + 1) - 1)*2", "n*2"), ("1 - 1", "0")])
def test_whole_numbers_are_added_up(text, expected):
    assert shown(gathered(tree(text))) == expected


@pytest.mark.parametrize("text", ["x/(2*y)", "x - (-y)", "2*(x + y)", "-x^2 + 1", "x^(n - 1)", "(x + y)^2/3",
                                  "max(x, y) - min(x, y)", "exp(-x)", "sqrt(x*y)", "x/y/z", "abs(x - y)"])
def test_texts_read_back(text):
    again = parse(shown(tree(text)), SYMBOLS).tree
    point = {"x": sympy.Rational(3, 2), "y": sympy.Integer(5), "z": sympy.Integer(7), "n": sympy.Integer(4)}
    assert (again.subs(point) - tree(text).subs(point)).doit() == 0


def test_order_and_grouping_do_not_matter_but_operations_do():
    assert canonical(tree("x + (y + z)")) == canonical(tree("(z + x) + y"))
    assert canonical(tree("x*y + z")) != canonical(tree("x*(y + z)"))
    assert canonical(tree("x^y")) != canonical(tree("y^x"))


def test_what_a_gradient_is_taken_in_is_no_place():
    matrix = {"U": sympy.MatrixSymbol("U", 2, 2), "V": sympy.MatrixSymbol("V", 2, 2)}
    gradient = parse("gradient(trace(U*V), U)", matrix).tree
    assert [str(node) for _, node in nodes(gradient)].count("U") == 1
    with pytest.raises(Unevaluable):
        put_name(gradient, {"U": matrix["V"]})
    assert shown(put_name(gradient, {"V": matrix["U"]})) == "gradient(trace(U*U), U)"
