"""Caption: the text by which an author's function is shown: its name, or the source of a lambda's body."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any


def title(function: Callable[..., Any]) -> str:
    """Return a function's name, or the source text of a lambda's body where it can be found.

    A wrapper made with functools.wraps is shown as what it wraps.

    >>> title(max)
    'max'
    """
    if isinstance(function, FunctionType):
        function = inspect.unwrap(function)
    name = getattr(function, "__name__", type(function).__name__)
    return _lambda_source(function) or "lambda" if name == "<lambda>" else name


_RELATIONS = {ast.LtE: "at_most", ast.GtE: "at_least", ast.Lt: "less", ast.Gt: "greater", ast.Eq: "equal"}


def related(function: Callable[..., Any]) -> str:
    """Return how a function that returns a truth value returns a relation instead, from its own text where it is found.

    >>> related(max)
    'return at_most(lhs, rhs)'
    """
    body = _lambda_source(function) if getattr(function, "__name__", "") == "<lambda>" else None
    returned = body or _returned(function)
    if returned is None:
        return "return at_most(lhs, rhs)"
    start = f"lambda {', '.join(inspect.signature(function).parameters)}: " if body else "return "
    tree = ast.parse(returned, mode="eval").body
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1 and type(tree.ops[0]) in _RELATIONS:
        sides = f"{ast.unparse(tree.left)}, {ast.unparse(tree.comparators[0])}"
        return f"{start}{_RELATIONS[type(tree.ops[0])]}({sides})"
    return f"{start}equal({returned}, True)"


def _returned(function: Any) -> str | None:
    """What a function of one return statement returns, as text."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    return ast.unparse(values[0]) if len(values) == 1 else None


def _lambda_source(function: Any) -> str | None:
    """Find the lambda by the position of its code in its file."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        return None
    positions = [p for p in code.co_positions() if p[0] is not None and p[0] >= code.co_firstlineno]
    try:
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and any(_spans(node.body, position) for position in positions):
            return ast.unparse(node.body)
    return None


def _spans(body: ast.expr, position: tuple[int | None, ...]) -> bool:
    line, end_line, column, end_column = position
    return (line, column, end_line, end_column) == (body.lineno, body.col_offset, body.end_lineno, body.end_col_offset)
