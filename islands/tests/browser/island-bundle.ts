// What the small test sites share: the real islands, loader and styles bundled once per process, and a server
// on an ephemeral port that answers under the site's Content-Security-Policy.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import vm from "node:vm";
import { build, type BuildOptions } from "esbuild";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'";

export interface IslandBundle {
  /** Scripts and styles by file name, as below `/assets/`. */
  files: Map<string, string>;
  /** An island as HTML, as the generator would prerender it. */
  render(name: string, props: unknown): string;
}

export async function islandBundle(): Promise<IslandBundle> {
  const files = new Map<string, string>();
  const common: BuildOptions = {
    absWorkingDir: new URL("../..", import.meta.url).pathname,
    bundle: true,
    outdir: "/",
    jsx: "automatic",
    target: "es2022",
    alias: {
      react: "preact/compat",
      "react-dom/client": "preact/compat/client",
      "react-dom/server": "preact-render-to-string",
      "react/jsx-runtime": "preact/jsx-runtime",
    },
    // As in site.yaml, and with the checks of preact/debug: a mismatch speaks up.
    define: {
      DEBUG: "true",
      TRACKED: "true",
      LOADING_THROTTLE_MS: "200",
      LOADING_DURATION_MS: "5000",
      PREFETCH_IDLE_TIMEOUT_MS: "2000",
      RELOAD_GUARD_MS: "60000",
      FETCH_MINIMUM_DELAY_MS: "200",
      HEADER_COMPACT_AFTER_PX: "50",
      HEADER_LOGO_AFTER_PX: "200",
    },
    // The fonts change nothing that is tested.
    plugins: [
      {
        name: "no-fonts",
        setup: (builder) =>
          void builder.onLoad({ filter: /fonts\.css$/ }, () => ({ contents: "", loader: "css" })),
      },
    ],
  };
  const add = async (changes: BuildOptions): Promise<void> => {
    const { outputFiles } = await build({ ...common, ...changes, write: false });
    for (const { path, text } of outputFiles) files.set(path.split("/").pop()!, text);
  };
  await Promise.all([
    add({ format: "esm", splitting: true, entryPoints: { islands: "src/loader/index.ts" } }),
    add({ format: "iife", entryPoints: { page: "src/page/index.ts", prerender: "src/prerender/index.tsx" } }),
    add({ entryPoints: { site: "../templates/styles/workbench.css" } }),
  ]);
  const scope = vm.createContext({ Intl: undefined });
  vm.runInContext(files.get("prerender.js")!, scope);
  await new Promise((done) => setTimeout(done));
  const { render } = scope.site as { render(name: string, props: string): string };
  return { files, render: (name, props) => render(name, JSON.stringify(props)) };
}

export function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
  });
  response.end(body);
}

/** Answers with the script or style that the address names; false where there is none. */
export function sendAsset(made: IslandBundle, pathname: string, response: ServerResponse): boolean {
  const asset = made.files.get(pathname.replace("/assets/", ""));
  if (asset) send(response, 200, asset, pathname.endsWith(".css") ? "text/css" : "text/javascript");
  return asset !== undefined;
}

interface Site {
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Serves a site, made for its own origin, for as long as `use` takes. */
export async function serving<S extends Site>(
  siteAt: (origin: string) => S,
  use: (site: S) => Promise<void>,
): Promise<void> {
  let site: S | undefined;
  const server = createServer((request, response) => site?.handle(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  site = siteAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await use(site);
  server.closeAllConnections();
  server.close();
}

/** An island's element as the generator writes it: finished HTML, then its props as data. */
export function islandElement(made: IslandBundle, name: string, when: string, props: { id: string }): string {
  const json = JSON.stringify(props).replace(/</g, "\\u003c");
  return `<site-island name="${name}" when="${when}" props="${props.id}-props">${made.render(name, props)}</site-island><script type="application/json" id="${props.id}-props">${json}</script>`;
}
