/** What visitors, owners and the clock have a running Hark do, as `npm start` runs it. */
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import type { Browser, BrowserContext, Page, Request } from "@playwright/test";
import { getDocumentSize } from "convex/values";
import type { Value } from "convex/values";
import { makeFunctionReference } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { OVERAGE_INVOICE_EVERY_MINUTES } from "../../../convex/shared/limits";
import { planOf } from "../../../convex/shared/plans";
import type { Id } from "../../../convex/_generated/dataModel";
import schema from "../../../convex/schema.ts";
import type { Stack } from "../../../tools/start/stack.ts";
import { adminClient } from "../../admin-client.ts";
import { browserArguments, findBrowser, thisMachine } from "../../browser.ts";
import { isListening, joinRoom } from "../../contract/voice/room-client.ts";
import { eventually } from "../../eventually.ts";
import { rememberPlans } from "../../fixtures/account.ts";
import { askForProof, callProof } from "../../fixtures/page-token.ts";
import { createAssistant, publish, signUpOwner, subscribe } from "../../fixtures/owner-client.ts";
import type { OwnedAssistant, OwnerClient } from "../../fixtures/owner-client.ts";
import { keepSession } from "../../fixtures/session-token.ts";
import { withStack } from "../../fixtures/stack.ts";
import { openCompressingSite } from "../compressing-site.ts";
import type { Costs } from "./arithmetic.ts";
import { less, times } from "./counts.ts";
import type { Counts } from "./counts.ts";
import { openCounter, rows } from "./counting.ts";
import type { Counted, Counter } from "./counting.ts";
import { TALK, TALK_SECONDS } from "./talk.ts";

const ASSISTANTS = 5;
const CALLS_BEFORE = 1_000;
const DAYS_BEFORE = 30;
const OTHER_OWNERS = 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What runs once for each owner about whom Stripe is asked. */
const SYNC = "billing/subscriptions/sync:begin";

const PAGES = [
  ["dashboard", "/dashboard"],
  ["calls", "/dashboard/calls"],
] as const;

/** A little longer than browsers show the talk button's page without asking again. */
const PAGE_KEPT_MS = 11_000;

export interface PageView {
  counts: Counts;
  /** Of the host of static files. */
  files: { requests: number; bytes: number };
  /** What a call needs, once the button is there and the page idle. */
  ahead: { requests: number; bytes: number };
}

export interface Measured extends Omit<Costs, "view"> {
  /** A visitor's first page, and the next one with what the browser has kept. */
  firstView: PageView;
  nextView: PageView;
}

export async function measure(): Promise<Measured> {
  let measured: Measured | undefined;
  const executablePath = await findBrowser(thisMachine((line) => console.log(line)));
  const browser = await chromium.launch({ executablePath, args: browserArguments() });
  await withStack(async (stack) => {
    const counter = await openCounter(stack);
    measured = await measureOn(stack, counter, browser);
    await counter.close();
  });
  await browser.close();
  return must(measured, "measurement");
}

async function measureOn(stack: Stack, counter: Counter, browser: Browser): Promise<Measured> {
  const { owner, assistant } = await ownerOfMany(stack);
  const { firstView, nextView } = await pageViews(stack, counter, browser, assistant);

  const pageToken = await pageTokenOf(stack, counter, assistant);
  // The first call ever also makes what there is once an owner, an hour or a month.
  await talk(stack, counter, assistant);
  const call = (await talk(stack, counter, assistant)).own;

  const words = { words: "table tomorrow" };
  const search = () => owner.client.query(api.calls.searchCalls, words);
  const searchedFor = (await counter.during(search)).screens;

  const screen = await openScreen(stack, browser, owner);
  const opened: Partial<Measured["opened"]> = {};
  const watched: Partial<Measured["watched"]> = {};
  for (const [name, path] of PAGES) {
    // The token that the browser has kept has expired.
    stack.clock.advance(HOUR_MS + MINUTE_MS);
    opened[name] = (await counter.during(() => screen.goto(path))).screens;
    watched[name] = (await talk(stack, counter, assistant)).screens;
  }
  const lookedAt = (await counter.during(() => screen.lookAtCall())).screens;
  await screen.close();

  const { clock, sync } = await hoursOfClock(stack, counter);
  return {
    firstView,
    nextView,
    pageToken,
    call,
    watched: watched as Measured["watched"],
    opened: opened as Measured["opened"],
    // The recording comes by an address of the storage's own.
    lookedAt: { ...lookedAt, storageCalls: 1 },
    searchedFor,
    clock,
    sync,
    ...(await payments(stack, counter, assistant, sync.stripeRequests)),
    keptBytes: await keptBytes(stack),
  };
}

