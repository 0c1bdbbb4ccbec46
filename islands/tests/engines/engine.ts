// What the tests of the engines use of a browser: a part of Playwright's page. Playwright drives Firefox; an adapter drives
// WebKit, which Playwright knows only as a build of its own.
import type { Page } from "@playwright/test";

/** A part of Playwright's page. URLs are absolute; a selector is CSS and means the first element that it matches. */
export type EnginePage = Pick<
  Page,
  | "click"
  | "evaluate"
  | "fill"
  | "goBack"
  | "goto"
  | "press"
  | "reload"
  | "setViewportSize"
>;

/** An open page with a storage of its own. */
export interface Visit {
  page: EnginePage;
  /** Uncaught errors, refusals of the policy and error messages of the console so far. */
  problems: string[];
  close(): Promise<void>;
}

export interface VisitOptions {
  /** `false` shows pages as if JavaScript were switched off. */
  javaScriptEnabled?: boolean;
  /** Without it the visitor wishes for less motion. */
  motion?: boolean;
}

/** A running browser. */
export interface Engine {
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** Requests to other machines go to this port of this one, where nothing answers. */
export const NO_PROXY = { server: "http://127.0.0.1:9", bypass: "127.0.0.1" };
