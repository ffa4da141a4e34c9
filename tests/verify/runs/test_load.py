import sys
import textwrap

import pytest

from verify.errors import PaperError
from verify.runs.load import is_authors, load, place


@pytest.fixture(autouse=True)
def module_path(monkeypatch):
    """Loading extends the module path of its process; the tests share one."""
    monkeypatch.setattr(sys, "path", list(sys.path))


def write(folder, name, text):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(textwrap.dedent(text))
    return file


def test_papers_are_found_once_and_in_order(tmp_path):
    file = write(tmp_path, "two.py", """
        from verify import Paper
        b = Paper("b")
        a = Paper("a")
        again = b
        number = 1
    """)
    assert [paper.key for paper in load(file)] == ["b", "a"]


def test_file_has_a_module_name_of_its_own(tmp_path):
    import numbers

    file = write(tmp_path, "numbers.py", "from verify import Paper\npaper = Paper(__name__)")
    (paper,) = load(file)
    assert paper.key.endswith("_numbers")
    assert sys.modules["numbers"] is numbers


def test_file_in_a_package_is_imported_as_its_member(tmp_path):
    write(tmp_path, "outer_of_load/__init__.py", "")
    write(tmp_path, "outer_of_load/inner/__init__.py", "")
    write(tmp_path, "outer_of_load/shared.py", "key = 'shared'")
    file = write(tmp_path, "outer_of_load/inner/paper.py", """
        from verify import Paper
        from ..shared import key
        paper = Paper(f"{__name__} {key}")
    """)
    assert load(file)[0].key == "outer_of_load.inner.paper shared"


def test_neighbours_can_be_imported(tmp_path):
    write(tmp_path, "neighbour_of_load.py", "key = 'neighbour'")
    file = write(tmp_path, "paper.py", "from verify import Paper\nfrom neighbour_of_load import key\np = Paper(key)")
    assert load(file)[0].key == "neighbour"


def test_problem_in_a_neighbour_is_located_there(tmp_path):
    write(tmp_path, "broken_neighbour.py", "\n\nvalue = [][0]")
    file = write(tmp_path, "paper.py", "import broken_neighbour")
    with pytest.raises(PaperError) as problem:
        load(file)
    assert str(problem.value) == (f"{tmp_path}/broken_neighbour.py:3: IndexError while the file is imported: "
                                  "list index out of range")


def test_problem_in_a_library_is_located_in_the_authors_line(tmp_path):
    file = write(tmp_path, "paper.py", "import json\n\njson.loads('{')")
    with pytest.raises(PaperError, match=r"paper\.py:3: JSONDecodeError while the file is imported"):
        load(file)


def test_misuse_of_variables_names_the_line(tmp_path):
    file = write(tmp_path, "paper.py", """
        from verify import Integers, Paper
        paper = Paper("p")
        paper.variables(n=Integers(0.5, 3))
    """)
    with pytest.raises(PaperError) as problem:
        load(file)
    assert str(problem.value).startswith(f"{tmp_path}/paper.py:4: the lower bound of a domain")
    assert "\n" not in str(problem.value)


def test_exception_whose_text_raises(tmp_path):
    file = write(tmp_path, "paper.py", """
        class Rude(BaseException):
            def __str__(self):
                raise ValueError
        raise Rude
    """)
    with pytest.raises(PaperError, match=r"paper\.py:5: Rude while the file is imported$"):
        load(file)


def test_two_papers_with_one_key(tmp_path):
    file = write(tmp_path, "paper.py", "from verify import Paper\na = Paper('k')\nb = Paper('k')")
    with pytest.raises(PaperError, match=r"two papers have the key 'k'"):
        load(file)


def test_missing_file(tmp_path):
    with pytest.raises(PaperError, match=r"gone\.py: there is no such file"):
        load(tmp_path / "gone.py")


def test_place_without_a_frame_of_the_authors():
    with pytest.raises(ValueError, match=r"^$") as caught:
        raise ValueError
    assert "test_load.py" in place(caught.value)
    assert place(ValueError()) is None


def test_whose_file_it_is(tmp_path):
    import json

    import verify.papers.sensitivity as built_in
    import verify.runs.load

    assert is_authors(str(tmp_path / "paper.py"))
    assert is_authors(built_in.__file__)
    assert not is_authors(verify.runs.load.__file__)
    assert not is_authors(json.__file__)
    assert not is_authors("<string>")
