// Imports a TypeScript module that needs no package, for the tools: Node 20 cannot do so itself.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** @param url the address of the module's file */
export async function importTypeScript(url) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(url)],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    define: { "import.meta.url": JSON.stringify(url.href) },
  });
  const code = outputFiles[0].text;
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
