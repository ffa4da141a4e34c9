"""Mutant: a nearby formula, made from a claim by one small change such as a slip of the pen would make.

Signs, factors of 2, exponents, swapped variables, shifted indices, dropped terms, sizes n ± 1, strictness, max and min,
and whole numbers off by one.  The kinds take turns, so that a bounded number of mutants shows all of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, zip_longest
from typing import Any

import sympy

from verify.claim import Claim, Link, Side, statement
from verify.domains.scalar_domain import Integers
from verify.errors import Unevaluable
from verify.formulas.formula import Formula
from verify.formulas.matrix_formula import MatrixFormula, is_whole
from verify.symbolic.tree import canonical, gathered, nodes, placed, put_name, shown
from verify.variable import Variable

LIMIT = 24
"""How many mutants of one claim are made, in a fixed order."""
WIDTH = 76
"""A mutant whose statement is longer is told by its change alone."""
Change = tuple[Any, str]
"""A changed tree, and the change in words."""
_STRICT = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SISTERS = {sympy.Max: sympy.Min, sympy.Min: sympy.Max, sympy.floor: sympy.ceiling, sympy.ceiling: sympy.floor,
            sympy.sin: sympy.cos, sympy.cos: sympy.sin}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A claim's links after one change; ``touched`` are the numbers of those that it changed."""

    change: str
    links: tuple[Link, ...]
    touched: tuple[int, ...]
    old: Side | None = None
    new: Side | None = None

    @property
    def text(self) -> str:
        """The statement with the change, or the change alone where that would be long."""
        whole = statement(self.links)
        return whole if len(whole) <= WIDTH else self.change


def mutants(claim: Claim, limit: int = LIMIT) -> list[Mutant]:
    """Return at most ``limit`` mutants of a claim's formulas, in an order that depends on the claim alone.

    >>> from verify import Reals
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "x^2 <= 2*x", {}, at="p. 1", forall={"x": Reals()})
    >>> [mutant.text for mutant in mutants(claim, 3)]
    ['x^2 <= 4*x', 'x^2 <= -2*x', 'x^3 <= 2*x']
    """
    sides = _formulas(claim)
    seen = {(k, canonical(side.tree)) for k, side in enumerate(sides)}
    found: list[Mutant] = []
    for mutant, key in _in_turn([_of_kind(claim, sides, kind) for kind in KINDS]):
        if key not in seen:
            seen.add(key)
            found.append(mutant)
        if len(found) >= limit:
            break
    return found


def _formulas(claim: Claim) -> list[Formula]:
    """The different sides that are formulas for numbers, the last first: that is the one which is claimed."""
    if claim.quantifier is not None or any(link.rhs.source == "true" for link in claim.links):
        return []
    sides = [side for link in reversed(claim.links) for side in (link.rhs, link.lhs)]
    unlike = {id(side): side for side in sides if isinstance(side, Formula) and isinstance(side.tree, sympy.Expr)
              and not _costly(side.tree)}
    return list(unlike.values())


def _costly(tree: Any) -> bool:
    """Whether a tree has integrals or infinite sums, of which one value takes long, or literal matrices and gradients,
    whose parts are no formulas of their own.
    """
    return any(isinstance(part, sympy.Integral) or part in (sympy.oo, -sympy.oo)
               or (isinstance(part, MatrixFormula) and part.name in ("matrix", "gradient"))
               for part in sympy.preorder_traversal(tree))


Keyed = tuple[Mutant, Any]


def _of_kind(claim: Claim, sides: Sequence[Formula], kind: Callable[..., Iterator[Change]] | None) -> Iterator[Keyed]:
    if kind is None:
        yield from ((mutant, mutant.change) for mutant in _strictness(claim))
        return
    per_side = [_on_side(claim, k, side, kind) for k, side in enumerate(sides)]
    yield from _in_turn(per_side)


def _on_side(claim: Claim, k: int, side: Formula, kind: Callable[..., Iterator[Change]]) -> Iterator[Keyed]:
    for tree, change in kind(side.tree, claim.variables):
        new = Formula(shown(tree), tree)
        links = tuple(replace(link, lhs=new if link.lhs is side else link.lhs,
                              rhs=new if link.rhs is side else link.rhs) for link in claim.links)
        touched = tuple(j for j, link in enumerate(claim.links) if link.lhs is side or link.rhs is side)
        yield Mutant(change, links, touched, side, new), (k, canonical(tree))


def _in_turn(sources: Sequence[Iterator[Any]]) -> Iterator[Any]:
    for row in zip_longest(*sources):
        yield from (entry for entry in row if entry is not None)


def _strictness(claim: Claim) -> Iterator[Mutant]:
    for k, link in enumerate(claim.links):
        if link.operator in _STRICT:
            other = replace(link, operator=_STRICT[link.operator])
            links = (*claim.links[:k], other, *claim.links[k + 1 :])
            yield Mutant(f"{other.operator} in place of {link.operator}", links, (k,))


