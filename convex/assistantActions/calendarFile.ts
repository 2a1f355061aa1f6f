/** An appointment as a calendar file: RFC 5545. docs/decisions/0051-the-slip.md says why no library writes it. */

export interface Appointment {
  /** The same for the same appointment, in the whole world. */
  uid: string;
  title: string;
  startMs: number;
  minutes: number;
  /** When this was known. */
  stampMs: number;
  isTentative: boolean;
}

const MINUTE_MS = 60_000;
/** Octets without the line's end: section 3.1. */
const MAX_LINE = 75;

export function calendarFile(appointment: Appointment): string {
  const { uid, title, startMs, minutes, stampMs, isTentative } = appointment;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Hark//Hark//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utc(stampMs)}`,
    `DTSTART:${utc(startMs)}`,
    `DTEND:${utc(startMs + minutes * MINUTE_MS)}`,
    `SUMMARY:${escaped(title)}`,
    `STATUS:${isTentative ? "TENTATIVE" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** `20261130T080000Z`: section 3.3.5, form 2. */
function utc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Section 3.3.11. A line break would begin another property. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?|\n/g, "\n")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, " ");
}

/** No character is cut in two, because each has at most four octets. */
function folded(line: string): string {
  let octets = 0;
  let result = "";
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_LINE) {
      result += "\r\n ";
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}
