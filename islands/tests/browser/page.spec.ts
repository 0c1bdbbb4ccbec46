// The page script in a real browser, under the site's Content-Security-Policy.
import type { Page } from "@playwright/test";
import type { PolicyFactory } from "../../src/page/worker.ts";
import { LOADING_DURATION_MS, LOADING_THROTTLE_MS } from "./bundle.ts";
import { idle, nextFrame } from "./frames.ts";
import { expect, send, test } from "./sample-site.ts";

const root = (page: Page) => page.locator("html");

test.describe("loading bar (S5b)", () => {
  test("shows for a page that takes longer than 200 ms, for its duration only", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    site.page("/", { main: '<a href="/slow">slow</a>' });
    // With this status the browser stays on the page, as it does while the next page is loading.
    site.respond("/slow", (response) => send(response, 204, ""));
    await page.goto("/");
    // From now on time passes only in `runFor`.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.locator("main a").evaluate((link: HTMLElement) => link.click());
    await expect
      .poll(
        () =>
          site.requests.filter(
            ({ path, purpose }) => path === "/slow" && !purpose,
          ).length,
      )
      .toBe(1);
    await page.clock.runFor(LOADING_THROTTLE_MS - 1);
    await expect(root(page)).not.toHaveClass(/is-loading/);
    await page.clock.runFor(1);
    await expect(root(page)).toHaveClass(/is-loading/);
    await page.clock.runFor(LOADING_DURATION_MS - 1);
    await expect(root(page)).toHaveClass(/is-loading/);
    await page.clock.runFor(1);
    await expect(root(page)).not.toHaveClass(/is-loading/);
  });

  test("is hidden after a return from the back/forward cache", async ({
    page,
    site,
  }) => {
    site.page("/", {});
    await page.goto("/");
    await page.evaluate(() => {
      document.documentElement.classList.add("is-loading");
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect(root(page)).not.toHaveClass(/is-loading/);
  });

  test("does not show for a click that an island handled, nor for a link within the page", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    site.page("/", {
      main: '<a id="handled" href="/b">b</a><a id="hash" href="#x">x</a>',
    });
    await page.goto("/");
    await page.evaluate(() =>
      document
        .querySelector("#handled")!
        .addEventListener("click", (e) => e.preventDefault()),
    );
    await page.click("#handled");
    await page.click("#hash");
    await page.clock.runFor(LOADING_THROTTLE_MS);
    expect((await root(page).getAttribute("class")) ?? "").not.toContain(
      "is-loading",
    );
  });
});

test.describe("prefetch (S5c)", () => {
  const main =
    '<a href="/contacto">c</a><a href="/pdf/x.pdf">p</a><a href="https://other.example/">o</a>';

  test("fetches the pages that links lead to", async ({ page, site }) => {
    site.page("/", { main });
    site.page("/contacto", { main: "contact" });
    await page.goto("/");
    await expect.poll(() => site.count("/contacto")).toBe(1);
    expect(
      site.requests.find(({ path }) => path === "/contacto")!.purpose,
    ).toContain("prefetch");
    expect(site.count("/pdf/x.pdf")).toBe(0);
  });

  for (const connection of [
    { saveData: true },
    { effectiveType: "2g" },
    { effectiveType: "slow-2g" },
  ]) {
    test(`fetches nothing with ${JSON.stringify(connection)}`, async ({
      page,
      site,
    }) => {
      await page.addInitScript(
        (value) => Object.defineProperty(navigator, "connection", { value }),
        connection,
      );
      site.page("/", { main });
      await page.goto("/", { waitUntil: "load" });
      await idle(page);
      await expect(page.locator("link[rel=prefetch]")).toHaveCount(0);
      expect(site.count("/contacto")).toBe(0);
    });
  }
});

