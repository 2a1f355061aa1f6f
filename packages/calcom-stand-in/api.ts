/** The two requests of Cal.com's API that need no key: SPEC.md, C4 to C12. */
import type { Context } from "hono";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import type { Booking, Bookings } from "./bookings.ts";
import { EVENT_TYPES } from "./events.ts";
import type { EventType } from "./events.ts";
import { dayIn, freeTimes, isBookable, overlaps, withOffset } from "./free-times.ts";

const VERSIONS = { slots: "2024-09-04", bookings: "2026-02-25" } as const;
const DAY_MS = 24 * 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/;
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const QUERY = ["eventTypeId", "start", "end", "timeZone", "duration"];
const BODY = ["eventTypeId", "start", "attendee", "lengthInMinutes", "bookingFieldsResponses"];
const ATTENDEE = ["name", "email", "timeZone"];

/** What Cal.com says of a time that cannot be booked. */
export const TAKEN = "User either already has booking at this time or is not available";
const OUT_OF_BOUNDS = 'The event type can\'t be booked at the "start" time provided.';
const PAST = "Attempting to book a meeting in the past.";

type Fields = Record<string, unknown>;

export interface Api {
  slots(c: Context<AppEnv>): Response;
  /** The answer, and the booking that it is about. */
  book(c: Context<AppEnv>): Promise<{ answer: Response; booking: Booking | null }>;
}

export function createApi(bookings: Bookings, clock: Clock): Api {
  const takenBy = (event: EventType) =>
    bookings.list().filter((one) => one.event.host === event.host);

  return {
    slots(c) {
      const given = c.req.query();
      const unknown = Object.keys(given).find((name) => !QUERY.includes(name));
      if (c.req.header("cal-api-version") !== VERSIONS.slots) return wrongVersion(c);
      if (unknown !== undefined) return invalid(c, `property ${unknown} should not exist`);
      const { start = "", end = "", timeZone = "UTC" } = given;
      if (!DAY.test(start)) return invalid(c, "start must be a valid ISO 8601 date string");
      if (!DAY.test(end)) return invalid(c, "end must be a valid ISO 8601 date string");
      if (!isTimeZone(timeZone)) return invalid(c, "timeZone must be a valid IANA time-zone");
      const event = find(Number(given.eventTypeId));
      if (event === null) return notFound(c, Number(given.eventTypeId));
      const minutes = given.duration === undefined ? lengthOf(event) : Number(given.duration);
      if (!event.lengths.includes(minutes)) return invalid(c, "Invalid event length");
      const within = { startMs: Date.parse(start), endMs: Date.parse(end) + DAY_MS };
      const known = { minutes, taken: takenBy(event), nowMs: clock.now() };
      const data: Record<string, { start: string }[]> = {};
      for (const time of freeTimes(event, within, known)) {
        (data[dayIn(timeZone, time)] ??= []).push({ start: withOffset(timeZone, time) });
      }
      return c.json({ status: "success", data });
    },

    async book(c) {
      const refused = (answer: Response) => ({ answer, booking: null });
      if (c.req.header("cal-api-version") !== VERSIONS.bookings) return refused(wrongVersion(c));
      const body: unknown = await c.req.json().catch(() => null);
      const fault = faultOf(body);
      if (fault !== null) return refused(invalid(c, fault));
      const { eventTypeId, start, attendee, lengthInMinutes, bookingFieldsResponses } =
        body as Fields;
      const event = find(Number(eventTypeId));
      if (event === null) return refused(notFound(c, Number(eventTypeId)));
      const responses = (bookingFieldsResponses ?? {}) as Fields;
      const missing = event.required.find(({ name }) => !isText(responses[name]));
      if (missing !== undefined) {
        return refused(invalid(c, `{${missing.name}}error_required_field`));
      }
      const minutes = Number(lengthInMinutes ?? lengthOf(event));
      if (!event.lengths.includes(minutes)) return refused(invalid(c, "Invalid event length"));
      const startMs = Date.parse(String(start));
      const span = { startMs, endMs: startMs + minutes * 60_000 };
      const nowMs = clock.now();
      if (startMs < nowMs) return refused(invalid(c, PAST));
      if (takenBy(event).some((one) => overlaps(one, span))) return refused(invalid(c, TAKEN));
      if (!isBookable(event, span, nowMs)) return refused(invalid(c, OUT_OF_BOUNDS));
      const booking = bookings.add({
        ...{ event, ...span, responses },
        attendee: attendee as Booking["attendee"],
      });
      return { answer: c.json({ status: "success", data: shown(booking) }, 201), booking };
    },
  };
}

