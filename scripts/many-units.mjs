// Makes an inventory of any size for measurements.

/** The platform's answer with `count` units, always the same for one count; `price` replaces the price of one unit in the middle. */
export function manyUnits(count, price) {
  const changed = Math.floor(count / 2);
  const Property = Array.from({ length: count }, (_, i) => {
    const level = Math.floor(i / 12) + 1;
    const area = 45 + ((i * 37) % 1350) / 10;
    const unit = `${level}${String((i % 12) + 1).padStart(2, "0")}`;
    return {
      propertyCode: `${level <= 2 ? "L" : "O"}-${unit}`, unit, level, useType: level <= 2 ? "local" : "oficina",
      bathrooms: 1 + (i % 3), interiorArea: area, terraceArea: 0, totalArea: area,
      price: i === changed && price ? price : Math.round(area * 7.1) * 10000, typology: "ABCD"[i % 4],
      status: ["disponible", "disponible", "reservado", "vendido"][i % 4],
    };
  });
  return JSON.stringify({ date: "2026-11-20", Data: { Property } });
}
