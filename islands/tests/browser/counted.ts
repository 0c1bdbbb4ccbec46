// What pages count, from the requests that they send.

/** How often each event was sent: name, class of page, campaign and unit. Measurements are left out. */
export function countsOf(paths: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of paths.filter((path) => path.startsWith("/api/count?"))) {
    const query = new URLSearchParams(path.split("?")[1]);
    if (/^(lcp|inp|cls)$/.test(query.get("e")!)) continue;
    const name = ["e", "p", "c", "v"]
      .flatMap((key) => query.get(key) ?? [])
      .join(" ");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
