/** Assistants that were last sent to the voice platform by an older version of the code or with other settings. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { gateBefore } from "./gate.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import type { Owner } from "./world.ts";

const { resendOutdated } = internal.operator;
const { recordVoiceAssistant, beginVoiceAssistant } = internal.assistants.voiceAssistants;
const { recordSpecDigest } = internal.assistants.voiceSync;
/** Digests are hexadecimal, so these sort before and after all of them. */
const [BEFORE, AFTER] = ["!", "~"];
const PAUSE_MS = 30_000;

onEachVoiceBackend((world) => {
  const gate = gateBefore(world);
  const resend = async () => {
    await world().inside.mutation(resendOutdated, {});
    await world().settle();
  };
  const rowOf = async (platformId: string) =>
    must(
      (await world().rows("voiceAssistants")).find((row) => row.platformId === platformId),
      "row",
    );
  const facts = async () =>
    must((await world().inside.query(internal.operator.facts, {})).outdated, "facts");
  const updates = () =>
    gate().requests.filter((line) => line.startsWith("PATCH /assistant/")).length;
  const atPlatform = async (platformId: string) =>
    (await world().atPlatform(`/assistant/${platformId}`)).body;

  /** As an older version left it: the platform's default list of messages for pages, and its digest. */
  async function savedBefore(owner: Owner, print: string | null) {
    const { voiceAssistantId: platformId, assistantId } = await createAssistant(owner);
    await fetch(`${world().platform.url}/assistant/${platformId}`, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${world().platform.privateKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ clientMessages: null, monitorPlan: null }),
    });
    const { _id: madeId } = await rowOf(platformId);
    await (print === null
      ? world().inside.mutation(recordVoiceAssistant, { madeId, platformId })
      : world().inside.mutation(recordSpecDigest, { madeId, specDigest: print }));
    return { platformId, assistantId };
  }

  // T20: docs/security.md
  test("all outdated assistants are sent again, once, and listed by name until then", async () => {
    const owner = await world().signUp();
    const old = [];
    for (const print of [null, BEFORE, AFTER]) old.push(await savedBefore(owner, print));
    const current = await createAssistant(owner);
    const { assistants, isMore } = await facts();
    expect(isMore).toBe(false);
    expect(assistants.map(({ assistantId }) => assistantId).sort()).toEqual(
      old.map(({ assistantId }) => assistantId).sort(),
    );
    expect(assistants[0]).toMatchObject({ name: "Ada", isWaiting: false });
    const before = updates();
    await resend();
    await world().advance(PAUSE_MS);
    expect(updates()).toBe(before + old.length);
    const print = (await rowOf(current.voiceAssistantId)).specDigest;
    for (const { platformId } of old) {
      expect(await atPlatform(platformId)).toMatchObject({
        clientMessages: ["transcript"],
        monitorPlan: { listenEnabled: false, controlAuthenticationEnabled: true },
      });
      expect((await rowOf(platformId)).specDigest).toBe(print);
    }
    expect(await facts()).toEqual({ assistants: [], isMore: false });
    await resend();
    expect(updates()).toBe(before + old.length);
  });

  test("saving an assistant also brings it up to date", async () => {
    const owner = await world().signUp();
    const { assistantId } = await savedBefore(owner, BEFORE);
    const { embedId, ...content } = newAssistant();
    await owner.mutation(api.assistants.updateAssistant, { ...content, assistantId });
    await world().settle();
    expect((await facts()).assistants).toEqual([]);
  });

  test("changed settings make every assistant outdated, and the former settings none", async () => {
    const owner = await world().signUp();
    const { assistantId, voiceAssistantId } = await createAssistant(owner);
    await world().setVariables({ VAPI_PUBLIC_KEY: "" });
    const { assistants } = await facts();
    expect(assistants.map((one) => one.assistantId)).toContain(assistantId);
    await world().setVariables({ VAPI_PUBLIC_KEY: world().platform.publicKey });
    expect((await facts()).assistants).toEqual([]);
    expect(await atPlatform(voiceAssistantId)).toMatchObject({
      monitorPlan: { controlAuthenticationEnabled: true },
    });
  });

  test("while the platform fails, outdated assistants wait, and are sent when it recovers", async () => {
    const owner = await world().signUp();
    const { platformId, assistantId } = await savedBefore(owner, AFTER);
    await world().control("faults", { method: "PATCH", path: "/assistant/*", status: 500 });
    await resend();
    expect((await facts()).assistants).toMatchObject([{ assistantId, isWaiting: true }]);
    await world().advance(10 * 60_000);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    expect(await atPlatform(platformId)).toMatchObject({ clientMessages: ["transcript"] });
    expect((await facts()).assistants).toEqual([]);
  });

  test("an outdated assistant after more than a batch of unsaved ones is reached", async () => {
    const owner = await world().signUp();
    const unsaved = { ownerId: owner.userId, assistantId: null };
    for (let row = 0; row < 101; row += 1) {
      await world().inside.mutation(beginVoiceAssistant, unsaved);
    }
    const { platformId } = await savedBefore(owner, BEFORE);
    await resend();
    expect(await atPlatform(platformId)).toMatchObject({ clientMessages: ["transcript"] });
  });
});
