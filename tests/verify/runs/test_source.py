import pytest

from verify.errors import PaperError
from verify.runs.source import PAPERS, built_in, sources


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.py", "a.py", "sub/c.py", "tests/t.py", "test/t.py", ".hidden/h.py", "myenv/lib/v.py", "venv/v.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("from verify import Paper")
    (tmp_path / "myenv" / "pyvenv.cfg").touch()
    (tmp_path / "other.py").write_text("Papers = 1")
    return tmp_path


def test_folder(folder):
    assert [str(path.relative_to(folder)) for path in sources(["."])] == ["a.py", "b.py", "sub/c.py"]


def test_file_once_in_the_order_of_the_arguments(folder):
    assert [path.name for path in sources(["sub", "b.py", "./b.py", "sub/c.py"])] == ["c.py", "b.py"]


def test_file_is_taken_even_if_it_mentions_no_paper(folder):
    assert [path.name for path in sources(["other.py"])] == ["other.py"]


def test_built_in_names_and_dotted_names(folder):
    assert set(built_in()) >= {"sparse_xor", "sensitivity", "boolean_functions"}
    assert sources(["sensitivity", "verify.papers.sensitivity"]) == (PAPERS / "sensitivity" / "__init__.py",)
    assert sources(["boolean_functions"]) == (PAPERS / "boolean_functions.py",)
    assert sources(["sub.c"]) == (folder / "sub" / "c.py",)


@pytest.mark.parametrize("argument", ["nowhere.py", "nothing", "verify.papers.unknown", "", "../"  "nowhere"])
def test_argument_that_names_nothing(folder, argument):
    with pytest.raises(PaperError, match="is not a file, a folder, a module or a built-in paper"):
        sources([argument])
