const UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** As Convex writes sizes: `4 bytes`, `16 MiB`, `1.5 KiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return `${text} ${UNITS[unit] ?? ""}`;
}
