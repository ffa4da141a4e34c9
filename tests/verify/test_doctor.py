import os
import shutil

import pytest

from verify import doctor


def test_every_line_is_one_line_and_missing_things_have_a_remedy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(doctor, "_version", lambda package: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    findings = doctor.examine()
    assert all("\n" not in str(finding) for finding in findings)
    by_name = {finding.name: finding for finding in findings}
    assert by_name["sympy"].needed
    assert str(by_name["sympy"]) == "missing sympy: not installed; python -m pip install sympy"
    assert str(by_name["PyTorch"]).startswith("absent  PyTorch: not installed, so gradients are not compared; ")
    assert "apt-get install" in by_name["LaTeX"].remedy
    assert all(finding.remedy for finding in findings if not finding.good)
    assert list(tmp_path.iterdir()) == []


def test_this_installation_is_in_order():
    assert all(finding.good for finding in doctor.examine() if finding.needed)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_folder_that_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o500)
    finding = doctor.examine()[-1]
    assert not finding.good
    assert finding.remedy
