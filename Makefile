# Ferrovia. Needs make, Python 3.11 or newer and, for the fast engine, a C compiler; everything else is set up here.

BOARD ?= usa
ARGS  ?=
AGAINST ?= greedy one-step

EMPTY :=
SPACE := $(EMPTY) $(EMPTY)
COMMA := ,

VENV    := .venv
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip --disable-pip-version-check -qq
# What builds the package (mypy, Node, hatchling) is kept apart: nobody needs it for playing.
BUILDER := build/env
BUILD   := $(BUILDER)/bin/python

# What makes the site of the documents; nothing else needs it.
DOCS    := build/docs-env

# What names and checks wheels.
RELEASE := build/release-env

# What draws the backdrops of the boards: a geometry library, and the public-domain geography it draws.
DRAWING   := build/backdrops-env
GEOGRAPHY := build/backdrops
BOARDS    ?=

# Without a C compiler, or with FERROVIA_PURE=1, the same code is installed uncompiled.
COMPILER := $(shell command -v $(firstword $(CC)) 2>/dev/null)
MODE     := $(if $(filter-out 0,$(FERROVIA_PURE)),pure,$(if $(COMPILER),compiled,pure))
export CC # so that hatch_build.py looks for the same one

# Folders are listed too: their time changes when a file goes away.
SOURCES   := $(shell find src -name __pycache__ -prune -o -print) pyproject.toml hatch_build.py README.md \
                  LICENSE THIRD-PARTY-LICENSES.txt
SOURCES   += $(shell find web tools/web.py tools/licences.py -name node_modules -prune -o -name dist -prune \
                  -o -name generated -prune -o -path web/tests -prune -o -name maps -prune -o -type f -print)
WHEEL := dist/.built-$(MODE)
FULL  := $(VENV)/.full-$(MODE)
# Who has the full set-up plays with that.
PLAY  := $(if $(wildcard $(FULL)),$(FULL),$(VENV)/.play-$(MODE))

# Debian packages that only the tests need: a PostgreSQL, proxies and a browser to start, systemd to read units.
FOR_TESTS := postgresql chromium nginx caddy systemd

# Every target that help lists is a task, not a file, and so are the parts of `make test`.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*## .*/\1/p' Makefile) lint-python lint-web test-web debian-for-tests
.DELETE_ON_ERROR:

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 17

build: $(FULL) ## Set up everything: environment, locked dependencies, compiled engine
	@$(BIN)/python -c 'import ferrovia as f; print("ferrovia", f.__version__, "compiled" if f.COMPILED else \
	    "NOT COMPILED, many times slower (no C compiler, or FERROVIA_PURE is set)")'

play: $(PLAY) ## Play in the browser: runs the server and opens its page (ARGS="--host 0.0.0.0 --port 8000")
	$(BIN)/ferrovia serve --open $(ARGS)

terminal: $(PLAY) ## Play in the terminal (BOARD=usa)
	$(BIN)/ferrovia play $(BOARD) $(ARGS)

# Half of setting up is waiting, so it goes side by side with the linters. What is read of tests is written down once, not
# by every worker: PYTHONDONTWRITEBYTECODE is emptied.
test: ## Lint, check types and run every test against the installed wheel (ARGS="-k market")
	@$(MAKE) --no-print-directory --jobs 4 --output-sync=line build lint-python test-web debian-for-tests
	FERROVIA_EXPECT=$(MODE) PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses 6 --dist loadfile --no-loadscope-reorder \
	    --max-worker-restart 0 $(ARGS)

quick: build ## Run the tests that matter while one works: under two minutes, without the linters
	@sh tools/debian.sh chromium
	$(BUILD) tools/web.py test --exclude tests/drawing/lettering.test.ts
	FERROVIA_EXPECT=$(MODE) PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --quick -p no:schemathesis --numprocesses 3 \
	    --dist loadfile --max-worker-restart 0 --durations 5 $(ARGS)

