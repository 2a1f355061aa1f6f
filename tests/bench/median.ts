export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Of each of the figures that all have. */
export function medians<Name extends string>(all: Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(all[0] ?? {}) as Name[];
  const middle = names.map((name) => [name, median(all.map((one) => one[name]))] as const);
  return Object.fromEntries(middle) as Record<Name, number>;
}
