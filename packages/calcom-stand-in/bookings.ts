/** The bookings, in memory: they are gone when the process ends. */
import { randomUUID } from "node:crypto";
import type { Clock } from "@hark/stand-in-kit/clock";
import type { EventType } from "./events.ts";
import type { Span } from "./free-times.ts";

export interface Booking extends Span {
  id: number;
  uid: string;
  event: EventType;
  createdAtMs: number;
  status: "accepted" | "pending";
  attendee: { name: string; email: string; timeZone: string };
  responses: Record<string, unknown>;
}

const MAX_STORED = 500;

export interface Bookings {
  add(given: Pick<Booking, "event" | "startMs" | "endMs" | "attendee" | "responses">): Booking;
  /** The newest first. */
  list(): Booking[];
  clear(): void;
}

export function createBookings(clock: Clock): Bookings {
  let stored: Booking[] = [];
  let count = 0;
  return {
    add(given) {
      count += 1;
      const added: Booking = {
        ...given,
        ...{ id: count, uid: randomUUID().replaceAll("-", "").slice(0, 22) },
        createdAtMs: clock.now(),
        status: given.event.isConfirmedAtOnce ? "accepted" : "pending",
      };
      stored = [added, ...stored].slice(0, MAX_STORED);
      return added;
    },
    list: () => stored,
    clear() {
      stored = [];
    },
  };
}
