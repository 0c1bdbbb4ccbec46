// How long tests may take, in milliseconds. These limits end what hangs; a slow or busy machine is no failure.

/** One test, and what prepares one: a server that starts, a browser, a build. */
export const TEST_TIMEOUT_MS = 300_000;

/** What an expectation waits for. */
export const EXPECT_TIMEOUT_MS = 60_000;
