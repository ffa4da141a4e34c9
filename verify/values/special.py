"""Special: the values of special functions and of functions of integers, on :mod:`verify.values.number` numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import prod
from typing import Any

from flint import acb, arb, fmpq, fmpz

from verify import work
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.values import number
from verify.values.number import Number


def is_pole(x: Number) -> bool:
    """Whether a number is exactly a non-positive integer, where Γ, log Γ and digamma have their poles."""
    if isinstance(x, acb):
        return bool(x.imag.is_zero()) and is_pole(x.real)
    return bool(x <= 0) and bool(x.q == 1 if isinstance(x, fmpq) else x.is_integer())


def gamma(x: Number) -> Number:
    """Γ(x); undefined at 0, −1, −2, …."""
    if is_pole(x):
        raise Undefined("the gamma function at a non-positive integer")
    if isinstance(x, fmpq):
        if x.q == 1:
            return factorial(x - 1)
        return arb.gamma_fmpq(x)
    return finite(x.gamma())


def log_gamma(x: Number) -> Number:
    """log Γ(x), the branch that is real for x > 0 and cut along x < 0, where it is complex."""
    if is_pole(x):
        raise Undefined("the logarithm of the gamma function at a non-positive integer")
    x = number.ball(x)
    return finite(acb(x).lgamma() if isinstance(x, arb) and x < 0 else x.lgamma())


def factorial(n: Number) -> Number:
    """n!, by Γ(n + 1) where n is no integer."""
    if isinstance(n, fmpq) and n.q == 1:
        if n < 0:
            raise Undefined("the factorial of a negative integer")
        if n > 100_000:
            return arb.fac_ui(int(n.p)) if n < 1 << 40 else too_large("factorial")
        return fmpq(fmpz.fac_ui(int(n.p)))
    return gamma(n + 1)


def binomial(n: Number, k: Number) -> Number:
    """C(n, k): zero for integers k < 0; a falling factorial over k! for integers k; gamma functions otherwise."""
    if number.is_integer(k):
        return _binomial(n, int(k.p))
    if number.is_integer(n) and n < 0:
        raise Undefined("a binomial coefficient of a negative integer over a non-integer")
    if number.is_integer(n - k) and isinstance(n - k, fmpq) and n - k < 0:
        return fmpq(0)
    return number.ball(gamma(n + 1)) * number.ball(k + 1).rgamma() * number.ball(n - k + 1).rgamma()


def _binomial(n: Number, k: int) -> Number:
    if k < 0:
        return fmpq(0)
    if number.is_integer(n) and n >= 0:
        if k > n:
            return fmpq(0)
        whole = int(n.p)
        k = min(k, whole - k)
        if whole < 1 << 24 or (whole < 1 << 63 and k * whole.bit_length() <= number.EXACT_BITS):
            return fmpq(fmpz.bin_uiui(whole, k))
        if whole < 1 << 63:
            return arb.bin_uiui(whole, k)
    if k > 10_000:
        return too_large("binomial")
    return falling(n, k) / fmpz.fac_ui(k)


def falling(x: Number, length: int, step: int = -1) -> Number:
    """x(x − 1)…, of so many factors; exact where that is not too long, else a ball."""
    if isinstance(x, fmpq) and length * max(x.p.bit_length(), x.q.bit_length(), 1) > number.EXACT_BITS:
        x = number.ball(x)
    work.charge(length)
    return _product([x + step * i for i in range(length)])


def _product(factors: Sequence[Number]) -> Number:
    """Of factors of the same size, so that long numbers meet long ones."""
    if len(factors) <= 2:
        return prod(factors, start=fmpq(1))
    half = len(factors) // 2
    return _product(factors[:half]) * _product(factors[half:])


def too_large(name: str) -> Number:
    """Refuse an argument."""
    raise Unevaluable(f"a {name} too large to evaluate")


def harmonic(n: Number) -> Number:
    """1 + 1/2 + … + 1/n, by digamma where n is no integer."""
    if number.is_integer(n) and 0 <= n <= 100_000:
        return fmpq.harmonic(int(n.p))
    if is_pole(n + 1):
        raise Undefined("a harmonic number of a negative integer")
    return finite(number.ball(n + 1).digamma() + arb.const_euler())


def integer_function(name: str, method: Callable[..., Any], least: int = 0, largest: int = 1_000_000,
                      ) -> Callable[..., Number]:
    """A function of integers from ``least`` on; beyond ``largest`` it is not evaluated."""

    def value(*numbers: Number) -> Number:
        for n in numbers:
            if not number.is_integer(n) or n < least:
                raise Undefined(f"{name} is defined at integers from {least} on")
            if n > largest:
                too_large(name)
        return fmpq(method(*(int(n.p) for n in numbers)))

    return value


def divisors(method: str) -> Callable[..., Number]:
    """gcd or lcm of integers; gcd(0, 0) = 0."""

    def value(*numbers: Number) -> Number:
        if not all(number.is_integer(n) for n in numbers):
            raise Undefined(f"{method} is defined at integers")
        whole = [fmpz(n.p) for n in numbers]
        return fmpq(abs(reduce(lambda a, b: getattr(a, method)(b), whole[1:], whole[0])))

    return value


def prime(n: Number) -> bool:
    """Whether an integer is a prime number; proven, not probable."""
    if not number.is_integer(n):
        raise Undefined("prime is a property of integers")
    if n.p.bit_length() > 1024:
        raise Unevaluable("a number too large to be tested for primality")
    return bool(n > 1 and fmpz(n.p).is_prime())


def away_from_poles(method: str) -> Callable[[Number], Number]:
    """A function with poles at 0, −1, −2, …."""
    def value(x: Number) -> Number:
        if is_pole(x):
            raise Undefined(f"{method} at a non-positive integer")
        return finite(getattr(number.ball(x), method)())

    return value


def polygamma(order: Number, x: Number) -> Number:
    """ψ^(m)(x)."""
    if not number.is_integer(order) or order < 0:
        raise Undefined("polygamma is defined here at orders 0, 1, 2, …")
    if is_pole(x):
        raise Undefined("polygamma at a non-positive integer")
    found = finite(acb(number.ball(x)).polygamma(acb(int(order.p))))
    return found if isinstance(x, acb) else found.real


def zeta(s: Number) -> Number:
    """Riemann's ζ(s), exact at 0, −1, −2, …."""
    if isinstance(s, fmpq) and s == 1:
        raise Undefined("the zeta function at 1")
    if number.is_integer(s) and -1000 < s <= 0:
        return fmpq.bernoulli(int(1 - s.p)) * (-1) ** int(-s.p) / (1 - s)
    return finite(number.ball(s).zeta())


