"""The LaTeX report: its source, its compilation, and what is said when there is no PDF."""

import re
import shutil
import subprocess

import pytest

from reports import formula, glyph, latex, record

needs_latex = pytest.mark.skipif(shutil.which("latexmk") is None, reason="latexmk is not installed")


def _write(folder, source):
    path = folder / "report.tex"
    path.write_text(source, encoding="utf-8")
    return path


def test_source_holds_the_parts_of_a_report(small):
    source = latex.render(small)
    for words in (
        r"\texttt{majority}", "the wording of a summary", r"\binom{n - 1}", "refuted,{} as expected", "not as expected",
        "false variants refuted", "What is not checked, and why", "Conventions", "as(Maj\\_n)", "sympy", "tikzpicture",
        r"\hyperref[c-doe2026.lem-log]",
    ):  # fmt: skip
        assert words in source


def test_no_command_of_an_author_reaches_the_source(hostile):
    source = latex.render(hostile)
    assert r"\input{x}" not in source
    assert "^^5c" not in source
    assert r"\def\a" not in source
    assert source.count(r"\end{document}") == 1
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", source)
    source.encode("utf-8")


def test_an_invalid_record_is_refused(small):
    del small["tool"]
    with pytest.raises(record.RecordError):
        latex.render(small)


def test_without_latex_one_sentence_names_the_packages(small, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    said = []
    path = _write(tmp_path, latex.render(small))
    path.with_suffix(".pdf").write_bytes(b"an older report")
    assert latex.compile_pdf(path, say=said.append) is None
    assert len(said) == 1
    assert "latexmk lmodern texlive-latex-recommended texlive-pictures texlive-latex-extra" in said[0]
    assert not path.with_suffix(".pdf").exists()


@needs_latex
@pytest.mark.latex
@pytest.mark.parametrize("name", ["small", "hostile"])
def test_the_report_compiles(name, tmp_path, request):
    said = []
    path = _write(tmp_path, latex.render(request.getfixturevalue(name)))
    pdf = latex.compile_pdf(path, say=said.append)
    assert said == []
    assert pdf == path.with_suffix(".pdf")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["report.pdf", "report.tex"]


@needs_latex
@pytest.mark.latex
def test_every_command_that_is_accepted_and_every_character_that_is_translated_compiles(small, tmp_path):
    claim = small["papers"][0]["claims"][0]
    symbols = " + ".join(rf"\{name} x" for name in sorted(formula._SYMBOLS))
    one_or_two = [rf"\{name}" + "{x}" * count for name, count in sorted(formula._ARITY.items())]
    environments = [rf"\begin{{{name}}} x \end{{{name}}}" for name in sorted(formula._ENVIRONMENTS - {"array"})]
    fences = [rf"\left{fence} x \right{fence}" for fence in sorted(formula._FENCES)]
    claims = []
    for index, source in enumerate([symbols, " + ".join(one_or_two), *environments, " + ".join(fences)]):
        assert formula.read(source) is not None
        claims.append({**claim, "id": f"formula {index}", "statement_latex": source})
    characters = [*glyph.TEXT, *glyph.MATH, *glyph.T1_LETTERS, *("x" + accent for accent in glyph.ACCENTS)]
    claims.append(
        {**claim, "id": "".join(sorted(glyph.MATH)), "says": " ".join(characters), "uses": [], "statement": ""}
    )
    claims[-1]["statement"] = "".join(characters)
    claims[-1]["statement_latex"] = "".join(sorted(glyph.MATH))
    small["papers"][0]["claims"] = claims
    said = []
    assert latex.compile_pdf(_write(tmp_path, latex.render(small)), say=said.append) is not None, said


@needs_latex
@pytest.mark.latex
@pytest.mark.parametrize("claims", [None, 0, 1])
def test_a_nearly_empty_record_compiles(small, claims, tmp_path):
    small["papers"] = small["papers"] if claims is not None else []
    for paper in small["papers"]:
        paper.update(claims=paper["claims"][-1 : -1 - claims : -1], conventions=[], not_checked=[], authors=[])
    small["run"].update(exit_code=2, versions={}, settings={}, seconds=None)
    source = latex.render(small)
    assert "Nothing was checked: nothing follows from this report." in source
    assert latex.compile_pdf(_write(tmp_path, source)) is not None


@needs_latex
@pytest.mark.latex
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_the_pdf_shows_what_the_authors_typed(hostile, tmp_path):
    pdf = latex.compile_pdf(_write(tmp_path, latex.render(hostile)))
    done = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True, text=True)
    shown = "".join(done.stdout.split())
    typed = (r"\input{x}", "a&b%c_d#e^f~g", "[U+4E2D]", "[U+202E]", "[U+D800]", "<script>alert(1)</script>", "{{{")
    for words in typed:
        assert words in shown, words


@needs_latex
@pytest.mark.latex
def test_the_same_record_gives_the_same_pdf(small, tmp_path):
    source = latex.render(small)
    first = latex.compile_pdf(_write(tmp_path, source)).read_bytes()
    (tmp_path / "other").mkdir()
    assert latex.compile_pdf(_write(tmp_path / "other", source)).read_bytes() == first


@needs_latex
@pytest.mark.latex
def test_an_error_is_one_sentence_and_a_log(tmp_path):
    said = []
    path = _write(tmp_path, "\\documentclass{article}\\begin{document}\\nonsense\\end{document}")
    assert latex.compile_pdf(path, say=said.append) is None
    assert len(said) == 1
    assert "Undefined control sequence" in said[0]
    assert str(tmp_path / "report.log") in said[0]
    assert "nonsense" in (tmp_path / "report.log").read_text(encoding="utf-8", errors="replace")


@needs_latex
@pytest.mark.latex
def test_no_program_is_run_and_no_outside_file_is_read(tmp_path):
    (tmp_path / "secret.tex").write_text("secret", encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / ".latexmkrc").write_text("system('touch ran-rc');", encoding="utf-8")
    body = r"\immediate\write18{touch ran}\IfFileExists{../secret.tex}{\undefinedmeansread}{}x"
    path = _write(tmp_path / "in", rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}")
    assert latex.compile_pdf(path) is not None
    assert sorted(file.name for file in path.parent.iterdir()) == [".latexmkrc", "report.pdf", "report.tex"]


@needs_latex
@pytest.mark.latex
def test_a_source_that_never_ends_is_stopped(tmp_path):
    said = []
    path = _write(tmp_path, r"\documentclass{article}\begin{document}\def\a{\a}\a\end{document}")
    assert latex.compile_pdf(path, seconds=2, say=said.append) is None
    assert "longer than 2 s" in said[0]
