// A level's floor plan ready to draw, as the generator makes it from content/geometry.json:
// integer decimetres, y down. Each text is one SVG path.

export interface PlanUnit {
  code: string;
  path: string;
  terrace: string | null;
  door: string;
  /** Where the label stands, and what the arrow keys measure between. */
  x: number;
  y: number;
}

export interface Axis {
  label: string;
  at: number;
}

export interface PlanGeometry {
  level: number;
  /** Level mark, for instance "+4.50". */
  mark: string;
  viewBox: string;
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
