"""Variable: a name, its SymPy symbol and the domain that it ranges over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from verify.domains.domain import Domain, needs
from verify.domains.sample import Drawn
from verify.errors import ClaimError, DomainError

_FACTS = ("integer", "rational", "real", "positive", "negative", "nonnegative", "nonpositive", "nonzero", "even", "odd",
          "prime", "finite", "zero", "imaginary", "irrational")


@dataclass(frozen=True, slots=True)
class Variable:
    """A declared variable; ``symbol`` is a ``MatrixSymbol``, an ``IndexedBase`` for vectors, else a ``Symbol``."""

    name: str
    symbol: Any
    domain: Domain


def variable(name: str, domain: Any) -> Variable:
    """Return the variable of a name and a domain; its symbol carries the domain's assumptions.

    >>> from verify.domains.scalar_domain import Reals
    >>> variable("x", Reals(0, 1)).symbol.is_nonnegative
    True
    """
    if not isinstance(domain, Domain):
        hint = "Reals(), Integers(1, oo) or another domain"
        if isinstance(domain, type) and issubclass(domain, Domain):
            hint = f"{domain.__name__}()"
        raise DomainError(f"the variable {name!r}", rule="it ranges over a domain", given=domain, hint=hint)
    if not isinstance(name, str) or not name:
        raise DomainError("a variable without a name", given=name)
    if isinstance(domain, Drawn):
        domain = Drawn(domain.draw, name)
    return Variable(name, _symbol(name, domain), domain)


def _symbol(name: str, domain: Domain) -> Any:
    if len(domain.shape) == 2:
        return sympy.MatrixSymbol(name, *domain.shape)
    return sympy.IndexedBase(name) if domain.indexed else sympy.Symbol(name, **domain.assumptions)


def adopt(symbol: Any, domain: Domain) -> Variable:
    """Return the variable of an author's own symbol; raise DomainError if it assumes more than the domain grants."""
    if isinstance(symbol, str):
        return variable(symbol, domain)
    if isinstance(symbol, sympy.IndexedBase):
        _check_indexed(symbol, domain)
        return Variable(str(symbol.label), symbol, domain)
    if isinstance(symbol, sympy.MatrixSymbol):
        _check_shape(symbol, domain)
        return Variable(symbol.name, symbol, domain)
    if not isinstance(symbol, sympy.Symbol):
        raise ClaimError("a key of forall", rule="names, SymPy symbols, IndexedBase or MatrixSymbol", given=symbol)
    ours = variable(symbol.name, domain)
    if len(domain.shape) == 2:
        raise DomainError(f"the matrix {symbol.name}", rule="a matrix is a MatrixSymbol", given=symbol,
                          hint=f"MatrixSymbol({symbol.name!r}, {domain.shape[0]}, {domain.shape[1]})")
    if domain.indexed:
        raise DomainError(f"the vector {symbol.name}", rule="a vector is an IndexedBase", given=symbol,
                          hint=f"IndexedBase({symbol.name!r})")
    for fact in _FACTS:
        assumed, granted = getattr(symbol, f"is_{fact}"), getattr(ours.symbol, f"is_{fact}")
        if assumed is not None and assumed != granted:
            words = fact if assumed else f"not {fact}"
            raise DomainError(f"the symbol {symbol.name} is assumed {words} but ranges over {domain}",
                              rule="a symbol assumes no more than its domain grants", hint=f"Symbol({symbol.name!r})")
    return Variable(symbol.name, symbol, domain)


def _check_indexed(symbol: Any, domain: Domain) -> None:
    if len(domain.shape) == 2:
        raise DomainError(f"the matrix {symbol.label}", rule="a matrix is a MatrixSymbol", given=symbol,
                          hint=f"MatrixSymbol('{symbol.label}', {domain.shape[0]}, {domain.shape[1]})")


def _check_shape(symbol: Any, domain: Domain) -> None:
    """A MatrixSymbol stands for a matrix, or as one column for a vector, and is as large as its domain says."""
    wanted = (*domain.shape, sympy.S.One)[:2] if domain.indexed else None
    if wanted is None or any(str(a) != str(b) for a, b in zip(symbol.shape, wanted, strict=True)):
        shape = " by ".join(map(str, symbol.shape))
        raise DomainError(f"the MatrixSymbol {symbol.name} is {shape} but ranges over {domain}",
                          rule="a symbol has the shape of its domain")


def sizes_first(variables: Sequence[Variable]) -> list[Variable]:
    """Return variables in the order given, but each after those that its domain mentions.

    >>> from verify.domains.scalar_domain import Integers
    >>> [v.name for v in sizes_first([variable("k", Integers(1, "n")), variable("n", Integers(1, 9))])]
    ['n', 'k']
    """
    pending, placed = list(variables), []
    while pending:
        waiting = {variable.name for variable in pending}
        ready = next((v for v in pending if not needs(v.domain) & (waiting - {v.name})), pending[0])
        pending.remove(ready)
        placed.append(ready)
    return placed


def order(variables: Mapping[str, Variable], wanted: Sequence[str]) -> tuple[Variable, ...]:
    """Return the wanted variables and those that their sizes need, in the order of declaration.

    Raises DomainError where a size mentions a variable that is unknown or declared later.
    """
    closed: set[str] = set()
    pending = list(wanted)
    while pending:
        name = pending.pop()
        if name not in closed:
            closed.add(name)
            pending += _known_sizes(variables, name)
    return tuple(variable for name, variable in variables.items() if name in closed)


def _known_sizes(variables: Mapping[str, Variable], name: str) -> list[str]:
    declared = list(variables)
    found = sorted(needs(variables[name].domain))
    for size in found:
        if size not in variables or declared.index(size) >= declared.index(name):
            raise DomainError(f"the domain of {name} mentions {size}", rule="sizes are variables declared earlier",
                              given=str(variables[name].domain))
    return found
