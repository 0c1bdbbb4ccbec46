// Generates the example development: content/geometry.json (in metres) and content/inventory.json (its 69 units in the
// format of the platform's property/list answer). Both files are committed; run this again only to change the example:
// node scripts/sample-building.mjs
import { writeFileSync } from "node:fs";

const DATE = "2026-11-20";
const LENGTH = 84; // along the street, 14 bays of 6 m
const WING = 11.25; // depth of a row of units
const CORRIDOR = 2.4; // at least 1.8 m is needed
const DEPTH = 2 * WING + CORRIDOR;
const CORE = { from: 36, to: 48 }; // lifts and stairs, in the north row
const SETBACK = { side: 6, front: 2.25 }; // of the penthouse
const round = (value) => Math.round(value * 100) / 100;
const rectangle = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map((p) => p.map(round));
const areaOf = (polygon) =>
  Math.abs(polygon.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length];
    return sum + x * nextY - nextX * y;
  }, 0)) / 2;

// A row is a list of widths from west to east; a negative width is a gap (lobby, services, core).
// `terraces` maps the positions of units in the row (gaps not counted) that have a terrace to its depth.
const rows = {
  1: {
    south: { widths: [13.2, 9.6, 8.4, 8.4, -7.2, 8.4, 7.2, 8.4, 13.2], terraces: {} },
    north: { widths: [12, 9.6, -14.4, -12, -14.4, 9.6, 12], terraces: {} },
  },
  2: {
    south: { widths: [14.4, 12, 13.2, -7.2, 8.4, 7.2, 8.4, 13.2], terraces: { 3: 2.4, 4: 2.4, 5: 2.4, 6: 1.8 } },
    north: { widths: [15, 12, -9, -12, -9, 12, 15], terraces: {} },
  },
  3: {
    south: {
      widths: [9.6, 6, 4.8, 6, 4, 4.8, 6.2, 6, 4.8, 4.2, 6, 4.8, 6, 10.8],
      terraces: { 0: 1.8, 1: 1.8, 3: 1.8, 6: 1.8, 7: 1.8, 10: 1.8, 12: 1.8, 13: 1.8 },
    },
    north: { widths: [9.6, 4.8, 6, 4.8, 6, 4.8, -12, 4.8, 6, 4.8, 4.8, 6, 9.6], terraces: { 0: 1.8, 2: 1.8, 9: 1.8, 11: 1.8 } },
  },
  4: {
    south: { widths: [10.8, 6, 6, 7.2, 6, 6, 7.2, 6, 6, 10.8], terraces: { 1: 2.25, 2: 2.25, 3: 2.25, 4: 2.25, 5: 2.25, 6: 2.25, 7: 2.25, 8: 2.25 } },
    north: { widths: [8.4, 5.4, 5.4, 5.4, 5.4, -12, 5.4, 5.4, 5.4, 5.4, 8.4], terraces: {} },
  },
};
const about = {
  1: { elevation: 0, clear: 4.05, use: "local", letter: "L", perMetre: 94000 },
  2: { elevation: 4.5, clear: 4.05, use: "local", letter: "L", perMetre: 81000 },
  3: { elevation: 9, clear: 3.8, use: "oficina", letter: "O", perMetre: 72000 },
  4: { elevation: 13.25, clear: 3.8, use: "oficina", letter: "O", perMetre: 79500 },
};

// Pseudo-random numbers with a fixed seed, so that every run generates the same example.
let seed = 42;
const draw = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);

function penthouseCorner(left, right, south) {
  // An L around the corner: 5.2 m to the side, 2.25 m to the front; with the interior exactly 180 m2.
  const outer = left === SETBACK.side ? left - 5.2 : right + 5.2;
  const inner = left === SETBACK.side ? left : right;
  const far = left === SETBACK.side ? right : left;
  const top = WING + CORRIDOR;
  return [[outer, top], [inner, top], [inner, south], [far, south], [far, south + SETBACK.front], [outer, south + SETBACK.front]].map((p) => p.map(round));
}

function rowUnits(level, side, start) {
  const top = level === 4 ? SETBACK.front : 0;
  const bottom = level === 4 ? DEPTH - SETBACK.front : DEPTH;
  const [y0, y1] = side === "north" ? [top, WING] : [WING + CORRIDOR, bottom];
  const facadeY = side === "north" ? y0 : y1;
  const corridorY = side === "north" ? y1 : y0;
  const units = [];
  let x = start;
  let place = 0;
  for (const width of rows[level][side].widths) {
    const [left, right] = [round(x), round(x + Math.abs(width))];
    x = right;
    if (width < 0) continue;
    const depth = rows[level][side].terraces[place];
    let terrace = null;
    if (level === 4 && side === "south" && (left === SETBACK.side || right === LENGTH - SETBACK.side)) terrace = penthouseCorner(left, right, y1);
    else if (depth) terrace = side === "north" ? rectangle(left, facadeY - depth, right, facadeY) : rectangle(left, facadeY, right, facadeY + depth);
    const middle = (left + right) / 2;
    // The doors of the shops on the street face the pavement; all others face the corridor.
    const doorY = level === 1 && side === "south" ? facadeY : corridorY;
    units.push({
      polygon: rectangle(left, y0, right, y1),
      terrace,
      facade: [[left, round(facadeY)], [right, round(facadeY)]],
      door: [[round(middle - 0.5), round(doorY)], [round(middle + 0.5), round(doorY)]],
    });
    place += 1;
  }
  return units;
}

