// The signatures of the lead function's webhooks, as the published library of Standard Webhooks verifies them.
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";

const { keys, headers, body } = JSON.parse(
  readFileSync("../functions/tests/webhook.json", "utf8"),
) as {
  keys: string[];
  headers: Record<string, string>;
  body: string;
};

afterEach(() => void vi.useRealTimers());

test("a webhook is verified with either key, and with no other, in time and unchanged", () => {
  const sent = Number(headers["webhook-timestamp"]) * 1000;
  vi.useFakeTimers({ now: sent });
  for (const key of keys)
    expect(new Webhook(key).verify(body, headers)).toMatchObject({
      type: "lead.created",
    });
  const [key] = keys as [string];
  expect(() =>
    new Webhook("whsec_b3RoZXIga2V5IG9mIHRoZSB0ZXN0cywgMjQgYnl0ZXM=").verify(
      body,
      headers,
    ),
  ).toThrow();
  expect(() =>
    new Webhook(key).verify(body.replace("Ana", "Eva"), headers),
  ).toThrow();
  vi.setSystemTime(sent + 3_600_000);
  expect(() => new Webhook(key).verify(body, headers)).toThrow();
});
