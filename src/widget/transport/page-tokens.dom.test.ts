import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { sitesAround } from "../frame/sites-around";
import { openPageTokens, type PageTokens } from "./page-tokens";
import { requestCall } from "./request-call";
import { requestPageToken } from "./request-page-token";

const SITE = "https://otter-12.convex.site";
const SERVICE = { token: "ada", baseUrl: SITE };

const startCall = (pageTokens: PageTokens | null) =>
  requestCall({ service: SERVICE, embedId: "ada", pageTokens });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Sent {
  pageToken?: unknown;
  token?: unknown;
  turnstile?: unknown;
}

type Answers = Record<string, (body: Sent) => Response>;

/** Our functions, with what they were asked. */
function backend(answers: Answers) {
  const asked: [path: string, pageToken: unknown][] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    const path = address.slice(SITE.length);
    const sent = JSON.parse(body) as Sent;
    asked.push([path, sent.pageToken]);
    const answer = answers[path];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return await Promise.resolve(answer(sent));
  });
  return asked;
}

const call = (pageToken: string) => () => Response.json({ webCallUrl: "https://room", pageToken });
const given = (pageToken: string) => () => Response.json({ pageToken });

test("the first call shows the page token of the look-up, and the next one the token that came with the first call", async () => {
  const asked = backend({ "/call/web": call("second") });
  const pageTokens = openPageTokens({ siteUrl: SITE, embedId: "ada", first: "first" });
  pageTokens.prefetch();
  await startCall(pageTokens);
  await startCall(pageTokens);
  expect(asked).toEqual([
    ["/call/web", "first"],
    ["/call/web", "second"],
  ]);
});

test("a page without a page token requests one when somebody is about to press, and the press waits for it", async () => {
  let answer: (response: Response) => void = () => undefined;
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    asked.push(`${address.slice(SITE.length)} ${body}`);
    if (address.endsWith("/call/web")) return call("next")();
    return await new Promise<Response>((resolve) => (answer = resolve));
  });
  const pageTokens = openPageTokens({ siteUrl: SITE, embedId: "ada", isDrawn: true });
  expect(asked).toEqual([]);
  pageTokens.prefetch();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const pressed = startCall(pageTokens);
  expect(asked).toEqual([
    `/call/page-token ${JSON.stringify({ embedId: "ada", isDrawn: true, sites: [] })}`,
  ]);
  answer(given("first")());
  expect(await pressed).toMatchObject({ kind: "created" });
  expect(asked[1]).toContain('"pageToken":"first"');
});

test("an old page token is replaced once when somebody is about to press, and the press waits for it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: performance.timeOrigin });
  const asked = backend({ "/call/page-token": given("new"), "/call/web": call("next") });
  const pageTokens = openPageTokens({ siteUrl: SITE, embedId: "ada", first: "first" });
  vi.setSystemTime(performance.timeOrigin + 10 * 60_000);
  pageTokens.prefetch();
  pageTokens.prefetch();
  await startCall(pageTokens);
  expect(asked).toEqual([
    ["/call/page-token", undefined],
    ["/call/web", "new"],
  ]);
});

test("a page token that is refused is replaced once, and then the refusal is shown", async () => {
  const message = "This page is out of date.";
  const asked = backend({
    "/call/page-token": given("new"),
    "/call/web": () => Response.json({ code: "page_token_refused", message }, { status: 403 }),
  });
  expect(
    await startCall(openPageTokens({ siteUrl: SITE, embedId: "ada", first: "used" })),
  ).toMatchObject({ message: { kind: "code", code: "page_token_refused" } });
  expect(asked.map(([path]) => path)).toEqual(["/call/web", "/call/page-token", "/call/web"]);
});