screenshots: build ## Photograph every page into screenshots/ (ARGS="table end" for some of them)
	@sh tools/debian.sh chromium
	$(BIN)/python tools/screenshots.py $(ARGS)

first-games: build ## Play whole games as somebody new, on a laptop and a phone, with pictures in screenshots/first-games (ARGS=laptop)
	@sh tools/debian.sh chromium
	$(BIN)/python tools/first_games.py $(ARGS)

example-boards: build ## Run the whole battery of tests on the boards of examples/ that show rules (some minutes)
	BATTERY=examples FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest --numprocesses 2 --dist loadfile --max-worker-restart 0 \
	    tests/properties tests/secrecy tests/bots tests/env tests/test_compiled.py tests/test_records.py tests/test_notation.py \
	    tests/test_actions.py tests/test_event_params.py tests/rulings/test_rulebook.py tests/rulings/test_proposals.py \
	    tests/server/test_choices.py tests/server/test_outbox.py tests/server/test_messages.py $(ARGS)

example-games: build ## Play whole games on the boards of examples/ through the page, by mouse and keyboard (some minutes)
	@sh tools/debian.sh chromium
	FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest tests/browser/example_games.py $(ARGS)

whole-games: build ## Play a whole game on each of the five boards through the page (some minutes)
	@sh tools/debian.sh chromium
	GAMES=all FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest tests/browser/test_games.py $(ARGS)

studio-walk: build ## Draw, play and share boards in a real browser, by mouse, keys and touch (some minutes)
	@sh tools/debian.sh chromium
	FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest tests/browser/studio_walk.py -s $(ARGS)

studio-bench: build ## Measure how fluid editing is: tasks while a place is dragged on a board the size of USA
	@sh tools/debian.sh chromium
	$(BIN)/python bench/studio.py $(ARGS)

correspondence: build ## Play a whole game between two phones and a laptop, with plans, words, a lost line and a killed server
	@sh tools/debian.sh chromium
	FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest tests/browser/correspondence.py -s $(ARGS)

windows: build ## Measure the table of every board in many windows, 320 to 3840 pixels wide (PICTURES=folder keeps pictures)
	@sh tools/debian.sh chromium
	WINDOWS=all FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest tests/browser/test_windows.py $(ARGS)

axe: build ## Ask axe about every page, panel and scene on a desk and on a phone held both ways (some minutes)
	@sh tools/debian.sh chromium
	AXE=all FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest tests/browser/test_axe.py $(ARGS)

lint: lint-python lint-web ## Ruff and mypy; form and types of the web app

lint-python: $(VENV)/.locked-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-web: $(BUILDER)/.locked
	$(BUILD) tools/web.py lint
	$(BUILD) tools/web.py check

test-web: lint-web
	$(BUILD) tools/web.py test

debian-for-tests:
	@sh tools/debian.sh $(FOR_TESTS)

print-check: build ## Print every board in every language, measure it, and keep it in build/print (ARGS="--pictures" draws every page)
	@sh tools/debian.sh poppler-utils zbar-tools
	$(BIN)/python tools/print_check.py $(ARGS)

docs: $(DOCS)/.locked ## Make the site of the documents in build/site, with the reference, and check its links
	@NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict --quiet
	@echo "ferrovia: the site is at build/site/index.html"

backdrops: $(DRAWING)/.locked $(GEOGRAPHY)/.locked ## Draw the backdrops of the boards anew (BOARDS="usa lyon" for some of them)
	PYTHONPATH=src $(DRAWING)/bin/python tools/draw_backdrop.py $(BOARDS)

balance: build ## Measure the built-in boards anew, for what balance reports show beside others; goes on where it was stopped
	$(BIN)/python tools/balance.py --keep build/balance $(ARGS)

load: build ## Measure what the game server carries, beside a bare server
	$(BIN)/python bench/load.py $(ARGS)

flood: build ## Flood a game server on loopback and see how the others play on
	$(BIN)/python bench/flood.py $(ARGS)

