/** Cal.com on this machine: its public event types, their free times, bookings, and a page that shows the bookings. */
import type { Context } from "hono";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Clock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { hangUp, newApp, serveApp } from "@hark/stand-in-kit/http-app";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { createFaults } from "@hark/stand-in-kit/ordered-faults";
import { createApi, failure, shown, TAKEN } from "./api.ts";
import { createBookings } from "./bookings.ts";
import { describe, EVENT_TYPES } from "./events.ts";
import type { Fault } from "./faults.ts";
import { createPage, PAGE } from "./page.ts";

export interface CalComOptions {
  /** 0 takes any free port. */
  port: number;
  clock?: Clock;
  log?: (line: string) => void;
}

export interface CalComStandIn {
  /** Takes the place of https://cal.com and of https://api.cal.com. */
  url: string;
  /** Where developers read the bookings. */
  pageUrl: string;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 100_000;
const HOUR_MS = 3_600_000;

export async function startCalCom(options: CalComOptions): Promise<CalComStandIn> {
  const { port, clock = new AdjustableClock(), log = () => undefined } = options;
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const door = await openFrontDoor({
    port,
    onError,
    // Only the page's own forms may use it.
    admits: ({ origin, url }) => !isOfPage(url) || origin === url.origin,
  });
  const bookings = createBookings(clock);
  const faults = createFaults<Fault>();
  const api = createApi(bookings, clock);
  const closing = new AbortController();
  const app = newApp();
  app.route(PAGE, createPage(bookings, faults));
  for (const event of EVENT_TYPES) {
    app.get(`${event.path}.md`, (c) =>
      withFaults(c, () => Promise.resolve(c.text(describe(event)))),
    );
  }
  app.get("/v2/slots", (c) => withFaults(c, () => Promise.resolve(api.slots(c))));
  app.post("/v2/bookings", (c) =>
    withFaults(c, async (fault) => {
      const { answer, booking } = await api.book(c);
      if (fault?.kind !== "other_time" || booking === null) return answer;
      const moved = { ...booking, startMs: booking.startMs + HOUR_MS };
      return c.json({ status: "success", data: shown(moved) }, 201);
    }),
  );

  async function withFaults(
    c: Context<AppEnv>,
    respond: (fault: Fault | null) => Promise<Response>,
  ): Promise<Response> {
    const fault = faults.take(c.req.method, c.req.path);
    if (fault?.kind === "no_answer") return hangUp(c);
    if (fault?.kind === "down") return failure(c, 500, "Internal server error");
    if (fault?.kind === "rate_limited") return failure(c, 429, "Too Many Requests");
    if (fault?.kind === "taken") return failure(c, 400, TAKEN);
    if (fault?.kind === "nonsense") return c.text("<html>Soon back</html>");
    const response = await respond(fault);
    if (fault?.kind === "lost_answer") return hangUp(c);
    if (fault?.kind === "slow") await pause(fault.seconds * 1_000, closing.signal);
    return response;
  }

  door.serve(serveApp({ app, maxBodyBytes: MAX_BODY_BYTES, onError }));
  return {
    url: door.url,
    pageUrl: door.url + PAGE,
    async close() {
      closing.abort();
      await door.close();
    },
  };
}

function isOfPage({ pathname }: URL): boolean {
  return pathname === PAGE || pathname.startsWith(`${PAGE}/`);
}

/** Real time, because a client that waits does so too. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
