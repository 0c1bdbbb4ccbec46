// A table with more columns than fit: it scrolls in its box, and the page does not.
import { useEffect, useRef, type RefObject } from "react";

/**
 * The box of a table. The style sheet lets it scroll while the table is wider, whatever columns a site declares. `shown` is what the
 * table shows.
 */
export function useOverflow(shown: unknown): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const measure = (): void => {
      const { current } = box;
      current?.toggleAttribute(
        "data-overflows",
        current.firstElementChild!.scrollWidth > current.clientWidth,
      );
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [shown]);
  return box;
}
