"""Verifies webhooks with the published library `standardwebhooks`.

usage: verify_webhooks.py KEY < WEBHOOKS
Each line of the input is a JSON object with `headers` and `body`. Prints the event of each that KEY verifies, as JSON.
"""

import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(sys.argv[1])
for line in sys.stdin:
    received = json.loads(line)
    try:
        print(json.dumps(webhook.verify(received["body"], received["headers"])))
    except WebhookVerificationError as error:
        print(f"not verified: {error}", file=sys.stderr)
