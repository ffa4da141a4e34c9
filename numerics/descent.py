"""First-order methods, run step by step, and the Huber function on which they are slowest.

A gradient is a function of a point; points are numbers or arrays, and everything is exact on ints and Fractions.  No
method knows the function it descends: only its gradient is asked.

Reference: Nesterov 2018, Sections 1.2.3 and 2.2; Polyak 1964; Su, Boyd and Candès 2016.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Gradient = Callable[[Any], Any]


def gradient_descent(gradient: Gradient, start: Any, step: Any, count: int) -> list[Any]:
    """x_0 = start and x_{k+1} = x_k − step · gradient(x_k); any subgradient will do.

    Args: gradient: function of a point; start: number or array; step: number; count: number of steps, at least 0.
    Returns: [x_0, …, x_count], exact where the gradient is.

    >>> gradient_descent(lambda x: x, Fraction(8), Fraction(1, 2), 3) == [8, 4, 2, 1]
    True
    """
    return heavy_ball(gradient, start, step, 0, count)


def heavy_ball(gradient: Gradient, start: Any, step: Any, momentum: Any, count: int) -> list[Any]:
    """x_{k+1} = x_k − step · gradient(x_k) + momentum · (x_k − x_{k−1}) with x_{−1} = x_0 = start.

    Args: as `gradient_descent`; momentum: number.
    Returns: [x_0, …, x_count], exact where the gradient is.
    Reference: Polyak 1964, "Some methods of speeding up the convergence of iteration methods".

    >>> heavy_ball(lambda x: x, Fraction(8), Fraction(1, 2), Fraction(1, 2), 2) == [8, 4, 0]
    True
    """
    path = [start]
    for k in range(count):
        path.append(path[k] - step * gradient(path[k]) + momentum * (path[k] - path[max(k - 1, 0)]))
    return path


def accelerated_gradient(gradient: Gradient, start: Any, step: Any, count: int) -> list[Any]:
    """x_k = y_{k−1} − step · gradient(y_{k−1}) and y_k = x_k + (k−1)/(k+2) · (x_k − x_{k−1}), with x_0 = y_0 = start.

    Args: as `gradient_descent`.
    Returns: [x_0, …, x_count], without the extrapolated points y_k; exact where the gradient is.
    Reference: Su, Boyd and Candès 2016, "A differential equation for modelling Nesterov's accelerated gradient method".

    >>> accelerated_gradient(lambda x: x, Fraction(8), Fraction(1, 2), 3) == [8, 4, 2, Fraction(3, 4)]
    True
    """
    path, extrapolated = [start], start
    for k in range(1, count + 1):
        path.append(extrapolated - step * gradient(extrapolated))
        extrapolated = path[k] + Fraction(k - 1, k + 2) * (path[k] - path[k - 1])
    return path


def huber(x: Any, threshold: Any) -> Any:
    """x²/2 where |x| ≤ threshold, threshold · |x| − threshold²/2 beyond: convex, with derivative of slope at most 1.

    Args: x: number; threshold: number, at least 0.  Returns: number, exact on Fractions.
    Reference: Huber 1964, "Robust estimation of a location parameter".

    >>> huber(Fraction(3), 1) == Fraction(5, 2), huber(Fraction(1, 2), 1) == Fraction(1, 8)
    (True, True)
    """
    return x * Fraction(x) / 2 if abs(x) <= threshold else threshold * abs(x) - threshold * Fraction(threshold) / 2


def huber_derivative(x: Any, threshold: Any) -> Any:
    """The derivative of `huber`: x cut off at ±threshold.

    >>> huber_derivative(3, 1), huber_derivative(Fraction(-1, 2), 1) == Fraction(-1, 2)
    (1, True)
    """
    return max(-threshold, min(x, threshold))
