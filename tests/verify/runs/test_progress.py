import io
from pathlib import Path

from verify.runs import progress as module
from verify.runs.pool import Task
from verify.runs.progress import Bar, Lines, progress

TASK = Task(Path("f.py"), "p", "claim \x1b[31m[bold]", "search")


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_lines_are_few_and_plain(monkeypatch):
    stream, now = io.StringIO(), 0.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    with progress(stream) as shown:
        assert isinstance(shown, Lines)
        shown.total(40)
        for now in range(40):  # one unit a second  # noqa: B007  read by the clock
            shown.step(TASK, [TASK])
    assert stream.getvalue().splitlines() == [f"{n} of 40 checks done" for n in (11, 21, 31)]


def test_bar_leaves_nothing_behind_and_shows_no_control_characters():
    stream = Terminal()
    with progress(stream) as shown:
        assert isinstance(shown, Bar)
        shown.total(2)
        shown.step(TASK, [TASK])
        shown.step(TASK, [])
    assert "\x1b[31m" not in stream.getvalue().replace("\x1b[?25", "")
    assert "Traceback" not in stream.getvalue()


def test_a_remark_is_a_line_of_its_own():
    for stream in (io.StringIO(), Terminal()):
        with progress(stream) as shown:
            shown.total(2)
            shown.remark("results cannot be kept")
        assert stream.getvalue().splitlines()[-1].endswith("assay: results cannot be kept")


def test_bar_of_nothing():
    with progress(Terminal()) as shown:
        shown.total(0)


def test_prices_are_lines_before_anything_runs():
    for stream in (io.StringIO(), Terminal()):
        with progress(stream) as shown:
            shown.price("c: at most 10 trials")
            shown.total(2)
        assert stream.getvalue().splitlines()[0] == "c: at most 10 trials"
