import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { askForProof, sitesAround } from "./ask-for-proof";
import { mintCall } from "./mint";
import { holdProofs, VisitorNotVerified } from "./proofs";

const SITE = "https://otter-12.convex.site";
const SERVICE = { token: "ada", baseUrl: SITE, callMachineUrl: null };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Sent {
  proof?: unknown;
  token?: unknown;
  turnstile?: unknown;
}

type Answers = Record<string, (body: Sent) => Response>;

/** Our functions, with what they were asked. */
function backend(answers: Answers) {
  const asked: [path: string, proof: unknown][] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    const path = address.slice(SITE.length);
    const sent = JSON.parse(body) as Sent;
    asked.push([path, sent.proof]);
    const answer = answers[path];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return await Promise.resolve(answer(sent));
  });
  return asked;
}

const call = (proof: string) => () => Response.json({ webCallUrl: "https://room", proof });
const given = (proof: string) => () => Response.json({ proof });

test("the first call shows what came with the page, the next what came with the first", async () => {
  const asked = backend({ "/call/web": call("second") });
  const proofs = holdProofs(SITE, { embedId: "ada", first: "first" });
  proofs.prepare();
  await mintCall(SERVICE, "ada", proofs);
  await mintCall(SERVICE, "ada", proofs);
  expect(asked).toEqual([
    ["/call/web", "first"],
    ["/call/web", "second"],
  ]);
});

test("a page that came without one asks for it when somebody is about to press, and the press waits for it", async () => {
  let answer: (response: Response) => void = () => undefined;
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    asked.push(`${address.slice(SITE.length)} ${body}`);
    if (address.endsWith("/call/web")) return call("next")();
    return await new Promise<Response>((resolve) => (answer = resolve));
  });
  const proofs = holdProofs(SITE, { embedId: "ada", isDrawn: true });
  expect(asked).toEqual([]);
  proofs.prepare();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const pressed = mintCall(SERVICE, "ada", proofs);
  expect(asked).toEqual([
    `/call/proof ${JSON.stringify({ embedId: "ada", isDrawn: true, sites: [] })}`,
  ]);
  answer(given("first")());
  expect(await pressed).toMatchObject({ webCallUrl: "https://room" });
  expect(asked[1]).toContain('"proof":"first"');
});

test("an old one is replaced when somebody seems about to press, once, and the press waits for it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: performance.timeOrigin });
  const asked = backend({ "/call/proof": given("new"), "/call/web": call("next") });
  const proofs = holdProofs(SITE, { embedId: "ada", first: "first" });
  vi.setSystemTime(performance.timeOrigin + 10 * 60_000);
  proofs.prepare();
  proofs.prepare();
  await mintCall(SERVICE, "ada", proofs);
  expect(asked).toEqual([
    ["/call/proof", undefined],
    ["/call/web", "new"],
  ]);
});

test("one that is refused is replaced once, and what is said then is told", async () => {
  const message = "This page is out of date.";
  const asked = backend({
    "/call/proof": given("new"),
    "/call/web": () => Response.json({ code: "proof_refused", message }, { status: 403 }),
  });
  expect(
    await mintCall(SERVICE, "ada", holdProofs(SITE, { embedId: "ada", first: "used" })),
  ).toMatchObject({
    message,
  });
  expect(asked.map(([path]) => path)).toEqual(["/call/web", "/call/proof", "/call/web"]);
});

test("without one to be had the call is asked for all the same, so that its refusal says why", async () => {
  const message = "Not here.";
  const refusal = () => Response.json({ code: "site_not_allowed", message }, { status: 403 });
  backend({ "/call/proof": refusal, "/call/web": refusal });
  expect(await mintCall(SERVICE, "ada", holdProofs(SITE, { embedId: "ada" }))).toMatchObject({
    message,
  });
  expect(await askForProof(SITE, { embedId: "ada" })).toEqual({
    code: "site_not_allowed",
    unsigned: null,
  });
});

// T84: docs/security.md
test("each call shows a token of the page's own, and a proof that came with it is not shown twice", async () => {
  const exchanged: unknown[] = [];
  const asked = backend({
    "/call/proof": ({ token }) => {
      exchanged.push(token);
      return Response.json({ proof: `of ${String(token)}` });
    },
    // A call that was signed brings no proof for the next.
    "/call/web": () => Response.json({ webCallUrl: "https://room" }),
  });
  const tokens = ["first", "second"];
  const proofs = holdProofs(SITE, {
    embedId: "ada",
    tokenOfPage: async () => tokens.shift() ?? null,
  });
  await mintCall(SERVICE, "ada", proofs);
  await mintCall(SERVICE, "ada", proofs);
  expect(exchanged).toEqual(["first", "second"]);
  expect(asked.filter(([path]) => path === "/call/web")).toEqual([
    ["/call/web", "of first"],
    ["/call/web", "of second"],
  ]);
});

