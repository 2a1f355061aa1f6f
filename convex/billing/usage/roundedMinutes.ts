/** Minutes for display, with one decimal. */
export function shownMinutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

/** Computed from displayed minutes, so that the used and the remaining minutes always add up. */
export function minutesBetween(usedMinutes: number, ofMinutes: number): number {
  return Math.round((ofMinutes - usedMinutes) * 10) / 10;
}

/** Minutes for billing, rounded down. */
export function wholeMinutes(seconds: number): number {
  return Math.floor(seconds / 60);
}
