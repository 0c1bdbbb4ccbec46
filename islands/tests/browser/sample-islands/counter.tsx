// Works: counts clicks. Has plurals, a table, fields and SVG, which hydration must find unchanged.
import { useState } from "react";
import type { IslandProps } from "../../../src/island.tsx";
import { useTranslate } from "../../../src/strings.tsx";

export default function Counter({
  id,
  rows,
}: IslandProps & { rows: string[] }) {
  const t = useTranslate();
  const [count, setCount] = useState(0);
  return (
    <div id={id} className="island-counter">
      <label htmlFor={`${id}-note`}>{t("counter.note")}</label>
      <input
        id={`${id}-note`}
        defaultValue="a"
        maxLength={9}
        autoComplete="off"
      />
      <select id={`${id}-choice`} defaultValue="b" aria-label="choice">
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row} className={index === 0 ? "first" : undefined}>
              <td>{`${row} (${index})`}</td>
              <td>{index % 2 === 0 && <b>{row}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path
          d="M0 0L10 10"
          strokeWidth={2}
          fillOpacity={0.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <button
        type="button"
        aria-pressed={count > 0}
        onClick={() => setCount(count + 1)}
      >
        {t("counter.count", { count })}
      </button>
    </div>
  );
}