fuzz: build ## Send 100,000 odd requests to a server; none may fail (ARGS="--requests 5000 --seed 7")
	$(BIN)/python tools/fuzz.py $(ARGS)

scale: build ## Measure what a second worker brings on PostgreSQL
	@sh tools/debian.sh postgresql
	PYTHONPATH=.:tests $(BIN)/python bench/scale.py $(ARGS)

waiting: build ## Measure how long a person waits among the strongest bots, on every board (some minutes)
	PYTHONPATH=. $(BIN)/python bench/waiting.py $(ARGS)

soak: build ## Play for half an hour with joins, leaves, cuts and kills; is everything kept, and all flat? (ARGS="--minutes 5")
	@sh tools/debian.sh postgresql
	PYTHONPATH=.:tests $(BIN)/python bench/soak.py $(ARGS)

trials: build ## Attack, break and load a server in every way we know, and print the table of docs/server.md (half an hour)
	@sh tools/debian.sh $(FOR_TESTS)
	FERROVIA_EXPECT=$(MODE) $(BIN)/python bench/trials.py $(ARGS)

page: build ## Measure how heavy and how smooth the page is: first load, long tasks among five, panning (ARGS="--profile")
	@sh tools/debian.sh chromium
	$(BIN)/python bench/page.py $(ARGS)

bench: build ## Measure the engine's speed, beside the prototype kernel where that is at hand
	$(BIN)/ferrovia bench $(addprefix --beside ,$(wildcard ../shared/prototype)) $(ARGS)

strength: build ## Measure how strong the bots are; goes on where it was stopped, at most three hours (ARGS="--only v1")
	CHOICES=all FERROVIA_EXPECT=$(MODE) $(BIN)/python -m pytest -q tests/bots/test_choices.py
	$(BIN)/python bench/strength.py $(ARGS)

learn: build ## Learn to beat greedy on amsterdam with PPO, at most 20 minutes, and measure it (installs JAX; ARGS="--minutes 5")
	$(PIP) install --requirement requirements/learn.txt
	@mkdir -p build/learn
	$(BIN)/python examples/learning/ppo.py amsterdam --save build/learn/agent.npz --curve build/learn/curve.csv $(ARGS)
	$(BIN)/ferrovia arena --board amsterdam --bots build/learn/agent.npz,greedy --games 400

exploit: build ## Learn to beat some bots, one by one, and put into a league how far each can be exploited (AGAINST="greedy planner")
	$(PIP) install --requirement requirements/learn.txt
	@mkdir -p build/exploit
	$(foreach bot,$(AGAINST),$(BIN)/python examples/learning/ppo.py amsterdam --opponent $(bot) --updates 250 --minutes 60 --save build/exploit/against-$(bot).npz &&) true
	$(BIN)/ferrovia league build/exploit/league.jsonl --bots $(subst $(SPACE),$(COMMA),$(AGAINST)) --board amsterdam --rounds 10 \
	    $(foreach bot,$(AGAINST),--response build/exploit/against-$(bot).npz) --report build/exploit/league.html $(ARGS)

mcp-games: build ## Play a hundred games by the Model Context Protocol with wrong calls mixed in (some minutes)
	$(BIN)/python tools/mcp_games.py $(ARGS)

container-check: ## Build and run the Containerfile in a clean Debian, without a container engine (root; ten minutes)
	@sh tools/debian.sh debootstrap iproute2
	@python3 tools/container.py

wheels: $(RELEASE)/.locked ## Build wheels for every Python here into dist/wheels, and try to install each
	@rm -rf dist/wheels
	@$(RELEASE)/bin/python tools/wheels.py dist/wheels

release: $(RELEASE)/.locked ## Build, check and name everything of a release in dist/release; uploads nothing (FERROVIA_PROFILED=0: no profile)
	@FERROVIA_PROFILED=$(or $(FERROVIA_PROFILED),1) $(RELEASE)/bin/python tools/release.py

peers: build ## Measure it against other open engines (installs them into .venv)
	$(PIP) install --requirement requirements/peers.txt
	$(BIN)/python bench/peers.py $(ARGS)

