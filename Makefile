# Start with `make play` or `make test`; `make help` lists the rest. Everything is installed into .venv, nothing outside.

JOBS ?= 2
MORE_JOBS ?= 3
# Rooms with kernels, whose tests measure coverage without the compiler, and rooms that only call kernels.
KERNEL_TESTS := $(addprefix tests/,bots engine environments playthroughs rules)
CALLER_TESTS := $(addprefix tests/,boards library position record)
# A small part of every room, for environments that are made for it and have to compile all kernels: two minutes.
PORTABLE_TESTS := tests/cli/test_options.py tests/cli/test_serve.py tests/library/test_copying.py \
	tests/library/test_game.py::test_the_moves_of_a_game_and_its_key_rebuild_it \
	tests/cli/test_play.py::test_a_whole_game_can_be_played_from_a_pipe \
	tests/server/test_playing.py::test_two_people_and_a_bot_play_a_whole_game_and_download_its_record \
	tests/server/test_http.py::test_pages_are_safe_compressed_and_not_sent_twice \
	tests/server/test_http.py::test_a_program_sits_down_and_plays_a_whole_game_over_http \
	tests/environments/test_batch.py::test_a_batch_plays_what_the_library_plays
# One test for each of the other extras.
EXTRAS_TESTS := tests/arena/test_command.py::test_the_command_shows_ratings_and_writes_the_requested_files \
	tests/cli/test_draw.py::test_a_board_is_drawn_on_paper \
	tests/client/test_client.py::test_a_host_plays_a_whole_game_with_bots_and_keeps_the_record \
	tests/environments/test_adapters.py::test_pettingzoo_finds_the_same_game_for_the_same_seed \
	tests/environments/test_adapters.py::test_gymnasium_is_content \
	tests/environments/test_adapters.py::test_the_vector_environment_keeps_gymnasiums_promises \
	tests/environments/test_adapters.py::test_a_clone_has_the_same_future_and_goes_its_own_way \
	tests/environments/test_adapters.py::test_gymnasium_renders_pixels
