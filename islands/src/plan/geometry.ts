// The floor plan of a level, as the generator makes it from content/geometry.json: coordinates are integer decimetres
// with y pointing down. Every string without a comment is SVG path data.

/** One unit of the plan. */
export interface PlanUnit {
  code: string;
  path: string;
  terrace: string | null;
  door: string;
  /** The centre of the label; the arrow keys compare these points. */
  x: number;
  y: number;
}

/** A structural axis: its label and its position. */
export interface Axis {
  label: string;
  at: number;
}

/** One level. */
export interface PlanGeometry {
  level: number;
  /** The level mark, for example "+4.50". */
  mark: string;
  viewBox: string;
  /** The length and the depth of the building, in decimetres. */
  size: readonly [number, number];
  outline: string;
  corridor: string;
  lobby: string;
  services: string;
  core: string;
  lifts: string;
  stairs: string;
  units: readonly PlanUnit[];
  axes: { x: readonly Axis[]; y: readonly Axis[] };
  /** Degrees from the top of the sheet to north, clockwise. */
  north: number;
}
