/** One network counts as one caller, and no rate limit stores a readable IP address. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { requestPageToken } from "../fixtures/page-token.ts";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";
import { onTrial, openBilling } from "./money/billing-world.ts";
import type { BillingWorld } from "./money/billing-world.ts";
import { openMail } from "./mail-world.ts";
import { SILENT_PLATFORM, startCall, voicedAssistant } from "./talk.ts";
import type { Assistant } from "./talk.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What one home connection or one cheap server has. */
const SAME_NETWORK = Array.from({ length: 100 }, (_, index) => `2001:db8:1:2::${index + 1}`);

let local: LocalWorld;
let world: BillingWorld;
let close: () => Promise<void>;

beforeAll(async () => {
  local = await openLocal();
  const billing = await openBilling(local);
  ({ world } = billing);
  close = async () => {
    await billing.close();
    await local.close();
  };
  await world.setVariables(SILENT_PLATFORM);
});
afterAll(() => close());

async function liveAssistant(): Promise<Assistant> {
  const { owner } = await onTrial(world, "PRO");
  const assistant = await voicedAssistant(world, owner);
  const { assistantId } = assistant;
  await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
  return assistant;
}

function post(path: string, address: string, body: object): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
    body: JSON.stringify(body),
  });
}

/** The codes of the public functions' refusals of somebody at this address. */
async function act(address: string, name: string, args: object): Promise<string> {
  const [file, kind] = name === "auth:signIn" ? [name, "action"] : [name, "mutation"];
  const answer = await post(`${local.url}/api/${kind}`, address, {
    path: file,
    args,
    format: "json",
  });
  const { errorData } = (await answer.json()) as { errorData?: { code?: string } };
  return errorData?.code ?? "done";
}

async function countedKeys(): Promise<string[]> {
  const parts = await Promise.all(
    ["rateLimiter", "visitorLimits"].map((part) => local.rowsOfComponent(part, "rateLimits")),
  );
  return parts.flat().map((row) => (row as { key?: string }).key ?? "");
}

// T22: docs/security.md
test("the addresses of one IPv6 network share two concurrent calls, like an IPv4 address", async () => {
  const { embedId } = await liveAssistant();
  const answers = [];
  for (const address of SAME_NETWORK.slice(0, 4)) {
    answers.push(await startCall(world, embedId, null, address).then(() => "called", String));
  }
  expect(answers.filter((answer) => answer === "called")).toHaveLength(2);
  await startCall(world, embedId, null, "2001:db8:1:3::1");
});

// T22: docs/security.md
test("they also share ten calls a minute", async () => {
  await world.advance(MINUTE_MS);
  const embedId = crypto.randomUUID();
  const answers = await Promise.all(
    SAME_NETWORK.map((address) =>
      post(`${world.siteUrl}/call/web`, address, { assistantId: embedId, bearer: embedId }),
    ),
  );
  // Time passes during the test, which restores some requests.
  const looked = answers.filter(({ status }) => status === 404).length;
  expect(looked).toBeGreaterThanOrEqual(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - looked);
  expect(looked).toBeLessThan(50);
});

// T22: docs/security.md
test("callers without a known address count as one", async () => {
  const { embedId } = await liveAssistant();
  await startCall(world, embedId, null, null);
  await startCall(world, embedId, null, null);
  await expect(startCall(world, embedId, null, null)).rejects.toThrow(/busy/);
});

// T21, T22: docs/security.md
test("a network gets sixty page tokens a minute, whether or not its pages may show the button", async () => {
  const { embedId } = await liveAssistant();
  const ask = (address: string) =>
    post(`${world.siteUrl}/call/page-token`, address, { embedId, sites: [] });
  const answers = await Promise.all([...SAME_NETWORK, ...SAME_NETWORK].map(ask));
  const given = answers.filter(({ status }) => status === 200).length;
  expect(given).toBeGreaterThanOrEqual(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - given);
  expect(given).toBeLessThan(200);
  expect((await ask("2001:db8:1:3::1")).status).toBe(200);
  await world.advance(MINUTE_MS);
  expect((await requestPageToken(world.siteUrl, { embedId, sites: [] })).status).toBe(200);
});

// T36: docs/security.md
test("one network may sign up twenty times an hour, or as often as the operator allows", async () => {
  const { email } = await world.signUp();
  // Refused before a password is hashed, but still counted.
  const params = { flow: "signUp", email, password: "correct horse" };
  const signUp = (address: string) => act(address, "auth:signIn", { provider: "password", params });
  const signUps = async (network: string, count: number) => {
    const codes = [];
    for (let index = 0; index < count; index++) {
      codes.push(await signUp(`2001:db8:${network}::${index + 1}`));
    }
    expect(new Set(codes)).toEqual(new Set(["sign_up_failed", "too_many_requests"]));
    return codes.filter((code) => code === "sign_up_failed").length;
  };
  const usual = await signUps("9:1", 30);
  expect(usual).toBeGreaterThanOrEqual(20);
  expect(usual).toBeLessThan(25);
  await world.setVariables({ SIGN_UPS_PER_NETWORK: "40" });
  expect(await signUps("9:2", 60)).toBeGreaterThanOrEqual(40);
  await world.setVariables({ SIGN_UPS_PER_NETWORK: "" });
});

// T45, T95: docs/security.md
test("no rate limit stores a readable address, and visitors' counters are deleted after a day", async () => {
  const { owner } = await onTrial(world, "PRO");
  const { embedId } = await voicedAssistant(world, owner);
  const mail = await openMail(local);
  const address = "203.0.113.201";
  await startCall(world, embedId, owner.userId, address);
  await act(address, "account:requestPasswordReset", { email: owner.email, browser: null });
  const params = { flow: "signIn", email: owner.email, password: "correct horse" };
  await act(address, "auth:signIn", { provider: "password", params });
  await mail.world.settle();
  const keys = await countedKeys();
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.filter((key) => /@|[.:]/.test(key))).toEqual([]);
  const [live] = (await world.rows("calls")).filter(({ ownerId }) => ownerId === owner.userId);
  expect(must(live, "call").address).toMatch(/^[\w+/=-]{40,}$/);

  await world.advance(DAY_MS + 2 * HOUR_MS);
  expect(await local.rowsOfComponent("visitorLimits", "rateLimits")).toEqual([]);
  await mail.close();
});

// T95: docs/security.md
test("a visitor's network is counted under another name each day", async () => {
  const namesOf = async () => {
    await world.inside.mutation(internal.calls.reservation.reserve, {
      ...{ embedId: crypto.randomUUID(), ownerId: null, address: "203.0.113.77" },
    });
    const rows = await local.rowsOfComponent("visitorLimits", "rateLimits");
    return rows.map((row) => (row as { key: string }).key);
  };
  const untilNextDayMs = () => DAY_MS - (world.clock.now() % DAY_MS);
  await world.advance(untilNextDayMs() + HOUR_MS);
  const today = await namesOf();
  await world.advance(untilNextDayMs());
  const later = await namesOf();
  expect(later.filter((name) => !today.includes(name))).toHaveLength(1);
});

test("a caller can see the address by which it is rate-limited", async () => {
  const init = { headers: { "X-Forwarded-For": "198.51.100.7, 10.0.0.1" } };
  const answer = await fetch(`${local.siteUrl}/caller`, init);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ address: "198.51.100.7" });
});
