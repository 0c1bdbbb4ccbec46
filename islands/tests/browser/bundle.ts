// Bundles the loader, the page script and the islands for the small test sites, as the generator does for the real site.
import { execFileSync } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { siteSetting } from "../site-settings.ts";
import { COMMAND, ROOT } from "./start.ts";

export interface SiteBundle {
  /** Scripts and styles by file name, as below `/assets/`. */
  files: Map<string, string>;
  /** An island as HTML, as the generator prerenders it. */
  render(name: string, props: object): string;
}

export const LOADING_THROTTLE_MS = siteSetting("throttle_ms");
export const LOADING_DURATION_MS = siteSetting("duration_ms");
export const RELOAD_GUARD_MS = siteSetting("reload_guard_ms");

const COMMON: BuildOptions = {
  absWorkingDir: fileURLToPath(new URL("../..", import.meta.url)),
  bundle: true,
  outdir: "/",
  jsx: "automatic",
  target: "es2022",
  loader: { ".svg": "dataurl" },
  alias: {
    react: "preact/compat",
    "react-dom/client": "preact/compat/client",
    "react-dom/server": "preact-render-to-string",
    "react/jsx-runtime": "preact/jsx-runtime",
  },
};

const CONSTANTS = {
  REQUEST_EVENT: JSON.stringify("site-unit-request"),
  COMPARISON: JSON.stringify("#comparar"),
  COUNTED: "false",
  QUESTIONS: "true",
  LOADING_THROTTLE_MS: String(LOADING_THROTTLE_MS),
  LOADING_DURATION_MS: String(LOADING_DURATION_MS),
  PREFETCH_IDLE_TIMEOUT_MS: String(siteSetting("prefetch_idle_timeout_ms")),
  RELOAD_GUARD_MS: String(RELOAD_GUARD_MS),
  HEADER_COMPACT_AFTER_PX: String(siteSetting("compact_after_px")),
  HEADER_LOGO_AFTER_PX: String(siteSetting("logo_after_px")),
};

const LOADER: BuildOptions = { format: "esm", splitting: true };

/** The site's own islands and styles; the islands include preact/debug, which reports mismatches. */
export function bundleSiteIslands(): Promise<SiteBundle> {
  const define = { ...CONSTANTS, DEBUG: "true", TRACKED: "true" };
  return bundle([
    { ...LOADER, define, entryPoints: { islands: "src/loader/index.ts" } },
    {
      format: "iife",
      define,
      entryPoints: {
        page: "src/page/index.ts",
        prerender: "src/prerender/index.tsx",
      },
    },
    {
      entryPoints: { site: "../templates/styles/workbench.css" },
      plugins: [theme],
    },
  ]);
}

/** The sample islands, with the loader in two variants: `islands.js`, and `islands-debug.js` with preact/debug. */
export function bundleSampleIslands(): Promise<SiteBundle> {
  const plugins = [sampleRegistry];
  const define = { ...CONSTANTS, DEBUG: "false", TRACKED: "false" };
  return bundle([
    {
      ...LOADER,
      define,
      plugins,
      entryPoints: { islands: "src/loader/index.ts" },
    },
    {
      ...LOADER,
      define: { ...define, DEBUG: "true" },
      plugins,
      entryPoints: { "islands-debug": "src/loader/index.ts" },
      chunkNames: "debug-[name]-[hash]",
    },
    {
      format: "iife",
      define,
      plugins,
      entryPoints: {
        page: "src/page/index.ts",
        worker: "src/worker/index.ts",
        prerender: "src/prerender/index.tsx",
      },
    },
  ]);
}

/** Replaces the registry of islands with that of the sample islands. */
const sampleRegistry: Plugin = {
  name: "sample-registry",
  setup(builder) {
    const registry = fileURLToPath(
      new URL("sample-islands/registry.ts", import.meta.url),
    );
    builder.onResolve({ filter: /\.\/registry\.ts$/ }, ({ importer }) =>
      importer.includes("/src/") ? { path: registry } : undefined,
    );
  },
};

/** The style sheet that the generator makes from theme.yaml. No test of the small sites depends on the fonts. */
const theme: Plugin = {
  name: "theme",
  setup(builder) {
    builder.onResolve({ filter: /^theme\.css$/ }, () => ({
      path: "theme.css",
      namespace: "theme",
    }));
    builder.onLoad({ filter: /^theme\.css$/, namespace: "theme" }, () => {
      const css = execFileSync(COMMAND, ["theme", "css", "--root", ROOT], {
        encoding: "utf8",
      });
      return {
        contents: css.replaceAll(/@font-face \{[^}]*\}/g, ""),
        loader: "css",
        resolveDir: ROOT,
      };
    });
  },
};

async function bundle(parts: BuildOptions[]): Promise<SiteBundle> {
  const files = new Map<string, string>();
  await Promise.all(
    parts.map(async (part) => {
      const { outputFiles } = await build({ ...COMMON, ...part, write: false });
      for (const { path, text } of outputFiles)
        files.set(path.split("/").pop()!, text);
    }),
  );
  // Like the generator's QuickJS, an empty context has the language, plural rules and no browser API.
  const pluralForm = (lang: string, count: number) =>
    new Intl.PluralRules(lang).select(count);
  const scope = vm.createContext({ Intl: undefined, pluralForm });
  vm.runInContext(files.get("prerender.js")!, scope);
  // The registry's imports resolve in microtasks, which run before this.
  await setImmediate();
  const { render } = scope.site as {
    render(name: string, props: string): string;
  };
  return {
    files,
    render: (name, props) => render(name, JSON.stringify(props)),
  };
}
