"""An example: how fast gradient descent is on smooth convex functions.

Notation.  f is convex and L-smooth (its gradient is L-Lipschitz), and μ-strongly convex; x* minimises it, f* = f(x*).
Gradient descent is x_{k+1} = x_k − η ∇f(x_k), and θ = ηL.  Numbers of theorems are those of Nesterov 2018, "Lectures on
Convex Optimization", and Bubeck 2015, "Convex Optimization: Algorithms and Complexity".

The functions tried are f(x) = μ/2 ‖x‖² + (L − μ) Σ_i u_i H_τ(x_i) with Huber's function H_τ and 0 ≤ u_i ≤ 1: every
strongly convex quadratic with a rational spectrum, in its eigenbasis, and functions that are linear far away, on which
gradient descent is slowest.  Nothing here depends on the basis.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

import numerics
from verify import (
    Integers,
    Paper,
    Rationals,
    Reals,
    Simplex,
    Vectors,
    at_least,
    at_most,
    chain,
    equal,
    exists,
    oo,
    up_to_constant,
)

paper = Paper("gradient_descent", title="Rates of gradient descent", authors=("Yu. Nesterov", "S. Bubeck"), year=2018,
              arxiv="1405.4980v2")
paper.convention("smooth", "f is L-smooth: ‖∇f(x) − ∇f(y)‖ ≤ L ‖x − y‖ in the Euclidean norm; L > 0.")
paper.convention("iterates", "x_0 is the start and x_k the point after k steps (Bubeck starts at x_1).")
paper.convention("functions", "f is a sum of a quadratic and Huber functions, with minimum f* = 0 at x* = 0.")

d, k, L, mu, theta, tau, u, x, y, z = paper.variables(
    d=Integers(1, oo, window=2), k=Integers(0, oo, window=5), L=Rationals(0, oo), mu=Rationals(0, "L"),
    theta=Rationals(0, 2), tau=Rationals(0, oo), u=Vectors("d", 0, 1), x=Vectors("d"), y=Vectors("d"), z=Vectors("d"))
SMOOTH = {"L is positive": "L > 0"}
SHORT = {**SMOOTH, "the step is positive": "theta > 0", "the step is at most 1/L": "theta <= 1"}


@dataclass(frozen=True, slots=True)
class Function:
    """x ↦ μ/2 ‖x‖² + (L − μ) Σ_i u_i H_τ(x_i)."""

    mu: Any
    L: Any
    tau: Any
    u: Any

    def __call__(self, x: Any) -> Any:
        """f(x)."""
        bumps = sum(w * numerics.huber(t, self.tau) for w, t in zip(self.u, x, strict=True))
        return self.mu * Fraction(square(x)) / 2 + (self.L - self.mu) * bumps

    def gradient(self, x: Any) -> Any:
        """∇f(x)."""
        slopes = np.array([numerics.huber_derivative(t, self.tau) for t in x], dtype=object)
        return self.mu * x + (self.L - self.mu) * self.u * slopes

    def tangent(self, x: Any, y: Any) -> Any:
        """f(x) + ⟨∇f(x), y − x⟩."""
        return self(x) + self.gradient(x) @ (y - x)

    def path(self, theta: Any, x: Any, k: int) -> Any:
        """x_0, …, x_k with the step θ/L."""
        return numerics.gradient_descent(self.gradient, x, Fraction(theta) / self.L, k)

    def gap(self, theta: Any, x: Any, k: int) -> Any:
        """f(x_k) − f*."""
        return self(self.path(theta, x, k)[k])


def square(x: Any) -> Any:
    """‖x‖²."""
    return x @ x


def of(quantity: Callable[..., Any]) -> Callable[..., Any]:
    """A quantity of f and of other variables, as a function of the parameters of f and of those variables."""
    others = list(inspect.signature(quantity).parameters)[1:]
    signature = inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                                   for name in ("mu", "L", "tau", "u", *others)])

    @functools.wraps(quantity)
    def evaluated(*values: Any) -> Any:
        return quantity(Function(*values[:4]), *values[4:])

    evaluated.__signature__ = signature  # type: ignore[attr-defined]
    return evaluated


# Identities and inequalities between numbers

paper.claim(
    "three-points", "2*sum((x[i] - y[i])*(x[i] - z[i]), i, 1, d) == sum((x[i] - y[i])^2, i, 1, d)"
    " + sum((x[i] - z[i])^2, i, 1, d) - sum((y[i] - z[i])^2, i, 1, d)",
    at="Bubeck, proof of Theorem 3.2", says="The three-point identity",
    wrong=["2*sum((x[i] - y[i])*(x[i] - z[i]), i, 1, d) == sum((x[i] - y[i])^2, i, 1, d)"
           " + sum((y[i] - z[i])^2, i, 1, d) - sum((x[i] - z[i])^2, i, 1, d)"])

kappa, epsilon, eta, a, w, rho = paper.variables(
    kappa=Reals(1, oo), epsilon=Reals(0, 1), eta=Reals(0, oo), a=Reals(0, oo), w=Reals(0, oo), rho=Reals(0, 1))

paper.claim("exponential", "1 - rho <= exp(-rho)", at="Bubeck, Theorem 3.10",
            says="One factor 1 − 1/κ of the rate of strongly convex descent, as an exponential; ρ stands for 1/κ",
            wrong=["1 - rho <= exp(-2*rho)"])

paper.claim("exponential-rate", "(1 - 1/kappa)^k <= exp(-k/kappa)", uses=["exponential"], at="Bubeck, Theorem 3.10",
            says="The rate of strongly convex descent, as an exponential", tier="full")

paper.claim(
    "iterations", exists("(1 - 1/kappa)^m <= epsilon", m=Integers(0, oo),
                         witness={"m": "ceiling(kappa*log(1/epsilon))"}),
    given={"ε is positive": "epsilon > 0"}, uses=["exponential"], at="Bubeck, Section 3.4",
    says="κ log(1/ε) steps, rounded up, are enough for the accuracy ε")

paper.claim("recursion", "1/(a - w*a^2) >= 1/a + w",
            given={"both are positive": "a > 0 and w > 0", "w·a < 1": "a*w < 1"}, at="Theorem 2.1.14, proof",
            says="δ′ ≤ δ − ωδ² adds ω to 1/δ",
            wrong=["1/(a - w*a^2) >= 1/a + 2*w"])

paper.claim("contraction-factor", "max(abs(1 - 2*mu/(mu + L)), abs(1 - 2*L/(mu + L))) == (L - mu)/(L + mu)",
            given=SMOOTH, at="Theorem 2.1.15", says="The factor at the step 2/(μ + L)",
            wrong=["max(abs(1 - 2*mu/(mu + L)), abs(1 - 2*L/(mu + L))) == (L - mu)/L"])

paper.claim("contraction-best", "max(abs(1 - eta*mu), abs(1 - eta*L)) >= (L - mu)/(L + mu)", given=SMOOTH,
            at="Theorem 2.1.15", says="No step has a smaller factor on quadratics")

paper.claim(
    "divergence", exists("abs(1 - theta)^m >= a", m=Integers(0, oo), witness={"m": "ceiling(a/(theta - 2))"}),
    forall={"theta": Reals(2, oo)}, given={"the step is above 2/L": "theta > 2"}, at="Section 1.2.3",
    says="Beyond 2/L descent of L x²/2 leaves every bound")

paper.claim("schedule", exists("tau^2/(2*h*k) + h*L^2/2 <= tau*L/sqrt(k)", h=Reals(0, oo),
                               witness={"h": "tau/(L*sqrt(k))"}),
            given={**SMOOTH, "k is positive": "k > 0", "x is not x*": "tau > 0"}, at="Bubeck, Theorem 3.2",
            says="The best fixed step of the subgradient method")

# Inequalities of the class

paper.claim(
    "gradient-lipschitz", at_most(of(lambda f, x, y: square(f.gradient(x) - f.gradient(y))),
                                  lambda L, x, y: L**2 * square(x - y)),
    given=SMOOTH, origin="ours", at="Section 2.1.1", says="The functions tried are L-smooth")

paper.claim(
    "descent-lemma", at_most(of(lambda f, y: f(y)), of(lambda f, x, y: f.tangent(x, y) + f.L / 2 * square(x - y))),
    given=SMOOTH, at="Theorem 2.1.5; Bubeck, Lemma 3.4", says="A parabola of curvature L lies above",
    wrong=[at_most(of(lambda f, y: f(y)), of(lambda f, x, y: f.tangent(x, y) + f.L / 4 * square(x - y)))])

paper.claim(
    "lower-bound", at_least(of(lambda f, y: f(y)), of(
        lambda f, x, y: f.tangent(x, y) + square(f.gradient(x) - f.gradient(y)) / (2 * f.L))),
    given=SMOOTH, at="Theorem 2.1.5; Bubeck, Lemma 3.5", says="Convexity, improved by the gradients")

product = of(lambda f, x, y: (f.gradient(x) - f.gradient(y)) @ (x - y))

paper.claim(
    "co-coercive", at_least(product, of(lambda f, x, y: square(f.gradient(x) - f.gradient(y)) / f.L)),
    given=SMOOTH, uses=["lower-bound"], at="Theorem 2.1.5", says="The gradient is co-coercive",
    wrong=[at_least(product, of(lambda f, x, y: 2 * square(f.gradient(x) - f.gradient(y)) / f.L))])

paper.claim(
    "co-coercive-strong", at_least(product, of(lambda f, x, y: f.mu * f.L / (f.mu + f.L) * square(x - y)
                                               + square(f.gradient(x) - f.gradient(y)) / (f.mu + f.L))),
    given=SMOOTH, at="Theorem 2.1.12; Bubeck, Lemma 3.11", says="Co-coercivity under strong convexity",
    wrong=[at_least(product, of(lambda f, x, y: f.mu * square(x - y) + square(f.gradient(x) - f.gradient(y)) / f.L))])

paper.claim(
    "gradient-dominates", at_least(of(lambda f, x: square(f.gradient(x))), of(lambda f, x: 2 * f.mu * f(x))),
    given=SMOOTH, at="Theorem 2.1.10", says="Strong convexity gives the inequality of Polyak and Łojasiewicz",
    wrong=[at_least(of(lambda f, x: square(f.gradient(x))), of(lambda f, x: 4 * f.mu * f(x)))])

r, s = paper.variables(r=Reals(), s=Reals())

paper.claim(
    "gradient-dominates-sine", "(2*r + 3*sin(2*r))^2/2 >= (r^2 + 3*sin(r)^2)/32",
    at="Karimi, Nutini and Schmidt 2016, Section 2.2",
    says="x² + 3 sin² x is not convex and has the Polyak–Łojasiewicz constant 1/32",
    wrong=["(2*r + 3*sin(2*r))^2/2 >= (r^2 + 3*sin(r)^2)*4"], tier="full")

paper.claim(
    "descent-lemma-logistic", "log(1 + exp(s)) <= log(1 + exp(r)) + (s - r)/(1 + exp(-r)) + (s - r)^2/8",
    at="Theorem 2.1.5", says="The logistic loss is ¼-smooth",
    wrong=["log(1 + exp(s)) <= log(1 + exp(r)) + (s - r)/(1 + exp(-r)) + (s - r)^2/10"], tier="full")

paper.claim(
    "gradient-dominates-logistic", "1/(1 + exp(-r))^2 >= log(1 + exp(r))/50", origin="folklore", expect="refuted",
    at="Karimi, Nutini and Schmidt 2016, Section 2.3",
    says="The logistic loss satisfies the Polyak–Łojasiewicz inequality on the whole line; only on bounded sets")

paper.claim(
    "jensen", at_most(of(lambda f, x, y, z, p: f(p[0] * x + p[1] * y + p[2] * z)),
                      of(lambda f, x, y, z, p: p @ np.array([f(x), f(y), f(z)]))),
    forall={"p": Simplex(3)}, at="Lemma 3.1.1", says="Jensen's inequality, for averages of three points")

# One step

paper.claim(
    "one-step-decrease", chain(
        of(lambda f, theta, x: f.gap(theta, x, 1)), "<=",
        of(lambda f, theta, x: f.tangent(x, f.path(theta, x, 1)[1]) + f.L / 2 * square(x - f.path(theta, x, 1)[1])),
        "==",
        of(lambda f, theta, x: f(x) - theta / f.L * (1 - theta / 2) * square(f.gradient(x)))),
    given=SMOOTH, uses=["descent-lemma"], at="Section 2.1.5", says="A step decreases f by η(1 − ηL/2) ‖∇f‖²")

paper.claim(
    "one-step-distance", chain(
        of(lambda f, theta, x, z: 2 * theta / f.L * (f.gap(theta, x, 1) - f(z))), "<=",
        of(lambda f, theta, x, z: 2 * theta / f.L * (f(x) - f(z)) - (theta / f.L) ** 2 * square(f.gradient(x))), "<=",
        of(lambda f, theta, x, z: 2 * theta / f.L * f.gradient(x) @ (x - z) - square(theta / f.L * f.gradient(x))),
        "==",
        of(lambda f, theta, x, z: square(x - z) - square(f.path(theta, x, 1)[1] - z))),
    given=SHORT, uses=["three-points", "one-step-decrease"], at="Bubeck, proof of Theorem 3.3",
    says="A step of at most 1/L pays for its gap with distance")

paper.claim(
    "one-step-contraction", at_most(
        of(lambda f, theta, x, y: square(f.path(theta, x, 1)[1] - f.path(theta, y, 1)[1])),
        lambda mu, L, theta, x, y: max(abs(1 - theta * mu / L), abs(1 - theta)) ** 2 * square(x - y)),
    given=SMOOTH, at="Theorem 2.1.15", says="A step contracts distances by max(|1 − ημ|, |1 − ηL|)",
    wrong=[at_most(of(lambda f, theta, x, y: square(f.path(theta, x, 1)[1] - f.path(theta, y, 1)[1])),
                   lambda mu, L, theta, x, y: (1 - theta * mu / L) ** 2 * square(x - y))])

# Many steps

paper.claim(
    "telescope", chain(
        of(lambda f, theta, x, z, k: k * (f.gap(theta, x, k) - f(z))), "<=",
        of(lambda f, theta, x, z, k: sum(f(p) - f(z) for p in f.path(theta, x, k)[1:])), "<=",
        of(lambda f, theta, x, z, k: f.L / (2 * theta) * sum(
            square(p - z) - square(q - z) for p, q in pairwise(f.path(theta, x, k)))), "==",
        of(lambda f, theta, x, z, k: f.L / (2 * theta) * (square(x - z) - square(f.path(theta, x, k)[k] - z))), "<=",
        lambda L, theta, x, z: L / (2 * theta) * square(x - z)),
    given=SHORT, uses=["one-step-distance"], at="Bubeck, proof of Theorem 3.3",
    says="The sum over the steps telescopes")

paper.claim(
    "rate", at_most(of(lambda f, theta, x, z, k: f.gap(theta, x, k) - f(z)),
                    lambda k, L, theta, x, z: L / (2 * theta * k) * square(x - z)),
    forall={"k": Integers(1, oo, window=5)}, given=SHORT, uses=["telescope"],
    at="Beck and Teboulle 2009, Theorem 3.1", says="The gap is at most ‖x − z‖²/(2ηk), for any z in place of x*",
    wrong=[at_most(of(lambda f, theta, x, z, k: f.gap(theta, x, k) - f(z)),
                   lambda k, L, theta, x, z: L / (20 * theta * k) * square(x - z))])

gap = of(lambda f, x, k: f.gap(1, x, k))

paper.claim("rate-nesterov", at_most(gap, lambda k, L, x: 2 * L * square(x) / (k + 4)), given=SMOOTH,
            at="Corollary 2.1.2", says="The rate 2L ‖x − x*‖²/(k + 4) at the step 1/L")

paper.claim("rate-tight", at_most(gap, lambda k, L, x: L * square(x) / (4 * k + 2)), given=SMOOTH,
            at="Drori and Teboulle 2014, Theorem 3.1", says="The best constant at the step 1/L",
            wrong=[at_most(gap, lambda k, L, x: L * square(x) / (4 * k + 3))])


def worst(k: int, L: Any, r: Any) -> Any:
    """The gap after k steps of length 1/L from r on L H_τ with τ = |r|/(2k + 1)."""
    return Function(0, L, abs(r) / Fraction(2 * k + 1), np.array([1])).gap(1, np.array([r]), k)


paper.claim("tightness", equal(worst, "L*r^2/(4*k + 2)"), forall={"k": Integers(0, oo, window=12), "r": Rationals()},
            given=SMOOTH, at="Drori and Teboulle 2014, Theorem 3.2", says="A Huber function attains it",
            wrong=[equal(worst, "L*r^2/(4*k + 4)")])

paper.claim("order", up_to_constant(lambda k: worst(k, 1, 1), "1/k", in_="k", at_most=Fraction(1, 4)),
            forall={"k": Integers(1, oo, window=40)}, at="Drori and Teboulle 2014, Theorem 3.2",
            says="The gap of the worst Huber function is of order 1/k")

distance = of(lambda f, theta, x, k: square(f.path(theta, x, k)[k]))

paper.claim(
    "rate-strong", at_most(distance, lambda k, mu, L, theta, x: (1 - 2 * theta * mu / (mu + L)) ** k * square(x)),
    given={**SMOOTH, "the step is at most 2/(μ + L)": "theta*(mu + L) <= 2*L"}, uses=["co-coercive-strong"],
    at="Theorem 2.1.15", says="The distance decreases geometrically under strong convexity",
    wrong=[at_most(distance, lambda k, mu, L, theta, x: (1 - 2 * theta * L / (mu + L)) ** k * square(x))])

best = of(lambda f, x, k: f.gap(2 * f.L / (f.mu + f.L), x, k))

paper.claim(
    "rate-best", at_most(best, lambda k, mu, L, x: L / 2 * ((L - mu) / (L + mu)) ** (2 * k) * square(x)),
    given=SMOOTH, uses=["rate-strong"], at="Theorem 2.1.15", says="The gap at the step 2/(μ + L)",
    wrong=[at_most(best, lambda k, mu, L, x: mu / 2 * ((L - mu) / (L + mu)) ** (2 * k) * square(x))])

paper.claim(
    "rate-dominated", at_most(gap, of(lambda f, x, k: (1 - f.mu / f.L) ** k * f(x))), given=SMOOTH,
    uses=["gradient-dominates", "one-step-decrease"], at="Karimi, Nutini and Schmidt 2016, Theorem 1",
    says="Polyak's rate at the step 1/L", wrong=[at_most(gap, of(lambda f, x, k: (1 - f.mu / f.L) ** (3 * k) * f(x)))])

paper.claim(
    "twice", at_most(lambda k, r: numerics.gradient_descent(lambda t: t, r, 2, k)[k], "r/(k + 1)"),
    forall={"r": Rationals(0, oo)}, origin="folklore", expect="refuted", at="Section 1.2.3",
    says="The step 2/L converges, too; on x²/2 it goes back and forth")

# Without smoothness, and with momentum


def averaged(eta: Any, x: Any, centre: Any, u: Any, k: int) -> Any:
    """The gap of Σ u_i |x_i − c_i| at the mean of the first k points of the subgradient method."""
    points = numerics.gradient_descent(lambda t: u * np.sign(t - centre), x, eta, k - 1)
    return u @ abs(sum(points) * Fraction(1, k) - centre)


paper.claim(
    "subgradient", at_most(lambda k, eta, x, y, u: averaged(eta, x, y, u, k),
                           lambda k, eta, x, y, u: square(x - y) / (2 * eta * k) + eta * square(u) / 2),
    forall={"k": Integers(1, oo, window=5), "eta": Rationals(0, oo)}, given={"the step is positive": "eta > 0"},
    uses=["jensen"], at="Bubeck, proof of Theorem 3.2", says="The subgradient method on weighted sums of distances",
    wrong=[at_most(lambda k, eta, x, y, u: averaged(eta, x, y, u, k),
                   lambda k, eta, x, y: square(x - y) / (2 * eta * k))])

accelerated = of(lambda f, x, k: f(numerics.accelerated_gradient(f.gradient, x, 1 / Fraction(f.L), k)[k]))

paper.claim(
    "accelerated", at_most(accelerated, lambda k, L, x: 2 * L * square(x) / (k + 1) ** 2), given=SMOOTH,
    at="Su, Boyd and Candès 2016", says="Nesterov's momentum has the rate 1/k²",
    wrong=[at_most(accelerated, lambda k, L, x: L * square(x) / (4 * (k + 1) ** 2))])


def slow_quadratic(k: int, r: Any) -> Any:
    """|x_k| for Nesterov's momentum with the step 1 on x²/20."""
    return abs(numerics.accelerated_gradient(lambda t: t * Fraction(1, 10), r, 1, k)[k])