def _factors(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in _terms_of(tree):
        for change, word in ((_doubled(node), "twice"), (_halved(node), "half of")):
            yield placed(tree, path, change), f"{word} {shown(node)}"


def _signs(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in _terms_of(tree):
        new = negative(node)
        if path or not isinstance(node, sympy.Integer):
            yield placed(tree, path, new), f"{shown(new)} in place of {shown(node)}"


def _terms_of(tree: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The terms of sums, and whatever stands whole as a side, an argument or an exponent."""
    for path, node in nodes(tree):
        parent = _at(tree, path[:-1]) if path else None
        exponent = isinstance(parent, sympy.Pow) and path[-1] == 1
        whole = parent is None or exponent or isinstance(parent, sympy.Function)
        literal = isinstance(node, sympy.Rational)
        if isinstance(parent, sympy.Add) or (whole and not isinstance(node, sympy.Add) and not (parent and literal)):
            yield path, node


def _at(tree: Any, path: Sequence[int]) -> Any:
    for step in path:
        tree = tree.args[step]
    return tree


def negative(tree: Any) -> Any:
    """The tree with its sign changed, without two signs in a row."""
    if isinstance(tree, sympy.Rational):
        return -tree
    if isinstance(tree, sympy.Mul):
        rest = [factor for factor in tree.args if factor != -1]
        if len(rest) == len(tree.args) - 1:
            return product(rest)
        if isinstance(tree.args[0], sympy.Integer):
            return product([-tree.args[0], *tree.args[1:]])
    return product([sympy.S.NegativeOne, tree])


def product(factors: Sequence[Any]) -> Any:
    """The product of trees as they are; 1 for none."""
    if len(factors) < 2:
        return factors[0] if factors else sympy.S.One
    if any(map(is_whole, factors)):
        return MatrixFormula("*", *factors)
    return sympy.Mul(*factors, evaluate=False)


def _doubled(tree: Any) -> Any:
    if isinstance(tree, sympy.Integer):
        return 2 * tree
    factors = list(tree.args) if isinstance(tree, sympy.Mul) else [tree]
    if -1 in factors:
        return negative(_doubled(negative(tree)))
    for k, factor in enumerate(factors):
        if isinstance(factor, sympy.Pow) and factor.args == (2, -1):
            return product(factors[:k] + factors[k + 1 :])
        if isinstance(factor, sympy.Integer):
            return product([*factors[:k], 2 * factor, *factors[k + 1 :]])
    return product([sympy.Integer(2), *factors])


def _halved(tree: Any) -> Any:
    if isinstance(tree, sympy.Integer):
        return tree / 2
    factors = list(tree.args) if isinstance(tree, sympy.Mul) else [tree]
    if -1 in factors:
        return negative(_halved(negative(tree)))
    for k, factor in enumerate(factors):
        if isinstance(factor, sympy.Integer) and factor % 2 == 0 and factor != 0:
            half = [] if factor == 2 else [factor / 2]
            return product([*factors[:k], *half, *factors[k + 1 :]])
        if isinstance(factor, sympy.Pow) and factor.exp == -1 and isinstance(factor.base, sympy.Integer):
            return product([*factors[:k], _inverse(2 * factor.base), *factors[k + 1 :]])
    return product([*factors, _inverse(sympy.Integer(2))])


def _inverse(tree: Any) -> Any:
    return sympy.Pow(tree, sympy.S.NegativeOne, evaluate=False)


def _exponents(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in nodes(tree):
        if not isinstance(node, sympy.Pow) or (node.exp == -1 and isinstance(node.base, sympy.Integer)):
            continue
        base, exponent = node.args
        for new in _other_exponents(exponent):
            power = base if new == 1 else sympy.Pow(base, new, evaluate=False)
            yield placed(tree, path, power), f"{shown(power)} in place of {shown(node)}"


def _other_exponents(exponent: Any) -> list[Any]:
    """Next to a whole number its neighbours; 1 for a root; division becomes a product."""
    if exponent == -1:
        return [sympy.S.One, sympy.Integer(-2)]
    if isinstance(exponent, sympy.Rational) and not isinstance(exponent, sympy.Integer):
        return [sympy.S.One]
    return [_plus(exponent, 1), _plus(exponent, -1)]


def _plus(tree: Any, number: int) -> Any:
    """tree + number, taken into a whole number that stands in the sum already."""
    if isinstance(tree, sympy.Integer):
        return tree + number
    terms = list(tree.args) if isinstance(tree, sympy.Add) else [tree]
    for k, term in enumerate(terms):
        if isinstance(term, sympy.Integer):
            rest = [] if term + number == 0 else [term + number]
            left = [*terms[:k], *rest, *terms[k + 1 :]]
            return left[0] if len(left) == 1 else sympy.Add(*left, evaluate=False) if left else sympy.S.Zero
    return sympy.Add(*terms, sympy.Integer(number), evaluate=False)


def _swaps(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for one, two in combinations(variables, 2):
        if type(one.domain) is type(two.domain) and one.domain.sizes == two.domain.sizes:
            with contextlib.suppress(Unevaluable):
                yield put_name(tree, {one.name: two.symbol, two.name: one.symbol}), f"{one.name} and {two.name} swapped"
    for path, node in nodes(tree):
        for other in variables if isinstance(node, sympy.Symbol) else ():
            kin = next((v for v in variables if v.name == node.name), None)
            if kin is not None and kin is not other and type(kin.domain) is type(other.domain):
                yield placed(tree, path, other.symbol), f"{other.name} in place of one {node.name}"


def _shifts(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in nodes(tree):
        if isinstance(node, sympy.Sum | sympy.Product):
            for j, place in ((1, 2), (1, 1)):
                old = node.args[j].args[place]
                for step in (-1, 1):
                    end = "up to" if place == 2 else "from"
                    new = _plus(old, step)
                    yield (placed(tree, (*path, j, place), new),
                           f"a {'sum' if isinstance(node, sympy.Sum) else 'product'} {end} {shown(new)} in place of "
                           f"{shown(old)}")
        if isinstance(node, sympy.Indexed):
            for j, index in enumerate(node.indices, 1):
                for step in (1, -1):
                    new = _plus(index, step)
                    yield placed(tree, (*path, j), new), f"the index {shown(new)} in place of {shown(index)}"


def _drops(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in nodes(tree):
        if isinstance(node, sympy.Add) and len(node.args) > 1:
            for k, term in enumerate(node.args):
                rest = node.args[:k] + node.args[k + 1 :]
                new = rest[0] if len(rest) == 1 else sympy.Add(*rest, evaluate=False)
                yield placed(tree, path, new), f"without the term {shown(term)}"
        if isinstance(node, sympy.Mul):
            for k, factor in enumerate(node.args):
                if not isinstance(factor, sympy.Integer):
                    new = product(node.args[:k] + node.args[k + 1 :])
                    yield placed(tree, path, new), f"without the factor {shown(factor)}"


def _matrices(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    """Two factors of a matrix product exchanged, a matrix transposed or not, a term of a sum dropped."""
    for path, node in nodes(tree):
        if isinstance(node, sympy.MatrixSymbol):
            yield placed(tree, path, MatrixFormula("transpose", node)), f"{node} transposed"
        if not isinstance(node, MatrixFormula):
            continue
        for k in range(len(node.operands) - 1) if node.name == "*" else ():
            swapped = [*node.operands[:k], node.operands[k + 1], node.operands[k], *node.operands[k + 2 :]]
            new = MatrixFormula("*", *swapped)
            yield placed(tree, path, new), f"{shown(new)} in place of {shown(node)}"
        if node.name == "transpose":
            yield placed(tree, path, node.operands[0]), f"{shown(node.operands[0])} not transposed"
        for k in range(len(node.operands)) if node.name == "+" and len(node.operands) > 2 else ():
            rest = MatrixFormula("+", *node.operands[:k], *node.operands[k + 1 :])
            yield placed(tree, path, rest), f"without the term {shown(node.operands[k])}"


def _sizes(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    whole = [variable for variable in variables if isinstance(variable.domain, Integers)]
    for variable in whole:
        for step in (-1, 1):
            new = _plus(variable.symbol, step)
            with contextlib.suppress(Unevaluable):
                yield gathered(put_name(tree, {variable.name: new})), f"{shown(new)} in place of {variable.name}"
    for path, node in nodes(tree):
        if any(isinstance(node, sympy.Symbol) and node.name == variable.name for variable in whole):
            around = _at(tree, path[:-1]) if path else None
            if not (isinstance(around, sympy.Add) and any(isinstance(a, sympy.Integer) for a in around.args)):
                for step in (-1, 1):
                    yield placed(tree, path, _plus(node, step)), f"{shown(_plus(node, step))} in place of one {node}"


def _sisters(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in nodes(tree):
        if node.func in _SISTERS:
            new = _SISTERS[node.func](*node.args, evaluate=False)
            yield placed(tree, path, new), f"{shown(new)} in place of {shown(node)}"


def _constants(tree: Any, variables: Sequence[Variable]) -> Iterator[Change]:
    for path, node in nodes(tree):
        around = _at(tree, path[:-1]) if path else None
        exponent, factor = isinstance(around, sympy.Pow) and path[-1] == 1, isinstance(around, sympy.Mul | sympy.Pow)
        if not isinstance(node, sympy.Integer) or exponent or (factor and node == -1):
            continue
        for new in (node + 1, node - 1):
            if not (factor and new in (0, 1)):
                yield placed(tree, path, new), f"{new} in place of {node}"


KINDS: tuple[Callable[..., Iterator[Change]] | None, ...] = (
    _factors, _signs, _exponents, _swaps, _matrices, _shifts, _drops, _sizes, None, _sisters, _constants)
"""The kinds of change, in the order in which they take turns; None stands for strict ↔ non-strict."""
