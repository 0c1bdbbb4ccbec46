// The order as a select, for a phone, where the table has no header.
import { useTranslate } from "../strings.tsx";
import { formatOrder, parseOrder } from "./address-state.ts";
import type { Order } from "./sort.ts";

/** The orders on offer, as in the URL; the first is none, which shows available units first. */
const ORDERS = ["disp", "precio", "-precio", "area", "-area", "nivel", "unidad"];

interface SortSelectProps {
  id: string;
  order: Order | null;
  ready: boolean;
  onSort(order: Order | null): void;
}

export function SortSelect({ id, order, ready, onSort }: SortSelectProps) {
  const t = useTranslate();
  return (
    <p className="inventory-sort">
      <label htmlFor={`${id}-sort`}>{t("inventory.sort")}</label>
      <select
        id={`${id}-sort`}
        disabled={!ready}
        value={formatOrder(order) || "disp"}
        onChange={({ target }) => onSort(parseOrder(target.value))}
      >
        {ORDERS.map((key) => (
          <option key={key} value={key}>
            {t(`inventory.orders.${key}`)}
          </option>
        ))}
      </select>
    </p>
  );
}
