// What a price comes to: IVA and the total to pay, and for reference dollars. The generator reckons the same when it
// builds (generator/src/{price,dollars}.rs); generator/cases/money.json proves the two equal. Amounts are integers:
// centavos, and cents of a dollar.

/** The tax on a net price, at the nearest centavo, a half upwards. */
export function vatOf(net: number, percent: number): number {
  return Math.round((net * percent) / 100);
}

/** Net price and tax: what the buyer pays. */
export function totalOf(net: number, percent: number): number {
  return net + vatOf(net, percent);
}

/** Centavos at a rate of pesos for a dollar ("18.4321") as "US$230,575.46"; cents round to the nearest. */
export function dollars(centavos: number, rate: string): string {
  const cents = Math.round((centavos * 10_000) / Math.round(Number(rate) * 10_000));
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `US$${whole}.${String(cents % 100).padStart(2, "0")}`;
}
