// How a status is shown in lists and in the legend: its word, and a swatch with the fill (pale, diagonal, darker)
// that drawings use.
import { STATUSES } from "../stores/unit.ts";
import type { Status } from "../types.ts";

export type StatusLabels = Record<Status, string>;

export function StatusMark({ status, label }: { status: Status; label: string }) {
  return <span className={`status is-${status}`}>{label}</span>;
}

export function Legend({ labels, title }: { labels: StatusLabels; title: string }) {
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
