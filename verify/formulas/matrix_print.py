"""Matrix print: an expression in matrices as LaTeX, and as the text that the grammar reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy.printing.precedence import PRECEDENCE

from verify.formulas.matrix_formula import is_whole

TIMES = r" \times "


def parted(printer: Any, tree: Any, level: str) -> str:
    """Print an operand, in parentheses where it binds less tightly than a level."""
    return str(printer.parenthesize(tree, PRECEDENCE[level], strict=True))


def sum_latex(printer: Any, *parts: Any) -> str:
    """LaTeX of a sum."""
    text = str(printer._print(parts[0]))
    for part in parts[1:]:
        shown = parted(printer, part, "Add")
        text += f" - {shown[1:].lstrip()}" if shown.startswith("-") else f" + {shown}"
    return text


def product_latex(printer: Any, *factors: Any) -> str:
    """LaTeX of a product, numbers first; the factor −1 is a sign."""
    if factors[0] == -1 and len(factors) > 1:
        return "- " + product_latex(printer, *factors[1:])
    ordered = sorted(factors, key=is_whole)  # numbers in front, as in ½ A
    shown = [parted(printer, factor, "Mul") for factor in ordered]
    return " ".join([shown[0], *(rf"\left({s}\right)" if s.startswith("-") else s for s in shown[1:])])


def _base(printer: Any, base: Any) -> str:
    plain = isinstance(base, sympy.Symbol | sympy.MatrixSymbol | sympy.IndexedBase)
    return str(printer._print(base)) if plain else rf"\left({printer._print(base)}\right)"


def raised(script: str = "") -> Callable[..., str]:
    """LaTeX of an operand with a superscript: ``script``, or the second operand."""
    return lambda printer, base, *rest: f"{_base(printer, base)}^{{{script or printer._print(rest[0])}}}"


def called(name: str) -> Callable[..., str]:
    """LaTeX of a named function."""
    return lambda printer, *parts: rf"{name}\left({', '.join(map(printer._print, parts))}\right)"


def fenced(left: str, right: str, script: str = "") -> Callable[..., str]:
    """LaTeX of operands between fences, with a subscript."""
    return lambda printer, *parts: rf"\left{left} {', '.join(map(printer._print, parts))} \right{right}{script}"


def table(printer: Any, rows: Any, cols: Any, *entries: Any) -> str:
    """LaTeX of a literal matrix."""
    width = int(cols)
    lines = [" & ".join(map(printer._print, entries[k : k + width])) for k in range(0, len(entries), width)]
    return r"\begin{pmatrix}" + r" \\ ".join(lines) + r"\end{pmatrix}"


def sized(letter: str) -> Callable[..., str]:
    """LaTeX of a constant matrix, with its size as a subscript."""
    return lambda printer, *sizes: f"{letter}_{{{TIMES.join(map(printer._print, sizes))}}}"


def entry(printer: Any, base: Any, *places: Any) -> str:
    """LaTeX of an entry."""
    return f"{_base(printer, base)}_{{{','.join(map(printer._print, places))}}}"


def gradient(printer: Any, function: Any, variable: Any) -> str:
    """LaTeX of a gradient."""
    return rf"\nabla_{{{printer._print(variable)}}} \left({printer._print(function)}\right)"


def hadamard(printer: Any, first: Any, second: Any) -> str:
    """LaTeX of an entrywise product."""
    return rf"\left({parted(printer, first, 'Pow')} \odot {parted(printer, second, 'Pow')}\right)"


def text(printer: Any, name: str, operands: tuple[Any, ...]) -> str:
    """The text of an operation, as the grammar reads it."""
    if name == "+":
        return sum_latex(printer, *operands)
    if name == "*":
        sign = "-" if operands[0] == -1 and len(operands) > 1 else ""
        rest = operands[1:] if sign else operands
        return sign + "*".join(parted(printer, part, "Mul") for part in rest)
    if name == "^":
        return "^".join(str(printer.parenthesize(part, PRECEDENCE["Pow"])) for part in operands)
    if name == "entry":
        places = ", ".join(map(printer._print, operands[1:]))
        return f"{printer.parenthesize(operands[0], PRECEDENCE['Atom'])}[{places}]"
    if name == "matrix":
        width, entries = int(operands[1]), operands[2:]
        rows = [", ".join(map(printer._print, entries[k : k + width])) for k in range(0, len(entries), width)]
        return "vector(" + ", ".join(rows) + ")" if width == 1 else "matrix(" + ", ".join(f"({r})" for r in rows) + ")"
    shown = {"matrix_exp": "exp"}.get(name, name)
    return f"{shown}({', '.join(map(printer._print, operands))})"
