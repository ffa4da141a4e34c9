"""The example paper on gradient descent with a mistake in each statement, as people make them."""

from __future__ import annotations

from fractions import Fraction

import numerics
from verify import (
    Integers,
    Paper,
    Rationals,
    Reals,
    Vectors,
    at_least,
    at_most,
    chain,
    equal,
    exists,
    oo,
    up_to_constant,
)
from verify.papers.gradient_descent import SHORT, SMOOTH, accelerated, averaged, best, distance, gap, of, square, worst

paper = Paper("gradient_descent_mistaken", title="Gradient descent, with mistakes")
d, k, L, mu, theta, tau, u, x, y, z = paper.variables(
    d=Integers(1, oo, window=2), k=Integers(0, oo, window=5), L=Rationals(0, oo), mu=Rationals(0, "L"),
    theta=Rationals(0, 2), tau=Rationals(0, oo), u=Vectors("d", 0, 1), x=Vectors("d"), y=Vectors("d"), z=Vectors("d"))
kappa, epsilon, eta, r = paper.variables(kappa=Reals(1, oo), epsilon=Reals(0, 1), eta=Rationals(0, oo), r=Rationals())

paper.claim("half-forgotten", at_least(of(lambda f, y: f(y)), of(
    lambda f, x, y: f.tangent(x, y) + square(f.gradient(x) - f.gradient(y)) / f.L)), given=SMOOTH, at="p. 1",
    says="1/L in place of 1/(2L) in the lower bound")
paper.claim("quarter", at_most(of(lambda f, y: f(y)), of(lambda f, x, y: f.tangent(x, y) + f.L / 4 * square(x - y))),
            given=SMOOTH, at="p. 1", says="L/4 in place of L/2 in the descent lemma")
paper.claim("not-squared", at_least(of(lambda f, x, y: (f.gradient(x) - f.gradient(y)) @ (x - y)), of(
    lambda f, x, y: sum(abs(f.gradient(x) - f.gradient(y))) / f.L)), given=SMOOTH, at="p. 1",
    says="a norm that is not squared in co-coercivity")
paper.claim("swapped", at_least(of(lambda f, x: square(f.gradient(x))), of(lambda f, x: 2 * f.L * f(x))), given=SMOOTH,
            at="p. 2", says="L and μ swapped in the inequality of Polyak and Łojasiewicz")
paper.claim("sign", "2*sum((x[i] - y[i])*(x[i] - z[i]), i, 1, d) == sum((x[i] - y[i])^2, i, 1, d)"
            " + sum((x[i] - z[i])^2, i, 1, d) + sum((y[i] - z[i])^2, i, 1, d)", at="p. 2",
            says="a sign in the three-point identity")
paper.claim("step-too-long", at_most(
    of(lambda f, theta, x, z: 2 * theta / f.L * (f.gap(theta, x, 1) - f(z))),
    of(lambda f, theta, x, z: square(x - z) - square(f.path(theta, x, 1)[1] - z))), given=SMOOTH, at="p. 3",
    says="without the hypothesis that the step is at most 1/L")
paper.claim("decrease", chain(
    of(lambda f, theta, x: f.gap(theta, x, 1)), "<=",
    of(lambda f, theta, x: f.tangent(x, f.path(theta, x, 1)[1]) + f.L / 2 * square(x - f.path(theta, x, 1)[1])), "==",
    of(lambda f, theta, x: f(x) - theta / f.L * (1 - theta) * square(f.gradient(x)))), given=SMOOTH, at="p. 3",
    says="½ forgotten in the second link of a chain")
paper.claim("one-step-early", at_most(gap, lambda k, L, x: L * square(x) / (4 * (k + 1) + 2)), given=SMOOTH, at="p. 4",
            says="k + 1 in place of k")
paper.claim("too-good", at_most(gap, lambda k, L, x: L * square(x) / (4 * k + Fraction(201, 100))), given=SMOOTH,
            at="p. 4", says="a constant slightly too good")
