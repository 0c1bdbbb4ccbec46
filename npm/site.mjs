#!/usr/bin/env node
// Starts the `site` command of this machine's platform, with this package as its engine.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "./start.mjs";

const engine = dirname(fileURLToPath(import.meta.url));
start("site", { SITE_ENGINE: process.env.SITE_ENGINE || engine });
