// The part of Playwright's page that the tests of the engines use, by WebDriver.
import type { Page } from "@playwright/test";
import {
  By,
  Key,
  until,
  type WebDriver,
  type WebElement,
} from "selenium-webdriver";
import type { EnginePage } from "./engine.ts";

/** How long an element may take to appear, in milliseconds. */
const TIMEOUT_MS = 15_000;

export class WebKitPage implements EnginePage {
  constructor(private readonly driver: WebDriver) {}

  async goto(url: string): Promise<null> {
    await this.driver.get(url);
    return null;
  }

  // By the driver, as with the button: a call of `history.back()` that it waits for was sometimes lost.
  async goBack(): Promise<null> {
    await this.driver.navigate().back();
    return null;
  }

  async reload(): Promise<null> {
    await this.driver.navigate().refresh();
    return null;
  }

  evaluate: Page["evaluate"] = async (run: unknown, argument?: unknown) => {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve(arguments[0]).then(${String(run)})
        .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.driver.executeAsyncScript<{
      value: never;
      error?: string;
    }>(script, argument);
    if (error) throw new Error(error);
    return value;
  };

  async setViewportSize(size: {
    width: number;
    height: number;
  }): Promise<void> {
    await this.driver.manage().window().setRect(size);
  }

  async click(selector: string): Promise<void> {
    const element = await this.visible(selector);
    // The driver does not find what `content-visibility` has not laid out yet.
    await this.driver.executeScript(
      "arguments[0].scrollIntoView({ block: 'center' })",
      element,
    );
    await element.click();
  }

  async fill(selector: string, text: string): Promise<void> {
    const element = await this.visible(selector);
    await element.clear();
    await element.sendKeys(text);
  }

  async press(selector: string, key: string): Promise<void> {
    const name = key
      .replace("Arrow", "ARROW_")
      .toUpperCase() as keyof typeof Key;
    await (await this.visible(selector)).sendKeys(Key[name] as string);
  }

  /** Waits until the selector's first element is visible. */
  private async visible(selector: string): Promise<WebElement> {
    const element = await this.driver.wait(
      until.elementLocated(By.css(selector)),
      TIMEOUT_MS,
    );
    return this.driver.wait(until.elementIsVisible(element), TIMEOUT_MS);
  }
}
