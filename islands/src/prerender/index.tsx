// The entry that the generator runs in its own JavaScript engine: which islands there are, and
// (name, props) to HTML. A string that is missing stops the build instead of showing its key.
import "./shims.ts";
import { renderToString } from "react-dom/server";
import { IslandRoot, type IslandProps } from "../island.tsx";
import { islands, strings, type IslandModule, type IslandName } from "../registry.ts";
import { missingString } from "../strings.tsx";

missingString.report = (key) => {
  throw new Error(`the string "${key}" is missing or its group is not named in the registry`);
};

type Loaded = { component: IslandModule["default"] } | { error: unknown };
const loaded: Record<string, Loaded> = {};

// In one file the imports settle as soon as the engine runs its jobs, before the first render.
const names = Object.keys(islands) as IslandName[];
for (const name of names) {
  islands[name]().then(
    (module) => (loaded[name] = { component: module.default }),
    (error: unknown) => (loaded[name] = { error }),
  );
}

function render(name: string, propsJson: string): string {
  const island = Object.hasOwn(loaded, name) ? loaded[name] : undefined;
  if (!island) throw new Error(`no island is named "${name}"`);
  if ("error" in island) throw island.error;
  const props = JSON.parse(propsJson) as IslandProps;
  return renderToString(<IslandRoot component={island.component} props={props} />);
}

/** JSON, `[{name, strings}]`: the registry for the generator. */
function list(): string {
  return JSON.stringify(names.map((name) => ({ name, strings: strings[name] })));
}

(globalThis as unknown as Record<string, unknown>).site = { islands: list, render };
