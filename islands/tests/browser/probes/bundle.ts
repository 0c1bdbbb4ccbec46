// Bundles the real loader, page script and worker around the probe islands, as the generator does for the real ones.
import vm from "node:vm";
import { build, type BuildOptions, type Plugin } from "esbuild";

export type Files = Map<string, string>;

export interface ProbeBundle {
  /** File name to content, for `/assets/`. */
  files: Files;
  /** The HTML of a probe, made without a browser's globals. */
  render(name: string, props: object): string;
}

const probes: Plugin = {
  name: "probes",
  setup(builder) {
    const registry = new URL("registry.ts", import.meta.url).pathname;
    builder.onResolve({ filter: /\.\/registry\.ts$/ }, ({ importer }) =>
      importer.includes("/src/") ? { path: registry } : undefined,
    );
  },
};

/** Times as in site.yaml, but for the loading bar's duration: a test need not last five seconds. */
export const LOADING_THROTTLE_MS = 200;
export const LOADING_DURATION_MS = 900;

function options(debug: boolean): BuildOptions & { write: false } {
  return {
    absWorkingDir: new URL("../../..", import.meta.url).pathname,
    bundle: true,
    write: false,
    outdir: "/",
    jsx: "automatic",
    target: "es2022",
    plugins: [probes],
    alias: {
      react: "preact/compat",
      "react-dom/client": "preact/compat/client",
      "react-dom/server": "preact-render-to-string",
      "react/jsx-runtime": "preact/jsx-runtime",
    },
    define: {
      DEBUG: String(debug),
      TRACKED: "false",
      LOADING_THROTTLE_MS: String(LOADING_THROTTLE_MS),
      LOADING_DURATION_MS: String(LOADING_DURATION_MS),
      PREFETCH_IDLE_TIMEOUT_MS: "2000",
      RELOAD_GUARD_MS: "60000",
      FETCH_MINIMUM_DELAY_MS: "200",
      HEADER_COMPACT_AFTER_PX: "50",
      HEADER_LOGO_AFTER_PX: "200",
    },
  };
}

export async function bundleProbes(): Promise<ProbeBundle> {
  const files: Files = new Map();
  const add = async (changes: BuildOptions, debug = false) => {
    const { outputFiles } = await build({ ...options(debug), ...changes, write: false });
    for (const { path, text } of outputFiles) files.set(path.split("/").pop()!, text);
  };
  const islands = { format: "esm", splitting: true } as const;
  await Promise.all([
    add({ ...islands, entryPoints: { islands: "src/loader/index.ts" } }),
    add(
      {
        ...islands,
        entryPoints: { "islands-debug": "src/loader/index.ts" },
        chunkNames: "debug-[name]-[hash]",
      },
      true,
    ),
    add({ format: "iife", entryPoints: { page: "src/page/index.ts", worker: "src/worker/index.ts" } }),
    add({ format: "iife", entryPoints: { prerender: "src/prerender/index.tsx" } }),
  ]);
  // A bare context has the language only, as QuickJS does; the registry's imports settle before the next turn.
  const scope = vm.createContext({ Intl: undefined });
  vm.runInContext(files.get("prerender.js")!, scope);
  await new Promise((done) => setTimeout(done));
  return {
    files,
    render: (name, props) =>
      (scope.site as { render(n: string, p: string): string }).render(name, JSON.stringify(props)),
  };
}
