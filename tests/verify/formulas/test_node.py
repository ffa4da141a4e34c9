"""Nodes: their LaTeX is right and accepted by the reports, and they print as text that can be read back."""

from __future__ import annotations

import pytest
import sympy

from reports import formula, html
from verify.formulas.formula import names
from verify.formulas.parser import parse

SYMBOLS = {"x": sympy.Symbol("x", real=True), "y": sympy.Symbol("y", real=True), "n": sympy.Symbol("n", integer=True),
           "k": sympy.Symbol("k", integer=True), "v": sympy.IndexedBase("v")}
LATEX = {
    "diff(x^2, x)": r"\frac{d}{d x} x^{2}", "diff(x^2*y, x)": r"\frac{\partial}{\partial x} x^{2} y",
    "diff(x + 1, x, 2)": r"\frac{d^{2}}{d x^{2}} \left(x + 1\right)",
    "diff(v[1]^2, v[k])": r"\frac{\partial}{\partial {v}_{k}} {v}_{1}^{2}",
    "integral(exp(-x^2), x, -oo, oo)": r"\int\limits_{-\infty}^{\infty} e^{- x^{2}}\, dx",
    "sum(1/j!, j, 0, oo)": r"\sum_{j=0}^{\infty} \frac{1}{j!}",
    "n > 0 <=> n^2 > 0": r"n > 0 \Leftrightarrow n^{2} > 0",
    "x > 1 and y > 1 => x*y > 1": r"\left(x > 1 \wedge y > 1\right) \Rightarrow x y > 1",
    "not (x > 0 => x > 1)": r"\neg \left(x > 0 \Rightarrow x > 1\right)",
    "all(v[j] > 0, j, 1, n)": r"\bigwedge_{j=1}^{n} \left({v}_{j} > 0\right)",
    "any(v[j] > 0, j, 1, n)": r"\bigvee_{j=1}^{n} \left({v}_{j} > 0\right)",
    "max(v[j], j, 1, n)": r"\max_{1 \leq j \leq n} \left({v}_{j}\right)",
    "min(v[j], j, 1, n)^2": r"\left(\min_{1 \leq j \leq n} \left({v}_{j}\right)\right)^{2}",
    "|x|": r"\left|{x}\right|", "gcd(n, k)^2": r"\gcd^{2}\left(n, k\right)",
    "lcm(n, k)": r"\operatorname{lcm}\left(n, k\right)", "not prime(n)": r"\neg \left(n \text{ is prime}\right)",
    "digamma(x)": r"\psi\left(x\right)", "polygamma(2, x)^2": r"\left(\psi^{\left(2\right)}\left(x\right)\right)^{2}",
    "stirling(n, k)": r"\left\{\begin{matrix} n \\ k \end{matrix}\right\}",
    "prime(n) => n % 2 == 1": r"n \text{ is prime} \Rightarrow n \bmod 2 = 1",
}
OTHERS = ["besseli(n, x)^2", "besselj(0, x)", "lambertw(x)", "beta(x, y)", "zeta(x)", "totient(n)", "acosh(x)",
          "atanh(x)", "bell(n)", "bernoulli(n)", "derangements(n)", "partitions(n)", "rising(x, n)", "falling(x, n)",
          "log1p(x)"]


@pytest.mark.parametrize(("text", "expected"), LATEX.items())
def test_latex(text, expected):
    assert parse(text, SYMBOLS).latex == expected


@pytest.mark.parametrize("text", [*LATEX, *OTHERS])
def test_reports_accept_the_latex(text):
    latex = parse(text, SYMBOLS).latex
    assert formula.read(latex) is not None
    assert html.mathml(latex) is not None


@pytest.mark.parametrize("text", ["all(v[j] > 0, j, 1, n)", "max(j*x, (j, 1, n))", "any(j > k, j, 1, 3)",
                                  "x > 0 <=> y > 0", "x > 0 => y > 0", "prime(n)", "diff(x^2, x)",
                                  "integral(x^2, x, 0, oo)", "gcd(n, k) + stirling(n, k)"])
def test_text_can_be_read_back(text):
    tree = parse(text, SYMBOLS).tree
    assert parse(sympy.sstr(tree), SYMBOLS).tree == tree


def test_names_are_free_names():
    assert names(parse("all(v[j] > x, j, 1, n)", SYMBOLS).tree) == {"v", "x", "n"}
    assert names(parse("max(j*x, (j, 1, n))", SYMBOLS).tree) == {"x", "n"}
    assert names(parse("integral(x*y, x, x, 2)", SYMBOLS).tree) == {"x", "y"}
    assert names(parse("integral(x*y, x, 0, 2)", SYMBOLS).tree) == {"y"}
    assert names(parse("diff(x^2, x)", SYMBOLS).tree) == {"x"}
    assert {s.name for s in parse("all(j > x, j, 1, n)", SYMBOLS).tree.free_symbols} == {"x", "n"}
