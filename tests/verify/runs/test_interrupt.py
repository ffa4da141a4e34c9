"""Interrupt: heard where it is raised, and once more where what it was raised in swallowed it."""

import signal

import pytest

from verify.runs.interrupt import heed, heeded


@pytest.fixture(autouse=True)
def python_hears():
    """A run in the background may ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Finalizer:
    """Python ignores what is raised here."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_in_a_finalizer_is_not_lost():
    with heeded():
        one = Finalizer()
        del one
        with pytest.raises(KeyboardInterrupt):
            heed()
        heed()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_is_raised_where_it_arrives():
    with heeded(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    heed()


def test_another_handler_stays():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with heeded():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
