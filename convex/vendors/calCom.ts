/**
 * Cal.com, as a visitor of a booking page: without a key, and with nothing but what is public about an event type.
 * docs/fidelity/calendars.md says where each request is documented.
 */
import { parseJson } from "../lib/fields";
import { optional } from "../lib/env";
import { type Bounds, fetchBounded } from "./boundedFetch";

/** The vendor's answer. Null if there was none within the limits. */
export type CalComAnswer = { status: number; isOk: boolean; text: string } | null;

export interface SlotsQuery {
  eventTypeId: number;
  /** Days, as YYYY-MM-DD. */
  start: string;
  end: string;
  timeZone: string;
  /** Only if the event type has several lengths. */
  duration?: number;
}

export interface BookingBody {
  eventTypeId: number;
  /** In UTC. */
  start: string;
  attendee: { name: string; email: string; timeZone: string };
  lengthInMinutes?: number;
  bookingFieldsResponses?: Record<string, string>;
}

const PAGES_URL = "https://cal.com";
const API_URL = "https://api.cal.com";
const SLOTS_VERSION = "2024-09-04";
const BOOKINGS_VERSION = "2026-02-25";
const BOUNDS: Bounds = { timeoutMs: 10_000, maxBytes: 128 * 1024 };

/** The address of an event type's description for programs, on our machine if a stand-in is set. */
export function eventPageUrl({ origin, pathname }: URL): string {
  const standIn = optional("CALCOM_URL");
  const base = standIn ?? (origin === "https://www.cal.com" ? PAGES_URL : origin);
  return `${base}${pathname}.md`;
}

export async function fetchEventPage(link: URL): Promise<CalComAnswer> {
  // Another address would be another event type.
  return await ask(eventPageUrl(link), { redirect: "manual" });
}

export function slotsUrl(query: SlotsQuery): string {
  const url = new URL(`${apiUrl()}/v2/slots`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

export async function fetchSlots(url: string): Promise<CalComAnswer> {
  return await ask(url, { headers: { "cal-api-version": SLOTS_VERSION } });
}

export function bookingsUrl(): string {
  return `${apiUrl()}/v2/bookings`;
}

export async function createBooking(body: string): Promise<CalComAnswer> {
  return await ask(bookingsUrl(), {
    method: "POST",
    headers: { "Content-Type": "application/json", "cal-api-version": BOOKINGS_VERSION },
    body,
  });
}

/** The reason in a refusal. An empty text if there is none. */
export function refusalIn(text: string): string {
  const { error, message } = (parseJson(text) ?? {}) as Record<string, unknown>;
  const inner = (typeof error === "object" && error !== null ? error : {}) as { message?: unknown };
  const found = [inner.message, message].find((one) => typeof one === "string");
  return typeof found === "string" ? found : "";
}

function apiUrl(): string {
  return optional("CALCOM_URL") ?? API_URL;
}

async function ask(url: string, init: RequestInit): Promise<CalComAnswer> {
  try {
    const { status, isOk, body } = await fetchBounded(url, init, BOUNDS);
    return { status, isOk, text: await body.text() };
  } catch {
    return null;
  }
}
