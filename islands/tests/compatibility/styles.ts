// The features that a style sheet uses: properties, their keywords, functions and units, selectors, at-rules and media
// features. A declaration of the same property before it is a fallback, and what is inside `@supports` needs none.
import {
  parse,
  walk,
  type Atrule,
  type Block,
  type CssNode,
  type Declaration,
  type WalkContext,
} from "css-tree";
import { data, lackingLevels, type Feature, type Gap } from "./data.ts";

const {
  properties,
  selectors,
  types,
  "at-rules": atRules,
} = data.css as Record<string, Record<string, Feature>>;

/** The entries of the data for functions, which are at different depths below `css.types`. */
const TYPES = indexOf(types!, "css.types");

/** The units of the data that have an entry for a group. */
const UNIT_GROUPS: [RegExp, string][] = [
  [/^sv/, "viewport_percentage_units_small"],
  [/^lv/, "viewport_percentage_units_large"],
  [/^dv/, "viewport_percentage_units_dynamic"],
  [/^cq/, "container_query_length_units"],
];

/** What a style sheet uses that a level lacks, and how many features were found in the data. */
export function gapsOfStyles(css: string): { gaps: Gap[]; checked: number } {
  const gaps: Gap[] = [];
  let checked = 0;
  const errors: string[] = [];
  const tree = parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => errors.push(error.message),
  });
  if (errors.length)
    throw new Error(`cannot parse the style sheet: ${errors.join("; ")}`);
  const text = ({ loc }: CssNode) =>
    css.slice(
      loc!.start.offset,
      Math.min(loc!.end.offset, loc!.start.offset + 120),
    );
  let supportsDepth = 0;

  walk(tree, {
    enter(this: WalkContext, node: CssNode) {
      if (node.type === "Atrule" && node.name === "supports") supportsDepth++;
      if (supportsDepth) return;
      const declaration = node.type === "Declaration" ? node : this.declaration;
      for (const [name, feature] of featuresOf(
        node,
        declaration,
        this.atrule,
      )) {
        if (!feature?.__compat) continue;
        checked++;
        for (const level of lackingLevels(feature)) {
          if (declaration && hasPrefixed(this.block!, declaration)) continue;
          if (
            level === "usable" &&
            declaration &&
            hasFallback(this.block!, declaration, name)
          )
            continue;
          gaps.push({
            level,
            feature: name,
            where: text(declaration ?? this.rule?.prelude ?? node),
          });
        }
      }
    },
    leave(node: CssNode) {
      if (node.type === "Atrule" && node.name === "supports") supportsDepth--;
    },
  });
  return { gaps, checked };
}

function featuresOf(
  node: CssNode,
  declaration: Declaration | null,
  atrule: Atrule | null,
): [string, Feature][] {
  switch (node.type) {
    case "Atrule":
      return [[`css.at-rules.${node.name}`, atRules![node.name]]];
    case "Feature":
      return mediaFeature(node.name.replace(/^(min|max)-/, ""), atrule?.name);
    case "FeatureRange":
      return [
        [
          "css.at-rules.media.range_syntax",
          member(atRules!.media, "range_syntax"),
        ],
      ];
    case "PseudoClassSelector":
    case "PseudoElementSelector":
      return [[`css.selectors.${node.name}`, selectors![node.name]]];
    case "NestingSelector":
      return [["css.selectors.nesting", selectors!.nesting]];
    case "Declaration":
      return [[`css.properties.${node.property}`, properties![node.property]]];
    case "Identifier":
      return keyword(node.name, declaration);
    case "Function":
      return [
        ...keyword(node.name, declaration),
        ...(declaration ? typed(node.name) : []),
      ];
    case "Dimension":
      return unit(
        UNIT_GROUPS.find(([group]) => group.test(node.unit))?.[1] ?? node.unit,
      );
    case "Operator":
      if (node.value !== "/" || declaration?.property !== "content") return [];
      return [
        [
          "css.properties.content.alt_text",
          member(properties!.content, "alt_text"),
        ],
      ];
    default:
      return [];
  }
}

function mediaFeature(
  name: string,
  atRule: string | undefined,
): [string, Feature][] {
  return atRule === "media"
    ? [[`css.at-rules.media.${name}`, member(atRules!.media, name)]]
    : [];
}

function keyword(
  name: string,
  declaration: Declaration | null,
): [string, Feature][] {
  if (!declaration) return [];
  return [
    [
      `css.properties.${declaration.property}.${name}`,
      member(properties![declaration.property], name),
    ],
  ];
}

function unit(name: string): [string, Feature][] {
  return [[`css.types.length.${name}`, member(types!.length, name)]];
}

function typed(name: string): [string, Feature][] {
  const found = TYPES.get(name);
  return found ? [found] : [];
}

/** Whether the rule also has the property with the prefix of an engine. */
function hasPrefixed({ children }: Block, { property }: Declaration): boolean {
  const prefixed = ["-webkit-", "-moz-"].map((prefix) => prefix + property);
  return children.some(
    (other) =>
      other.type === "Declaration" && prefixed.includes(other.property),
  );
}

/** Whether an earlier declaration of the same property, in the same rule, does without the feature. */
function hasFallback(
  { children }: Block,
  declaration: Declaration,
  name: string,
): boolean {
  if (declaration.property.startsWith("--")) return false;
  const others = children
    .toArray()
    .filter((other) => other.type === "Declaration");
  const earlier = others.slice(0, others.indexOf(declaration));
  return earlier.some(
    (other) => other.property === declaration.property && !uses(other, name),
  );
}

function uses(declaration: Declaration, name: string): boolean {
  let found = false;
  walk(declaration, (node) => {
    found ||= featuresOf(node, declaration, null).some(
      ([used]) => used === name,
    );
  });
  return found;
}

function member(feature: Feature, name: string): Feature {
  return (feature as Record<string, Feature> | undefined)?.[name];
}

/** Every entry below a part of the data, by its own name; the one nearest to the top counts. */
function indexOf(
  part: Record<string, Feature>,
  path: string,
): Map<string, [string, Feature]> {
  const index = new Map<string, [string, Feature]>();
  let level = [[path, part]] as [string, Record<string, Feature>][];
  while (level.length) {
    const next: typeof level = [];
    for (const [above, entries] of level)
      for (const [name, entry] of Object.entries(entries)) {
        if (name === "__compat" || !entry) continue;
        if (entry.__compat && !index.has(name))
          index.set(name, [`${above}.${name}`, entry]);
        next.push([
          `${above}.${name}`,
          entry as unknown as Record<string, Feature>,
        ]);
      }
    level = next;
  }
  return index;
}
