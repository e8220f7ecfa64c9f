# Everything runs on the Node of the npm package `node`, whatever the machine has.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
TSC := node node_modules/typescript-native/bin/tsc
.DEFAULT_GOAL := help
.PHONY: help setup generate check test e2e runtimes demo bench build pack release-baseline

help: ## show this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1 \t/' | expand -t 26

setup: node_modules/.bin/urtext ## install what everything else needs

node_modules/.bin/urtext: package-lock.json
	npm ci --no-audit --no-fund
	ln -sf ../../src/cli/main.ts $@ && touch $@

generate: setup ## write generated/ and docs/reference/ from schema/
	tsx codegen/generate.ts

check: setup ## generated files are current, types, lint, imports between rooms, the public surface
	tsx codegen/generate.ts --check
	$(TSC) -p tsconfig.json
	biome check .
	vitest run test/package/layering.test.ts test/package/exports.test.ts

test: check ## every test
	vitest run

e2e: setup ## the official clients against providers that are played on this machine
	vitest run test/e2e

RUNTIMES := 22.19.0 24.11.0
runtimes: build ## the built package on every supported Node
	@expected=$$(node test/runtimes/smoke.js) && for version in $(RUNTIMES); do \
	  npm install --no-save --silent --prefix .cache/node-$$version node@$$version && \
	  .cache/node-$$version/node_modules/node/bin/node test/runtimes/smoke.js $$expected || exit 1; done

demo: setup ## the main job on embedded inputs
	node demo/demo.ts

bench: setup ## speed as ratios within one run; writes bench/latest.json
	node bench/bench.ts

build: setup ## dist/: what the package ships
	rm -rf dist && $(TSC) -p tsconfig.build.json && tsx codegen/copy-assets.ts

pack: build ## the tarball
	npm pack

release-baseline: generate ## keep the bundles as those of the release that later edits are compared with
	tsx codegen/release-baseline.ts
