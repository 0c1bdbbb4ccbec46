// Start at once.
import type { When } from "./index.ts";

export const load: When = (start) => start();
