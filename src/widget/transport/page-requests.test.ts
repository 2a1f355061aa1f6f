/**
 * Records what the talk button sends to our server, for pages of other releases (tests/product/upgrades/README.md). If this
 * fails because a request has changed on purpose, run it with `--update`.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { correctDetail } from "./correct-detail";
import { correctProposal } from "./correct-proposal";
import { findField } from "./find-field";
import { mailSlip } from "./mail-slip";
import type { PageTokens } from "./page-tokens";
import { requestCall } from "./request-call";
import { requestPageToken } from "./request-page-token";
import { sendLeftMessage } from "./send-left-message";
import { sendMessage } from "./send-message";
import { sendRating } from "./send-rating";
import { servePage } from "./serve-page";

const RECORDED = "../../../tests/product/upgrades/page-requests.json";
/** Whoever sends them again puts valid values in place of these. */
const [EMBED, TOKEN, THREAD, PASS] = ["{embedId}", "{pageToken}", "{thread}", "{messagePass}"];
const SITE = "https://site.example";

interface Sent {
  method: string;
  path: string;
  body: unknown;
}
let sent: Sent[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("parent", globalThis);
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit) => {
    const { pathname: path } = new URL(url);
    sent.push({ method, path, body: JSON.parse(body as string) as unknown });
    // Only its first request of the page has something to do.
    const isFirst = sent.filter((one) => one.path === path).length === 1;
    return Response.json({ use: isFirst ? { id: "use-1", name: "addToCart", values: {} } : null });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const pageTokens: PageTokens = {
  current: async () => ({ kind: "given", pageToken: TOKEN }),
  renewed: async () => ({ kind: "given", pageToken: TOKEN }),
  findUnavailable: async () => null,
  keep() {},
  prefetch() {},
};
const ABOUT = {
  page: { url: "https://shop.example/", title: "Shop" },
  facts: { cart: "2 loaves" },
  actions: [{ name: "addToCart", description: "Adds a loaf.", parameters: [] }],
  place: "Table 4",
};
const OF_THREAD = { embedId: EMBED, thread: THREAD };

test("the talk button's requests are those that are recorded", async () => {
  await requestPageToken(SITE, { embedId: EMBED, isDrawn: true });
  const service = { baseUrl: SITE, token: EMBED };
  const agreed = { version: "v1", msAgo: 7 };
  await requestCall({ service, embedId: EMBED, pageTokens, agreed, ...ABOUT, thread: null });
  const typed = { siteUrl: SITE, test: null, pageTokens, text: "When do you open?", ...ABOUT };
  const { signal } = new AbortController();
  const first = { ...typed, embedId: EMBED, isAgain: false, thread: null, agreed, signal };
  await readAll(sendMessage(first));
  await readAll(sendMessage({ ...first, ...OF_THREAD, isAgain: true }));
  await findField(SITE, { assistantId: EMBED, thread: THREAD, closed: "call_1" });
  await correctDetail(SITE, OF_THREAD, { key: "name", value: "Maria" });
  const correction = { id: "run", version: 0, name: "guests", value: 3 };
  await correctProposal(SITE, OF_THREAD, correction);
  await mailSlip(SITE, { ...OF_THREAD, id: "run", email: "m@shop.example" });
  await sendRating(SITE, { ...OF_THREAD, isGood: true, words: "Quick." });
  const message = { name: "Maria", contact: "m@shop.example", text: "Two loaves, please." };
  const left = { siteUrl: SITE, pageTokens, place: ABOUT.place, facts: ABOUT.facts };
  await sendLeftMessage({ ...left, ...OF_THREAD, messagePass: PASS }, message);
  const acted = { id: "use-1", isDone: true, text: "Added." };
  const end = servePage({
    ...{ siteUrl: SITE, ...OF_THREAD, isInCall: true },
    host: { heard: { acted }, send: () => undefined } as never,
    closePanel: () => undefined,
    reopenPanel: () => undefined,
  });
  await vi.waitFor(() => expect(sent.filter((one) => one.path.endsWith("/page"))).toHaveLength(2));
  end();
  await expect(`${JSON.stringify(sent, null, 2)}\n`).toMatchFileSnapshot(RECORDED);
});

async function readAll(events: AsyncGenerator<unknown, void, undefined>): Promise<void> {
  while ((await events.next()).done !== true);
}
