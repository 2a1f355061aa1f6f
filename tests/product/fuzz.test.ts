import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ValidatorJSON } from "convex/values";
import type { TableNames } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { sized } from "../soak.ts";
import { alsoOf, connectionsOf } from "./arguments.ts";
import { callFunction, publicFunctions } from "./public-functions.ts";
import type { PublicFunction } from "./public-functions.ts";
import { openReceiver } from "./receiver.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { Caller } from "../caller.ts";
import type { World } from "./world.ts";

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
  "operatorPage:pageSpend",
  "account:exportCalls",
  "account:exportVersions",
  "account:exportAnswers",
  "account:exportActionRuns",
  "account:exportPages",
  "outcomes:pageOutcomes",
  "versions:pageVersions",
  "webhooks:pageDeliveries",
];
const CURSOR_UNREAD =
  /Cannot convert undefined or null to object|is not valid JSON|(?:in|after) JSON at position|end of JSON input|properties of null/;

onEachBackend((world) => {
  beforeAll(() =>
    world().setVariables({
      ...SILENT_PLATFORM,
      STRIPE_API_URL: "http://127.0.0.1:9",
      STRIPE_SECRET_KEY: "sk_test_sim_unused",
      STRIPE_WEBHOOK_SECRET: "whsec_unused",
      TRIAL_KEYS: "unused",
      SITE_URL: "https://hark.example",
    }),
  );

  // T13: docs/security.md
  test("thousands of random payloads cause no server error and change nothing of other owners", async () => {
    const victim = await world().signUp();
    const assistant = await voicedAssistant(world(), victim);
    const { callId } = await talk(world(), victim, assistant, 20);
    const { apiKey, version, draft, rehearsal, knowledge } = await alsoOf(
      world(),
      victim,
      assistant,
    );
    const receiver = await openReceiver();
    const known = await connectionsOf(world(), victim, receiver.url);
    await world().settle();
    const before = await everythingOf(world(), victim.userId);
    const ids: Ids = {
      assistants: [assistant.assistantId],
      calls: [callId],
      apiKeys: [apiKey],
      assistantVersions: [version],
      assistantDrafts: [draft],
      rehearsals: [rehearsal],
      users: [victim.userId],
      knowledgeAnswers: [knowledge.answerId],
      ownerNotes: [knowledge.noteId],
      actions: [knowledge.actionId],
      knowledgeFiles: [knowledge.fileId],
      websites: [knowledge.websiteId],
      websitePages: [knowledge.pageId],
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

type Arbitrary = fc.Arbitrary<unknown>;

const TEXT = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "\u0000", "null", "__proto__", "<script>", "'; drop table calls; --"),
  fc.string({ minLength: 10_001, maxLength: 12_000 }),
);
const NUMBER = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, NaN, Infinity, -Infinity, Number.MAX_SAFE_INTEGER, 1e308),
);
const PLAIN = { maxKeys: 4, noNullPrototype: true };
const ANYTHING: Arbitrary = fc.oneof(
  TEXT,
  NUMBER,
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.array(TEXT, { maxLength: 4 }),
  fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), NUMBER, PLAIN),
);

/** Existing IDs by table, of any owner. */
type Ids = Record<string, string[]>;

/** Payloads for a function; half of them have the right shape. */
function payloadsOf(args: ValidatorJSON, ids: Ids): fc.Arbitrary<Record<string, unknown>> {
  const shaped = valuesOf(args, ids) as fc.Arbitrary<Record<string, unknown>>;
  const record = (value: Arbitrary) =>
    fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,12}$/), value, PLAIN);
  const bent = fc.tuple(shaped, record(ANYTHING)).map(([right, wrong]) => ({ ...right, ...wrong }));
  const broken = fc.tuple(shaped, fc.nat(), ANYTHING).map(([right, at, wrong]) => {
    const names = Object.keys(right);
    const name = names[at % Math.max(1, names.length)];
    return name === undefined ? right : { ...right, [name]: wrong };
  });
  return fc.oneof({ weight: 3, arbitrary: shaped }, bent, broken, record(ANYTHING));
}

function valuesOf(validator: ValidatorJSON, ids: Ids): Arbitrary {
  switch (validator.type) {
    case "null":
      return fc.constant(null);
    case "number":
      return NUMBER;
    case "bigint":
      return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    case "boolean":
      return fc.boolean();
    case "string":
      return TEXT;
    case "bytes":
      return fc.uint8Array().map((bytes) => bytes.slice().buffer);
    case "any":
      return ANYTHING;
    case "literal":
      return fc.constant(validator.value);
    case "id":
      return fc.oneof(fc.constantFrom("nonsense", ...(ids[validator.tableName] ?? [])), TEXT);
    case "array":
      return fc.array(valuesOf(validator.value, ids), { maxLength: 3 });
    case "record":
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), ANYTHING, PLAIN);
    case "union":
      return fc.oneof(...validator.value.map((member) => valuesOf(member, ids)));
    case "object": {
      const fields = Object.entries(validator.value);
      const required = fields.filter(([, { optional }]) => !optional).map(([name]) => name);
      const values = fields.map(([name, { fieldType }]) => [name, valuesOf(fieldType, ids)]);
      return fc.record(Object.fromEntries(values) as Record<string, Arbitrary>, {
        requiredKeys: required,
        noNullPrototype: true,
      });
    }
    default:
      throw new Error(`No payloads for ${JSON.stringify(validator)}`);
  }
}
