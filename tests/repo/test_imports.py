"""Imports go one way: numerics knows nobody, reports knows the record, and no package imports itself in a circle."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import numerics
import verify

ROOT = Path(__file__).parents[2]
PACKAGES = ("numerics", "reports", "verify")


def modules(package):
    """Dotted names of a package's modules and their files."""
    for file in sorted((ROOT / package).rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


FILES = {name: file for package in PACKAGES for name, file in modules(package)}


def imported(nodes, within):
    """The modules that import statements name; ``from a import b`` is a.b where that is a module of ours."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*within.split(".")[: -node.level], *([base] if base else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield (inner, None) if inner in FILES else (base, alias.name)


def everywhere(name):
    return list(imported(ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))), name))


def top_level(name):
    """What is imported when the module is: not inside functions, not for type checkers alone."""
    def statements(body):
        for node in body:
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                yield from statements(node.orelse)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            else:
                yield node
                for part in ("body", "orelse", "finalbody"):
                    yield from statements(getattr(node, part, []))

    return list(imported(statements(ast.parse(FILES[name].read_text(encoding="utf-8")).body), name))


def ours(name):
    return {target.split(".")[0] for target, _ in everywhere(name)} & set(PACKAGES)


def test_there_is_something_to_read():
    for package in PACKAGES:
        assert sum(name.split(".")[0] == package for name in FILES) >= 5


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("numerics")])
def test_numerics_knows_nobody(name):
    assert ours(name) <= {"numerics"}


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("reports")])
def test_reports_know_nobody(name):
    assert ours(name) <= {"reports"}


CORE = [name for name in FILES if name.startswith("verify") and not name.startswith("verify.papers.")]


@pytest.mark.parametrize("name", CORE)
def test_claims_and_definitions_share_no_code(name):
    assert "numerics" not in ours(name)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("verify.papers.")])
def test_papers_use_public_names_alone(name):
    """A built-in paper is written as a user's file must be."""
    for target, attribute in everywhere(name):
        if target == "verify":
            assert attribute in verify.__all__, f"{name} imports verify.{attribute}"
        elif target == "numerics":
            assert attribute is None or attribute in numerics.__all__, f"{name} imports numerics.{attribute}"
        else:
            own = ".".join(name.split(".")[:3])
            assert target.split(".")[0] not in PACKAGES or target.startswith(f"{own}."), f"{name} imports {target}"
    assert not any(isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__")
                   for node in ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_import_goes_in_a_circle(package):
    graph = {name: {target for target,
                    _ in top_level(name) if target in FILES and target.split(".")[0] == package and target != package}
             for name in FILES if name.split(".")[0] == package}
    state = {}

    def visit(name, path):
        assert state.get(name) != "open", "a circle: " + " → ".join((*path[path.index(name):], name))
        if name not in state:
            state[name] = "open"
            for target in sorted(graph.get(name, ())):
                visit(target, (*path, name))
            state[name] = "closed"

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize(("package", "unwanted"), [
    ("verify", ("torch", "pytest", "sympy", "hypothesis", "numpy", "flint", "reports", "numerics")),
    ("numerics", ("torch", "pytest", "sympy", "hypothesis", "flint", "scipy", "verify", "reports")),
    ("reports", ("torch", "pytest", "sympy", "hypothesis", "numpy", "verify", "numerics")),
])
def test_importing_is_cheap(package, unwanted):
    code = f"import sys, {package}; print(*sorted(set(sys.modules) & set({unwanted!r})))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_checking_a_statement_loads_no_torch_and_no_pytest():
    code = "import sys, verify; verify.check('1 == 1'); print(*sorted(set(sys.modules) & {'torch', 'pytest'}))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
