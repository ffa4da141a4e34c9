import os
import subprocess
import sys

import pytest


def run(code: str) -> str:
    """Limits cannot be taken back, so each test has a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"}
    code = f"from verify.runs import limit\n{code}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux enforces the limit")
def test_memory():
    code = """
limit.limit_memory(512)
try:
    bytearray(600 << 20)
except MemoryError:
    print("none left")
"""
    assert run(code) == "none left"


def test_threads():
    assert run("print(limit.threads())") == "1"
    assert run("import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"
               "print(limit.threads())") == "2"


def test_seeds_repeat():
    code = """
import random, numpy
for seed in (5, 5, 2**64 - 1):
    limit.seed_everything(seed)
    print(random.random(), numpy.random.rand())
"""
    first, second, third = run(code).splitlines()
    assert first == second != third


def test_it_does_not_matter_when_torch_is_imported(tmp_path):
    """A stand-in of the same name shows it at a fraction of the time."""
    (tmp_path / "torch.py").write_text("seed = 0\ndef manual_seed(value):\n    global seed\n    seed = value\n")
    place = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n"
    early = run(place + "import torch\nlimit.seed_everything(7)\nprint(torch.seed)")
    late = run(place + "limit.seed_everything(7)\nimport torch\nprint(torch.seed)")
    assert early == late == "7"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long a process waited")
def test_a_process_that_others_keep_from_running_gets_more_time():
    """Three that share one processor wait for it most of the time; one that sleeps waits for none."""
    busy = ("import os, time\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
            "print('on', flush=True)\nwhile True: ")
    code = f"""
import subprocess, sys, time
def start(deed):
    process = subprocess.Popen([sys.executable, "-c", {busy!r} + deed], stdout=subprocess.PIPE)
    process.stdout.readline()
    return process
processes = [start("pass"), start("pass"), start("pass"), start("time.sleep(1)")]
before = [limit.allowance(process.pid, 10) for process in processes]
time.sleep(2)
print(*(limit.allowance(process.pid, 10) - first for process, first in zip(processes, before)))
print(limit.allowance(processes[0].pid, 0.1))
for process in processes:
    process.kill()
    process.wait()
print(limit.allowance(processes[0].pid, 10))
"""
    waited, capped, gone = run(code).splitlines()
    *busy_ones, asleep = map(float, waited.split())
    assert sum(busy_ones) > 1
    assert asleep < 0.5
    assert 0.1 < float(capped) <= 0.4
    assert float(gone) == 10