/** As Cal.com returns a booking. */
export function shown({ id, uid, event, startMs, endMs, createdAtMs, ...rest }: Booking): Fields {
  const { status, attendee, responses } = rest;
  return {
    ...{ id, uid, title: `${event.title} between ${event.host} and ${attendee.name}`, status },
    hosts: [{ id: 1, name: event.host, timeZone: event.timeZone }],
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    duration: (endMs - startMs) / 60_000,
    eventType: { id: event.id, slug: event.path.split("/").at(-1) },
    createdAt: new Date(createdAtMs).toISOString(),
    attendees: [{ ...attendee, absent: false }],
    bookingFieldsResponses: { name: attendee.name, email: attendee.email, ...responses },
  };
}

export function failure(c: Context, status: 400 | 404 | 429 | 500, message: string): Response {
  const code = {
    400: "BadRequestException",
    404: "NotFoundException",
    429: "ThrottlerException",
    500: "InternalServerErrorException",
  }[status];
  const { pathname, search } = new URL(c.req.url);
  const timestamp = new Date().toISOString();
  const path = pathname + search;
  return c.json({ status: "error", timestamp, path, error: { code, message } }, status);
}

function faultOf(body: unknown): string | null {
  if (!isFields(body)) return "The body is not JSON";
  const unknown = Object.keys(body).find((name) => !BODY.includes(name));
  if (unknown !== undefined) return `property ${unknown} should not exist`;
  const { eventTypeId, start, attendee, lengthInMinutes, bookingFieldsResponses } = body;
  if (!Number.isInteger(eventTypeId)) return "eventTypeId must be an integer number";
  if (typeof start !== "string" || !INSTANT.test(start)) {
    return "start must be a valid ISO 8601 date string";
  }
  if (!isFields(attendee)) return "attendee must be an object";
  const other = Object.keys(attendee).find((name) => !ATTENDEE.includes(name));
  if (other !== undefined) return `attendee.property ${other} should not exist`;
  if (!isText(attendee.name)) return "attendee.name must be a string";
  if (!isText(attendee.email) || !EMAIL.test(attendee.email)) {
    return "attendee.email Invalid email format";
  }
  if (!isText(attendee.timeZone) || !isTimeZone(attendee.timeZone)) {
    return "attendee.timeZone must be a valid IANA time-zone";
  }
  if (lengthInMinutes !== undefined && !Number.isInteger(lengthInMinutes)) {
    return "lengthInMinutes must be an integer number";
  }
  if (bookingFieldsResponses !== undefined && !isFields(bookingFieldsResponses)) {
    return "bookingFieldsResponses must be an object";
  }
  return null;
}

function find(id: number): EventType | null {
  return EVENT_TYPES.find((event) => event.id === id) ?? null;
}

function lengthOf({ lengths: [first = 30] }: EventType): number {
  return first;
}

function invalid(c: Context, message: string): Response {
  return failure(c, 400, message);
}

function notFound(c: Context, id: number): Response {
  return failure(c, 404, `Event type with id ${id} not found.`);
}

/** The vendor answers in an older format then. Here the mistake is noticed. */
function wrongVersion(c: Context): Response {
  return failure(c, 400, "The header cal-api-version is missing, or has another version.");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
