/** The hours of a day, as the reader's locale writes them. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function hourName(hour: number): string {
  const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
  return clock.format(new Date(2026, 0, 1, hour));
}

export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