test("where no page token is to be had the call is requested all the same, so that its refusal says why", async () => {
  const message = "Not here.";
  const refusal = () => Response.json({ code: "site_not_allowed", message }, { status: 403 });
  backend({ "/call/page-token": refusal, "/call/web": refusal });
  expect(await startCall(openPageTokens({ siteUrl: SITE, embedId: "ada" }))).toMatchObject({
    message: { kind: "code", code: "site_not_allowed" },
  });
  expect(await requestPageToken(SITE, { embedId: "ada" })).toEqual({
    kind: "refused",
    code: "site_not_allowed",
    unavailable: null,
  });
});

// T84: docs/security.md
test("each call takes a signed token of its own, and no page token is shown twice", async () => {
  const exchanged: unknown[] = [];
  const asked = backend({
    "/call/page-token": ({ token }) => {
      exchanged.push(token);
      return Response.json({ pageToken: `of ${String(token)}` });
    },
    // The response to a signed call has no page token for the next one.
    "/call/web": () => Response.json({ webCallUrl: "https://room" }),
  });
  const tokens = ["first", "second"];
  const pageTokens = openPageTokens({
    siteUrl: SITE,
    embedId: "ada",
    getSignedToken: async () => tokens.shift() ?? null,
  });
  await startCall(pageTokens);
  await startCall(pageTokens);
  expect(exchanged).toEqual(["first", "second"]);
  expect(asked.filter(([path]) => path === "/call/web")).toEqual([
    ["/call/web", "of first"],
    ["/call/web", "of second"],
  ]);
});

test("where a signed token and one from Turnstile are wanted, each call shows both", async () => {
  const exchanged: unknown[] = [];
  backend({
    "/call/page-token": ({ token, turnstile }) => {
      exchanged.push([token, turnstile]);
      return Response.json({ pageToken: "of both" });
    },
    "/call/web": () => Response.json({ webCallUrl: "https://room" }),
  });
  const pageTokens = openPageTokens({
    siteUrl: SITE,
    embedId: "ada",
    getSignedToken: async () => "own",
    getTurnstileToken: async () => "Cloudflare's",
  });
  expect(await startCall(pageTokens)).toMatchObject({ kind: "created" });
  expect(exchanged).toEqual([["own", "Cloudflare's"]]);
});

test("a cached page with an older page token shows a signed token when one is wanted", async () => {
  const message = "This page may not start a call.";
  const asked = backend({
    "/call/page-token": ({ token }) => Response.json({ pageToken: `of ${String(token)}` }),
    "/call/web": ({ pageToken }) =>
      pageToken === "of mine"
        ? Response.json({ webCallUrl: "https://room" })
        : Response.json({ code: "token_missing", message }, { status: 403 }),
  });
  const pageTokens = openPageTokens({
    siteUrl: SITE,
    embedId: "ada",
    first: "of before",
    getSignedToken: async () => "mine",
  });
  expect(await startCall(pageTokens)).toMatchObject({ kind: "created" });
  expect(asked).toEqual([
    ["/call/web", "of before"],
    ["/call/page-token", undefined],
    ["/call/web", "of mine"],
  ]);
});

test("a signed token that is not accepted is explained to the developer, the visitor is told in short, and no call is requested", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const refused = {
    code: "token_expired",
    message: "Please reload.",
    words: "Reload",
    reason: "It has expired.",
  };
  const asked = backend({ "/call/page-token": () => Response.json(refused, { status: 403 }) });
  const pageTokens = openPageTokens({
    siteUrl: SITE,
    embedId: "ada",
    getSignedToken: async () => "old",
  });
  expect(await startCall(pageTokens)).toEqual({
    kind: "refused",
    message: { kind: "text", text: "Please reload.", shortText: "Reload" },
    error: { code: "token_expired", message: "It has expired." },
  });
  expect(warn.mock.calls).toEqual([["Hark: It has expired. (token_expired)"]]);
  expect(asked.map(([path]) => path)).toEqual(["/call/page-token"]);
});

test("an owner who tests shows no page token", async () => {
  const asked = backend({ "/call/web": call("not for you") });
  await startCall(null);
  expect(asked).toEqual([["/call/web", undefined]]);
});