test("where a page has to show a token of its own and one from Turnstile, each call shows both", async () => {
  const exchanged: unknown[] = [];
  backend({
    "/call/proof": ({ token, turnstile }) => {
      exchanged.push([token, turnstile]);
      return Response.json({ proof: "of both" });
    },
    "/call/web": () => Response.json({ webCallUrl: "https://room" }),
  });
  const proofs = holdProofs(SITE, {
    embedId: "ada",
    tokenOfPage: async () => "own",
    getToken: async () => "Cloudflare's",
  });
  expect(await mintCall(SERVICE, "ada", proofs)).toMatchObject({ webCallUrl: "https://room" });
  expect(exchanged).toEqual([["own", "Cloudflare's"]]);
});

test("a page that the browser kept from before, with a proof in it, shows a token when it is asked for one", async () => {
  const message = "This page may not start a call.";
  const asked = backend({
    "/call/proof": ({ token }) => Response.json({ proof: `of ${String(token)}` }),
    "/call/web": ({ proof }) =>
      proof === "of mine"
        ? Response.json({ webCallUrl: "https://room" })
        : Response.json({ code: "token_missing", message }, { status: 403 }),
  });
  const proofs = holdProofs(SITE, {
    embedId: "ada",
    first: "of before",
    tokenOfPage: async () => "mine",
  });
  expect(await mintCall(SERVICE, "ada", proofs)).toMatchObject({ webCallUrl: "https://room" });
  expect(asked).toEqual([
    ["/call/web", "of before"],
    ["/call/proof", undefined],
    ["/call/web", "of mine"],
  ]);
});

test("a token that is not taken is told the visitor in short and the page's developer exactly, and no call is asked for", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const refused = {
    code: "token_expired",
    message: "Please reload.",
    words: "Reload",
    reason: "It has expired.",
  };
  const asked = backend({ "/call/proof": () => Response.json(refused, { status: 403 }) });
  const proofs = holdProofs(SITE, { embedId: "ada", tokenOfPage: async () => "old" });
  expect(await mintCall(SERVICE, "ada", proofs)).toEqual({
    message: "Please reload.",
    words: "Reload",
    error: { code: "token_expired", message: "It has expired." },
  });
  expect(warn.mock.calls).toEqual([["Hark: It has expired. (token_expired)"]]);
  expect(asked.map(([path]) => path)).toEqual(["/call/proof"]);
});

test("an owner who tests shows none", async () => {
  const asked = backend({ "/call/web": call("not for you") });
  await mintCall(SERVICE, "ada", null);
  expect(asked).toEqual([["/call/web", undefined]]);
});

test("where nobody answers it is the call that fails", async () => {
  const asked = backend({});
  const proofs = holdProofs(SITE, { embedId: "ada" });
  proofs.prepare();
  await expect(mintCall(SERVICE, "ada", proofs)).rejects.toThrow("Failed to fetch");
  expect(asked.map(([path]) => path)).toEqual(["/call/proof", "/call/web"]);
});

test("a page tells all origins around it, or the nearest, or that it knows none", () => {
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

const withToken = (getToken: () => Promise<string>) =>
  holdProofs(SITE, { embedId: "ada", getToken });

test("with Turnstile a token is got for each call, and not before somebody presses", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: string }) => {
    const { turnstile, proof } = JSON.parse(body) as { turnstile?: string; proof?: string };
    sent.push({ turnstile, proof });
    return turnstile === undefined
      ? Response.json({ webCallUrl: "https://room" })
      : Response.json({ proof: `for ${turnstile}` });
  });
  let count = 0;
  const proofs = withToken(async () => `token ${(count += 1)}`);
  proofs.prepare();
  expect(count).toBe(0);
  // As the press does, while the microphone is asked for.
  void proofs.current();
  await mintCall(SERVICE, "ada", proofs);
  await mintCall(SERVICE, "ada", proofs);
  expect(sent).toEqual([
    { turnstile: "token 1", proof: undefined },
    { turnstile: undefined, proof: "for token 1" },
    { turnstile: "token 2", proof: undefined },
    { turnstile: undefined, proof: "for token 2" },
  ]);
});

test("without a token, and with one that is refused, no call is asked for", async () => {
  const refusal = () => Response.json({ code: "turnstile_refused" }, { status: 403 });
  const asked = backend({ "/call/proof": refusal, "/call/web": call("never") });
  const blocked = withToken(() => Promise.reject(new Error("blocked")));
  await expect(mintCall(SERVICE, "ada", blocked)).rejects.toThrow(VisitorNotVerified);
  expect(asked).toEqual([]);
  const refused = withToken(async () => "token");
  await expect(mintCall(SERVICE, "ada", refused)).rejects.toThrow(VisitorNotVerified);
  expect(asked.map(([path]) => path)).toEqual(["/call/proof"]);
});

test("whether the assistant is closed is known without waiting for a token", async () => {
  const closed = { message: "We are closed.", words: "Closed" };
  backend({
    "/call/proof": () => Response.json({ code: "turnstile_required", closed }, { status: 403 }),
  });
  const proofs = withToken(() => new Promise(() => undefined));
  expect(await proofs.askWhetherClosed()).toEqual(closed);
});
