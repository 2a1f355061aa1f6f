import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { TableNames } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { sized } from "../soak.ts";
import { alsoOf, connectionsOf } from "./arguments.ts";
import { payloadsOf } from "./payloads.ts";
import type { Ids } from "./payloads.ts";
import { callFunction, publicFunctions } from "./public-functions.ts";
import type { PublicFunction } from "./public-functions.ts";
import { openReceiver } from "./receiver.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { Caller, World } from "./world.ts";

const PAYLOADS = sized({ usual: 2_500, soak: 20_000 });
const AT_ONCE = 16;
const TABLES = Object.keys(schema.tables) as TableNames[];

/** Refusals because of a wrong shape, in the words of either backend. */
const REFUSED_BY_SHAPE =
  /ArgumentValidationError|Validator error|Could not find|is not a supported Convex|Invalid argument|cursor|numItems|limit/i;

/** The sign-in of @convex-dev/auth refuses unknown input with plain errors of its own. */
const REFUSED_BY_AUTH =
  /Provider `[^]*` is not configured|Cannot sign in: Missing|Can't parse refresh token|Unknown sign-in flow/;

/** These take a cursor. */
const PAGED = [
  "calls:pageCalls",
  "account:exportCalls",
  "account:exportVersions",
  "outcomes:pageOutcomes",
  "versions:pageVersions",
  "webhooks:pageDeliveries",
];
const CURSOR_UNREAD =
  /Cannot convert undefined or null to object|is not valid JSON|in JSON at position|end of JSON input/;

onEachBackend((world) => {
  beforeAll(() =>
    world().setVariables({
      ...SILENT_PLATFORM,
      STRIPE_API_URL: "http://127.0.0.1:9",
      STRIPE_SECRET_KEY: "sk_test_sim_unused",
      STRIPE_WEBHOOK_SECRET: "whsec_unused",
      TRIAL_KEYS: "unused",
    }),
  );

  // T13: docs/security.md
  test("thousands of random payloads cause no server error and change nothing of other owners", async () => {
    const victim = await world().signUp();
    const assistant = await voicedAssistant(world(), victim);
    const { callId } = await talk(world(), victim, assistant, 20);
    const { apiKey, version } = await alsoOf(victim, assistant);
    const receiver = await openReceiver();
    const known = await connectionsOf(world(), victim, receiver.url);
    await world().settle();
    const before = await everythingOf(world(), victim.userId);
    const ids: Ids = {
      assistants: [assistant.assistantId],
      calls: [callId],
      apiKeys: [apiKey],
      assistantVersions: [version],
      users: [victim.userId],
      webhookEndpoints: [known.endpointId],
      webhookDeliveries: [known.deliveryId],
      outcomeRecipients: [known.recipientId],
    };
    const functions = await publicFunctions();
    const strangers = [world().visitor, await world().signUp(), await world().signUp()];
    const calls = fc.sample(callsOf(functions, ids, strangers), { numRuns: PAYLOADS, seed: 7 });
    const faults: string[] = [];
    const next = calls.values();
    const caller = async () => {
      for (const { caller, called, args } of next) {
        const fault = await faultOf(caller, called, args);
        if (fault !== null) faults.push(fault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    expect(faults).toEqual([]);
    await world().settle();
    expect(await everythingOf(world(), victim.userId)).toEqual(before);
    await receiver.close();
  });
});

function callsOf(functions: PublicFunction[], ids: Ids, callers: Caller[]) {
  const perFunction = functions.map((called) =>
    fc.record({
      called: fc.constant(called),
      caller: fc.constantFrom(...callers),
      args: payloadsOf(called.args, ids),
    }),
  );
  return fc.oneof(...perFunction);
}

/** Null if the response is one of those that a caller may get. */
async function faultOf(
  caller: Caller,
  called: PublicFunction,
  args: Record<string, unknown>,
): Promise<string | null> {
  try {
    await callFunction(caller, called, args);
    return null;
  } catch (error) {
    if ((error as { data?: { code?: string } }).data?.code !== undefined) return null;
    const text = String(error);
    if (called.name === "auth:signIn" && REFUSED_BY_AUTH.test(text)) return null;
    if (isRefusedByConvexTest(error)) return null;
    // convex-test fails on a cursor that it did not create.
    if (PAGED.includes(called.name) && CURSOR_UNREAD.test(text)) return null;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
    return REFUSED_BY_SHAPE.test(text) ? null : `${called.name}: ${text.slice(0, 300)} ${cause}`;
  }
}

/** The validator of convex-test crashes on null in place of an object. Convex itself refuses it. */
function isRefusedByConvexTest(error: unknown): boolean {
  return error instanceof TypeError && error.stack?.includes("at validateFunctionArgs") === true;
}

async function everythingOf(world: World, ownerId: string): Promise<object> {
  const owned: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const rows: Record<string, unknown>[] = await world.rows(table);
    owned[table] = rows.filter(({ _id, ownerId: owner, userId }) =>
      [_id, owner, userId].includes(ownerId),
    );
  }
  return owned;
}
