"""Workflow commands: escaped as the runner's documentation says, one line each."""

from reports import github


def test_lines_for_the_small_record(small):
    lines = github.render(small).splitlines()
    assert len(lines) == 4
    assert lines[0].startswith(
        "::error file=doe2026.py,line=57,title=refuted%3A cor%3Acubic (Corollary 2)::"
        "not as expected: Refuted at n = 2, where 8 > 4.%0Acounterexample: n = 2%0Aleft side: 8%0A"
    )
    assert lines[3].startswith("::error title=assay 0.1.0::3 of 9 claims")


def test_a_run_in_order_is_a_notice(small):
    small["papers"][0]["claims"] = small["papers"][0]["claims"][:5]
    small["run"]["exit_code"] = 0
    assert github.render(small) == "::notice title=assay 0.1.0::5 claims came out as expected.\n"


def test_a_run_that_checked_nothing_is_an_error(small):
    small["papers"] = []
    small["run"]["exit_code"] = 2
    assert github.render(small).startswith("::error ")


def test_properties_and_messages_are_escaped():
    line = github.command("error", "1%\r\n::warning::x", file="a:b,c%.py")
    assert line == "::error file=a%3Ab%2Cc%25.py::1%25%0D%0A::warning::x"


def test_no_text_begins_a_line_of_its_own(hostile):
    lines = github.render(hostile).splitlines()
    assert len(lines) == 13
    assert all(line.startswith("::error ") for line in lines)
