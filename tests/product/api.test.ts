/** The read API as owners' programs use it: what it returns, and to whom. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { newKeyText } from "../../convex/publicApi/keyText";
import { callApi, newKey, readAll } from "./api-client.ts";
import { complaintsAbout } from "./api-document.ts";
import { ownedBy } from "./owned.ts";
import { newAssistant } from "./samples.ts";
import {
  endOfCallReport,
  foundOut,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  talk,
  voicedAssistant,
} from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;
/** The maximum number of entries on a page, plus more than a hundred. */
const CALLS = 130;

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  /** An owner with an assistant, a call, and an order in the inbox. */
  async function ownerWithOrder() {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner);
    const findings = [{ label: "Name", kind: "text", isRequired: true }] as const;
    const { embedId: _, ...content } = newAssistant();
    const { assistantId } = assistant;
    await owner.mutation(api.assistants.updateAssistant, {
      ...content,
      assistantId,
      findings: [...findings],
    });
    const call = await startCall(world(), assistant.embedId, owner.userId);
    const startedAtMs = world().clock.now();
    await world().advance(20_000);
    const report = endOfCallReport(call.platformCallId, { startedAtMs, seconds: 20 });
    const outcome = foundOut({ found: { name: "Ada" }, unanswered: ["Is it vegan?"] });
    await sendReport(world(), { ...report, artifact: { ...report.artifact, ...outcome } });
    return { owner, assistantId, callId: call.callId, key: await newKey(owner) };
  }

  /** The response, which must match the API description. */
  async function read(path: string, key: string | null, status = 200): Promise<unknown> {
    const answer = await callApi(world(), path, key);
    expect([path, answer.status, answer.body]).toMatchObject([path, status, {}]);
    const { body: document } = await callApi(world(), "/openapi.json", null);
    expect(complaintsAbout(document, path, answer)).toEqual([]);
    return answer.body;
  }

  test("assistants, calls and outcomes are returned as the API description says", async () => {
    const { owner, assistantId, callId, key } = await ownerWithOrder();
    const assistant = { id: assistantId, name: "Ada" };
    const listed = { ...assistant, voice: "jessica", isPublished: false };
    expect(await read("/assistants", key)).toMatchObject({ data: [listed], nextCursor: null });
    const one = await read(`/assistants/${assistantId}`, key);
    expect(one).toMatchObject({ ...listed, findings: [{ key: "name", label: "Name" }] });
    expect(JSON.stringify(one)).not.toContain("You answer questions about the bakery.");
    expect(await read(`/assistants/${assistantId}?include=systemPrompt`, key)).toMatchObject({
      systemPrompt: "You answer questions about the bakery.",
    });
    const call = { id: callId, assistant, status: "ended", durationSeconds: 20, isTest: true };
    const calls = await read("/calls", key);
    expect(calls).toMatchObject({ data: [call], nextCursor: null });
    expect(JSON.stringify(calls)).not.toContain("When do you open?");
    const details = await read(`/calls/${callId}`, key);
    expect(details).toMatchObject({
      ...call,
      transcript: "AI: Hello.\nUser: When do you open?\n",
      messages: [{ role: "assistant", text: "Hello." }, { role: "user" }],
    });
    const { outcomeId } = details as { outcomeId: string };
    const outcome = {
      ...{ id: outcomeId, callId, assistant, status: "new", isUnread: true },
      found: [{ key: "name", value: "Ada" }],
      unanswered: ["Is it vegan?"],
    };
    expect(await read("/outcomes", key)).toMatchObject({ data: [outcome], nextCursor: null });
    expect(await read(`/outcomes/${outcomeId}`, key)).toMatchObject(outcome);
    await owner.mutation(api.outcomes.updateOutcome, { callId, status: "in progress" });
    expect(await read("/outcomes?status=in-progress", key)).toMatchObject({
      data: [{ id: outcomeId, status: "in-progress" }],
    });
    expect(await read("/outcomes?status=new", key)).toMatchObject({ data: [] });
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    expect(await read(`/calls/${callId}`, key)).toMatchObject({ assistant: null });
    const everything = JSON.stringify([one, calls, details, outcome]);
    for (const { platformCallId, voiceAssistantId } of [
      ...(await world().rows("calls")),
      ...(await world().rows("assistants")),
    ] as { platformCallId?: string; voiceAssistantId?: string }[]) {
      for (const id of [platformCallId, voiceAssistantId]) {
        if (id !== undefined) expect(everything).not.toContain(id);
      }
    }
  });

  test("all calls can be read page by page, each once, and with filters", async () => {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner);
    const other = await voicedAssistant(world(), owner, "Grace");
    // First, while free minutes are left.
    const { callId } = await talk(world(), owner, other, 20);
    const untilMs = Math.floor(world().clock.now() / HOUR_MS) * HOUR_MS - 1;
    const batch = { count: CALLS, hours: 5, untilMs, isSilent: true };
    const { assistantId } = assistant;
    await world().inside.mutation(internal.operator.addSampleCalls, { ...batch, assistantId });
    const key = await newKey(owner);
    const all = await readAll(world(), "/calls?limit=50", key);
    expect(all).toHaveLength(CALLS + 1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(CALLS + 1);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const ofOther = await readAll(world(), `/calls?assistant=${other.assistantId}`, key);
    expect(ofOther.map(({ id }) => id)).toEqual([callId]);
    const middle = must(all[60]?.createdAt, "time");
    const [from, to] = [
      await readAll(world(), `/calls?limit=100&from=${middle}`, key),
      await readAll(world(), `/calls?limit=100&to=${middle}`, key),
    ];
    expect(from.every(({ createdAt }) => createdAt >= middle)).toBe(true);
    expect(to.every(({ createdAt }) => createdAt < middle)).toBe(true);
    expect(from.length + to.length).toBe(CALLS + 1);
    expect(await readAll(world(), "/calls?status=queued", key)).toEqual([]);
    const days = await readAll(world(), "/calls?limit=100&from=2020-01-01&to=2020-01-02", key);
    expect(days).toEqual([]);
  });

  // T71: docs/security.md
  test("a cursor works only for its own list and its own owner", async () => {
    const { owner, key } = await ownerWithOrder();
    await owner.mutation(api.assistants.createAssistant, newAssistant());
    const { nextCursor } = (await read("/assistants?limit=1", key)) as { nextCursor: string };
    const stranger = await newKey((await ownerWithOrder()).owner);
    expect(await read(`/assistants?limit=5&cursor=${nextCursor}`, key)).toMatchObject({
      nextCursor: null,
    });
    const [place = "", seal = ""] = nextCursor.split(".");
    for (const [path, sender] of [
      [`/assistants?cursor=${nextCursor}`, stranger],
      [`/calls?cursor=${nextCursor}`, key],
      [`/assistants?cursor=${place}`, key],
      [`/assistants?cursor=${place}.${seal.slice(1)}0`, key],
      [`/assistants?cursor=A${nextCursor}`, key],
      [`/assistants?cursor=%00.${seal}`, key],
      ["/assistants?cursor=", key],
    ] as const) {
      expect(await read(path, sender, 400)).toMatchObject({ error: { parameter: "cursor" } });
    }
  });

  // T69: docs/security.md
  test("other owners' objects and unknown IDs are not found", async () => {
    const { assistantId, callId, key } = await ownerWithOrder();
    const { outcomeId } = (await read(`/calls/${callId}`, key)) as { outcomeId: string };
    const stranger = await newKey(await world().signUp());
    for (const id of [assistantId, callId, outcomeId, "nonsense", "%00", "a%2Fb"]) {
      for (const collection of ["assistants", "calls", "outcomes"]) {
        const answer = await read(`/${collection}/${id}`, stranger, 404);
        expect(answer).toMatchObject({ error: { code: "not_found" } });
      }
    }
    for (const list of ["assistants", "calls", "outcomes"]) {
      expect(await read(`/${list}`, stranger)).toEqual({ data: [], nextCursor: null });
    }
    for (const list of [
      ...[`/calls?assistant=${assistantId}`, "/calls?status=ended"],
      ...[`/outcomes?assistant=${assistantId}`, "/outcomes?status=new"],
      `/outcomes?assistant=${assistantId}&status=new`,
    ]) {
      expect([list, await read(list, stranger)]).toMatchObject([list, { data: [] }]);
    }
  });

  // T68, T69: docs/security.md
  test("a revoked key, and a key of a deleted account, is refused at once", async () => {
    const owner = await world().signUp();
    const [first, second] = [await newKey(owner), await newKey(owner, ["calls:read"], "Second")];
    const keys = await owner.query(api.apiKeys.listKeys, {});
    expect(keys.map(({ name, scopes }) => [name, scopes])).toEqual([
      ["Second", ["calls:read"]],
      ["Test", ["assistants:read", "calls:read", "outcomes:read"]],
    ]);
    expect(JSON.stringify(await world().rows("apiKeys"))).not.toContain(first);
    const stranger = await world().signUp();
    const keyId = must(keys[1], "key").id;
    await stranger.mutation(api.apiKeys.revokeKey, { keyId });
    await read("/assistants", first);
    await owner.mutation(api.apiKeys.revokeKey, { keyId });
    expect(await read("/assistants", first, 401)).toMatchObject({ error: { code: "key_refused" } });
    await read("/calls", second);
    // The account's data is not purged yet, but the account is deleted.
    const deleting = owner.mutation(api.account.deleteAccount, {});
    await deleting;
    expect(await read("/calls", second, 401)).toMatchObject({ error: { code: "key_refused" } });
    await world().settle();
    expect(await ownedBy(world(), owner.userId)).toEqual({});
  });

  // T69: docs/security.md
  test("a key can read only what its scopes allow", async () => {
    const { owner } = await ownerWithOrder();
    const key = await newKey(owner, ["calls:read"]);
    await read("/calls", key);
    for (const path of ["/assistants", "/outcomes", "/outcomes/any"]) {
      const answer = await callApi(world(), path, key);
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { error: { code: "scope_missing" } },
      ]);
      expect(answer.headers.get("WWW-Authenticate")).toMatch(
        /^Bearer .*error="insufficient_scope", scope="(assistants|outcomes):read"$/,
      );
    }
  });

  // T70: docs/security.md
  test("a request without a valid key is told how to send one, and a session is not accepted instead", async () => {
    const owner = await world().signUp();
    const key = await newKey(owner);
    const bearers = [
      null,
      "",
      "nonsense",
      await owner.token(),
      `${key.slice(0, -1)}?`,
      newKeyText(),
    ];
    for (const bearer of bearers) {
      const answer = await callApi(world(), "/calls", bearer);
      const code = bearer === null ? "key_missing" : "key_refused";
      expect([bearer, answer.status, answer.body]).toMatchObject([
        bearer,
        401,
        { error: { code } },
      ]);
      expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer realm=/);
    }
    const basic = await callApi(world(), "/calls", null, {
      headers: { Authorization: `Basic ${key}` },
    });
    expect(basic.status).toBe(401);
    expect((await callApi(world(), `/calls?key=${key}`, null)).status).toBe(401);
  });

  test("only their owner can create, list and count keys", async () => {
    const owner = await world().signUp();
    const make = (name: string, scopes: ("calls:read" | "assistants:read")[]) =>
      owner.action(api.apiKeys.createKey, { name, scopes });
    const refused = (code: string) => ({ data: { code } });
    await expect(make(" ", ["calls:read"])).rejects.toMatchObject(refused("invalid_input"));
    await expect(make("x".repeat(61), ["calls:read"])).rejects.toMatchObject(
      refused("invalid_input"),
    );
    await expect(make("None", [])).rejects.toMatchObject(refused("invalid_input"));
    await make(" Twice ", ["calls:read", "assistants:read", "calls:read"]);
    const [key] = await owner.query(api.apiKeys.listKeys, {});
    expect(key).toMatchObject({ name: "Twice", scopes: ["assistants:read", "calls:read"] });
    for (let made = 1; made < 10; made++) await make(`Key ${made}`, ["calls:read"]);
    await expect(make("One more", ["calls:read"])).rejects.toMatchObject(refused("key_limit"));
    const exported = await owner.query(api.account.exportAccount, {});
    expect((JSON.parse(exported.text) as { apiKeys: unknown[] }).apiKeys).toHaveLength(10);
    expect(exported.text).not.toContain(must((await rowsOf(owner))[0], "key").hash);
  });

  async function rowsOf(owner: Owner) {
    return (await world().rows("apiKeys")).filter(({ ownerId }) => ownerId === owner.userId);
  }

  test("the use of a key is recorded at most once an hour", async () => {
    const owner = await world().signUp();
    const key = await newKey(owner);
    const lastUse = async () => (await rowsOf(owner))[0]?.lastUsedAtMs;
    expect(await lastUse()).toBeUndefined();
    // Starts at the beginning of an hour, so that the hour does not change in between.
    await world().advance(HOUR_MS - (world().clock.now() % HOUR_MS));
    await read("/calls", key);
    const first = must(await lastUse(), "use");
    expect(first % HOUR_MS).toBe(0);
    await world().advance(HOUR_MS);
    await read("/calls", key);
    expect(await lastUse()).toBe(first + HOUR_MS);
  });
});
