import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { PageTokens } from "./page-tokens";
import { requestCall } from "./request-call";

afterEach(() => void vi.unstubAllGlobals());

async function sentBy(token: string): Promise<Request> {
  const sent: Request[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init));
    return Response.json({ webCallUrl: "https://room.example" });
  });
  const service = { baseUrl: "https://site.example", token };
  expect(await requestCall({ service, embedId: "embed", pageTokens: null })).toEqual({
    kind: "created",
    call: { webCallUrl: "https://room.example" },
    thread: null,
  });
  const [request] = sent;
  if (request === undefined) throw new Error("Nothing was sent");
  return request;
}

// https://fetch.spec.whatwg.org/#cors-safelisted-request-header
test("a visitor's call is requested without a preflight request", async () => {
  const request = await sentBy("embed");
  expect([...request.headers]).toEqual([["content-type", "text/plain;charset=UTF-8"]]);
  expect(await request.json()).toEqual({ assistantId: "embed", bearer: "embed" });
});

test("an owner's call shows the session in its header", async () => {
  const request = await sentBy("session");
  expect(request.headers.get("Authorization")).toBe("Bearer session");
  expect(await request.json()).toEqual({ assistantId: "embed" });
});

test("a visitor's call says what was agreed to, and a newer notice comes back", async () => {
  const sent: unknown[] = [];
  const notice = { version: "v2", language: "en", text: "Recorded.", words: "OK?", link: null };
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ code: "consent_needed", message: "Reload.", notice }, { status: 403 });
  });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("parent", globalThis);
  const pageTokens: PageTokens = {
    current: async () => ({ kind: "given", pageToken: "p" }),
    renewed: async () => ({ kind: "given", pageToken: "q" }),
    findUnavailable: async () => null,
    keep() {},
    prefetch() {},
  };
  const service = { baseUrl: "https://site.example", token: "embed" };
  const agreed = { version: "v1", msAgo: 7 };
  expect(await requestCall({ service, embedId: "embed", pageTokens, agreed })).toEqual({
    kind: "consentNeeded",
    notice,
  });
  expect(sent).toEqual([
    { assistantId: "embed", bearer: "embed", pageToken: "p", sites: [], agreed },
  ]);
});

test("the server's own text is kept with its short form, and the page goes along", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const closed = { code: "closed", message: "Wir haben zu.", words: "Geschlossen" };
    return Response.json(closed, { status: 409 });
  });
  const service = { baseUrl: "https://site.example", token: "embed" };
  const page = { url: "https://bakery.example/bread", title: "Bread" };
  expect(await requestCall({ service, embedId: "embed", pageTokens: null, page })).toEqual({
    kind: "refused",
    message: { kind: "text", text: "Wir haben zu.", shortText: "Geschlossen" },
    error: { code: "closed", message: "Wir haben zu." },
  });
  expect(sent).toEqual([{ assistantId: "embed", bearer: "embed", page }]);
});

test.each([
  [
    { code: "busy", message: "All lines are busy." },
    { kind: "code", code: "busy" },
  ],
  [
    { code: "test_limit_reached", message: "Used up.", params: { usedMinutes: 10 } },
    { kind: "codeWithParams", code: "test_limit_reached", params: { usedMinutes: 10 } },
  ],
  [
    { code: "newer_than_the_button", message: "Something new." },
    { kind: "text", text: "Something new.", shortText: "No call possible" },
  ],
])(
  "a refusal travels as its code, and as its text where the button does not know that: %j",
  async (answer, message) => {
    vi.stubGlobal("fetch", async () => Response.json(answer, { status: 403 }));
    const service = { baseUrl: "https://site.example", token: "embed" };
    expect(await requestCall({ service, embedId: "embed", pageTokens: null })).toEqual({
      kind: "refused",
      message,
      error: { code: answer.code, message: answer.message },
    });
  },
);

test("an answer that is not our server's is a call that could not be started, and is logged", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  vi.stubGlobal("fetch", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  const service = { baseUrl: "https://site.example", token: "embed" };
  expect(await requestCall({ service, embedId: "embed", pageTokens: null })).toEqual({
    kind: "refused",
    message: { kind: "code", code: "call_failed" },
    error: null,
  });
  expect(log).toHaveBeenCalledExactlyOnceWith("Hark: the call did not start", "HTTP 502");
});
