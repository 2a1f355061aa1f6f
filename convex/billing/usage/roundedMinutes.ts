/** Minutes as they are shown, with one decimal. */
export function shownMinutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

/** Of minutes as they are shown, so that what is used and what remains always add up. */
export function minutesBetween(usedMinutes: number, ofMinutes: number): number {
  return Math.round((ofMinutes - usedMinutes) * 10) / 10;
}

/** Minutes as they are billed: whole ones, rounded down. */
export function wholeMinutes(seconds: number): number {
  return Math.floor(seconds / 60);
}
