/** Times and amounts as text for mails. */

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** In UTC, because the reader's time zone is unknown. */
export function dayText(atMs: number): string {
  const at = new Date(atMs);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

export function timeText(atMs: number): string {
  return `${dayText(atMs)}, ${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

export function amountText(cents: number): string {
  const [whole = "", rest = ""] = (cents / 100).toFixed(2).split(".");
  return `$${grouped(whole)}.${rest}`;
}

/** With thousands separators. */
export function countText(count: number): string {
  const [whole = "", ...rest] = String(count).split(".");
  return [grouped(whole), ...rest].join(".");
}

export function countOf(count: number, thing: string): string {
  return `${countText(count)} ${thing}${count === 1 ? "" : "s"}`;
}

function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
