/** The page with the bookings. */
import type { Hono } from "hono";
import { html } from "hono/html";
import { createArrivalsPage } from "@hark/stand-in-kit/arrivals-page";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { shown } from "./api.ts";
import type { Booking, Bookings } from "./bookings.ts";
import { EVENT_TYPES, linkTo } from "./events.ts";
import { faultIn } from "./faults.ts";
import type { FaultKind, Faults } from "./faults.ts";

export const PAGE = "/calendar";

const FAULT_LABELS: Record<FaultKind, string> = {
  down: "Server error",
  rate_limited: "Too many requests (429)",
  taken: "Somebody else was quicker",
  slow: "Slow: booked, answered after 5 s",
  no_answer: "No answer: not booked",
  lost_answer: "Answer lost: booked",
  other_time: "It names another time",
  nonsense: "It answers with a web page",
};

export function createPage(bookings: Bookings, faults: Faults): Hono<AppEnv> {
  return createArrivalsPage({
    path: PAGE,
    title: "Calendar",
    about: "What was booked at Cal.com stays on this machine.",
    arrived: {
      name: "bookings",
      asJson: () => bookings.list().map(shown),
      asHtml: () => list(bookings.list()),
      clear: () => bookings.clear(),
    },
    failures: {
      label: "Fail the next booking",
      kinds: FAULT_LABELS,
      ordered: faults,
      read: faultIn,
    },
    usable: {
      title: "Links that you can paste",
      isOpen: true,
      values: EVENT_TYPES.map((event) => [event.title, linkTo(event)] as const),
    },
  });
}

function list(bookings: Booking[]) {
  if (bookings.length === 0) return html`<p class="hint">Nothing was booked yet.</p>`;
  return html`<ol>
    ${bookings.map(({ event, attendee, startMs, status, responses }) => {
      const format = { timeZone: event.timeZone, dateStyle: "full", timeStyle: "short" } as const;
      return html`<li>
        <p class="about">
          <span>${event.title}</span>
          <time datetime="${new Date(startMs).toISOString()}"
            >${new Date(startMs).toLocaleString("en", format)}</time
          >
        </p>
        <p class="text">${attendee.name}, ${attendee.email}</p>
        ${Object.entries(responses).map(([name, value]) => html`<p class="text">${name}: ${String(value)}</p>`)}
        ${status === "pending" ? html`<p class="hint">Waits for the host's confirmation</p>` : null}
      </li>`;
    })}
  </ol>`;
}
