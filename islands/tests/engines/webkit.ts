// WebKitGTK, the engine nearest to the one of iPhones, in a window on a display without a screen, driven by WebDriver.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { Builder } from "selenium-webdriver";
import type { Engine, Visit, VisitOptions } from "./engine.ts";
import { WebKitPage } from "./webkit-page.ts";

const WINDOW = fileURLToPath(new URL("webkit-window.py", import.meta.url));
/** A message of the console as WebKit prints it. */
const ERROR = /CONSOLE \w+ ERROR (.*)/;
/** WebKit does not know this directive of the policy yet, and applies `default-src` instead. */
const UNKNOWN_DIRECTIVE =
  "Unrecognized Content-Security-Policy directive 'manifest-src'.";

/** Starts a display and the driver, which starts a window for each visit: one at a time. */
export async function startWebKit(): Promise<Engine> {
  const children: ChildProcess[] = [];
  const stop = () => children.forEach((child) => child.kill());
  try {
    const display = spawn(
      "Xvfb",
      ["-displayfd", "3", "-screen", "0", "1400x1000x24"],
      {
        stdio: ["ignore", "ignore", "ignore", "pipe"],
      },
    );
    children.push(display);
    const [number] = await firstLine(display, display.stdio[3] as Readable);
    const server = `http://127.0.0.1:${await freePort()}`;
    const driver = spawn(
      "WebKitWebDriver",
      [`--port=${new URL(server).port}`],
      {
        env: { ...process.env, DISPLAY: `:${number}` },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    children.push(driver);
    await Promise.race([answer(server), failed(driver)]);
    const output = createInterface(driver.stdout!);
    return {
      visit: (options) => visit(server, output, options),
      close: async () => stop(),
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Opens a window that stores nothing for the next one. */
async function visit(
  server: string,
  output: ReturnType<typeof createInterface>,
  { javaScriptEnabled = true, motion = false }: VisitOptions = {},
): Promise<Visit> {
  const folder = mkdtempSync(join(tmpdir(), "webkit-"));
  const args = [
    folder,
    ...(javaScriptEnabled ? [] : ["no-scripts"]),
    ...(motion ? ["motion"] : []),
  ];
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: "webkit-window.py",
      "webkitgtk:browserOptions": { binary: WINDOW, args },
    })
    .build();
  const problems: string[] = [];
  const record = (line: string) => {
    const message = ERROR.exec(line)?.[1];
    if (message && message !== UNKNOWN_DIRECTIVE) problems.push(message);
  };
  output.on("line", record);
  return {
    page: new WebKitPage(driver),
    problems,
    close: async () => {
      output.off("line", record);
      await driver.quit();
      // The browser may still be writing when its driver has ended.
      await rm(folder, {
        recursive: true,
        force: true,
        maxRetries: 20,
        retryDelay: 100,
      });
    },
  };
}

/** Resolves to the first line of a stream of the process. */
function firstLine(child: ChildProcess, stream: Readable): Promise<string[]> {
  return Promise.race([
    once(createInterface(stream), "line") as Promise<string[]>,
    failed(child),
  ]);
}

/** Rejects when the process cannot start, or ends. */
async function failed(child: ChildProcess): Promise<never> {
  // `error` rejects by itself.
  const [code] = await once(child, "exit");
  throw new Error(`${child.spawnfile} ended with ${code}: run \`make set-up\``);
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until a server answers. */
function answer(server: string): Promise<void> {
  return expect(() => fetch(`${server}/status`)).toPass();
}
