import { describe, expect, it } from "vitest";
import { plans } from "../../gallery/plans.ts";
import { neighbour } from "./plan.tsx";

const KEYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"];

describe.each(plans.map((plan) => [plan.level, plan.units] as const))(
  "arrow keys on level %i",
  (_, units) => {
    it("reach every unit from every unit", () => {
      for (const start of units) {
        const reached = new Set([start.code]);
        for (const code of reached) {
          for (const key of KEYS) {
            const next = neighbour(units, code, key);
            if (next) reached.add(next.code);
          }
        }
        expect(reached.size).toBe(units.length);
      }
    });

    it("move in their direction", () => {
      for (const unit of units) {
        const below = neighbour(units, unit.code, "ArrowDown");
        if (below) expect(below.y).toBeGreaterThan(unit.y);
        const above = neighbour(units, unit.code, "ArrowUp");
        if (above) expect(above.y).toBeLessThan(unit.y);
      }
    });

    it("go to the ends with Home and End, and ignore other keys", () => {
      const { code } = units[3]!;
      expect(neighbour(units, code, "Home")).toBe(units[0]);
      expect(neighbour(units, code, "End")).toBe(units.at(-1));
      expect(neighbour(units, code, "Tab")).toBeUndefined();
      expect(neighbour(units, "nowhere", "ArrowUp")).toBeUndefined();
    });
  },
);
