export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
