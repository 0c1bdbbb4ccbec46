// The parts of a floor plan around the units, with the same classes as the plan of the templates.
import { Fragment } from "react";
import type { PlanGeometry } from "../types.ts";

/** Position of the axis bubbles outside the building, in decimetres. */
const BUBBLE = -42;

interface PartProps {
  plan: PlanGeometry;
  /** A plan on the same page, and the prefix of its ids: what is equal there is not in the page a second time. */
  first?: PlanGeometry;
  prefix?: string;
}

/** The id of a part of the first plan, or the URL of the equal part of the first plan. */
function reference(
  { plan, first, prefix }: PartProps,
  part: (plan: PlanGeometry) => unknown,
  name: string,
) {
  const id = `${prefix}-${name}`;
  if (first === plan) return { id };
  const isEqual =
    first && JSON.stringify(part(plan)) === JSON.stringify(part(first));
  return { href: isEqual ? `#${id}` : undefined };
}

/** The lines of the axes with their labels, and the north arrow. */
export function Axes(props: PartProps) {
  const { plan } = props;
  const { id, href } = reference(
    props,
    ({ axes, north }) => [axes, north],
    "axes",
  );
  if (href) return <use className="plan-axes" href={href} aria-hidden="true" />;
  const { x, y } = plan.axes;
  const [right, bottom] = plan.size;
  const bubbles = [
    ...x.map(({ at, bubble = at, label }) => ({ label, x: bubble, y: BUBBLE })),
    ...y.map(({ at, bubble = at, label }) => ({ label, x: BUBBLE, y: bubble })),
  ].filter(({ label }) => label);
  return (
    <g className="plan-axes" id={id} aria-hidden="true">
      <path
        d={
          x
            .map(({ at, bubble }) => `M${bubble ?? at} -28L${at} -14V${bottom}`)
            .join("") +
          y
            .map(({ at, bubble }) => `M-28 ${bubble ?? at}L-14 ${at}H${right}`)
            .join("")
        }
      />
      {bubbles.map(({ label, x, y }) => (
        <Fragment key={label}>
          <circle cx={x} cy={y} r="11.5" />
          <text x={x} y={y + 4.5}>
            {label}
          </text>
        </Fragment>
      ))}
      <g
        className="plan-north"
        transform={`translate(${right + 44} ${BUBBLE + 12}) rotate(${plan.north})`}
      >
        <circle r="22" />
        <path d="M0 -22 8 16 0 8-8 16z" />
      </g>
    </g>
  );
}

/** Drawn below the units: corridor, entrance and service rooms. */
export function Ground({ plan }: { plan: PlanGeometry }) {
  return (
    <g aria-hidden="true">
      <path className="plan-corridor" d={plan.corridor} />
      <path className="plan-lobby" d={plan.lobby} />
      <path className="plan-services" d={plan.services} />
    </g>
  );
}

/** Drawn above the units: the core with stairs and lifts, and the outer wall. */
export function Walls(props: PartProps) {
  const { plan } = props;
  const lines = plan.stairs + plan.lifts;
  const { id, href } = reference(
    props,
    ({ stairs, lifts }) => stairs + lifts,
    "lines",
  );
  return (
    <g aria-hidden="true">
      <path className="plan-core" d={plan.core} />
      {href ? (
        <use className="plan-lines" href={href} />
      ) : (
        <path className="plan-lines" id={id} d={lines} />
      )}
      <path className="plan-outline" d={plan.outline} />
    </g>
  );
}