paper.claim(
    "accelerated-monotone", at_most(lambda k, r: slow_quadratic(k + 1, r), slow_quadratic), origin="folklore",
    forall={"r": Rationals(), "k": Integers(0, oo, window=20)}, expect="refuted",
    at="Su, Boyd and Candès 2016", says="Nesterov's momentum comes nearer at each step; it overshoots")


def hard_gradient(x: Any, L: Any) -> Any:
    """The gradient of L/4 (½ (x_1² + Σ (x_i − x_{i+1})² + x_n²) − x_1)."""
    padded = np.concatenate(([1], x, [0]))
    return L * Fraction(1, 4) * (2 * x - padded[:-2] - padded[2:])


def hard_gap(k: int, L: Any) -> Any:
    """The gap after k accelerated steps from 0 on that function of n = 2k + 1 variables; f* = −L n/(8(n + 1))."""
    n = 2 * k + 1
    x = numerics.accelerated_gradient(lambda t: hard_gradient(t, L), np.array([Fraction(0)] * n), 1 / Fraction(L), k)[k]
    rungs = np.diff(np.concatenate(([0], x, [0])))
    return L * Fraction(1, 4) * (Fraction(square(rungs)) / 2 - x[0]) + L * Fraction(n, 8 * (n + 1))


paper.claim(
    "hard-minimiser", equal(lambda n, L: hard_gradient(np.array([1 - Fraction(i, n + 1) for i in range(1, n + 1)]), L),
                            lambda n: [0] * n),
    forall={"n": Integers(1, oo, window=9)}, at="Section 2.1.2", says="The minimiser of the hard quadratic")

