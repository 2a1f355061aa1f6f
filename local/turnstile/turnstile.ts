/** Cloudflare Turnstile on this machine: its script for pages, and its check of tokens. For tests: nothing else starts it. */
import { randomBytes } from "node:crypto";
import { AdjustableClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { openFrontDoor } from "../front-door.ts";
import { readBody, sendResponse, toRequest } from "../web-exchange.ts";
import { apiScript, challengePage } from "./api-script.ts";
import { siteverify } from "./siteverify.ts";
import { DUMMY_TOKEN, TESTING_SITE_KEYS } from "./testing-keys.ts";
import { createTokens } from "./tokens.ts";
import type { Solved, Widget } from "./tokens.ts";

export interface TurnstileOptions {
  clock?: Clock;
  /** Of the app. */
  hostnames: string[];
  onError: (error: unknown) => void;
}

/** What goes wrong from now on, for as long as it is set. */
export type Trouble =
  | "none"
  /** No answer to a check. */
  | "silent"
  /** The first check is made, and its answer lost. */
  | "lost-answer"
  | "internal-error"
  | "no-script"
  | "unsolved"
  | "never-solved";

export interface TurnstileStandIn {
  url: string;
  /** Of the deployment, for which this stands in. */
  variables: Record<string, string>;
  widget: Widget;
  /** A token as a page on `hostname` gets it that names these. */
  solve(solved: Solved): string;
  /** How often a token was checked. */
  checks(): number;
  trouble(what: Trouble): void;
  close(): Promise<void>;
}

const LARGEST_BODY = 100_000;

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
  let trouble: Trouble = "none";
  let checks = 0;

  async function respond(request: Request, url: URL): Promise<Response | null> {
    switch (url.pathname) {
      case "/turnstile/v0/siteverify":
        checks += 1;
        return await check(request);
      case "/turnstile/v0/api.js":
        return trouble === "no-script"
          ? null
          : new Response(script, {
              headers: { "Content-Type": "application/javascript; charset=utf-8" },
            });
      case "/turnstile/challenge":
        return challenge(request, url);
      default:
        return new Response("Not Found", { status: 404 });
    }
  }

  async function check(request: Request): Promise<Response | null> {
    if (trouble === "silent") return null;
    if (trouble === "internal-error") {
      return Response.json({ success: false, "error-codes": ["internal-error"], messages: [] });
    }
    const answer = await siteverify(request, {
      widgets: [widget],
      tokens,
      now: () => clock.now(),
    });
    if (trouble !== "lost-answer") return answer;
    trouble = "none";
    return null;
  }

  /** On which host it stands says the browser, and not the page. */
  function challenge(request: Request, { searchParams }: URL): Response {
    const around = new URL(request.headers.get("Referer") ?? "about:blank");
    const id = searchParams.get("id") ?? "";
    const outcome = outcomeOf(searchParams, around.hostname);
    const page = trouble === "never-solved" ? "" : challengePage({ id, ...outcome }, around.origin);
    return new Response(page, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  function outcomeOf(asked: URLSearchParams, hostname: string): Record<string, string> {
    const siteKey = asked.get("sitekey") ?? "";
    const testing = TESTING_SITE_KEYS[siteKey];
    if (testing === "passes") return { token: DUMMY_TOKEN };
    if (testing === "asks") return {};
    if (testing === "fails" || trouble === "unsolved") return { error: "600010" };
    if (siteKey !== widget.siteKey) return { error: "110100" };
    const isKnown = hostnames.some((name) => hostname === name || hostname.endsWith(`.${name}`));
    if (!isKnown) return { error: "110200" };
    const [action, cdata] = [asked.get("action") ?? "", asked.get("cdata") ?? ""];
    return { token: tokens.issue(widget, { hostname, action, cdata }) };
  }

  door.serve((incoming, outgoing, url) => {
    const answer = async () => {
      const body = await readBody(incoming, LARGEST_BODY);
      const response =
        body === null
          ? new Response("The body is too large", { status: 413 })
          : await respond(toRequest(incoming, url, body), url);
      if (response === null) outgoing.destroy();
      else await sendResponse(response, outgoing);
    };
    answer().catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  });
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
    trouble(what) {
      trouble = what;
    },
    close: () => door.close(),
  };
}
