// Which unit an arrow key selects on a plan, computed from the centres of the labels.
import type { PlanUnit } from "../types.ts";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Distance across the direction of the key counts double, so that a unit in the same row is preferred. */
const ASIDE_WEIGHT = 2;

/**
 * The unit that `key` selects from the unit `code`, or undefined when the key does not move. At the end of a row, left
 * and right go to the previous and next unit of the list, so that these two keys reach every unit.
 */
export function neighbour(units: readonly PlanUnit[], code: string, key: string): PlanUnit | undefined {
  const index = units.findIndex((unit) => unit.code === code);
  const from = units[index];
  if (key === "Home") return units[0];
  if (key === "End") return units.at(-1);
  const direction = DIRECTIONS[key];
  if (!from || !direction) return undefined;
  const [x, y] = direction;
  const reachable = units.flatMap((unit) => {
    const dx = unit.x - from.x;
    const dy = unit.y - from.y;
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    // Within 45 degrees on each side of the direction.
    return ahead > 0 && aside <= ahead ? [{ unit, distance: ahead + ASIDE_WEIGHT * aside }] : [];
  });
  const [best] = reachable.sort((one, other) => one.distance - other.distance);
  return best?.unit ?? (x ? units[index + x] : undefined);
}