paper.claim(
    "lower-complexity", at_least(hard_gap, "3*L*sum((1 - i/(2*k + 2))^2, i, 1, 2*k + 1)/(32*(k + 1)^2)"), given=SMOOTH,
    uses=["hard-minimiser"], at="Theorem 2.1.7",
    says="On the hard quadratic no first-order method is faster, Nesterov's included")

h, m, q = paper.variables(h=Rationals(0, oo), m=Rationals(0, "h"), q=Rationals("m^2", "h^2"))

paper.claim(
    "heavy-ball-discriminant", "(1 + ((h - m)/(h + m))^2 - 4*q/(h + m)^2)^2 <= 4*((h - m)/(h + m))^2",
    given={"√μ is positive": "m > 0"}, at="Polyak 1964",
    says="At the best parameters, with h = √L and m = √μ, every eigenvalue of the iteration has the modulus √β")


def form(k: int, a: Any, w: Any, q: Any, r: Any) -> Any:
    """x_{k+1}² − (1 + β − αq) x_{k+1} x_k + β x_k² along the heavy ball on q x²/2, with α = a and β = w."""
    path = numerics.heavy_ball(lambda t: q * t, r, a, w, k + 1)
    return path[k + 1] ** 2 - (1 + w - a * q) * path[k + 1] * path[k] + w * path[k] ** 2


