"""Operand: numbers, names and calls in a formula's text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import sympy

from verify.errors import FormulaError
from verify.formulas.binder import BINDERS, INFINITIES, REFUSED, extreme
from verify.formulas.dialect import FUNCTIONS as MEANT
from verify.formulas.formula import junction
from verify.formulas.function import ALIASES, CONSTANTS, FUNCTIONS
from verify.formulas.matrix_formula import LoewnerAtLeast, MatrixFormula, is_whole
from verify.formulas.matrix_function import ALIASES as MATRIX_ALIASES
from verify.formulas.matrix_function import CALLED
from verify.values.number import DIGITS


def integer(reader: Any, text: str, place: int) -> Any:
    """Read a number; decimals are refused."""
    if not text.isdigit():
        simple = re.fullmatch(r"\d*\.?\d*", text) and len(text) < 30
        value = sympy.Rational(text) if simple else None
        hint = f"{value.p}/{value.q}" if value else "a fraction"
        raise reader.error(f"the decimal {text[:40]}", place, "numbers are exact", hint)
    if len(text) > DIGITS:
        raise reader.error(f"an integer of more than {DIGITS} digits", place)
    return sympy.Integer(text)


def name(reader: Any, text: str, place: int) -> Any:
    """Read a name: declared, a constant or a truth value."""
    if text in reader.symbols:
        return reader.symbols[text]
    if text in CONSTANTS or text == "π":
        return CONSTANTS[text.replace("π", "pi")][0]
    if text in ("true", "True", "false", "False"):
        return sympy.true if text.lower() == "true" else sympy.false
    if text in INFINITIES:
        raise reader.error("infinity as a number", place, "it stands only as a bound of a sum or an integral",
                           "sum(1/2^k, k, 0, oo)")
    known = ", ".join(sorted(reader.symbols)) or "none"
    usual = {"e": "E or exp(1)", "i": "I for the imaginary unit"}
    function = ALIASES.get(text, text) in (*FUNCTIONS, *BINDERS, *CALLED)
    hint = usual.get(text, f"{text}=Reals() beside it" + (f", or {text}(…) for the function" if function else ""))
    raise reader.error(f"undeclared name {text!r}", place, f"declared are: {known}", hint)


def call(reader: Any, text: str, place: int) -> Any:
    """Read a call, from its opening parenthesis on."""
    if text in reader.symbols:
        raise reader.error(f"the variable {text!r} is called like a function", place, "", f"{text}*(…)")
    reader.expect("(")
    special = BINDERS.get(text.lower()) or REFUSED.get(text)
    if special:
        return special(reader, place)
    function_name = ALIASES.get(text, text)
    if function_name in ("max", "min") and (found := extreme(reader, place, function_name)) is not None:
        return found
    if MATRIX_ALIASES.get(text, text) in CALLED:
        return matrix_function(reader, text, place)
    if function_name not in FUNCTIONS:
        raise _unknown(reader, text, place)
    function = FUNCTIONS[function_name]
    values = operands(reader, text, function.arity, place)
    if function_name == "exp" and is_whole(values[0]):
        return MatrixFormula("matrix_exp", *values)
    return _apply(function_name, function.symbolic, values)


def _unknown(reader: Any, text: str, place: int) -> FormulaError:
    """The error of an unknown function: what was meant, by its meaning or its letters, else all that are known."""
    known: Iterable[str] = sorted({*FUNCTIONS, *BINDERS, *CALLED})
    near = next(iter(get_close_matches(text.lower(), known, 1, 0.75)), "")
    if hint := MEANT.get(text) or (near and f"{near}(…)"):
        return reader.error(f"unknown function {text!r}", place, "formulas use a fixed table of functions", hint)
    return reader.error(f"unknown function {text!r}", place, f"known are: {', '.join(known)}")


def operands(reader: Any, text: str, arity: tuple[int, int | None], place: int) -> list[Any]:
    """Read the arguments of a call; too many or too few, and conditions among them, are refused."""
    values: list[Any] = reader.arguments(")")
    least, most = arity
    if len(values) < least or (most is not None and len(values) > most):
        raise reader.error(f"{text} takes {least} argument{'s' if least > 1 else ''}, not {len(values)}", place)
    return [reader.number(value, place) for value in values]


def matrix_function(reader: Any, text: str, place: int) -> Any:
    """Read the arguments of a function of matrices; psd(A) is A ⪰ 0."""
    function_name = MATRIX_ALIASES.get(text, text)
    values = operands(reader, text, CALLED[function_name], place)
    if function_name == "psd":
        return LoewnerAtLeast(values[0], sympy.S.Zero)
    if function_name == "gradient" and not isinstance(values[1], sympy.MatrixSymbol | sympy.IndexedBase | sympy.Symbol):
        raise reader.error("a gradient by what is no variable", place, "", "gradient(trace(A*X), X)")
    return MatrixFormula(function_name, *values)


def _apply(name: str, symbolic: Any, values: list[Any]) -> Any:
    if name == "sqrt":
        return sympy.Pow(values[0], sympy.S.Half, evaluate=False)
    if name == "log" and len(values) == 2:
        parts = [sympy.log(value, evaluate=False) for value in values]
        return sympy.Mul(parts[0], sympy.Pow(parts[1], sympy.S.NegativeOne, evaluate=False), evaluate=False)
    if name in ("max", "min"):
        return junction(symbolic, values)
    return symbolic(*values, evaluate=False)
