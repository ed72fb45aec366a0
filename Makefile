# Everything runs in its own virtual environment; a bare machine needs Python 3.11+, pip and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LINT := $(BIN)/roce-lint

.PHONY: help demo test lint bench clean

help:
	@echo "make demo    render the sample fabric, check it, break it, check it again"
	@echo "make test    the whole test suite"
	@echo "make lint    style and types"
	@echo "make bench   measure start-up and reading"

# The stamp changes with the list of dependencies, so that nothing is installed twice.
$(BIN)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(BIN)/.installed-tests: $(BIN)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: $(BIN)/.installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PYTHON) benchmarks/demo.py

test: $(BIN)/.installed-tests
	$(BIN)/python -m pytest

lint: $(BIN)/.installed-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy roce_lint

bench: $(BIN)/.installed
	$(BIN)/python benchmarks/start_up.py

clean:
	rm -rf $(VENV) demo build dist .pytest_cache .mypy_cache .ruff_cache