paper.claim("three-times", at_most(gap, of(lambda f, x, k: (1 - f.mu / f.L) ** (3 * k) * f(x))), given=SMOOTH,
            at="p. 4", says="an exponent too good in Polyak's rate")
paper.claim("attained", "(1 - 1/kappa)^k < exp(-k/kappa)", at="p. 5", says="strict where equality is attained")
paper.claim("exponent", at_most(best, lambda k, mu, L, x: L / 2 * ((L - mu) / (L + mu)) ** (2 * k + 1) * square(x)),
            given=SMOOTH, at="p. 5", says="the exponent one too large")
paper.claim("condition", at_most(distance, lambda k, mu, L, theta, x: (
    1 - 2 * theta * mu / (mu + L)) ** k * square(x)), given=SMOOTH, at="p. 5",
            says="without the hypothesis that the step is at most 2/(μ + L)")
paper.claim("contraction", "max(abs(1 - eta*mu), abs(1 - eta*L)) < 1", at="p. 6",
            given={**SMOOTH, "the step": "0 < eta and eta*L < 2"}, says="without the hypothesis that μ is positive")
paper.claim("average", at_most(averaged, lambda k, eta, x, centre, u: square(x - centre) / (2 * eta * k)),
            forall={"k": Integers(1, oo, window=5), "centre": Vectors("d")}, given="eta > 0", at="p. 6",
            says="the second term of the subgradient rate forgotten")
paper.claim("last-point", at_most(lambda k, eta, r: abs(numerics.gradient_descent(
    lambda t: (t > 0) - (t < 0), r, eta, k)[k]), lambda k, eta, r: r**2 / (2 * eta * k)),
            forall={"k": Integers(1, oo, window=5)}, given="eta > 0", at="p. 6",
            says="a subgradient step that stays near a kink, as if f were smooth")
paper.claim("momentum", at_most(accelerated, lambda k, L, x: L * square(x) / (4 * (k + 1) ** 2)), given=SMOOTH,
            at="p. 7", says="an eighth of the constant of the accelerated rate")
paper.claim("huber", equal(worst, "L*r^2/(4*k + 4)"), given=SMOOTH, at="p. 7", says="4k + 4 in place of 4k + 2")
paper.claim("order", up_to_constant(lambda k: worst(k, 1, 1), "1/k", in_="k", at_most=Fraction(1, 5)),
            forall={"k": Integers(1, oo, window=40)}, at="p. 7", says="the constant 1/5 in place of 1/4")
paper.claim("rounded-down", exists("(1 - 1/kappa)^m <= epsilon", m=Integers(0, oo),
                                   witness={"m": "floor(kappa*log(1/epsilon))"}), given="epsilon > 0", at="p. 8",
            says="the number of steps rounded down")

# True neighbours, which must be neither red nor weak.
paper.claim("true-lower-bound", at_least(of(lambda f, y: f(y)), of(
    lambda f, x, y: f.tangent(x, y) + square(f.gradient(x) - f.gradient(y)) / (2 * f.L))), given=SMOOTH, at="p. 9")
paper.claim("true-step", at_most(
    of(lambda f, theta, x, z: 2 * theta / f.L * (f.gap(theta, x, 1) - f(z))),
    of(lambda f, theta, x, z: square(x - z) - square(f.path(theta, x, 1)[1] - z))), given=SHORT, at="p. 9")
paper.claim("true-rate", at_most(gap, lambda k, L, x: L * square(x) / (4 * k + 2)), given=SMOOTH, at="p. 9")
paper.claim("true-huber", equal(worst, "L*r^2/(4*k + 2)"), given=SMOOTH, at="p. 9")
paper.claim("true-strong", at_most(best, lambda k, mu, L, x: L / 2 * ((L - mu) / (L + mu)) ** (2 * k) * square(x)),
            given=SMOOTH, at="p. 9")
paper.claim("true-twice", at_most(gap, of(lambda f, x, k: (1 - f.mu / f.L) ** (2 * k) * f(x))), given=SMOOTH,
            at="Taylor, Hendrickx and Glineur 2018", says="Polyak's rate can be squared under convexity")
