// The script that the generator runs: it lists the islands, and renders one to HTML from its name and props.
import "./shims.ts";
import type { FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import { IslandRoot, type IslandProps } from "../island.tsx";
import { islands, strings, type IslandModule, type IslandName } from "../registry.ts";
import { missingString } from "../strings.tsx";
import { createTranslate } from "./strings.ts";

missingString.report = (key) => {
  throw new Error(`the string "${key}" is missing, or the registry does not list its group for this island`);
};

type Loaded = { component: FunctionComponent<IslandProps> } | { error: unknown };
const loaded: Record<string, Loaded> = {};

// All islands are in this one file, so the imports resolve when the engine runs its jobs, before the first render.
const names = Object.keys(islands) as IslandName[];
for (const name of names) {
  islands[name]().then(
    (module: IslandModule) =>
      (loaded[name] = { component: module.default as FunctionComponent<IslandProps> }),
    (error: unknown) => (loaded[name] = { error }),
  );
}

function render(name: string, propsJson: string): string {
  const island = Object.hasOwn(loaded, name) ? loaded[name] : undefined;
  if (!island) throw new Error(`no island is named "${name}"`);
  if ("error" in island) throw island.error;
  const props = JSON.parse(propsJson) as IslandProps;
  return renderToString(
    <IslandRoot component={island.component} props={props} translator={createTranslate} />,
  );
}

(globalThis as unknown as Record<string, unknown>).site = {
  render,
  /** The registry for the generator as JSON: `[{name, strings}]`. */
  islands: () => JSON.stringify(names.map((name) => ({ name, strings: strings[name] }))),
};
