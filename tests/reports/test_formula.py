"""Which formulas are printed as formulas, and which are not trusted."""

import pytest
import sympy
from sympy.abc import n, x

from reports import formula


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{1}{2} \leq \sqrt[3]{x}",
        r"\begin{cases} x & \text{for}\: x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"{\left[\begin{matrix}1 & 2\\3 & 4\end{matrix}\right]}_{1,1}",
        r"\left\{1, 2\right\} \subseteq \mathbb{N}",
        r"x'_{1} + {x^{2}}^{3}",
        r"\int\limits_{0}^{1} x",
        r"\begin{array}{cc}1 & 2\end{array}",
    ],
)
def test_accepts(latex):
    assert formula.read(latex) is not None


@pytest.mark.parametrize(
    "expression",
    [
        sympy.Sum(sympy.binomial(n, x) * x**2, (x, 0, n)),
        sympy.Integral(sympy.exp(-(x**2)), (x, 0, sympy.oo)),
        sympy.Piecewise((x, x > 0), (0, True)),
        sympy.Matrix([[1, x], [n, 2]]),
        sympy.Eq(sympy.atan(sympy.sqrt(n)) * 2 / sympy.pi, sympy.Abs(x)),
        sympy.Le(sympy.floor(x), sympy.Max(x, n)),
        sympy.KroneckerDelta(n, x) * sympy.Function("f")(x),
        sympy.IndexedBase("g")[n] ** 2,
        sympy.Symbol("theta_1") + sympy.Symbol("vbar"),
    ],
)
def test_accepts_what_sympy_prints(expression):
    assert formula.read(sympy.latex(expression)) is not None


@pytest.mark.parametrize(
    "latex",
    [
        "",
        r"\input{x}",
        r"\write18{ls}",
        r"\def\a{b}",
        r"\catcode`\%=12",
        r"\csname input\endcsname{x}",
        r"x^^5cinput{y}",
        "x % comment",
        "x_{1",
        "x}",
        r"\frac{1}",
        r"\frac12",
        "x_1_2",
        "x^2^3",
        "x'^2",
        "x^2'",
        "x^",
        r"\left( x",
        r"x \right)",
        r"\left x \right)",
        r"\begin{cases} a & b & c \end{cases}",
        r"\begin{matrix} a \end{pmatrix}",
        r"\begin{document} x \end{document}",
        r"\begin{array}{p{3cm}} x \end{array}",
        r"x\limits_{1}",
        r"\limits",
        r"a & b",
        r"a \\ b",
        r"\begin{matrix} a \\[3cm] b \end{matrix}",
        r"\text{\input{x}}",
        r"\text{a $x$ b}",
        "$x$",
        "#1",
        "x~y",
        "中",
        "{" * 60 + "}" * 60,
        "x" * 30_000,
    ],
)
def test_refuses(latex):
    assert formula.read(latex) is None


def test_letters_are_translated_and_lines_cut_at_outer_relations():
    read = formula.read(r"α = \left(b = c\right) \leq {d = e}")
    assert read.lines == (r"\alpha", r"= \left(b = c\right)", r"\leq {d = e}")
