# Everything runs in its own virtual environment; a bare machine needs Python 3.11+, pip and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LINT := $(BIN)/roce-lint

.PHONY: help demo test test-long exams masking mutations mutate-code pairs fuzz lint bench generate picture site extension clean

help:
	@echo "make demo    write a sample fabric, check it, and check a copy with five faults"
	@echo "make test    the test suite"
	@echo "make test-long  the tests that take long and seldom tell anything (minutes)"
	@echo "make exams   unseen fabrics with planted faults: how many are found, and what is said of clean ones"
	@echo "make masking two to six faults in one fabric: whether each that is found alone is reported beside the others"
	@echo "make mutations  mutate every QoS line of every sample (minutes)"
	@echo "make mutate-code  make the code wrong in one place after the other, and say which tests notice (minutes)"
	@echo "make pairs   two faults in one configuration, all pairs of rule examples (minutes)"
	@echo "make fuzz    damaged inputs for every reader, FUZZ_SECONDS of CPU time (600)"
	@echo "make lint    style and types"
	@echo "make generate  all that is derived: facts, catalogue, templates and pictures of the docs"
	@echo "make picture the picture of the report in README (needs Chromium)"
	@echo "make site    the documentation as a web site, in site/"
	@echo "make extension  the extension for VS Code, packaged with vsce (needs npm)"
	@echo "make bench   measure start-up, rendering, three fleets of up to LARGEST (1000) switches, and what others take"

# The stamp changes with the list of dependencies, so that nothing is installed twice.
$(BIN)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(BIN)/.installed-tests: $(BIN)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

demo: $(BIN)/.installed
	@rm -rf demo
	@$(LINT) demo demo
	@echo "== check the clean fabric: no finding of any severity"
	@$(LINT) check demo/clean --intent demo/fabric.roce.yaml --fail-on info
	@echo "== check the broken copy: exit code 1 and the findings"
	@$(LINT) check demo/broken --intent demo/fabric.roce.yaml; code=$$?; test $$code -eq 1 || { echo "exit code $$code, not 1"; exit 1; }

test: $(BIN)/.installed-tests
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not long"

test-long: $(BIN)/.installed-tests
	$(BIN)/python -m pytest -n 2 -m long

# EXAM_SEED=anything gives other fabrics; EXAM_OPTIONS=--list-missed says what was not found.
EXAM_SEED ?= 1
EXAM_OPTIONS ?=
exams: $(BIN)/.installed-tests
	$(BIN)/python -m tests.exams --seed $(EXAM_SEED) $(EXAM_OPTIONS)

# Sets of faults for each system; those that another one hides fail the run.
EXAM_SETS ?= 1000
masking: $(BIN)/.installed-tests
	$(BIN)/python -m tests.exams --seed $(EXAM_SEED) --sets $(EXAM_SETS) $(EXAM_OPTIONS)

# Both are too long for the suite, which takes a share of the wounds and properties of each reader: docs/testing.md.
mutations: $(BIN)/.installed-tests
	ROCE_LINT_MUTATIONS=all $(BIN)/python -m pytest tests/mutation -s

# CODE_MUTATIONS='--only paths/' takes those whose name or file holds a text.
CODE_MUTATIONS ?=
mutate-code: $(BIN)/.installed-tests
	$(BIN)/python -m tests.code_mutations.run $(CODE_MUTATIONS)

pairs: $(BIN)/.installed-tests
	ROCE_LINT_PAIRS=all $(BIN)/python -m pytest tests/rules/test_independent_faults.py

FUZZ_SECONDS ?= 600
PUMP_SECONDS ?= 60
fuzz: $(BIN)/.installed-tests
	$(BIN)/python -m tests.fuzz.run --seconds $(FUZZ_SECONDS)
	$(BIN)/python -m tests.fuzz.whole --seconds $(FUZZ_SECONDS) --count 1000000
	$(BIN)/python -m tests.fuzz.pumped --seconds $(PUMP_SECONDS)
	$(BIN)/python -m tests.fuzz.numbered

lint: $(BIN)/.installed-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy roce_lint
	$(BIN)/mypy --explicit-package-bases ci/docs

# pyavd is among the extras of the tests. LARGEST=10000 writes 1.3 GB.
LARGEST ?= 1000
bench: $(BIN)/.installed-tests
	$(BIN)/python benchmarks/bench.py --largest $(LARGEST)

generate: $(BIN)/.installed
	$(BIN)/python -m ci.docs.facts > docs/facts.md
	$(BIN)/python -m ci.docs.rules > docs/rule-catalogue.md
	$(BIN)/python -m ci.docs.evidence rules/evidence.json
	$(BIN)/python -m ci.docs.templates > docs/templates.md
	$(BIN)/python -m ci.docs.platforms > docs/platforms.md
	$(BIN)/python -m ci.docs.pictures docs/images
	$(BIN)/python -m ci.docs.readme README.md

# Chromium takes the picture of the report in README and docs/report.md.
picture: $(BIN)/.installed
	$(BIN)/python -m tests.report.picture docs/images/report.png

# Strict: a link or a page that leads nowhere fails.
site: $(BIN)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

# Built in a copy, so that nothing is installed beside the sources.
extension:
	rm -rf build/vscode && mkdir -p build && cp -r editors/vscode build/vscode && cp LICENSE build/vscode/
	cd build/vscode && npm install --silent --no-audit --no-fund && npx --yes @vscode/vsce package --out roce-lint.vsix

clean:
	rm -rf $(VENV) demo site build dist .pytest_cache .mypy_cache .ruff_cache
