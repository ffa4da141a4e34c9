# Two commands: `make report` checks the built-in papers and writes build/report; `make test` runs the tests.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: report test test-slow lint example clean

report: $(STAMP)
	$(BIN)/assay report sparse_xor sensitivity --output build/report

test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal

test-slow: $(STAMP)
	$(BIN)/python -m pytest -n auto -m slow

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy

# The rendered example that is kept in the repository.
example: report
	cp build/report/report.tex reports/examples/report.tex
	test ! -f build/report/report.pdf || cp build/report/report.pdf reports/examples/report.pdf

# Installs once; again only when the project's metadata or the pinned versions change.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Assay needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[torch,test,lint]'
	@touch $(STAMP)

clean:
	rm -rf .venv build .assay
