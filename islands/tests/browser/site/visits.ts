// Visits of the built site's pages: everything that one page load can show is recorded, because loading is what costs most
// in a browser test.
import {
  expect,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { nextFrame } from "../frames.ts";
import { holdRequests } from "../held-requests.ts";

export interface Visit {
  page: Page;
  status: number;
  /** Console messages and uncaught errors, as "type: text". */
  messages: string[];
  /** Requests to other origins, and responses with an error status. */
  failedRequests: string[];
  /** File names of the scripts that the page loaded. */
  scripts: string[];
  /** Pictures that the first screen loaded, before any scrolling: file name and bytes. */
  pictures: [name: string, bytes: number][];
  /** What moved while fonts and islands arrived. */
  layoutShifts: string[];
  /** What hydration changed in the prerendered HTML. */
  hydrationChanges: string[];
}

/** The desktop gets the site as shipped, the phone the site with preact/debug, which reports hydration mismatches. */
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  },
} satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof DEVICES;

/** Visits a page on a device, in a context of its own, which the caller closes. */
export async function visit(
  browser: Browser,
  device: Device,
  url: string,
): Promise<Visit> {
  const { SITE_URL, SITE_DEBUG_URL } = process.env;
  const origin = (device === "phone" && SITE_DEBUG_URL) || SITE_URL!;
  const context = await browser.newContext({
    ...DEVICES[device],
    baseURL: origin,
    locale: "es-MX",
    reducedMotion: "reduce",
  });
  return visitPage(await context.newPage(), origin, url);
}

/** Loads a page whose fonts arrive last, and starts all its islands. */
async function visitPage(
  page: Page,
  origin: string,
  url: string,
): Promise<Visit> {
  const visit: Visit = {
    page,
    status: 0,
    messages: [],
    failedRequests: [],
    scripts: [],
    pictures: [],
    layoutShifts: [],
    hydrationChanges: [],
  };
  const picturesLoaded = recordRequests(visit, origin);
  await page.addInitScript(observePage);
  const releaseFonts = await holdRequests(page, "**/*.woff2");
  const response = await page.goto(url, { waitUntil: "domcontentloaded" });
  visit.status = response!.status();
  // The heading is drawn in the fallback font.
  await page.waitForFunction(
    () => (window as unknown as Observed).headingPainted,
  );
  releaseFonts();
  await page.waitForLoadState("load");
  await nextFrame(page);
  await expect.poll(picturesLoaded).toBe(true);
  const firstScreen = visit.pictures.length;
  await startIslands(page);
  await nextFrame(page);
  visit.pictures.length = firstScreen;
  Object.assign(
    visit,
    await page.evaluate(() => (window as unknown as Observed).observed()),
  );
  return visit;
}

/** Fills the lists of a visit; the returned function tells whether no picture is being loaded. */
function recordRequests(visit: Visit, origin: string): () => boolean {
  const { page, messages, failedRequests, scripts, pictures } = visit;
  let pending = 0;
  page.on("console", (message) =>
    messages.push(`${message.type()}: ${message.text()}`),
  );
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400)
      failedRequests.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin))
      failedRequests.push(`other origin: ${request.url()}`);
    if (request.resourceType() === "script")
      scripts.push(request.url().replace(/.*\/assets\//, ""));
    if (request.resourceType() === "image") pending += 1;
  });
  page.on("requestfailed", (request) => {
    if (request.resourceType() === "image") pending -= 1;
  });
  page.on("requestfinished", async (request) => {
    if (request.resourceType() !== "image") return;
    // Nothing once the test is over and its page closed.
    const sizes = await request.sizes().catch(() => undefined);
    if (!sizes) return;
    pictures.push([request.url().replace(/.*\//, ""), sizes.responseBodySize]);
    pending -= 1;
  });
  return () => pending === 0;
}

interface Observed {
  headingPainted: boolean;
  observed(): Pick<Visit, "layoutShifts" | "hydrationChanges">;
}

/** As the browser reports it; TypeScript's library does not have it yet. */
interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Runs in the page before its own scripts. */
function observePage(): void {
  const layoutShifts: string[] = [];
  const hydrationChanges: string[] = [];
  const state: Observed = {
    headingPainted: false,
    observed: () => {
      addShifts(shifts.takeRecords());
      return { layoutShifts, hydrationChanges };
    },
  };
  Object.assign(window, state);

  const addShifts = (entries: PerformanceEntryList): void => {
    for (const entry of entries as LayoutShift[])
      for (const { node, previousRect, currentRect } of entry.sources) {
        // The header changes with scrolling (S6): its parts move because the visitor scrolls.
        if (node?.parentElement?.closest(".header")) continue;
        const html = (node as Element | null)?.outerHTML?.slice(0, 120);
        layoutShifts.push(`${html}: ${previousRect.y} to ${currentRect.y}`);
      }
  };
  const shifts = new PerformanceObserver((list) =>
    addShifts(list.getEntries()),
  );
  shifts.observe({ type: "layout-shift", buffered: true });

  // Element Timing reports a text once it is visible; while a font blocks, text is invisible.
  new PerformanceObserver(() =>
    Object.assign(window, { headingPainted: true }),
  ).observe({
    type: "element",
    buffered: true,
  });
  new MutationObserver((_, observer) => {
    const heading = document.querySelector("h1");
    if (!heading) return;
    heading.setAttribute("elementtiming", "heading");
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });

  new MutationObserver((records) => {
    // The loader marks an island ready and hydrates it in the same task, so one batch of records contains both. What
    // the island's effects change comes in later batches.
    const isReady = ({ type, target }: MutationRecord): boolean =>
      type === "attributes" &&
      target instanceof Element &&
      target.matches("site-island[state=ready]");
    const started = records.filter(isReady).map(({ target }) => target);
    for (const { type, target, attributeName } of records)
      if (
        started.some((island) => island !== target && island.contains(target))
      )
        hydrationChanges.push(
          `${type} ${target.nodeName} ${attributeName ?? target.textContent?.slice(0, 60)}`,
        );
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

/** Scrolls to every island, so that all of them start, and back; waits for islands and fonts. */
export async function startIslands(
  page: Pick<Page, "evaluate">,
): Promise<void> {
  const scrollToNext = () =>
    page.evaluate(() => {
      const waiting = document.querySelectorAll(
        "site-island:not([state=ready])",
      );
      waiting[0]?.scrollIntoView({ behavior: "instant", block: "center" });
      return [...waiting].map(
        (island) => `${location.pathname} ${island.getAttribute("name")}`,
      );
    });
  await expect.poll(scrollToNext, { intervals: [50] }).toEqual([]);
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
