// Waiting for a state of a page that may be loading another one meanwhile.
import type { EnginePage } from "./engine.ts";
import { expect } from "./test.ts";

/** Expects of a value in the page, until it is so. While another page is loading the value is undefined. */
export function eventually<R, A>(
  page: EnginePage,
  run: (argument: A) => R,
  argument?: A,
) {
  const value = () =>
    page
      .evaluate(run as (argument: unknown) => R, argument)
      .catch(() => undefined);
  return expect.poll(value, String(argument ?? run));
}

/** Expects of the number of elements that a selector matches, until it is so. */
export const count = (page: EnginePage, selector: string) =>
  eventually(
    page,
    (selector) => document.querySelectorAll(selector).length,
    selector,
  );

/** Expects of the text of the first element that a selector matches, until it is so. */
export const text = (page: EnginePage, selector: string) =>
  eventually(
    page,
    (selector) => document.querySelector(selector)?.textContent,
    selector,
  );

/** Expects of the page's path and query, until it is so. */
export const address = (page: EnginePage) =>
  eventually(page, () => location.pathname + location.search);
