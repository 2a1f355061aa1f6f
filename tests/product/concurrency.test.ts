import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MESSAGES } from "../../convex/shared/messages";
import { anyAddress } from "../any-address.ts";
import { onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { json, openScriptedPlatform } from "./scripted-platform.ts";
import type { ScriptedPlatform } from "./scripted-platform.ts";
import {
  endOfCallReport,
  followUp,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  transcript,
  voicedAssistant,
} from "./talk.ts";
import type { StartedCall } from "./talk.ts";

const AS_IT_COMES = {
  VOICE_CONCURRENCY: "",
  CONCURRENCY_PER_OWNER: "",
  CONCURRENCY_PER_NETWORK: "",
};
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

onEachBillingBackend((world) => {
  let platform: ScriptedPlatform;
  beforeAll(async () => {
    platform = await openScriptedPlatform();
    await world().setVariables({ ...SILENT_PLATFORM, VAPI_API_URL: platform.url });
  });
  afterAll(() => platform.close());

  async function ownerWithVisitors() {
    const { owner } = await onTrial(world(), "PRO");
    const assistant = await voicedAssistant(world(), owner);
    const { assistantId } = assistant;
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const visit = (address: string, ownerId: Id<"users"> | null = null) =>
      startCall(world(), assistant.embedId, ownerId, address);
    return { owner, assistant, visit, test: () => visit(anyAddress(), owner.userId) };
  }

  const callOf = async ({ callId }: StartedCall) =>
    must(
      (await world().rows("calls")).find(({ _id }) => _id === callId),
      "call",
    );
  const report = async ({ platformCallId }: StartedCall) => {
    const times = { startedAtMs: world().clock.now(), seconds: 5 };
    await sendReport(world(), endOfCallReport(platformCallId, times));
  };
  /** Ends the calls of earlier tests, because free calls are limited across all owners. */
  const releaseAll = async () => {
    for (const { _id: callId, isLive, platformCallId } of await world().rows("calls")) {
      if (!isLive || platformCallId === undefined) continue;
      await report({ callId, platformCallId, maxDurationSeconds: 0 });
    }
  };
  /** What the platform reports about the call from now on. */
  const say = ({ platformCallId: id }: StartedCall, call: object) => {
    const controlUrl = `${platform.url}/${id}/control`;
    platform.answer(`GET /call/${id}`, json({ id, monitor: { controlUrl }, ...call }));
    platform.answer(`POST /${id}/control`, json({}));
    platform.answer(`DELETE /call/${id}`, json({ id }));
  };
  const askedOf = ({ platformCallId: id }: StartedCall) =>
    platform.requests.filter((line) => line.includes(id)).map((line) => line.replace(id, "ID"));

  // T22: docs/security.md
  test("one IP address may have two concurrent calls, across all owners, and is forgotten when they end", async () => {
    const [bakery, florist] = [await ownerWithVisitors(), await ownerWithVisitors()];
    const address = "203.0.113.7";
    const first = await bakery.visit(address);
    const second = await florist.visit(address);
    await expect(florist.visit(address)).rejects.toThrow(MESSAGES.linesBusy);
    await florist.visit("203.0.113.8");
    await report(first);
    const third = await florist.visit(address);
    await expect(bakery.visit(address)).rejects.toThrow(MESSAGES.linesBusy);
    for (const call of [second, third]) await report(call);
    const rows = await world().rows("calls");
    expect(rows.filter((row) => !row.isLive && row.address !== undefined)).toEqual([]);
  });

  // T22: docs/security.md
  test("one owner may use half of the slots, and visitors leave one of these for the owner's tests", async () => {
    const [bakery, florist] = [await ownerWithVisitors(), await ownerWithVisitors()];
    for (let line = 1; line <= 4; line++) await bakery.visit(`198.51.100.${line}`);
    await expect(bakery.visit("198.51.100.5")).rejects.toThrow(MESSAGES.linesBusy);
    await bakery.test();
    await expect(bakery.test()).rejects.toThrow(MESSAGES.linesBusy);
    await florist.visit("198.51.100.5");
  });

  // T22: docs/security.md
  test("a smaller plan has fewer slots, and no plan has more than half of the deployment's", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    const { embedId, assistantId } = await voicedAssistant(world(), owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const visit = (ownerId: Id<"users"> | null) => startCall(world(), embedId, ownerId);
    const calls = [await visit(null), await visit(null)];
    await expect(visit(null)).rejects.toThrow(MESSAGES.linesBusy);
    calls.push(await visit(owner.userId));
    await expect(visit(owner.userId)).rejects.toThrow(MESSAGES.linesBusy);
    for (const call of calls) await report(call);
    await world().setVariables({ VOICE_CONCURRENCY: "4" });
    calls.push(await visit(null), await visit(owner.userId));
    await expect(visit(owner.userId)).rejects.toThrow(MESSAGES.linesBusy);
    for (const call of calls.slice(-2)) await report(call);
    await world().setVariables(AS_IT_COMES);
  });

  // T22, T96: docs/security.md
  test("free accounts together use at most half of the slots; the other half is for paying owners", async () => {
    await releaseAll();
    const { visit } = await ownerWithVisitors();
    const answers = [];
    for (let account = 0; account < 11; account++) {
      const owner = await world().signUp();
      const { embedId } = await voicedAssistant(world(), owner);
      answers.push(await startCall(world(), embedId, owner.userId).catch(String));
    }
    expect(answers.filter((answer) => typeof answer !== "string")).toHaveLength(5);
    expect(answers.at(-1)).toContain(MESSAGES.linesBusy);
    await visit(anyAddress());
    await releaseAll();
  });

  test("the environment sets the number of slots", async () => {
    const [bakery, florist] = [await ownerWithVisitors(), await ownerWithVisitors()];
    await world().setVariables({ VOICE_CONCURRENCY: "4", CONCURRENCY_PER_NETWORK: "1" });
    await bakery.visit("192.0.2.1");
    await expect(bakery.visit("192.0.2.2")).rejects.toThrow(MESSAGES.linesBusy);
    await expect(florist.visit("192.0.2.1")).rejects.toThrow(MESSAGES.linesBusy);
    await world().setVariables({ CONCURRENCY_PER_OWNER: "3" });
    await bakery.visit("192.0.2.2");
    await world().setVariables(AS_IT_COMES);
  });

  test("an invalid number of slots is reported", async () => {
    const { visit } = await ownerWithVisitors();
    for (const wrong of ["ten", "0", "-1", "2.5"]) {
      await world().setVariables({ VOICE_CONCURRENCY: wrong });
      await expect(visit(anyAddress())).rejects.toThrow(`VOICE_CONCURRENCY is "${wrong}"`);
    }
    await world().setVariables(AS_IT_COMES);
  });

  // T22: docs/security.md
  test("ten calls that nobody joins end after a minute, even if the platform never reports it", async () => {
    const { owner, visit } = await ownerWithVisitors();
    await world().setVariables({ CONCURRENCY_PER_OWNER: "11" });
    const calls = [];
    for (let line = 0; line < 10; line++) calls.push(await visit(anyAddress()));
    for (const call of calls) say(call, { status: "queued" });
    await expect(visit(anyAddress())).rejects.toThrow(MESSAGES.linesBusy);
    await world().advance(MINUTE_MS / 2);
    await expect(visit(anyAddress())).rejects.toThrow(MESSAGES.linesBusy);
    await world().advance(MINUTE_MS / 2);
    const next = await visit(anyAddress());
    for (const call of calls) {
      expect(await callOf(call)).toMatchObject({
        status: "ended",
        isLive: false,
        seconds: 0,
        endedReason: "customer-did-not-answer",
      });
      expect([...new Set(askedOf(call))]).toEqual([
        "GET /call/ID",
        'POST /ID/control {"type":"end-call"}',
        "DELETE /call/ID {}",
      ]);
    }
    await report(next);
    const askedSoFar = calls.map((call) => askedOf(call).length);
    await world().advance(DAY_MS);
    await followUp(world());
    expect(calls.map((call) => askedOf(call).length)).toEqual(askedSoFar);
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({ calls: 11, seconds: 5 });
    await world().setVariables(AS_IT_COMES);
  });

  test("a visitor who joined without a report keeps the call and its slot", async () => {
    const owner = await world().signUp();
    const { embedId } = await voicedAssistant(world(), owner);
    const call = await startCall(world(), embedId, owner.userId);
    const startedAt = new Date(world().clock.now() + SECOND_MS).toISOString();
    say(call, { status: "in-progress", startedAt });
    await world().advance(MINUTE_MS);
    expect(await callOf(call)).toMatchObject({
      status: "in-progress",
      isLive: true,
      startedAtMs: Date.parse(startedAt),
    });
    expect(askedOf(call)).toEqual(["GET /call/ID"]);
    await expect(startCall(world(), embedId, owner.userId)).rejects.toThrow(MESSAGES.linesBusy);
    await report(call);
    await startCall(world(), embedId, owner.userId);
  });

  test("after a reported join, the platform is not asked whether anybody joined", async () => {
    const { visit } = await ownerWithVisitors();
    const call = await visit(anyAddress());
    const joinedAtMs = world().clock.now();
    await sendReport(world(), statusUpdate(call.platformCallId, "in-progress", joinedAtMs));
    await sendReport(world(), transcript(call.platformCallId, "user", "Hello?"));
    await world().advance(MINUTE_MS);
    expect(await callOf(call)).toMatchObject({ status: "in-progress", isLive: true });
    expect(askedOf(call)).toEqual([]);
    await report(call);
  });

  test("if the platform is down, a slot is free after a minute, and the call counts once it is reported", async () => {
    const owner = await world().signUp();
    const { embedId } = await voicedAssistant(world(), owner);
    const call = await startCall(world(), embedId, owner.userId);
    platform.answer(`GET /call/${call.platformCallId}`, json({}, 503));
    await world().advance(MINUTE_MS);
    expect(await callOf(call)).toMatchObject({ status: "queued", isLive: false });
    const next = await startCall(world(), embedId, owner.userId);
    await report(call);
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({
      endedCalls: 1,
      seconds: 5,
    });
    await report(next);
  });

  // T23: docs/security.md
  test("a call that never ends at the platform frees its slot at its maximum duration", async () => {
    const owner = await world().signUp();
    const { embedId } = await voicedAssistant(world(), owner);
    const call = await startCall(world(), embedId, owner.userId);
    await sendReport(
      world(),
      statusUpdate(call.platformCallId, "in-progress", world().clock.now()),
    );
    say(call, { status: "in-progress" });
    await world().advance(13 * MINUTE_MS);
    await followUp(world());
    expect(await callOf(call)).toMatchObject({ status: "in-progress", isLive: false });
    await world().advance(DAY_MS);
    await followUp(world());
    expect(await callOf(call)).toMatchObject({ status: "ended", seconds: 0 });
  });
});
