/** Returns a function that converts a time to a date whose UTC fields are the local time of the time zone. */
export function localTimeIn(timeZone: string): (atMs: number) => Date {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
    return new Date(
      Date.UTC(
        ...([part("year"), part("month") - 1, part("day")] as const),
        ...([part("hour"), part("minute"), part("second")] as const),
      ),
    );
  };
}
