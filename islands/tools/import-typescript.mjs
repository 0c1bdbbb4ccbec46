// Imports a TypeScript module without dependencies, for the tools: Node 20 cannot do so itself.
import { readFileSync } from "node:fs";
import { transform } from "esbuild";

/** @param url the address of the module's file */
export async function importTypeScript(url) {
  const { code } = await transform(readFileSync(url, "utf8"), {
    loader: "ts",
    define: { "import.meta.url": JSON.stringify(url.href) },
  });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