test("where nobody answers the call fails", async () => {
  const asked = backend({});
  const pageTokens = openPageTokens({ siteUrl: SITE, embedId: "ada" });
  pageTokens.prefetch();
  await expect(startCall(pageTokens)).rejects.toThrow("Failed to fetch");
  expect(asked.map(([path]) => path)).toEqual(["/call/page-token", "/call/web"]);
});

test("a page tells all origins around it, or the nearest one, or that it knows none", () => {
  expect(sitesAround()).toEqual([]);
  const parent = vi.spyOn(window, "parent", "get").mockReturnValue({} as Window);
  const referrer = vi.spyOn(document, "referrer", "get").mockReturnValue("");
  onTestFinished(() => {
    parent.mockRestore();
    referrer.mockRestore();
  });
  expect(sitesAround()).toBeNull();
  referrer.mockReturnValue("https://shop.example/cakes");
  expect(sitesAround()).toEqual(["https://shop.example"]);
  const location = { ancestorOrigins: ["https://shop.example", "https://a.example"] };
  vi.stubGlobal("location", location);
  expect(sitesAround()).toEqual(location.ancestorOrigins);
});

test("a panel in a button's page tells what is around the button", () => {
  const site = "https://shop.example";
  const button = {
    parent: {},
    location: { pathname: "/widget/ada", ancestorOrigins: [site] },
  };
  const panel = { parent: button, location: { ancestorOrigins: ["https://hark.example", site] } };
  expect(sitesAround(panel as unknown as Window)).toEqual([site]);
  button.location.pathname = "/studio";
  expect(sitesAround(panel as unknown as Window)).toEqual(["https://hark.example", site]);
});

const withToken = (getTurnstileToken: () => Promise<string>) =>
  openPageTokens({ siteUrl: SITE, embedId: "ada", getTurnstileToken });

test("with Turnstile each call gets a token, and not before somebody presses", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: string }) => {
    const { turnstile, pageToken } = JSON.parse(body) as { turnstile?: string; pageToken?: string };
    sent.push({ turnstile, pageToken });
    return turnstile === undefined
      ? Response.json({ webCallUrl: "https://room" })
      : Response.json({ pageToken: `for ${turnstile}` });
  });
  let count = 0;
  const pageTokens = withToken(async () => `token ${(count += 1)}`);
  pageTokens.prefetch();
  expect(count).toBe(0);
  // As the press does, while the microphone is asked for.
  void pageTokens.current();
  await startCall(pageTokens);
  await startCall(pageTokens);
  expect(sent).toEqual([
    { turnstile: "token 1", pageToken: undefined },
    { turnstile: undefined, pageToken: "for token 1" },
    { turnstile: "token 2", pageToken: undefined },
    { turnstile: undefined, pageToken: "for token 2" },
  ]);
});

test("without a Turnstile token, and with one that is refused, no call is requested", async () => {
  const refusal = () => Response.json({ code: "turnstile_refused" }, { status: 403 });
  const asked = backend({ "/call/page-token": refusal, "/call/web": call("never") });
  const callFailed = {
    ...{ kind: "refused", message: { kind: "code", code: "call_failed" }, error: null },
  };
  const blocked = withToken(() => Promise.reject(new Error("blocked")));
  expect(await startCall(blocked)).toEqual(callFailed);
  expect(asked).toEqual([]);
  const refused = withToken(async () => "token");
  expect(await startCall(refused)).toEqual(callFailed);
  expect(asked.map(([path]) => path)).toEqual(["/call/page-token"]);
});

test("that nobody can be reached is known without waiting for Turnstile", async () => {
  const unavailable = { message: "We are closed.", words: "Closed", messagePass: "a pass" };
  backend({
    "/call/page-token": () =>
      Response.json({ code: "turnstile_required", unavailable }, { status: 403 }),
  });
  const pageTokens = withToken(() => new Promise(() => undefined));
  expect(await pageTokens.findUnavailable()).toEqual(unavailable);
});
