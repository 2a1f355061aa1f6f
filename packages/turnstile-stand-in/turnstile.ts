/** Cloudflare Turnstile on this machine: its script for pages, and the verification of tokens. Only tests start it. */
import { randomBytes } from "node:crypto";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Clock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { hangUp, newApp, serveApp } from "@hark/stand-in-kit/http-app";
import { apiScript, challengePage } from "./api-script.ts";
import { siteverify } from "./siteverify.ts";
import { DUMMY_TOKEN, TESTING_SITE_KEYS } from "./testing-keys.ts";
import { createTokens } from "./tokens.ts";
import type { Solved, Widget } from "./tokens.ts";

export interface TurnstileOptions {
  clock?: Clock;
  /** The hostnames of the app. */
  hostnames: string[];
  onError: (error: unknown) => void;
}

/** What goes wrong until another fault is set. */
export type Fault =
  | "none"
  /** A verification gets no response. */
  | "silent"
  /** The next token is verified, but the response is lost. */
  | "lost-response"
  | "internal-error"
  | "no-script"
  | "unsolved"
  | "never-solved";

export interface TurnstileStandIn {
  url: string;
  /** The deployment's environment variables. */
  variables: Record<string, string>;
  widget: Widget;
  /** Issues a token as for a page with these values. */
  solve(solved: Solved): string;
  /** Number of verifications so far. */
  checks(): number;
  setFault(what: Fault): void;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 100_000;

export async function startTurnstile(options: TurnstileOptions): Promise<TurnstileStandIn> {
  const { clock = new AdjustableClock(), hostnames, onError } = options;
  const door = await openFrontDoor({ port: 0, onError });
  const script = await apiScript();
  const tokens = createTokens(clock);
  const widget = {
    siteKey: `0x4AAA${randomBytes(8).toString("hex")}`,
    secretKey: `0x4AAA${randomBytes(14).toString("hex")}`,
    hostnames,
  };
  let fault: Fault = "none";
  let checks = 0;

  const app = newApp();

  app.get("/turnstile/v0/api.js", (c) => {
    if (fault === "no-script") return hangUp(c);
    return c.body(script, 200, { "Content-Type": "application/javascript; charset=utf-8" });
  });

  app.all("/turnstile/v0/siteverify", async (c) => {
    checks += 1;
    if (fault === "silent") return hangUp(c);
    if (fault === "internal-error") {
      return c.json({ success: false, "error-codes": ["internal-error"], messages: [] });
    }
    const context = { widgets: [widget], tokens, now: () => clock.now() };
    const response = await siteverify(c.req.raw, context);
    if (fault !== "lost-response") return response;
    fault = "none";
    return hangUp(c);
  });

  app.get("/turnstile/challenge", (c) => {
    // The browser's Referer names the page that contains the frame; the page cannot forge it.
    const parent = new URL(c.req.header("Referer") ?? "about:blank");
    const query = new URL(c.req.url).searchParams;
    const outcome = { id: query.get("id") ?? "", ...outcomeOf(query, parent.hostname) };
    return c.html(fault === "never-solved" ? "" : challengePage(outcome, parent.origin));
  });

  function outcomeOf(query: URLSearchParams, hostname: string): Record<string, string> {
    const siteKey = query.get("sitekey") ?? "";
    const testing = TESTING_SITE_KEYS[siteKey];
    if (testing === "passes") return { token: DUMMY_TOKEN };
    if (testing === "asks") return {};
    if (testing === "fails" || fault === "unsolved") return { error: "600010" };
    if (siteKey !== widget.siteKey) return { error: "110100" };
    const isKnown = hostnames.some((name) => hostname === name || hostname.endsWith(`.${name}`));
    if (!isKnown) return { error: "110200" };
    const [action, cdata] = [query.get("action") ?? "", query.get("cdata") ?? ""];
    return { token: tokens.issue(widget, { hostname, action, cdata }) };
  }

  door.serve(serveApp({ app, maxBodyBytes: MAX_BODY_BYTES, onError }));
  return {
    url: door.url,
    variables: {
      TURNSTILE_SITE_KEY: widget.siteKey,
      TURNSTILE_SECRET_KEY: widget.secretKey,
      TURNSTILE_API_URL: door.url,
    },
    widget,
    solve: (solved) => tokens.issue(widget, solved),
    checks: () => checks,
    setFault(what) {
      fault = what;
    },
    close: () => door.close(),
  };
}
