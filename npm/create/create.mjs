#!/usr/bin/env node
// `npm create ceibalta DIR`: `site new DIR` of the package with the same version.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const { dependencies } = require("./package.json");
const [engine] = Object.keys(dependencies);
process.argv.splice(2, 0, "new");
await import(pathToFileURL(require.resolve(`${engine}/site.mjs`)).href);
