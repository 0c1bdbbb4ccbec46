// What a visitor probably meant by a mistyped mail domain.

/** The mail domains of most visitors, and one that is a typing error away from the first. */
const DOMAINS =
  "gmail.com hotmail.com outlook.com yahoo.com icloud.com live.com ymail.com".split(
    " ",
  );

/** The domain that differs from that of `email` in one or two neighbouring characters, unless that is a known one. */
export function suggestDomain(email: string): string | undefined {
  const typed = email.trim().toLowerCase().replace(/.*@/, "");
  return DOMAINS.includes(typed)
    ? undefined
    : DOMAINS.find((domain) => isNear(typed, domain));
}

function isNear(typed: string, domain: string): boolean {
  let start = 0;
  while (typed[start] === domain[start]) start++;
  let end = 0;
  while (typed.at(-1 - end) === domain.at(-1 - end)) end++;
  return Math.max(typed.length, domain.length) - start - end < 3;
}