FORM = {"a": Rationals(), "w": Rationals(), "q": Rationals(), "r": Rationals()}
paper.claim("heavy-ball-invariant", equal(form, lambda k, a, w, q, r: w**k * form(0, a, w, q, r)), forall=FORM,
            at="Polyak 1964", says="On a quadratic the heavy ball shrinks this form by β at each step",
            wrong=[equal(form, lambda k, a, w, q, r: w ** (2 * k) * form(0, a, w, q, r))])


def kinked(x: Any) -> Any:
    """A derivative of slope 25 below 1 and above 2, and of slope 1 between."""
    return 25 * x if x < 1 else x + 24 if x < 2 else 25 * x - 24


paper.claim(
    "heavy-ball-everywhere", at_most(
        lambda k, r: abs(numerics.heavy_ball(kinked, r, Fraction(1, 9), Fraction(4, 9), k)[k]),
        lambda k, r: 20 * (k + 1) * Fraction(2, 3) ** k * abs(r)),
    forall={"r": Rationals(Fraction(307, 100), Fraction(346, 100)), "k": Integers(0, oo, window=40)}, origin="folklore",
    expect="refuted", at="Lessard, Recht and Packard 2016, Section 4.6",
    says="The heavy ball is as fast on all strongly convex functions as on quadratics; here it cycles")


