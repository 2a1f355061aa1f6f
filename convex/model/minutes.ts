/** Minutes as they are shown, with one decimal. */
export function shownMinutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

/** Minutes as they are billed: whole ones, rounded down. */
export function wholeMinutes(seconds: number): number {
  return Math.floor(seconds / 60);
}
