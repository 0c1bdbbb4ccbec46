// How a status is told: a swatch with the drawing's convention (clear, diagonal, solid) in its
// colour, and always the word. The same marks in the plan, the lists and the legend.
import { STATUSES, type Status } from "../stores/unit.ts";

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