function levelOf(number) {
  const start = number === 4 ? SETBACK.side : 0;
  const end = LENGTH - start;
  const top = number === 4 ? SETBACK.front : 0;
  const bottom = number === 4 ? DEPTH - SETBACK.front : DEPTH;
  const south = rowUnits(number, "south", start);
  const north = rowUnits(number, "north", start).reverse(); // numbered around the building
  const units = [...south, ...north].map((unit, i) => ({ code: `${about[number].letter}-${number}${String(i + 1).padStart(2, "0")}`, ...unit }));
  const coreTop = Math.max(top, 2.25);
  const lobby = number <= 2 ? [rectangle(39.6, WING + CORRIDOR, 46.8, bottom)] : [];
  const services = number === 1
    ? [rectangle(21.6, 0, 36, WING), rectangle(48, 0, 62.4, WING)]
    : number === 2 ? [rectangle(27, 0, 36, WING), rectangle(48, 0, 57, WING)] : [];
  return {
    level: number,
    elevation: about[number].elevation,
    clear_height: about[number].clear,
    outline: rectangle(start, top, end, bottom),
    corridor: rectangle(start, WING, end, WING + CORRIDOR),
    lobby,
    services,
    core: {
      outline: rectangle(CORE.from, top, CORE.to, WING),
      stairs: [rectangle(36.4, coreTop + 2.6, 39, WING - 0.3), rectangle(45, coreTop + 2.6, 47.6, WING - 0.3)],
      lifts: [0, 1, 2].map((i) => rectangle(39.3 + i * 1.85, WING - 2.6, 41 + i * 1.85, WING - 0.3)),
    },
    units,
  };
}

const levels = [1, 2, 3, 4].map(levelOf);
const axesX = Array.from({ length: 15 }, (_, i) => ({ label: String(i + 1), at: i * 6 }));
const axesY = [["A", 0], ["B", WING], ["C", WING + CORRIDOR], ["D", DEPTH]].map(([label, at]) => ({ label, at: round(at) }));

function inventoryOf({ level, units }) {
  const { use, perMetre } = about[level];
  return units.map((unit) => {
    const interior = round(areaOf(unit.polygon));
    const terrace = unit.terrace ? round(areaOf(unit.terrace)) : 0;
    const total = round(interior + terrace);
    const typology = use === "local" ? (total < 100 ? "L1" : total < 140 ? "L2" : "L3") : total < 55 ? "A" : total < 75 ? "B" : total < 110 ? "C" : "D";
    const bathrooms = total < 75 ? 1 : total < 140 ? 2 : 3;
    const chance = draw();
    const status = chance < 0.56 ? "disponible" : chance < 0.7 ? "reservado" : "vendido";
    // A square metre of terrace costs two fifths of an interior one; the smallest office has the lowest published price.
    const price = Math.max(3200000, Math.round((perMetre * (interior + terrace * 0.4)) / 10000) * 10000);
    return {
      propertyCode: unit.code, unit: unit.code.slice(2), level, useType: use, bathrooms,
      interiorArea: interior, terraceArea: terrace, totalArea: total,
      price: interior === 45 ? 3200000 : price, typology, status,
    };
  });
}
const Property = levels.flatMap(inventoryOf);

const oneLine = (value) => JSON.stringify(value);
const levelText = (l) => `    {"level": ${l.level}, "elevation": ${l.elevation}, "clear_height": ${l.clear_height},
     "outline": ${oneLine(l.outline)},
     "corridor": ${oneLine(l.corridor)},
     "lobby": ${oneLine(l.lobby)},
     "services": ${oneLine(l.services)},
     "core": ${oneLine(l.core)},
     "units": [
${l.units.map((u) => `       ${oneLine(u)}`).join(",\n")}
     ]}`;
writeFileSync("content/geometry.json", `{
  "length": ${LENGTH}, "depth": ${round(DEPTH)}, "top": 17.5, "north": 18,
  "street": ${oneLine(rectangle(-8, DEPTH + 6, LENGTH + 8, DEPTH + 14))},
  "plot": ${oneLine(rectangle(-4, -6, LENGTH + 4, DEPTH + 6))},
  "axes": {"x": ${oneLine(axesX)}, "y": ${oneLine(axesY)}},
  "levels": [
${levels.map(levelText).join(",\n")}
  ]
}
`);
writeFileSync("content/inventory.json", `{"date": "${DATE}", "Status": 200, "Data": {"Property": [
${Property.map((p) => `  ${oneLine(p)}`).join(",\n")}
]}}
`);

const count = (status) => Property.filter((p) => p.status === status).length;
console.log(levels.map((l) => `${l.level}: ${l.units.length}`).join(", "), "| total", Property.length,
  "| area", Math.min(...Property.map((p) => p.totalArea)), Math.max(...Property.map((p) => p.totalArea)),
  "| price", Math.min(...Property.map((p) => p.price)), Math.max(...Property.map((p) => p.price)),
  "|", ["disponible", "reservado", "vendido"].map((s) => `${s} ${count(s)}`).join(", "));
