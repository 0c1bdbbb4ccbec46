#!/usr/bin/env bash
# Generated requests against the OpenAPI description of a running function: no failure allowed.
# Also lints the CloudFormation template. usage: schemathesis.sh [EXAMPLES]  (default 40 a check)
set -euo pipefail
cd "$(dirname "$0")/../../.."
examples="${1:-40}"
scripts/set-up-test-servers
programs=target/test-servers/bin

"$programs/cfn-lint" functions/infrastructure/template.yaml
echo "cfn-lint: the template is right"

cargo build --quiet --package functions --bin leads
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
LEADS_STORE="$folder/leads" LEADS_ORIGINS=https://ceibalta.example LEADS_ZONES=Ceibalta LEADS_POSTS_PER_MINUTE=0 RUST_LOG=error \
  target/debug/leads serve --port 0 >"$folder/address" 2>"$folder/log" &
server=$!
for _ in $(seq 100); do [ -s "$folder/address" ] && break; sleep 0.1; done
address=$(cat "$folder/address")

# A TRACE or a header that no browser sends never reaches a form; everything else is tried.
"$programs/schemathesis" run "$address/api/openapi.json" --url "$address" --header "Origin: https://ceibalta.example" \
  --checks all --exclude-checks unsupported_method,missing_required_header,ignored_auth --mode all \
  --max-examples "$examples" --generation-deterministic --no-color --phases examples,coverage,fuzzing
if grep -q panic "$folder/log"; then echo "the function panicked" >&2; cat "$folder/log" >&2; exit 1; fi
