const UNITS: readonly [size: number, name: string][] = [
  [2 ** 30, "GiB"],
  [2 ** 20, "MiB"],
  [2 ** 10, "KiB"],
];

/** As crates/common/src/fmt.rs `format_bytes` writes it: in the largest unit with one decimal at most. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return "0 bytes";
  for (const [size, name] of UNITS) {
    if (bytes >= size && (bytes * 10) % size === 0) return `${bytes / size} ${name}`;
  }
  return `${bytes} bytes`;
}