/** On a plan, with assistants and a month's calls behind them. */
async function ownerOfMany(stack: Stack) {
  const owner = await signUpOwner(stack);
  const beforeMs = stack.clock.now();
  await subscribe(owner, "PRO");
  const assistants: OwnedAssistant[] = [];
  for (let made = 0; made < ASSISTANTS; made += 1) {
    const assistant = await createAssistant(owner, { name: `Bakery desk ${made + 1}` });
    await publish(owner, assistant);
    assistants.push(assistant);
  }
  const assistant = must(assistants[0], "assistant");
  const { assistantId } = assistant;
  const untilMs = Math.floor(beforeMs / HOUR_MS) * HOUR_MS - 1;
  const samples = { assistantId, count: CALLS_BEFORE, hours: DAYS_BEFORE * 24, untilMs };
  await inside(stack).mutation(internal.operator.addSampleCalls, samples);
  return { owner, assistant };
}

async function pageViews(
  stack: Stack,
  counter: Counter,
  browser: Browser,
  { embedId }: OwnedAssistant,
): Promise<{ firstView: PageView; nextView: PageView }> {
  const files = await openCompressingSite(stack);
  const website = await openCompressingSite(null);
  const address = website.publish(
    "/",
    "text/html",
    `<!doctype html><title>A bakery</title><link rel="icon" href="data:,"><script async src="${files.url}/embed.js" data-embed-id="${embedId}"></script>`,
  );
  const context = await browser.newContext();
  const view = () => pageView(context, counter, { address, filesUrl: files.url });
  const firstView = await view();
  await wait(PAGE_KEPT_MS);
  const nextView = await view();
  await context.close();
  await files.close();
  await website.close();
  return { firstView, nextView };
}

interface Visit {
  address: string;
  filesUrl: string;
}

async function pageView(
  context: BrowserContext,
  counter: Counter,
  { address, filesUrl }: Visit,
): Promise<PageView> {
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  const { screens: counts } = await counter.during(async () => {
    await page.goto(address);
    await page.frameLocator("iframe").getByRole("button", { name: "Start voice chat" }).waitFor();
  });
  const files = { requests: 0, bytes: 0 };
  const ahead = { requests: 0, bytes: 0 };
  for (const request of requests.filter((each) => each.url().startsWith(filesUrl))) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const bytes = responseBodySize + responseHeadersSize;
    // What the browser has kept, it takes without a byte.
    if (bytes === 0) continue;
    const sort = request.url().includes("/assets/") ? ahead : files;
    sort.requests += 1;
    sort.bytes += bytes;
  }
  await page.close();
  return { counts, files, ahead };
}

/** What a page asks for when somebody points at its button. */
async function pageTokenOf(
  stack: Stack,
  counter: Counter,
  { embedId }: OwnedAssistant,
): Promise<Counts> {
  // The first of a network begins its rate limit.
  await askForProof(stack.siteUrl, { embedId, sites: [] });
  const { own } = await counter.during(async () => {
    const answer = await askForProof(stack.siteUrl, { embedId, sites: [] });
    if (!answer.ok) throw new Error(`The page token was refused: ${await answer.text()}`);
  });
  return own;
}

