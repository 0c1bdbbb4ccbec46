// The two tiers of the browser tests: `make test` leaves tests with this tag to `make test-rest`. CONTRIBUTING.md says what is
// in which tier.

const TAG = "@rest";

/** The details of a test of the second tier. */
export const REST = { tag: TAG };

/** The details of a test that is in the first tier if `isFirst`, and otherwise in the second. */
export const firstIf = (isFirst: boolean) => (isFirst ? {} : REST);
