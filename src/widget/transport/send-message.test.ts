import { beforeEach, expect, test, vi } from "vitest";
import { EN_MESSAGES } from "../../../convex/shared/talkButtonLanguages/en";
import type { PageTokens } from "./page-tokens";
import { sendMessage, type AnswerEvent, type SentMessage } from "./send-message";

const NOTICE = { version: "v2", language: "en", text: "Recorded.", words: "OK?", link: null };

let requests: { headers: Headers; body: Record<string, unknown> }[] = [];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("parent", globalThis);
});

/** Our server gives these responses, one for each request. */
function respondWith(...responses: (Response | Error)[]): void {
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit & { body: string }) => {
    const body = JSON.parse(init.body) as Record<string, unknown>;
    requests.push({ headers: new Headers(init.headers), body });
    const response = responses.shift() ?? new Error("one request too many");
    if (response instanceof Error) throw response;
    return response;
  });
}

function stream(...parts: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

function answer(...events: object[]): Response {
  return stream(...events.map((event) => `data: ${JSON.stringify(event)}\n\n`));
}

function refusal(code: string, more: object = {}): Response {
  return Response.json({ code, message: `About ${code}.`, ...more }, { status: 403 });
}

/** Each token is new. */
function numberedTokens(): PageTokens {
  let count = 0;
  let held: string | null = null;
  const renewed = () => {
    held = `token ${(count += 1)}`;
    return Promise.resolve({ kind: "given" as const, pageToken: held });
  };
  return {
    current: () =>
      held === null ? renewed() : Promise.resolve({ kind: "given", pageToken: held }),
    renewed,
    findUnavailable: () => Promise.resolve(null),
    keep: (next) => void (held = next),
    prefetch: () => undefined,
  };
}

async function sent(changes: Partial<SentMessage> = {}): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  const message: SentMessage = {
    siteUrl: "https://site.example",
    embedId: "embed",
    test: null,
    pageTokens: numberedTokens(),
    text: "Hello",
    isAgain: false,
    thread: null,
    agreed: null,
    page: null,
    facts: undefined,
    actions: undefined,
    place: null,
    signal: new AbortController().signal,
    ...changes,
  };
  for await (const event of sendMessage(message)) events.push(event);
  return events;
}

const bodies = () => requests.map(({ body }) => body);
const failed = (code: keyof typeof EN_MESSAGES) => [
  { kind: "failed", failure: { code, text: EN_MESSAGES[code][0] } },
];

// https://fetch.spec.whatwg.org/#cors-safelisted-request-header
test("a visitor's first message needs a page token and no preflight request", async () => {
  respondWith(answer({ thread: "t1" }, { delta: "At " }, { delta: "seven." }, { left: 59 }));
  expect(await sent()).toEqual([
    { kind: "thread", thread: "t1" },
    { kind: "delta", text: "At " },
    { kind: "delta", text: "seven." },
    { kind: "answered" },
  ]);
  expect([...(requests[0]?.headers ?? [])]).toEqual([]);
  expect(bodies()).toEqual([
    { assistantId: "embed", bearer: "embed", sites: [], text: "Hello", pageToken: "token 1" },
  ]);
});

test("what the assistant asks a yes to comes with its answer", async () => {
  const proposal = { id: "a", version: 0, title: "Book a table", lines: [] };
  respondWith(answer({ proposal }, { left: 59 }));
  expect(await sent()).toEqual([{ kind: "proposed", proposal }, { kind: "answered" }]);
});

test("a later message needs the thread alone, and each conversation a page token of its own", async () => {
  const pageTokens = numberedTokens();
  respondWith(answer({ left: 1 }), answer({ left: 1 }), answer({ left: 1 }));
  await sent({ pageTokens });
  await sent({ pageTokens, thread: "t1" });
  await sent({ pageTokens });
  expect(bodies().map(({ thread, pageToken }) => [thread, pageToken])).toEqual([
    [undefined, "token 1"],
    ["t1", undefined],
    [undefined, "token 2"],
  ]);
});

test("an owner who tests shows the session in a header", async () => {
  respondWith(answer({ left: 1 }));
  const unsaved = { name: "Ada" };
  await sent({ test: { sessionToken: "session", unsaved }, pageTokens: null });
  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer session");
  expect(bodies()).toEqual([{ assistantId: "embed", text: "Hello", unsaved }]);
});

