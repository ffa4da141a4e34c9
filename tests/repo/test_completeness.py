"""Nothing half-done: public names resolve and explain themselves, checks have tests, claims say where they stand."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import numerics
import verify
from verify.builder import ORIGINS
from verify.checks import CHECKS
from verify.paper import Paper, check_uses
from verify.runs.source import built_in
from verify.verdict import Facts, Word, table

ROOT = Path(__file__).parents[2]
PUBLIC = [(package, name) for package in (verify, numerics) for name in package.__all__]


@pytest.mark.parametrize(("package", "name"), PUBLIC, ids=lambda part: getattr(part, "__name__", part))
def test_public_names_resolve_and_are_documented(package, name):
    value = getattr(package, name)
    assert inspect.getdoc(value)
    assert name in dir(package)


@pytest.mark.parametrize("package", [verify, numerics], ids=lambda package: package.__name__)
def test_public_names_are_listed_once(package):
    assert len(set(package.__all__)) == len(package.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'verify' has no attribute 'nonsense'"):
        verify.nonsense  # noqa: B018


FUNCTIONS = [name for name in numerics.__all__ if inspect.isfunction(getattr(numerics, name))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_of_numerics_has_an_example(name):
    assert ">>> " in inspect.getdoc(getattr(numerics, name))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_of_numerics_is_typed(name):
    function = getattr(numerics, name)
    hints = function.__annotations__
    assert "return" in hints
    assert all(parameter in hints for parameter in inspect.signature(function).parameters)


MODULES = [file for package in ("numerics", "reports", "verify") for file in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_module_says_what_it_is(file):
    text = file.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)) or (file.name == "__init__.py" and not text.strip())


@pytest.mark.parametrize("package", ["numerics", "reports", "verify"])
def test_packages_are_typed(package):
    assert (ROOT / package / "py.typed").exists()


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_has_words_and_a_test(name):
    module = importlib.import_module(f"verify.checks.{name}")
    assert module.__doc__
    assert module.check.__doc__
    assert (ROOT / "tests" / "verify" / "checks" / f"test_{name}.py").exists()


def test_every_module_of_checks_is_named_or_shared():
    files = {file.stem for file in (ROOT / "verify" / "checks").glob("*.py")} - {"__init__", "base"}
    assert files >= set(CHECKS)


TESTS = [file.relative_to(ROOT / "tests") for package in ("numerics", "reports", "verify")
         for file in sorted((ROOT / "tests" / package).rglob("test_*.py"))]


@pytest.mark.parametrize("file", TESTS, ids=str)
def test_tests_stand_where_their_module_stands(file):
    name = file.stem.removeprefix("test_")
    assert (ROOT / file.parent / f"{name}.py").exists() or name == file.parent.name


PAPERS = built_in()


def papers(name):
    return [value for value in vars(importlib.import_module(f"verify.papers.{name}")).values() if isinstance(value,
                                                                                                             Paper)]


def test_two_papers_are_built_in():
    assert {"sensitivity", "sparse_xor"} <= set(PAPERS)


@pytest.mark.parametrize("name", PAPERS)
def test_every_claim_of_a_paper_says_where_it_stands_and_what_it_says(name):
    found = papers(name)
    assert found
    for paper in found:
        assert paper.title
        assert paper.authors
        assert paper.year
        assert paper.arxiv
        check_uses(paper)
        assert len(paper.claims) >= 5
        for claim in paper.claims.values():
            assert claim.at.strip(), claim.id
            assert claim.origin in ORIGINS, claim.id
            assert claim.says.strip(), claim.id
        for entry in paper.left_out:
            assert entry.at, entry.id
            assert entry.says, entry.id
            assert entry.why, entry.id


@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_states_its_conventions(name):
    assert all(paper.conventions and all(paper.conventions.values()) for paper in papers(name))


def test_the_decision_table_explains_every_fact():
    text = (ROOT / "verify" / "decision_table.txt").read_text(encoding="utf-8")
    explained = {line.split()[1] for line in text.splitlines() if line.startswith("#   ")}
    assert explained == {name.replace("_", "-") for name in Facts.__dataclass_fields__}
    assert {word for _, word in table()} == set(Word)


def test_every_verdict_is_explained_in_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for word in Word:
        assert f"| {word} |" in text, word
