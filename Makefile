# Each target is a line or two of real commands; the set-up steps run only when their inputs changed.
.DEFAULT_GOAL := help
SHELL := bash
STAMPS := target/stamps
# What builds the site; all packages test it, too.
PACKAGES := islands/node_modules/.package-lock.json
ALL_PACKAGES := islands/node_modules/.all
BROWSER_STAMP := $(STAMPS)/browser
SERVERS_STAMP := target/test-servers/pins.txt
HOSTS_STAMP := $(STAMPS)/hosts
SITE := target/debug/site
# The project that `serve`, `build` and `check` are about, in this folder or elsewhere: make serve ROOT=examples/torre
export ROOT ?= .
serve build check: export SITE_ENGINE ?= $(CURDIR)

# What incremental compilation keeps makes a first build a third slower. Builds by hand, with cargo, use it from then on.
ifeq ($(wildcard target/debug/incremental/*),)
export CARGO_INCREMENTAL ?= 0
endif

.PHONY: help set-up serve build release package check test test-rest test-all test-slowest lint lint-rust lint-islands lint-schedules test-rust test-islands test-browser test-package test-hosts test-stores screenshots montage lighthouse interactions soak torture supply-chain sbom bench bench-save bench-leads fuzz format clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

set-up: $(ALL_PACKAGES) $(BROWSER_STAMP) $(SERVERS_STAMP) $(HOSTS_STAMP) ## install what building and testing need

serve: ## build the site from the platform stub and serve it; edits show at once (PORT=8081 for another port)
	@scripts/check-machine serve
	@$(MAKE) --no-print-directory -j2 $(PACKAGES) $(SITE)
	@scripts/serve

build: ## build dist/ once, from the platform stub or from PLATFORM_URL
	@scripts/check-machine build
	@$(MAKE) --no-print-directory -j2 $(PACKAGES) $(SITE)
	@scripts/with-platform $(SITE) build --root "$$ROOT"

release: $(PACKAGES) ## compile the optimised command and install what it needs, for scheduled publications
	scripts/release-build release generator site

package: ## what a release consists of, for Linux x64, in target/package: npm packages, archives, container image, checksums
	scripts/package

check: $(PACKAGES) $(SITE) ## check the finished pages: links, anchors, strings, parity of the languages and more
	$(SITE) check --root "$$ROOT" --offline --error-on-warnings

test: ## what a change usually breaks, the quick tests first
	@scripts/check-machine test
	@scripts/in-temporary-folder $(MAKE) --no-print-directory first-tier

test-rest: ## what `make test` leaves out: CONTRIBUTING.md says what that is
	@scripts/check-machine test
	@scripts/in-temporary-folder $(MAKE) --no-print-directory second-tier

.PHONY: first-tier second-tier
first-tier:
	@# The lints and the set-up first, then everything of one kind beside something that waits or computes less.
	cargo fmt --all --check
	@$(MAKE) --no-print-directory -j3 compile-with-lints lint-islands set-up
	@# The packages last: the examples find the pictures and documents that the tests of crates have made.
	@$(LINTING) $(MAKE) --no-print-directory -j3 test-islands lint-schedules test-suite test-libraries test-leads test-package
	@$(LINTING) $(MAKE) --no-print-directory test-browser

second-tier:
	@$(MAKE) --no-print-directory -j3 compile-with-lints set-up test-islands-rest
	@$(LINTING) $(MAKE) --no-print-directory -j3 test-suite-rest test-leads-rest test-package-rest
	@$(LINTING) $(MAKE) --no-print-directory test-browser-rest

test-all: ## every test that there is, both tiers
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-rest

test-slowest: set-up ## the thirty slowest tests of each kind, of both tiers (ARGS="rust" for one kind: rust, components or browser)
	@$(LINTING) cargo build --quiet --workspace --bins
	@$(LINTING) scripts/in-temporary-folder node scripts/test-slowest.mjs $(ARGS)

# Clippy is the compiler of our crates here, as `cargo clippy` sets it: what is linted is what is tested, and no dependency
# is compiled a second time for the lints alone.
LINTING := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=--deny__CLIPPY_HACKERY__warnings

.PHONY: compile-with-lints
compile-with-lints:
	$(LINTING) cargo build --quiet --workspace --all-targets

lint: lint-rust lint-islands lint-schedules ## formatting, lints, types, scripts and schedules

lint-rust:
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- --deny warnings

lint-islands: $(ALL_PACKAGES)
	cd islands && npm run --silent format:check && npm run --silent typecheck && npm run --silent lint

lint-schedules: $(SERVERS_STAMP)
	scripts/check-schedules
	scripts/packaging/check-archives

test-rust: test-suite test-libraries test-leads ## unit, golden, property and process tests of the crates, in the first tier

# Many of these tests wait for a server: more threads than processors keep the processors busy.
RUST_TESTS := test-suite test-libraries test-leads test-suite-rest test-leads-rest
.PHONY: $(RUST_TESTS)
$(RUST_TESTS): export RUST_TEST_THREADS ?= 8

# Always the whole workspace: alone, a crate would be compiled again with fewer features of its dependencies.
test-suite: $(ALL_PACKAGES) $(SERVERS_STAMP) $(HOSTS_STAMP)
	cargo test --workspace --test 's*'

test-libraries: $(ALL_PACKAGES)
	cargo test --workspace --lib --test '[!ls]*'

test-leads: $(SERVERS_STAMP)
	cargo test --workspace --test leads

# The tests of the second tier are ignored in the first, for this reason. Those that take a number of faults get more of them.
IGNORED := --ignored --skip cloudflare_pages_answers

test-suite-rest: $(ALL_PACKAGES) $(SERVERS_STAMP) $(HOSTS_STAMP)
	cargo test --workspace --lib --tests -- $(IGNORED)
	BUILD_KILLS=12 PUBLISH_KILLS=12 PUBLISH_STOPS=6 HOSTILE_TEXTS=8 PUBLISH_SCHEDULES=600 \
	  cargo test --workspace --test suite --test publications -- kill hostile_texts schedules

test-leads-rest: $(SERVERS_STAMP)
	LEADS_KILLS=8 LEADS_SOAK_POSTS=1200 cargo test --workspace --test leads -- kills soak
	scripts/check-lead-function

test-islands: $(ALL_PACKAGES) ## the components on preact, in one language
	cd islands && npm test

.PHONY: test-islands-rest
test-islands-rest: $(ALL_PACKAGES)
	cd islands && npm run test:rest

# Playwright's compiled tests: in the temporary folder of `make test` they would be lost.
export PLAYWRIGHT_TRANSFORM_CACHE_DIR := $(CURDIR)/target/playwright

# With the features that the tests of all crates have compiled already. Pictures and documents that the Rust tests have made are
# found by their content and not made again.
.PHONY: before-browser
before-browser: $(ALL_PACKAGES) $(BROWSER_STAMP)
	cargo build --workspace --bins
	@mkdir -p target/tmp/site-cache .site/cache && cp -rn target/tmp/site-cache/. .site/cache/ || true

test-browser: before-browser ## what a visitor does, in Chromium, and one visit in Firefox and WebKit
	cd islands && npm run test:browser

.PHONY: test-browser-rest
test-browser-rest: before-browser
	cd islands && npm run test:browser-rest

test-package: ## the npm packages: what is in them, and where the links of their documents lead
	cargo build --quiet --workspace --bins
	rm -rf target/test-package
	@# Nobody installs them: without the programs, whose compression takes longer than everything else.
	node scripts/package-npm.mjs --here target/debug/site --site npm/site.mjs --leads npm/leads.mjs --out target/test-package
	node npm/tests/packages.mjs target/test-package

.PHONY: test-package-rest
test-package-rest: ## the npm packages, installed by a person without Rust and without root
	cargo build --quiet --workspace --bins
	rm -rf target/test-package
	node scripts/package-npm.mjs --site target/debug/site --leads target/debug/leads --out target/test-package
	node npm/tests/newcomer.mjs target/test-package

test-hosts: $(HOSTS_STAMP) islands/tools/hosts/node_modules/.package-lock.json ## the table of addresses on Cloudflare Pages too; downloads 195 MB
	cargo test --package generator --test suite hosts:: -- --include-ignored

test-stores: islands/tools/stores/node_modules/.package-lock.json ## publications to Google's calls in memory and to Azure's emulator; downloads 186 MB
	node islands/tools/stores/google.mjs cargo test --package generator --test suite process::publish::
	node islands/tools/stores/azurite.mjs cargo test --package generator --test suite process::publish::

screenshots: $(ALL_PACKAGES) $(SITE) $(BROWSER_STAMP) ## a picture of every page, language and width in islands/test-results/pages (ACCEPT=1 replaces the visual baselines)
	cd islands && npm run screenshots

montage: $(ALL_PACKAGES) $(SITE) $(BROWSER_STAMP) ## the pictures of the README and of the editors' manuals, from today's pages: docs/images
	cd islands && npm run montage

lighthouse: $(ALL_PACKAGES) $(SITE) $(BROWSER_STAMP) islands/tools/lighthouse/node_modules/.package-lock.json ## Lighthouse as a phone, every page (ARGS="--runs 1 /contacto" for less)
	cd islands/tools/lighthouse && npm start --silent -- $(ARGS)

interactions: $(ALL_PACKAGES) $(SITE) $(BROWSER_STAMP) ## how long taps and keys wait for the next paint on a slow phone (ARGS="--runs 5 --json /contacto")
	cd islands && npm run --silent interactions -- $(ARGS)

soak: target/lean/leads $(SERVERS_STAMP) ## 100,000 posts while the platform fails on and off; each lead must be delivered or dead-lettered
	LEADS_BINARY=$(CURDIR)/target/lean/leads LEADS_SOAK_POSTS=100000 cargo test --package functions --test leads soak -- --nocapture

torture: $(ALL_PACKAGES) $(SERVERS_STAMP) $(HOSTS_STAMP) ## kill, starve and flood everything, and print what was lost (KILLS=1000 of each; PROGRAMS=release for the programs of a release)
	scripts/torture $(or $(KILLS),1000)

supply-chain: $(ALL_PACKAGES) $(SERVERS_STAMP) ## licences, sources, duplicates and age of the dependencies, the oldest Rust, signatures of npm packages
	scripts/check-supply-chain

sbom: build ## bills of materials of both programs and of what browsers get, in target/sbom
	node scripts/sbom.mjs

bench: $(PACKAGES) ## how long builds of 69, 1,000 and 10,000 units take, compared with a copy and other generators (ARGS="--compile 69")
	scripts/release-build release generator site
	node scripts/bench-build.mjs $(ARGS)

bench-save: $(ALL_PACKAGES) $(SITE) $(BROWSER_STAMP) ## how long a saved text takes to the screen, with 69 and 10,000 units (ARGS="--saves 50 1000")
	cd islands && npm run --silent bench-save -- $(ARGS)

bench-leads: ## the lead function's size, memory, start time and leads per second, compared with a bare handler
	cargo bench --profile lean --package functions --bench leads

fuzz: ## feed random input to every parser of other people's data, a minute in all (SECONDS=600 for longer)
	fuzz/run $(or $(SECONDS),60)

format: ## format every file
	cargo fmt --all
	cd islands && npm run --silent format

clean: ## remove everything that was built
	rm -rf target dist .site

# cargo decides whether the commands are up to date.
.PHONY: $(SITE)
$(SITE):
	cargo build --package generator --bin site --no-default-features

.PHONY: target/lean/leads
target/lean/leads:
	scripts/release-build lean functions leads

$(PACKAGES): islands/package-lock.json
	@scripts/require node npm
	@# Cargo compiles meanwhile and takes longer: npm has the processor time that it leaves.
	cd islands && nice npm ci --omit=dev --no-audit --no-fund

$(ALL_PACKAGES): islands/package-lock.json
	@scripts/require node npm
	cd islands && npm ci --no-audit --no-fund && touch node_modules/.all

$(SERVERS_STAMP): functions/tests/servers/requirements.txt
	scripts/set-up-test-servers

$(HOSTS_STAMP): scripts/set-up-test-hosts
	scripts/set-up-test-hosts
	@mkdir -p $(STAMPS) && touch $@

islands/tools/hosts/node_modules/.package-lock.json: islands/tools/hosts/package-lock.json
	cd islands/tools/hosts && npm ci --no-audit --no-fund

islands/tools/stores/node_modules/.package-lock.json: islands/tools/stores/package-lock.json
	cd islands/tools/stores && npm ci --no-audit --no-fund

islands/tools/lighthouse/node_modules/.package-lock.json: islands/tools/lighthouse/package-lock.json
	cd islands/tools/lighthouse && npm ci --no-audit --no-fund

$(BROWSER_STAMP): scripts/install-browser
	scripts/install-browser
	@mkdir -p $(STAMPS) && touch $@
