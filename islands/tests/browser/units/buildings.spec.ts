// A development with several buildings: the tower of the examples, whose upper levels are another building here, and a third
// building that is not yet on sale.
import {
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { join } from "node:path";
import { violations } from "../accessibility.ts";
import { startIslands } from "../site/visits.ts";
import { Project, ROOT, type ServedSite } from "../start.ts";
import { expect, test } from "../test.ts";
import { REST } from "../../tiers.ts";

/** The first level of the second building. */
const UPPER = 6;

interface Level {
  level: number;
  units: { code: string }[];
}

/** The example, divided. */
function divided(): Project {
  const project = new Project(["content"], join(ROOT, "examples/torre"));
  const content = join(project.root, "content");
  const edit = (file: string, change: (json: never) => unknown): void => {
    const path = join(content, file);
    writeFileSync(
      path,
      JSON.stringify(change(JSON.parse(readFileSync(path, "utf8")) as never)),
    );
  };
  const geometry = JSON.parse(
    readFileSync(join(content, "geometry.json"), "utf8"),
  ) as { levels: Level[] };
  rmSync(join(content, "geometry.json"));
  mkdirSync(join(content, "geometry"));
  const part = (levels: Level[]): string =>
    JSON.stringify({ ...geometry, levels });
  const low = geometry.levels.filter(({ level }) => level < UPPER);
  const announced = low.map((level) => ({
    ...level,
    units: level.units.map((unit) => ({ ...unit, code: `E-${unit.code}` })),
  }));
  const files = {
    norte: low,
    sur: geometry.levels.filter(({ level }) => level >= UPPER),
    este: announced,
  };
  for (const [key, levels] of Object.entries(files))
    writeFileSync(join(content, "geometry", `${key}.json`), part(levels));
  edit(
    "inventory.json",
    (answer: {
      Data: { Property: { level: number; building?: string }[] };
    }) => {
      for (const unit of answer.Data.Property)
        unit.building = unit.level < UPPER ? "norte" : "Torre Sur";
      return answer;
    },
  );
  for (const [lang, building, soon] of [
    ["es", "Torre", "Próximamente"],
    ["en", "Tower", "Coming soon"],
    ["pt", "Torre", "Em breve"],
  ])
    edit(
      `${lang}/strings.json`,
      (strings: { unit: object; selector: object }) => ({
        ...strings,
        unit: { ...strings.unit, building },
        selector: { ...strings.selector, announced: soon },
      }),
    );
  appendFileSync(
    join(project.root, "site.yaml"),
    `
buildings:
  - { key: norte, label: { es: Torre Norte, en: North Tower, pt: Torre Norte } }
  - { key: sur, label: { es: Torre Sur, en: South Tower, pt: Torre Sul } }
  - { key: este, label: { es: Torre Este, en: East Tower, pt: Torre Leste }, announced: true }
`,
  );
  return project;
}

let site: ServedSite;

// One site for all of them.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  site = await divided().serve(["--offline", "--no-watch"]);
});

test.afterAll(() => site?.stop());

for (const { home, inventory, buildings, soon } of [
  {
    home: "/",
    inventory: "/inventario",
    buildings: ["Torre Norte", "Torre Sur", "Torre Este"],
    soon: "Próximamente",
  },
  {
    home: "/en",
    inventory: "/en/inventory",
    buildings: ["North Tower", "South Tower", "East Tower"],
    soon: "Coming soon",
  },
]) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(
      `${home} ${javaScriptEnabled ? "with" : "without"} script`,
      REST,
      () => {
        test.use({ javaScriptEnabled });

        test("building, level, unit", async ({ page }) => {
          await page.goto(site.origin + home);
          if (javaScriptEnabled) await startIslands(page);
          const selector = page.locator(".selector");
          const choice = selector.locator(".selector-buildings label");
          await expect(choice).toContainText(buildings);
          const shown = selector
            .locator(".selector-floor")
            .filter({ visible: true });
          await expect(
            shown.locator("a[href$='/L-101']").first(),
          ).toBeVisible();

          await choice.nth(2).click();
          await expect(shown).toHaveCount(0);
          const note = selector
            .locator(".selector-building")
            .filter({ visible: true });
          await expect(note).toContainText(soon);
          await expect(note.getByRole("link")).toHaveAttribute(
            "href",
            /\/contacto?#contact$/,
          );

          // With the keyboard alone: the second building, its third level.
          await choice.nth(2).locator("input").focus();
          await page.keyboard.press("ArrowUp");
          await expect(choice.nth(1).locator("input")).toBeChecked();
          const levels = selector
            .locator(".selector-building")
            .filter({ visible: true })
            .locator("label");
          await expect(levels).toHaveCount(4);
          if (javaScriptEnabled) {
            // The building is in the address.
            await expect(page).toHaveURL(/#sur$/);
            await page.reload();
            await startIslands(page);
            await expect(choice.nth(1).locator("input")).toBeChecked();
            await choice.nth(1).locator("input").focus();
          }
          await page.keyboard.press("Tab");
          await page.keyboard.press("ArrowDown");
          await page.keyboard.press("ArrowDown");
          await expect(levels.nth(2).locator("input")).toBeChecked();
          const unit = shown.locator("a[href$='/O-801']");
          await expect(shown).toHaveCount(1);
          await unit.last().click();
          if (javaScriptEnabled) {
            const dialog = page.getByRole("dialog");
            await expect(dialog).toContainText(buildings[1]!);
            await dialog.locator("a[href$='/O-801']").click();
          }
          await expect(page).toHaveURL(`${site.origin}${inventory}/O-801`);
          await expect(page.locator(".unit-head")).toContainText(buildings[1]!);
          await expect(page).toHaveTitle(
            new RegExp(`801, ${buildings[1]} \\|`),
          );
        });
      },
    );
  }

  test(
    `${inventory} is filtered by building, and the address says so`,
    REST,
    async ({ page }) => {
      await page.goto(site.origin + inventory);
      await startIslands(page);
      const rows = page.locator(".inventory-table tbody tr");
      const all = await rows.count();
      const select = page.locator("select").filter({ hasText: buildings[0]! });
      await expect(select.locator("option")).toHaveCount(3);
      await select.selectOption("sur");
      await expect(page).toHaveURL(/\?campo_building=sur$/);
      await expect(rows.first()).toContainText(buildings[1]!);
      const filtered = await rows.count();
      expect(filtered).toBeLessThan(all);
      await page.reload();
      await expect(rows).toHaveCount(filtered);
      await page.locator(".inventory-views label").last().click();
      await expect(page.locator(".inventory-plans section")).toHaveCount(4);
      await expect(page.locator(".inventory-plans h2").first()).toContainText(
        buildings[1]!,
      );
      expect(await violations(page)).toEqual([]);
    },
  );
}

test(
  "nothing of the announced building's units is published",
  REST,
  async ({ request }) => {
    for (const path of [
      "/data/inventory.json",
      "/data/inventory.csv",
      "/sitemap.xml",
      "/inventario.md",
      "/llms.txt",
    ]) {
      const answer = await request.get(site.origin + path);
      if (path !== "/sitemap.xml") expect(answer.ok(), path).toBe(true);
      expect(await answer.text(), path).not.toMatch(/E-O-|este/);
    }
  },
);
