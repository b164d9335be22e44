# Every target makes the environment it needs; nothing has to be installed by hand but Python 3.11 or later.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: demo test lint bench soak clean

demo: $(STAMP)
	$(BIN)/tourney run configs/quickstart.toml --out runs/quickstart

test: lint
	$(BIN)/python -m pytest -n 2

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/tourney bench

soak: $(STAMP)
	SOAK_GAMES=20000 SOAK_WORLDS=2000 SOAK_TABLES=2000 $(BIN)/python -m pytest -m soak -rP --timeout 14400 --durations 10

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@