def logistic(x: Any, rows: Any) -> Any:
    """Σ log(1 + exp(−⟨row, x⟩))."""
    return np.logaddexp(0, -(rows @ x)).sum()


def logistic_gap(k: int, u: Any, x: Any, z: Any) -> Any:
    """f(x_k) − f(z) for the logistic loss f of three examples, with the step 4/Σ ‖row‖²."""
    rows = u.reshape(3, 2)
    last = numerics.gradient_descent(lambda t: -rows.T @ (1 / (1 + np.exp(rows @ t))), x, 4 / square(u), k)[k]
    return logistic(last, rows) - logistic(z, rows)


paper.claim(
    "rate-logistic", at_most(logistic_gap, lambda k, u, x, z: square(u) / (8 * k) * square(x - z)),
    forall={"k": Integers(1, oo, window=5), "u": Vectors(6, -3, 3), "x": Vectors(2, -3, 3), "z": Vectors(2, -3, 3)},
    given={"there are data": lambda u: any(u)}, uses=["rate"], at="Beck and Teboulle 2009, Theorem 3.1",
    says="The rate for logistic regression on three examples")

paper.not_checked("resisting-oracle", at="Theorem 2.1.7", says="No first-order method beats 3L‖x − x*‖²/(32(k + 1)²)",
                  why="the statement is about all methods; the hard quadratic is checked for Nesterov's alone")
