#!/usr/bin/env node
// Starts the lead function of this machine's platform.
import { start } from "./start.mjs";

start("leads");
