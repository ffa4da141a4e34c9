"""Dialect: what people write for what formulas spell otherwise: signs that are read, and refusals with a hint."""

from __future__ import annotations

WRITTEN = {"≤": "<=", "≥": ">=", "≦": "<=", "≧": ">=", "⩽": "<=", "⩾": ">=", "≠": "!=", "−": "-", "·": "*", "×": "*",
           "⋅": "*", "∙": "*", "÷": "/", "⇔": "<=>", "⇒": "=>", "→": "->", "≼": "⪯", "≽": "⪰", "∧": "and", "∨": "or",
           "¬": "not", "&&": "and"}
"""Signs that are read as others, which mean the same everywhere."""
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
"""Digits and signs of an exponent that is written raised."""
SIGNS = {
    "√": ("a root", "sqrt(x)"), "∛": ("a root", "x^(1/3)"), "∑": ("a sum", "sum(k^2, k, 1, n)"),
    "∏": ("a product", "product(k, k, 1, n)"), "∫": ("an integral", "integral(f, x, 0, 1)"),
    "⌊": ("a floor", "floor(x)"), "⌈": ("a ceiling", "ceiling(x)"), "‖": ("a norm", "norm(v)"),
    "∂": ("a derivative", "diff(f, x)"), "∇": ("a gradient", "gradient(f, v)"), "'": ("a derivative", "diff(f, x)"),
    "∈": ("a domain in a formula", "x=Reals(0, 1) beside the formula"), "±": ("two signs at once", "two claims"),
    "∀": ("a quantifier in a formula", "x=Reals() beside the formula"), "½": ("a fraction", "1/2"),
    "∃": ("a quantifier in a formula", "exists(…, k=Integers(1, oo))"), "¼": ("a fraction", "1/4"),
    "∣": ("divides", "n % d == 0 for: d divides n"), "∖": ("a set", "conditions"), "⅓": ("a fraction", "1/3"),
    "≈": ("an approximate equality", "abs(a - b) <= 1/1000"), "≡": ("a congruence", "(a - b) % m == 0"),
    "≪": ("an order of size", "a <= C*b with the constant C"), "≲": ("an order of size", "a <= C*b, C named"),
    "{": ("a brace", "parentheses"), "\\": ("LaTeX", "sqrt(x), not \\sqrt{x}"), "$": ("LaTeX", "the formula without $"),
    "&": ("a bitwise sign", "and"), ":": ("a colon", "the relation alone; domains stand beside it"),
    "⟨": ("a scalar product", "dot(u, v)"), "ᵀ": ("a transpose", "A^T"), "ⁿ": ("a raised letter", "x^n"),
}
"""Signs that are refused: what each stands for, and how a formula writes it."""
FUNCTIONS = {
    "prod": "product(…)", "comb": "binomial(…)", "C": "binomial(…)", "nCr": "binomial(…)", "fact": "factorial(…)",
    "log2": "log(x, 2)", "log10": "log(x, 10)", "lg": "log(x, 2)", "integrate": "integral(…)", "forall": "all(…)",
    "exists": "any(…)", "expm1": "exp(x) - 1", "argmax": "max(…)", "argmin": "min(…)", "H": "harmonic(…)",
    "fib": "fibonacci(…)", "F": "fibonacci(…)", "B": "beta(…)", "cbrt": "x^(1/3)", "pow": "x^y",
    "frac": "x - floor(x)", "round": "floor(x + 1/2)", "relu": "max(x, 0)", "sigmoid": "1/(1 + exp(-x))",
    "softplus": "log(1 + exp(x))", "logit": "log(p/(1 - p))", "norm2": "norm(v)", "mean": "sum(v[k], k, 1, d)/d",
    "avg": "sum(v[k], k, 1, d)/d", "if": "piecewise(a, condition, b)", "where": "piecewise(a, condition, b)",
    "Γ": "gamma(…)", "ζ": "zeta(…)", "Σ": "sum(k^2, k, 1, n)", "Π": "product(k, k, 1, n)", "ψ": "digamma(…)",
    "φ": "totient(…)", "χ": "delta(i, j)", "δ": "delta(i, j)", "erfi": "-I*erf(I*x)", "cosec": "csc(…)",
}
"""Names of functions by their meaning, and how a formula writes them."""
