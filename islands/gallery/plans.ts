// Floor plans for the gallery and the tests, made from content/geometry.json like those of the generator, but without
// the treads of the stairs.
import geometry from "../../content/geometry.json" with { type: "json" };
import type { PlanGeometry } from "../src/types.ts";

type Shape = number[][];

/** Space around the building for terraces and axis bubbles, in decimetres. */
const MARGIN = 70;

const decimetres = (metres: number): number => Math.round(metres * 10);

function closed(shape: Shape): string {
  return `M${shape.map((point) => point.map(decimetres).join(" ")).join("L")}Z`;
}

function middle(shape: Shape, axis: 0 | 1): number {
  const values = shape.map((point) => point[axis]!);
  return decimetres((Math.min(...values) + Math.max(...values)) / 2);
}

const axes = (list: { label: string; at: number }[]) =>
  list.map(({ label, at }) => ({ label, at: decimetres(at) }));

export const plans: PlanGeometry[] = geometry.levels.map((level) => ({
  level: level.level,
  mark: `+${level.elevation.toFixed(2)}`,
  clear_height: level.clear_height.toFixed(2),
  viewBox: [
    -MARGIN,
    -MARGIN,
    decimetres(geometry.length) + 2 * MARGIN,
    decimetres(geometry.depth) + 2 * MARGIN,
  ].join(" "),
  size: [decimetres(geometry.length), decimetres(geometry.depth)],
  outline: closed(level.outline),
  corridor: closed(level.corridor),
  lobby: level.lobby.map(closed).join(""),
  services: level.services.map(closed).join(""),
  core: closed(level.core.outline),
  lifts: level.core.lifts.map(closed).join(""),
  stairs: level.core.stairs.map(closed).join(""),
  axes: { x: axes(geometry.axes.x), y: axes(geometry.axes.y) },
  north: geometry.north,
  units: level.units.map((unit) => ({
    code: unit.code,
    path: closed(unit.polygon),
    terrace: unit.terrace && closed(unit.terrace),
    door: `M${unit.door.map((point) => point.map(decimetres).join(" ")).join("L")}`,
    x: middle(unit.polygon, 0),
    y: middle(unit.polygon, 1),
    size: [0, 1].map((axis) => {
      const places = unit.polygon.map((point) => point[axis]!);
      return (
        Math.round((Math.max(...places) - Math.min(...places)) * 100) / 100
      );
    }) as [number, number],
  })),
}));
