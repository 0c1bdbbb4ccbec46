// Numbers that the tests share with the site: site.yaml is their only source.
import { readFileSync } from "node:fs";

const yaml = readFileSync(new URL("../../site.yaml", import.meta.url), "utf8");

/** The number under a key of site.yaml; throws where site.yaml has no such key. */
export function siteSetting(key: string): number {
  const value = new RegExp(`\\b${key}: (\\d+)`).exec(yaml)?.[1];
  if (!value)
    throw new Error(
      `site.yaml has no number under \`${key}\`: correct the key in the test`,
    );
  return Number(value);
}
