/** Slack, Microsoft Teams, Discord and Telegram on this machine: what their addresses accept, and a page that shows it. */
import type { Context } from "hono";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Clock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { hangUp, newApp, serveApp } from "@hark/stand-in-kit/http-app";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { createFaults } from "@hark/stand-in-kit/ordered-faults";
import type { Fault } from "./faults.ts";
import { createPage, PAGE } from "./page.ts";
import { createReceivedMessages, VENDORS } from "./received.ts";
import type { Vendor } from "./received.ts";
import { discord } from "./vendors/discord.ts";
import { slack } from "./vendors/slack.ts";
import { teams } from "./vendors/teams.ts";
import { telegram } from "./vendors/telegram.ts";
import type { VendorRules } from "./vendors/vendor.ts";

export interface MessengersOptions {
  /** 0 takes any free port. */
  port: number;
  clock?: Clock;
  log?: (line: string) => void;
}

export interface MessengersStandIn {
  url: string;
  /** Where developers read the messages. */
  pageUrl: string;
  close(): Promise<void>;
}

const RULES: Record<Vendor, VendorRules> = { slack, teams, discord, telegram };
const MAX_BODY_BYTES = 200_000;

export async function startMessengers(options: MessengersOptions): Promise<MessengersStandIn> {
  const { port, clock = new AdjustableClock(), log = () => undefined } = options;
  const onError = (error: unknown) =>
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const door = await openFrontDoor({
    port,
    onError,
    // Only the page's own scripts and forms may use it.
    admits: ({ origin, url }) => !isOfPage(url) || origin === url.origin,
  });
  const received = createReceivedMessages(clock);
  const faults = createFaults<Fault>();
  const closing = new AbortController();
  const app = newApp();
  app.route(PAGE, createPage(received, faults));
  for (const vendor of VENDORS) {
    for (const path of RULES[vendor].paths) app.post(path, (c) => receive(c, vendor));
  }

  async function receive(c: Context<AppEnv>, vendor: Vendor): Promise<Response> {
    const fault = faults.take("POST", vendor);
    const kind = fault?.kind;
    if (kind === "no_answer") return hangUp(c);
    if (fault !== null && isRefusal(fault.kind))
      return RULES[vendor].fail(fault.kind, fault.seconds);
    const outcome = await RULES[vendor].receive(c);
    if (outcome.kind === "refused") return outcome.answer;
    const { channel, text, links, answer } = outcome;
    const { id } = received.add({ vendor, channel, text, links, body: await c.req.json() });
    if (kind === "lost_answer") return hangUp(c);
    if (kind === "slow") await pause((fault?.seconds ?? 0) * 1_000, closing.signal);
    return answer(id);
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

function isRefusal(kind: Fault["kind"]) {
  return kind === "gone" || kind === "blocked" || kind === "rate_limited" || kind === "down";
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
