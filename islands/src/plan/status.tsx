// How a status is shown in lists and in the legend: its word, and a swatch with the fill that drawings use.
import type { IslandProps } from "../island.tsx";
import type { Status, Unit } from "../types.ts";

/** In the order of the legend, which is also the order of a sort by status (S19). */
export const STATUSES: readonly Status[] = [
  "disponible",
  "reservado",
  "vendido",
];

export type StatusLabels = Record<Status, string>;

export const statusLabelsOf = ({ strings }: IslandProps): StatusLabels =>
  strings.status as StatusLabels;

/** The word for the status of a unit: where some units are sold and others let, a unit has its own. */
export const statusOf = (island: IslandProps, { status, text }: Unit): string =>
  text.fields.status ?? statusLabelsOf(island)[status];

export function StatusMark({
  island,
  unit,
}: {
  island: IslandProps;
  unit: Unit;
}) {
  return (
    <span className={`status is-${unit.status}`} translate="no">
      {statusOf(island, unit)}
    </span>
  );
}

export function Legend({
  labels,
  title,
}: {
  labels: StatusLabels;
  title: string;
}) {
  return (
    <ul className="legend" aria-label={title}>
      {STATUSES.map((status) => (
        <li key={status} className={`status is-${status}`}>
          {labels[status]}
        </li>
      ))}
    </ul>
  );
}
