// The features that a script uses: its syntax, globals, and the names of properties and methods. Which object a property
// belongs to is unknown, so a name counts as missing when no interface with such a member has it in a browser.
import { parse, type MemberExpression, type Node } from "acorn";
import { ancestor } from "acorn-walk";
import { data, lackingLevels, type Feature, type Gap } from "./data.ts";

/** The year of the syntax that esbuild writes (generator/src/stages/prerender/esbuild.rs). */
const SYNTAX = 2022;

/** Constructors and namespaces by name. */
const GLOBALS = new Map<string, Feature>();
/** Global functions, and the properties and methods of every interface, by name. */
const FUNCTIONS = new Map<string, Feature[]>();
const MEMBERS = new Map<string, Feature[]>();
for (const interfaces of [data.api, data.javascript.builtins] as Record<
  string,
  Feature
>[])
  for (const [owner, feature] of Object.entries(interfaces)) {
    GLOBALS.set(owner, feature);
    for (const [key, member] of Object.entries(
      feature as Record<string, Feature>,
    )) {
      if (key === "__compat") continue;
      const name = key.replace(/_(static|event)$/, "");
      add(MEMBERS, name, member);
      if (/^(Window|\w*GlobalScope|globals)$/.test(owner))
        add(FUNCTIONS, name, member);
    }
  }

function add(
  index: Map<string, Feature[]>,
  name: string,
  feature: Feature,
): void {
  index.set(name, [...(index.get(name) ?? []), feature]);
}

/** What a script uses that a level lacks, and how many features were found in the data. Throws for later syntax. */
export function gapsOfScript(code: string): { gaps: Gap[]; checked: number } {
  const tree = parse(code, { ecmaVersion: SYNTAX, sourceType: "module" });
  const gaps: Gap[] = [];
  let checked = 0;
  const check = (node: Node, name: string, entries: Feature[]) => {
    if (!entries.length) return;
    checked++;
    const lacking = entries.map(lackingLevels);
    const where = code.slice(Math.max(0, node.start - 40), node.end + 20);
    for (const level of ["complete", "usable"] as const)
      if (lacking.every((levels) => levels.includes(level)))
        gaps.push({ level, feature: `script.${name}`, where });
  };
  ancestor(tree, {
    MemberExpression(node, _, ancestors) {
      const { property, computed } = node;
      if (
        computed ||
        property.type !== "Identifier" ||
        isOptional(node, ancestors)
      )
        return;
      check(node, property.name, MEMBERS.get(property.name) ?? []);
    },
    NewExpression({ callee }) {
      if (callee.type === "Identifier" && GLOBALS.has(callee.name))
        check(callee, callee.name, [GLOBALS.get(callee.name)]);
    },
    CallExpression({ callee }) {
      if (callee.type === "Identifier")
        check(callee, callee.name, FUNCTIONS.get(callee.name) ?? []);
    },
  });
  return { gaps, checked };
}

/** Whether the code goes on without the property: `a.b?.c`, `a.b?.()`. */
function isOptional(node: MemberExpression, ancestors: Node[]): boolean {
  const parent = ancestors.at(-2) as
    (Node & { optional?: boolean; object?: Node; callee?: Node }) | undefined;
  return Boolean(
    parent?.optional && (parent.object === node || parent.callee === node),
  );
}