def beta(a: Number, b: Number) -> Number:
    """Γ(a)Γ(b)/Γ(a + b)."""
    return number.divide(gamma(a) * gamma(b), gamma(a + b))


def bessel(method: str) -> Callable[[Number, Number], Number]:
    """A Bessel function of a real order; real at positive arguments and for whole orders."""

    def value(order: Number, x: Number) -> Number:
        found = finite(getattr(acb(number.ball(x)), method)(number.ball(number.real(order))))
        whole = number.is_integer(order) and not isinstance(x, acb)
        return found.real if whole or (not isinstance(x, acb) and x > 0) else found

    return value


def lambert(x: Number) -> Number:
    """The principal branch of Lambert's W."""
    if isinstance(x, fmpq) and x == 0:
        return x
    x = number.ball(x)
    edge = -(-arb(1)).exp()
    if isinstance(x, arb) and not x > edge:
        if not x < edge:
            raise Indeterminate("Lambert's W beside its branch point")
        x = acb(x)
    return finite(x.lambertw())


def inverse_hyperbolic(method: str, singular: tuple[int, ...], zero: int, real: Callable[[Number], Number],
                        ) -> Callable[[Number], Number]:
    """acosh or atanh: real where ``real`` is positive, complex elsewhere, 0 at ``zero``, undefined where singular."""

    def value(x: Number) -> Number:
        if isinstance(x, fmpq) and x in singular:
            raise Undefined(f"{method} at {x}")
        if isinstance(x, fmpq) and x == zero:
            return fmpq(0)
        x = number.ball(x)
        if isinstance(x, arb) and not real(x) > 0:
            if not real(x) < 0:
                raise Indeterminate(f"{method} beside its branch point")
            x = acb(x)
        return finite(getattr(x, method)())

    return value


def rising(x: Number, n: Number, step: int = 1) -> Number:
    """x(x ± 1)…(x ± (n − 1))."""
    if not number.is_integer(n) or n < 0:
        raise Undefined("a rising or falling factorial of a length that is not 0, 1, 2, …")
    if n > 10_000:
        too_large("factorial")
    return falling(x, int(n.p), step)


def totient(n: int) -> Any:
    """The number of integers from 1 to n without a factor in common with n."""
    return fmpz(n).euler_phi()


def partitions(n: int) -> Any:
    """The number of partitions of n."""
    return fmpz(n).partitions_p()


def bernoulli(n: int) -> Any:
    """With B_1 = 1/2."""
    return fmpq(1, 2) if n == 1 else fmpq.bernoulli(n)


def stirling(n: int, k: int) -> Any:
    """Of the second kind: partitions of n elements into k blocks."""
    return fmpz.stirling_s2(n, k)


def derangements(n: int) -> Any:
    """The number of permutations of n without fixed points."""
    return reduce(lambda value, k: value * k + (-1) ** k, range(1, n + 1), fmpz(1))


def catalan(n: Number) -> Number:
    """C(2n, n)/(n + 1)."""
    return number.divide(binomial(2 * n, n), n + 1)


def finite(result: Number) -> Number:
    """A ball with bounds."""
    if not result.is_finite():
        raise Indeterminate("a ball that may contain a singularity")
    return result
