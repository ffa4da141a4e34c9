import doctest
import importlib
import pkgutil
import subprocess
import sys

import numerics


def test_importing_loads_no_heavy_package_and_nothing_of_the_other_packages():
    code = "import sys, numerics; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "numerics" in loaded
    assert not {"torch", "flint", "sympy", "scipy", "hypothesis", "verify", "reports"} & set(loaded)


def test_public_names_are_sorted_and_exist():
    assert numerics.__all__ == sorted(set(numerics.__all__))
    assert all(hasattr(numerics, name) for name in numerics.__all__)


def test_no_public_name_hides_a_module():
    assert not {module.name for module in pkgutil.iter_modules(numerics.__path__)} & set(numerics.__all__)


def test_every_public_name_carries_a_doctest():
    finder = doctest.DocTestFinder(recurse=False)
    without = {
        name
        for name in numerics.__all__
        if not any(test.examples for test in finder.find(getattr(numerics, name), name))
    }
    # shown by the functions beside them
    records = {"BallTrace", "DegenerateVariance", "EncoderTraining", "Instance", "Schedule", "Sharpness", "Trace",
               "Training", "Transformer", "TransformerNorm"}
    assert without == records


def test_no_module_of_the_package_imports_another_package_of_the_project():
    for module in pkgutil.iter_modules(numerics.__path__):
        source = importlib.import_module(f"numerics.{module.name}").__file__
        assert source is not None
        with open(source, encoding="utf-8") as text:
            lines = [line.split() for line in text if line.lstrip().startswith(("import ", "from "))]
        assert not [words for words in lines if words[1].partition(".")[0] in {"verify", "reports", "sympy"}]
