// The script that the generator runs: it lists the islands, and renders one to HTML from its name and props.
import "./shims.ts";
import type { FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import { IslandRoot, type IslandProps } from "../island.tsx";
import {
  islands,
  strings,
  type IslandModule,
  type IslandName,
} from "../registry.ts";
import { missingString } from "../strings.tsx";
import { createTranslate } from "./strings.ts";
import "./translate.ts";

missingString.report = (key) => {
  throw new Error(
    `the string "${key}" is missing, or the registry does not list its group for this island`,
  );
};

const names = Object.keys(islands) as IslandName[];
let loaded: PromiseSettledResult<IslandModule>[] = [];
// All islands are in this one file, so the imports resolve when the engine runs its jobs, before the first render.
void Promise.allSettled(names.map((name) => islands[name]())).then(
  (results) => (loaded = results),
);

function render(name: string, propsJson: string): string {
  const island = loaded[names.indexOf(name as IslandName)];
  if (!island) throw new Error(`no island is named "${name}"`);
  if (island.status === "rejected") throw island.reason;
  const component = island.value.default as FunctionComponent<IslandProps>;
  const props = JSON.parse(propsJson) as IslandProps;
  return renderToString(
    <IslandRoot
      component={component}
      props={props}
      translator={createTranslate}
    />,
  );
}

(globalThis as unknown as Record<string, unknown>).site = {
  render,
  /** The registry for the generator as JSON: `[{name, strings}]`. */
  islands: () =>
    JSON.stringify(names.map((name) => ({ name, strings: strings[name] }))),
};