/** What the button, the visitor and the platform do, one after the other. */
async function talk(stack: Stack, counter: Counter, { embedId }: OwnedAssistant): Promise<Counted> {
  // The stand-in has heard silence: what it would tell of that is not two minutes of talk.
  await controlVoice(stack, "webhooks", { mode: "drop", types: ["end-of-call-report"] });
  // Counted as a page token.
  const proof = await callProof(stack.siteUrl, embedId);
  const { own, ...others } = await counter.during(async () => {
    const address = `${stack.siteUrl}/call/web`;
    // A browser asks first, since the page is of another origin.
    await fetch(address, { method: "OPTIONS" });
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${embedId}` },
      body: JSON.stringify({ assistantId: embedId, proof, sites: [] }),
    });
    if (!answer.ok) throw new Error(`The call was refused: ${await answer.text()}`);
    const { id, webCallUrl } = (await answer.json()) as { id: string; webCallUrl: string };
    const startedAtMs = stack.clock.now();
    const room = await joinRoom(webCallUrl);
    await room.waitFor(isListening);
    await eventually(async () => (await newestCall(stack)).status === "in-progress");
    for (const { role, message } of TALK.messages) {
      const by = role === "bot" ? "assistant" : role;
      const said = { type: "transcript", transcriptType: "final", role: by, transcript: message };
      await sendWebhook(stack, { ...said, call: { id } });
    }
    // The stand-in has heard none of it, so that it ends the call.
    stack.clock.advance(TALK_SECONDS * 1_000);
    await room.closed;
    await eventually(async () => (await newestCall(stack)).status === "ended");
    await report(stack, id, startedAtMs);
    await eventually(async () => (await newestCall(stack)).recording?.state === "stored");
  });
  // Storing the recording.
  return { ...others, own: { ...own, storageCalls: 1 } };
}

async function report(stack: Stack, platformCallId: string, startedAtMs: number): Promise<void> {
  const { summary, transcript, messages } = TALK;
  const message = {
    type: "end-of-call-report",
    call: { id: platformCallId },
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: new Date(startedAtMs + TALK_SECONDS * 1_000).toISOString(),
    endedReason: "customer-ended-call",
    cost: 0.2,
    analysis: { summary, successEvaluation: "true" },
    artifact: { transcript, messages, recordingUrl: "https://storage.vapi.ai/recording.mp3" },
  };
  await sendWebhook(stack, message);
}

/** As the platform does. */
async function sendWebhook(stack: Stack, message: object): Promise<void> {
  const answer = await fetch(`${stack.siteUrl}/vapi`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Vapi-Secret": await webhookSecret(stack),
    },
    body: JSON.stringify({ message }),
  });
  if (!answer.ok) throw new Error(`The webhook was refused: ${await answer.text()}`);
}

interface Screen {
  goto(path: string): Promise<void>;
  lookAtCall(): Promise<void>;
  close(): Promise<void>;
}

/** An owner's browser. */
async function openScreen(
  stack: Stack,
  browser: Browser,
  { tokens }: OwnerClient,
): Promise<Screen> {
  const context = await browser.newContext({ baseURL: stack.appUrl });
  const page = await context.newPage();
  await keepSession(page, stack, tokens);
  await rememberPlans(page);
  return {
    async goto(path) {
      await page.goto(path);
      await lastOf(page, path).first().waitFor();
    },
    async lookAtCall() {
      await page
        .getByRole("button", { name: /^Details of call/ })
        .first()
        .click();
      await page.getByText("Happy birthday Emma, with a heart").first().waitFor();
    },
    close: () => context.close(),
  };
}

/** What comes last on a page. */
function lastOf(page: Page, path: string) {
  return path === "/dashboard"
    ? page.getByText(`Bakery desk ${ASSISTANTS}`)
    : page.getByText(/^[\d,]+ calls$/);
}

/** With one subscriber, and with more of them, whose payment pages may still be open: they are due each hour. */
async function hoursOfClock(
  stack: Stack,
  counter: Counter,
): Promise<Pick<Measured, "clock" | "sync">> {
  const one = await hourOfClock(stack, counter);
  for (let more = 0; more < OTHER_OWNERS; more += 1) {
    const owner = await signUpOwner(stack);
    await subscribe(owner, "PRO");
    await publish(owner, await createAssistant(owner));
  }
  await hourOfClock(stack, counter);
  const many = await hourOfClock(stack, counter);
  if (many.syncs <= one.syncs) throw new Error("Stripe was asked about nobody more");
  const sync = times(less(many.counts, one.counts), 1 / (many.syncs - one.syncs));
  return { clock: less(one.counts, times(sync, one.syncs)), sync };
}

/** And about how many owners Stripe was asked in it. */
async function hourOfClock(
  stack: Stack,
  counter: Counter,
): Promise<{ counts: Counts; syncs: number }> {
  const untilNextMinute = async (atMs: number) => {
    const before = counter.runsOf("jobs/startJobs:sweep");
    stack.clock.advance(atMs - stack.clock.now());
    await eventually(() => counter.runsOf("jobs/startJobs:sweep") > before);
  };
  // It begins just after the jobs of a minute, so that it has those of sixty.
  await untilNextMinute(stack.clock.now() + MINUTE_MS);
  const beganMs = stack.clock.now();
  const counted = await counter.during(async () => {
    for (let minute = 1; minute <= 60; minute += 1) {
      // Time passes by itself too.
      await untilNextMinute(beganMs + minute * MINUTE_MS);
    }
  });
  const { stripeRequests, voiceRequests, bytesSent } = counted.own;
  return {
    counts: { ...counted.crons, stripeRequests, voiceRequests, bytesSent },
    syncs: counted.cronRunsOf(SYNC),
  };
}

/** All have begun their trials within hours of each other, and are charged within hours. */
async function payments(
  stack: Stack,
  counter: Counter,
  { assistantId }: OwnedAssistant,
  requestsPerSync: number,
): Promise<Pick<Measured, "payment" | "charge">> {
  // Meanwhile the clock has everybody synced, which is counted already.
  const ownOf = ({ own, cronRunsOf }: Awaited<ReturnType<Counter["during"]>>): Counts => {
    const ofSyncs = requestsPerSync * cronRunsOf(SYNC);
    return { ...own, stripeRequests: own.stripeRequests - ofSyncs };
  };
  const paid = await counter.during(async () => {
    stack.clock.advance(7 * DAY_MS);
    await settle(stack);
    stack.clock.advance(2 * HOUR_MS);
    await settle(stack);
  });
  const admin = inside(stack);
  type Row = { _id: Id<"assistants">; ownerId: Id<"users"> };
  // The house's is the first of all.
  const oldest = await rows<Row>(stack, "assistants", "asc", 2);
  const { ownerId } = must(
    oldest.find(({ _id }) => _id === assistantId),
    "assistant",
  );
  const minutes = planOf("PRO").limits.includedMinutes + OVERAGE_INVOICE_EVERY_MINUTES;
  const charged = await counter.during(async () => {
    await admin.mutation(internal.operator.importCalls.recordUsage, {
      ownerId,
      assistantId,
      seconds: minutes * 60,
      endedAtMs: stack.clock.now(),
      allowance: "plan",
    });
    stack.clock.advance(2 * HOUR_MS);
    await settle(stack);
  });
  return { payment: times(ownOf(paid), 1 / (1 + OTHER_OWNERS)), charge: ownOf(charged) };
}

async function settle({ vendors }: Stack): Promise<void> {
  for (let seen = -1; ;) {
    const events = await vendors.stripe.webhooksSettled();
    if (events === seen) return;
    seen = events;
  }
}

/** Of the newest call. */
async function keptBytes(stack: Stack): Promise<Measured["keptBytes"]> {
  const [text] = await rows<{ searchText: string }>(stack, "callTexts", "desc", 1);
  const kept = [
    { table: "calls", document: await newestCall(stack) },
    { table: "callTexts", document: must(text, "texts") },
  ] as const;
  let documents = 0;
  let withIndexes = 0;
  for (const { table, document } of kept) {
    const bytes = getDocumentSize(document as unknown as Record<string, Value>);
    documents += bytes;
    withIndexes += bytes * (1 + schema.tables[table][" indexes"]().length);
  }
  return { documents, withIndexes, searched: must(text, "texts").searchText.length };
}

interface CallRow {
  status: string;
  recording?: { state: string };
}

async function newestCall(stack: Stack): Promise<CallRow> {
  const [call] = await rows<CallRow>(stack, "calls", "desc", 1);
  return must(call, "call");
}

async function webhookSecret(stack: Stack): Promise<string> {
  const variables = await adminClient(stack.backendUrl, stack.adminKey).query(VARIABLES, {});
  const found = variables.find(({ name }) => name === "VAPI_WEBHOOK_SECRET");
  return must(found, "webhook secret").value;
}

const VARIABLES = makeFunctionReference<
  "query",
  Record<string, never>,
  { name: string; value: string }[]
>("_system/cli/queryEnvironmentVariables");

async function controlVoice(stack: Stack, route: string, body: object): Promise<void> {
  const { url, controlToken } = stack.vendors.voice;
  const response = await fetch(`${url}/_control/${route}`, {
    method: "POST",
    headers: { "x-control-token": controlToken },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route} answered ${response.status}`);
}

function inside(stack: Stack): Inside {
  return adminClient(stack.backendUrl, stack.adminKey) as unknown as Inside;
}

type Inside = {
  mutation<F extends FunctionReference<"mutation", "internal">>(
    mutation: F,
    args: FunctionArgs<F>,
  ): Promise<FunctionReturnType<F>>;
};