lock: $(VENV)/.made $(BUILDER)/.locked ## Choose dependency versions anew and write requirements/
	$(PIP) install uv
	$(BIN)/python tools/lock.py --upgrade
	$(BUILD) tools/web.py lock
	$(BUILD) tools/web.py licences

clean: ## Remove everything that was set up or built
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# --- setting up: every step says what it does and, as seen on two cores, how long it takes ----------------------
$(VENV)/.made: tools/venv.sh
	@echo "ferrovia: making the environment $(VENV)"
	@sh tools/venv.sh $(VENV)
	@touch $@

$(BUILDER)/.made-$(MODE): tools/venv.sh
	@echo "ferrovia: making the environment $(BUILDER), for what builds the package"
	@sh tools/venv.sh $(BUILDER) $(if $(filter compiled,$(MODE)),compiling)
	@touch $@

$(BUILDER)/.locked: requirements/build.txt $(BUILDER)/.made-$(MODE)
	@echo "ferrovia: installing what builds the package: $$(grep -c == $<) packages, about 20 seconds"
	@$(BUILD) -m pip --disable-pip-version-check -qq install --requirement $<
	@touch $@

$(DOCS)/.locked: requirements/docs.txt tools/venv.sh
	@echo "ferrovia: installing what makes the site: $$(grep -c == $<) packages, about a minute"
	@sh tools/venv.sh $(DOCS)
	@$(DOCS)/bin/python -m pip --disable-pip-version-check -qq install --requirement $<
	@touch $@

$(RELEASE)/.locked: requirements/release.txt tools/venv.sh
	@echo "ferrovia: installing what makes a release: $$(grep -c == $<) packages, a few seconds"
	@sh tools/venv.sh $(RELEASE)
	@$(RELEASE)/bin/python -m pip --disable-pip-version-check -qq install --requirement $<
	@touch $@

$(DRAWING)/.locked: requirements/backdrops.txt tools/venv.sh
	@echo "ferrovia: installing what draws backdrops: $$(grep -c == $<) packages, a few seconds"
	@sh tools/venv.sh $(DRAWING)
	@$(DRAWING)/bin/python -m pip --disable-pip-version-check -qq install --requirement $<
	@touch $@

$(GEOGRAPHY)/.locked: tools/backdrops/package-lock.json tools/backdrops/package.json $(BUILDER)/.locked
	@mkdir -p $(GEOGRAPHY)
	@cp tools/backdrops/package.json tools/backdrops/package-lock.json $(GEOGRAPHY)
	@cd $(GEOGRAPHY) && PATH="$(CURDIR)/$(BUILDER)/bin:$$PATH" npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

$(VENV)/.locked-play: requirements/play.txt $(VENV)/.made
	@echo "ferrovia: installing what playing needs: $$(grep -c == $<) packages, about 15 seconds"
	@$(PIP) install --requirement $<
	@touch $@

$(VENV)/.locked-dev: requirements/dev.txt $(VENV)/.made
	@echo "ferrovia: installing what playing, testing and measuring need: $$(grep -c == $<) packages, about a minute"
	@$(PIP) install --requirement $<
	@touch $@

# The stamp gets the time the build began: a file edited meanwhile is newer than it.
$(WHEEL): $(SOURCES) $(BUILDER)/.locked
	@mkdir -p dist
	@touch dist/.building
	@rm -f dist/ferrovia-*.whl dist/.built-*
	@echo "ferrovia: building the package"
	@$(BUILD) -m hatchling build --target wheel
	@mv dist/.building $@

$(VENV)/.play-$(MODE) $(FULL): $(WHEEL)
	@rm -f $(VENV)/.play-* $(VENV)/.full-*
	@$(PIP) install --no-index --no-deps --force-reinstall dist/ferrovia-*.whl
	@touch $@

$(VENV)/.play-$(MODE): $(VENV)/.locked-play
$(FULL): $(VENV)/.locked-dev
