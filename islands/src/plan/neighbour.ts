// Which unit an arrow key leads to on a plan. Pure geometry on label centres.
import type { PlanUnit } from "./geometry.ts";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Aside counts double: the eye follows the row it is in before it changes rows. */
const ASIDE = 2;

/**
 * The unit that `key` leads to from `code`, or undefined when the key moves nothing. Left and
 * right at the end of a row go on to the nearest unit in the list's order, so that every unit can
 * be reached with two keys.
 */
export function neighbour(units: readonly PlanUnit[], code: string, key: string): PlanUnit | undefined {
  const index = units.findIndex((unit) => unit.code === code);
  const from = units[index];
  if (key === "Home") return units[0];
  if (key === "End") return units.at(-1);
  const direction = DIRECTIONS[key];
  if (!from || !direction) return undefined;
  const [x, y] = direction;
  let best: PlanUnit | undefined;
  let least = Infinity;
  for (const unit of units) {
    const dx = unit.x - from.x;
    const dy = unit.y - from.y;
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    // Within the 45 degrees to each side of the key's direction.
    if (ahead > 0 && aside <= ahead && ahead + ASIDE * aside < least) {
      least = ahead + ASIDE * aside;
      best = unit;
    }
  }
  return best ?? (x ? units[index + x] : undefined);
}
