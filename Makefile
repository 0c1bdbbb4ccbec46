# Thin: each target is one line of real commands.
.PHONY: test
test: ## run every test
	cargo test --workspace