test("an owner whose session has ended is no visitor, and reads what to do", async () => {
  const [event] = await sent({ test: { sessionToken: null, unsaved: null }, pageTokens: null });
  expect(event).toMatchObject({ kind: "failed", failure: { code: "session_ended" } });
  expect(event).toHaveProperty("failure.text", "Please sign in again to test your assistant.");
  expect(requests).toEqual([]);
});

test("a thread that is over is forgotten, and the message begins another", async () => {
  respondWith(refusal("thread_over"), answer({ thread: "t2" }, { left: 59 }));
  expect(await sent({ thread: "t1" })).toEqual([
    { kind: "forgotten" },
    { kind: "thread", thread: "t2" },
    { kind: "answered" },
  ]);
  expect(bodies()[1]).toMatchObject({ pageToken: "token 1" });
  expect(bodies()[1]).not.toHaveProperty("thread");
});

test("a page token that was used is replaced, and a thread that was quiet for long gets one", async () => {
  respondWith(refusal("page_token_refused"), answer({ left: 59 }));
  expect(await sent()).toEqual([{ kind: "answered" }]);
  expect(bodies().map(({ pageToken }) => pageToken)).toEqual(["token 1", "token 2"]);
  requests = [];
  respondWith(refusal("page_token_refused"), answer({ left: 58 }));
  expect(await sent({ thread: "t1" })).toEqual([{ kind: "answered" }]);
  expect(bodies().map(({ thread, pageToken }) => [thread, pageToken])).toEqual([
    ["t1", undefined],
    ["t1", "token 1"],
  ]);
});

test("but it is not asked for without end", async () => {
  const refusals = [1, 2, 3].map(() => refusal("page_token_refused"));
  respondWith(...refusals);
  expect(await sent()).toMatchObject([{ failure: { code: "page_token_refused" } }]);
  expect(requests).toHaveLength(3);
});

test("the notice that was agreed to is sent, and a newer one comes back", async () => {
  respondWith(refusal("consent_needed", { notice: NOTICE }));
  const agreed = { version: "v1", msAgo: 5 };
  expect(await sent({ agreed })).toEqual([{ kind: "consentNeeded", notice: NOTICE }]);
  expect(bodies()[0]).toMatchObject({ agreed });
});

test("a refusal keeps its code and our server's text", async () => {
  respondWith(refusal("thread_full"));
  expect(await sent()).toEqual([
    { kind: "failed", failure: { code: "thread_full", text: "About thread_full." } },
  ]);
});

test.each<[string, Response | Error, keyof typeof EN_MESSAGES]>([
  ["no network", new TypeError("fetch failed"), "offline"],
  ["a proxy's page", new Response("<h1>Bad gateway</h1>", { status: 502 }), "no_answer"],
  ["the voice platform's failure", refusal("voice_platform_failed"), "no_answer"],
  [
    "a failure while it writes",
    answer({ error: { code: "voice_platform_failed", message: "No." } }),
    "no_answer",
  ],
  ["an answer that breaks off", answer({ delta: "At se" }), "connection_lost"],
  ["what is not ours", stream("data: {\n\n"), "connection_lost"],
])("%s is a failure that says what to do", async (_name, response, code) => {
  respondWith(response);
  expect((await sent()).filter(({ kind }) => kind === "failed")).toEqual(failed(code));
});

test.each([
  ["before the answer", refusal("voice_platform_failed", { reference: "k57abcde" })],
  [
    "within the answer",
    answer({ error: { code: "voice_platform_failed", message: "No.", reference: "k57abcde" } }),
  ],
])("a failure %s keeps the reference that the operator can find", async (_when, response) => {
  respondWith(response);
  const [failure] = (await sent()).filter((event) => event.kind === "failed");
  expect(failure?.failure).toMatchObject({ code: "no_answer", reference: "k57abcde" });
});

test("an answer is read however its bytes are cut", async () => {
  const bytes = new TextEncoder().encode('data: {"delta":"Grüße 👋"}\n\ndata: {"left":1}\n\n');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  respondWith(new Response(body));
  expect(await sent()).toEqual([{ kind: "delta", text: "Grüße 👋" }, { kind: "answered" }]);
});