test("the header changes after 50 px and after 200 px (S6)", async ({
  page,
  site,
}) => {
  site.respond("/tall.css", "main { height: 5000px }", "text/css");
  site.page("/", { main: '<link rel="stylesheet" href="/tall.css">' });
  await page.goto("/");
  const at = async (position: number) => {
    await page.evaluate((top) => scrollTo(0, top), position);
    await nextFrame(page);
    return (await root(page).getAttribute("class")) ?? "";
  };
  expect(await at(50)).toBe("");
  expect(await at(51)).toBe("is-scrolled");
  expect(await at(200)).toBe("is-scrolled");
  expect(await at(201)).toBe("is-scrolled is-far");
  expect(await at(0)).toBe("");
});

test.describe("menus (S6)", () => {
  const main = `<header>
    <details id="drawer"><summary>Menú</summary><a href="#a">a</a>
      <details id="products"><summary>Espacios</summary><a href="#b">b</a></details>
    </details></header><button>elsewhere</button>`;

  test.beforeEach(async ({ page, site }) => {
    site.page("/", { main });
    await page.goto("/");
    await page.getByText("Menú").click();
    await page.getByText("Espacios").click();
    await expect(page.locator("details[open]")).toHaveCount(2);
  });

  test("Escape closes the inner menu, then the outer one, and returns the focus", async ({
    page,
  }) => {
    await page.getByText("b", { exact: true }).focus();
    await page.keyboard.press("Escape");
    await expect(page.locator("#products")).not.toHaveAttribute("open");
    await expect(page.locator("#drawer")).toHaveAttribute("open");
    await expect(page.getByText("Espacios")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator("details[open]")).toHaveCount(0);
    await expect(page.getByText("Menú")).toBeFocused();
  });

  test("a click outside closes all menus", async ({ page }) => {
    await page.getByRole("button").click();
    await expect(page.locator("details[open]")).toHaveCount(0);
    await expect(page.getByRole("button")).toBeFocused();
  });

  test("focus outside closes all menus", async ({ page }) => {
    await page.getByText("b", { exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button")).toBeFocused();
    await expect(page.locator("details[open]")).toHaveCount(0);
  });

  test("a link inside closes all menus", async ({ page }) => {
    await page.getByText("b", { exact: true }).click();
    await expect(page.locator("details[open]")).toHaveCount(0);
  });
});

test("tracking values survive from page to page (S22)", async ({
  page,
  site,
}) => {
  site.page("/", {});
  site.page("/b", {});
  await page.goto("/?utm_source=boletin&nivel=3");
  await page.goto("/b?nivel=4");
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem("tracking")!)),
  ).toEqual({
    values: { utm_source: "boletin" },
    query: "?utm_source=boletin&nivel=3",
  });
});

test("a script of the page that cannot be loaded reloads the page once (S5d)", async ({
  page,
  site,
}) => {
  site.page("/", {});
  site.respond("/assets/later.js", (response) => send(response, 404, ""));
  await page.goto("/");
  /** Resolves once the script has failed and the page has made another request, unless the failure made it reload. */
  const add = () =>
    page.evaluate(async () => {
      // The policy lets no plain text be a script's address. This page has not made the one policy that may be made.
      const { trustedTypes } = window as unknown as {
        trustedTypes: PolicyFactory;
      };
      const trusted = trustedTypes.createPolicy("worker", {
        createScriptURL: (address) => address,
      });
      const script = document.createElement("script");
      script.src = trusted.createScriptURL("/assets/later.js");
      await new Promise((resolve) => {
        script.onerror = resolve;
        document.head.append(script);
      });
      await fetch("/assets/page.js");
    });
  await Promise.all([page.waitForEvent("load"), add().catch(() => "reloaded")]);
  expect(site.count("/")).toBe(2);
  await add();
  expect(site.count("/assets/later.js")).toBe(2);
  expect(site.count("/")).toBe(2);
});

test("a part of the page script that throws does not stop the next part", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => undefined });
    Object.defineProperty(navigator, "connection", {
      get: () => {
        throw new Error("no");
      },
    });
    Object.assign(window, { matchMedia: undefined });
  });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  site.page("/", { worker: "/sw.js" });
  site.respond("/sw.js", "", "text/javascript");
  await page.goto("/?ad=1");
  await expect.poll(() => site.count("/sw.js")).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});
