/** Numbers and times as every screen shows them: money in dollars, times in the reader's own locale. */

const ONE_CENT = 0.01;

/** Calls cost fractions of a cent, which two decimals would hide. */
export function formatCost(dollars: number): string {
  const digits = dollars > 0 && dollars < ONE_CENT ? 4 : 2;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(dollars);
}

/** Minutes and seconds, as on a clock. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** How long a server took to answer. */
export function formatResponseTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 }).format(value);
}

export function formatCounted(count: number, noun: string): string {
  return `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`;
}

export function formatDateTime(time: string | number): string {
  return format(time, { dateStyle: "medium", timeStyle: "short" });
}

export function formatDate(time: string | number): string {
  return format(time, { dateStyle: "medium" });
}

/** Without the year, where it is clear. */
export function formatDay(time: string | number): string {
  return format(time, { month: "short", day: "numeric" });
}

/** A date and time that fit on a phone. */
export function formatDayTime(time: string | number): string {
  return format(time, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

function format(time: string | number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, options).format(new Date(time));
}