COVERED_TESTS := $(CALLER_TESTS) $(addprefix tests/,arena bots cli client data environments geometry referee report server)
VENV := .venv
BIN := $(VENV)/bin
NODE_TOOL := $(BIN)/node $(VENV)/web/node_modules
PRETTIER := $(NODE_TOOL)/prettier/bin/prettier.cjs
WEB_SOURCES := src/ferrovia/web tests/browser/pages tests/web tools/web
# The first Python that is new enough, whatever it is called here.
PYTHON ?= $(shell for p in python3 python python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

# The pins hold for the build of the package too; newer pips read the second name for that.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_BUILD_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Containers often set it. Without bytecode every worker rewrites all asserts, and every server compiles its modules.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play browser test quick kernels lint types contracts test-web test-compiled test-long test-plain coverage \
	test-lowest test-pythons test-newest test-train test-busy mutate soak bench release docs notebooks pins generated \
	format clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | \
		while IFS='|' read -r name what; do printf '  make %-15s %s\n' "$$name" "$$what"; done

play: $(VENV)/.ready-cli ## play in the browser: starts the server and opens the lobby
	$(BIN)/ferrovia serve --port 0 --open

test: lint kernels types contracts test-web test-compiled ## the checks and the tests; what takes longer is in the lanes below

quick: lint types test-web $(VENV)/.ready-dev ## the checks and the quick tests, without browsers
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --costs 15 -m "not soak and not slow and not long and not train"

# In the background, while the types are checked: tests that come before it is done wait for it.
kernels: $(VENV)/.ready-dev
	@$(BIN)/python -c 'import ferrovia.bots.coach, ferrovia.environments.batch; from ferrovia.engine import prepare, registered; prepare(*registered())' >/dev/null 2>&1 </dev/null &

lint: $(VENV)/.ready-dev $(VENV)/.ready-web ## style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(PRETTIER) --check --log-level warn $(WEB_SOURCES)
	$(NODE_TOOL)/eslint/bin/eslint.js --config tools/web/eslint.config.js --max-warnings 0 $(WEB_SOURCES)
	@! LC_ALL=C.UTF-8 grep -rnE --include='*.js' --include='*.css' --include='*.html' --include='*.svg' \
		--include='*.ts' '.{121,}' $(WEB_SOURCES) || \
		{ echo "These lines are longer than 120 characters." >&2; exit 1; }

types: $(VENV)/.ready-dev $(VENV)/.ready-web ## mypy, strict; the browser client's types
	$(BIN)/mypy
	$(NODE_TOOL)/typescript/bin/tsc -p src/ferrovia/web/jsconfig.json

contracts: $(VENV)/.ready-dev ## which room may import which
	$(BIN)/lint-imports

test-web: $(VENV)/.ready-dev ## unit tests of the browser client, without a browser
	$(BIN)/node --test 'tests/web/*.test.js'

# The browser tests need a Chromium: root gets it installed, others get the one command.
browser:
	@for name in "$$CHROMIUM" chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v "$$name" >/dev/null 2>&1 && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "Installing Chromium for the browser tests"; apt-get update -qq && apt-get install -y -qq chromium; \
	else echo "The browser tests need Chromium. On Debian and Ubuntu: sudo apt-get install chromium" >&2; exit 1; fi

# Half of their time these tests wait for browsers and servers, so there is one process more than cores.
test-compiled: $(VENV)/.ready-dev browser ## the tests, as people run the program
	$(BIN)/python -m pytest -n $(MORE_JOBS) --dist worksteal --costs 30 -m "not soak and not long and not train"

test-long: $(VENV)/.ready-dev browser ## tests of whole machines and of every page, shape and language
	$(BIN)/python -m pytest -n $(MORE_JOBS) --dist worksteal --costs 30 -m "long and not soak and not train"

# The sanitizer: without the compiler an index out of bounds or a number too large for its field is an error. Only the
# rooms that have kernels or call them. Measuring coverage doubles the time of a test.
PLAIN := -n $(JOBS) --dist worksteal --costs 30 -m "not compiled_only and not soak and not train"
test-plain: $(VENV)/.ready-dev ## the tests without the compiler, warnings are errors, coverage of the engine
	NUMBA_DISABLE_JIT=1 $(BIN)/python -W error -m pytest $(KERNEL_TESTS) $(PLAIN) --cov --cov-report=
	NUMBA_DISABLE_JIT=1 $(BIN)/python -W error -m pytest $(CALLER_TESTS) $(PLAIN)
	$(BIN)/python tools/coverage_by_room.py engine

# Kernels are measured without the compiler, all else with it.
coverage: export COVERAGE_FILE = .coverage.compiled
coverage: $(VENV)/.ready-dev ## branch coverage of every room; needs the data of `make test-plain`
	@test -f .coverage || { echo "First: make test-plain" >&2; exit 1; }
	$(BIN)/python -m pytest $(COVERED_TESTS) -n $(MORE_JOBS) --dist worksteal -m "not soak and not train" --cov --cov-report=
	$(BIN)/coverage combine --keep --data-file=.coverage.all .coverage .coverage.compiled
	COVERAGE_FILE=.coverage.all $(BIN)/python tools/coverage_by_room.py

# What pyproject.toml promises to work with. The warnings of old versions are not ours, so they are no errors here.
LOWEST := $(VENV)/lowest
test-lowest: $(VENV)/.ready-dev ## the lowest versions that pyproject.toml allows, in an environment of their own
	env -u PIP_CONSTRAINT $(BIN)/uv venv --quiet --allow-existing --python $(BIN)/python $(LOWEST)
	env -u PIP_CONSTRAINT $(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct \
		'.[all]' 'pytest>=8.3' 'pytest-xdist>=3.6' 'hypothesis>=6.100'
	$(LOWEST)/bin/python -m pytest -n $(JOBS) --dist loadfile -p no:cacheprovider -o filterwarnings=default \
		$(PORTABLE_TESTS) $(EXTRAS_TESTS)

# Every Python from 3.11 to 3.15 that runs here plays and serves with the pins; at least one has to. Only these extras:
# on the newest Python, Matplotlib may have no wheel yet.
PYTHONS ?= $(foreach minor,11 12 13 14 15,python3.$(minor) $(wildcard $(HOME)/.pyenv/versions/3.$(minor).*/bin/python))
test-pythons: $(VENV)/.ready-dev ## every supported Python that is installed, each in an environment of its own
	@tested=; for p in $(PYTHONS); do $$p -c '' 2>/dev/null || continue; \
		minor=$$($$p -c 'import sys; print("3.%d" % sys.version_info.minor)'); \
		case "$$tested " in *" $$minor "*) continue;; esac; \
		echo "$$p: $$($$p --version)"; at=$(VENV)/pythons/$$minor; \
		$(BIN)/uv venv --quiet --allow-existing --python "$$(command -v $$p)" $$at && \
		$(BIN)/uv pip install --quiet --python $$at/bin/python --constraint constraints.txt \
			'.[cli,server]' pytest httpx hypothesis && \
		$$at/bin/python -m pytest -p no:cacheprovider $(PORTABLE_TESTS) || exit 1; \
		tested="$$tested $$minor"; done; \
	test -n "$$tested" || { echo "None of these runs here: $(PYTHONS)" >&2; exit 1; }; echo "Tested:$$tested"

# `make test` has tested the Python of .venv, so that one is left out.
test-newest: $(VENV)/.ready-dev ## the newest supported Python that is installed
	@newest=; for p in $(PYTHONS); do $$p -c '' 2>/dev/null && newest=$$p; done; \
	minor='import sys; print(sys.version_info.minor)'; \
	if [ -z "$$newest" ] || [ "$$($$newest -c "$$minor")" -le "$$($(BIN)/python -c "$$minor")" ]; then \
		echo "Skipped: no Python runs here that is newer than that of $(VENV), $$($(BIN)/python --version)"; \
	else $(MAKE) --no-print-directory test-pythons PYTHONS="$$newest"; fi

test-train: $(VENV)/.ready-train ## that training learns; installs PyTorch
	$(BIN)/python -m pytest -m train tests/training

BUSY ?= 10
test-busy: $(VENV)/.ready-dev browser ## browser, server and arena tests beside ten busy processes
	$(BIN)/python tools/busy.py --processes $(BUSY) -- $(BIN)/python -m pytest -n $(MORE_JOBS) --dist worksteal \
		-m "not soak and not train" tests/browser tests/server tests/arena

mutate: $(VENV)/.ready-dev ## break the rules in 180 small ways; the tests have to notice each
	$(BIN)/python tools/mutate.py --jobs $(JOBS)

soak: $(VENV)/.ready-dev ## the long tests
	$(BIN)/python -m pytest -n $(JOBS) -m soak

bench: $(VENV)/.ready-cli ## how fast the engine is on this machine
	$(BIN)/ferrovia bench

docs: $(VENV)/.ready-dev ## read the documentation in the browser
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --open

REPOSITORY ?=
release: $(VENV)/.ready-dev ## build wheel and sdist, check them, say what is next; REPOSITORY=https://… for its links
	FERROVIA_REPOSITORY=$(REPOSITORY) $(BIN)/python tools/release.py

notebooks: $(VENV)/.ready-dev ## run the notebooks, store what they show, write their pages
	$(BIN)/python -m tools.write_notebooks

pins: $(VENV)/.ready-dev ## write pins/ from pyproject.toml and constraints.txt
	$(BIN)/python tools/write_pins.py

generated: $(VENV)/.ready-dev ## write what is generated from the source
	$(BIN)/python -m tools.web.write_protocol
	$(BIN)/python -m tools.web.write_help
	$(BIN)/python -m tools.write_command_line_page
	$(BIN)/python -m tools.write_environment_pages
	$(BIN)/python -m tools.write_decisions_contents

format: $(VENV)/.ready-dev $(VENV)/.ready-web ## put the source into its format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(PRETTIER) --write --log-level warn $(WEB_SOURCES)

clean: ## remove the environment, caches and results
	rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -path ./.git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

# --- installation: repeated only when pyproject.toml or the pins change ----------------------------------------------
$(BIN)/python:
	@if [ -z "$(PYTHON)" ] || ! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
		echo "Ferrovia needs Python 3.11 or newer, and none was found$(if $(PYTHON), under the name $(PYTHON))." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.12 play" >&2; exit 1; fi
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python could not make an environment; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

# Every file is checked against its hash; the package itself is built by the pinned hatchling. The pins are complete, so
# pip need not look for more: asked for `coverage[toml]` it would prefer a newer `coverage` to the pinned one, and stop.
HASHED := $(BIN)/python -m pip install --quiet --require-hashes --no-deps --requirement
EDITABLE := $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .

$(VENV)/.ready-cli: pyproject.toml pins/play.txt | $(BIN)/python
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT $(HASHED) pins/play.txt
	$(EDITABLE)
	@touch $@

$(VENV)/.ready-dev: pyproject.toml pins/dev.txt | $(BIN)/python
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT $(HASHED) pins/dev.txt
	$(EDITABLE)
	@touch $@ $(VENV)/.ready-cli

# PyTorch has other files on every kind of machine, so its version is pinned and its hash is not.
$(VENV)/.ready-train: $(VENV)/.ready-dev
	$(BIN)/python -m pip install --quiet --editable '.[train]'
	@touch $@

# The checks of the browser client, on the Node that comes as a wheel. Nothing of it is shipped.
$(VENV)/.ready-web: $(VENV)/.ready-dev tools/web/package.json tools/web/package-lock.json
	@mkdir -p $(VENV)/web && cp tools/web/package.json tools/web/package-lock.json $(VENV)/web
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm ci --silent --no-audit --no-fund --prefix $(VENV)/web
	@touch $@
