# Thin: each target is one line or two of real commands; the set-up steps run only when their inputs changed.
.DEFAULT_GOAL := help
SHELL := bash
STAMPS := target/stamps
PACKAGES := islands/node_modules/i18next-translator/package.json
BROWSER_STAMP := $(STAMPS)/browser
SERVERS_STAMP := target/test-servers/pins.txt
SITE := target/debug/site

.PHONY: help set-up serve build check test lint test-rust test-islands test-browser screenshots montage lighthouse interactions soak bench bench-leads fuzz format clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

set-up: $(PACKAGES) $(BROWSER_STAMP) $(SERVERS_STAMP) ## install what building and testing need

serve: $(SITE) ## build the site from the platform's stub and serve it, following your edits
	@scripts/serve

build: $(SITE) ## build dist/ once, from the stub or from PLATFORM_URL
	@scripts/with-platform $(SITE) build

check: $(SITE) ## check links, anchors, strings, parity and more on the rendered pages
	$(SITE) check --offline

test: lint test-rust test-islands test-browser ## every test, quick ones first

lint: $(PACKAGES) ## formatting, lints, types and the contrast of the tokens
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- --deny warnings
	cd islands && npm run --silent format:check && npm run --silent typecheck
	node scripts/contrast.mjs

test-rust: $(PACKAGES) $(SERVERS_STAMP) ## unit, golden, property and process tests of the three crates
	cargo test --workspace
	scripts/check-lead-function

soak: target/lean/leads $(SERVERS_STAMP) ## 100,000 posts on a flapping platform; every lead must be delivered or parked
	LEADS_BINARY=$(CURDIR)/target/lean/leads LEADS_SOAK_POSTS=100000 cargo test --package functions --test leads soak -- --nocapture

bench: $(PACKAGES) ## how long a build of 69, 1,000 and 10,000 units takes, next to the floor
	cargo build --release --bin site
	node scripts/bench-build.mjs

bench-leads: ## the lead function's size, memory, start and leads a second, next to the floor
	cargo bench --profile lean --package functions --bench leads

fuzz: ## a minute of any bytes through the parsing and checking of posts (SECONDS=600 for more)
	functions/fuzz/run $(or $(SECONDS),60)

test-islands: $(PACKAGES) ## the components on preact, then on React itself
	cd islands && npm test && npm run test:react

test-browser: $(SITE) $(BROWSER_STAMP) ## what a visitor does, in a real Chromium
	cd islands && npm run test:browser

screenshots: $(SITE) $(BROWSER_STAMP) ## every page, language and width under islands/test-results/pages, held to the kept looks (ACCEPT=1 keeps these)
	cd islands && npm run screenshots

montage: $(SITE) $(BROWSER_STAMP) ## the picture at the head of the README, from the pages as they are: docs/images/montage.webp
	cd islands && npm run montage

lighthouse: $(SITE) $(BROWSER_STAMP) islands/tools/lighthouse/node_modules/.package-lock.json ## Lighthouse as a phone, every page (ARGS="--runs 1 /contacto" for less)
	cd islands/tools/lighthouse && npm start --silent -- $(ARGS)

interactions: $(SITE) $(BROWSER_STAMP) ## how long presses and keys wait for the next paint, as a slow phone (ARGS="--runs 5 --json /contacto")
	cd islands && npm run --silent interactions -- $(ARGS)

format: ## put every file in its format
	cargo fmt --all
	cd islands && npm run --silent format

clean: ## remove what was built
	rm -rf target dist .site

# cargo knows best whether the command is up to date.
.PHONY: $(SITE)
$(SITE): $(PACKAGES)
	cargo build --bin site --bin leads

.PHONY: target/lean/leads
target/lean/leads:
	cargo build --profile lean --package functions --bin leads

islands/node_modules/.package-lock.json: islands/package-lock.json
	@scripts/require node npm
	cd islands && npm ci --no-audit --no-fund

# Not a script of npm: islands/.npmrc turns those off.
$(PACKAGES): islands/node_modules/.package-lock.json islands/scripts/make-translator.mjs islands/scripts/translator.d.ts
	cd islands && node scripts/make-translator.mjs

$(SERVERS_STAMP): functions/tests/servers/requirements.txt
	scripts/set-up-test-servers

islands/tools/lighthouse/node_modules/.package-lock.json: islands/tools/lighthouse/package-lock.json
	cd islands/tools/lighthouse && npm ci --no-audit --no-fund

$(BROWSER_STAMP): scripts/install-browser
	scripts/install-browser
	@mkdir -p $(STAMPS) && touch $@
