import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { gateBefore } from "./gate.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import { uploadFile } from "./upload.ts";
import type { Owner } from "./world.ts";

const { createVoiceAssistant, getAssistant, retryVoiceSync, updateAssistant } = api.assistants;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type AssistantId = Awaited<ReturnType<typeof createAssistant>>["assistantId"];

function spoken(changes: object = {}) {
  const { embedId, widgetColor, widgetIcon, widgetSize, ...rest } = newAssistant();
  return { ...rest, ...changes };
}

onEachVoiceBackend((world) => {
  const gate = gateBefore(world);

  async function save(owner: Owner, assistantId: AssistantId, name: string): Promise<void> {
    const { embedId, ...content } = newAssistant();
    await owner.mutation(updateAssistant, { ...content, name, assistantId });
  }

  async function atPlatform(owner: Owner, assistantId: AssistantId) {
    const { voiceAssistantId, voiceSync } = await owner.query(getAssistant, { assistantId });
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    return { name: body.name, state: voiceSync?.state };
  }

  /** Does what the cron does. */
  async function sweep(): Promise<void> {
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
  }

  async function idsAtPlatform(kind: string): Promise<string[]> {
    const { body } = await world().atPlatform(kind);
    return (body as unknown as { id: string }[]).map(({ id }) => id);
  }

  function requestCount(beginning: string): number {
    return gate().requests.filter((request) => request.startsWith(beginning)).length;
  }

  /** An assistant whose save is held on its way to the platform until it is released. */
  async function saveHeld(name: string) {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const held = gate().hold("PATCH /assistant/", 1);
    await save(owner, assistantId, name);
    await eventually(() => held.waiting === 1);
    return { owner, assistantId, held };
  }

  // T41: docs/security.md
  test("of two quick saves the newer one stays, even if the first is slow", async () => {
    const { owner, assistantId, held: slow } = await saveHeld("First");
    await save(owner, assistantId, "Second");
    // The second save's job has run as far as it can.
    await eventually(async () => (await world().unfinished()) === 1);
    slow.release();
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Second", state: "done" });
  });

  // T41: docs/security.md
  test("any number of saves during an update cause one more update", async () => {
    const { owner, assistantId, held: slow } = await saveHeld("First");
    for (const name of ["Second", "Third", "Fourth"]) await save(owner, assistantId, name);
    slow.release();
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Fourth", state: "done" });
    expect(requestCount("PATCH /assistant/")).toBe(2);
  });

  // T41: docs/security.md
  test("two first saves create one assistant at the platform", async () => {
    const owner = await world().signUp();
    const assistantId = await owner.mutation(api.assistants.createAssistant, newAssistant());
    const slow = gate().hold("POST /assistant", 1);
    await save(owner, assistantId, "First");
    await eventually(() => slow.waiting === 1);
    await save(owner, assistantId, "Second");
    await eventually(async () => (await world().unfinished()) === 1);
    slow.release();
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Second", state: "done" });
    expect(requestCount("POST /assistant")).toBe(1);
  });

  // T42: docs/security.md
  test("an assistant whose creation had no response is found again and not created twice", async () => {
    const owner = await world().signUp();
    const assistantId = await owner.mutation(api.assistants.createAssistant, newAssistant());
    const before = await idsAtPlatform("/assistant");
    gate().loseAnswer("POST /assistant");
    await save(owner, assistantId, "Ada");
    await world().settle();
    await save(owner, assistantId, "Grace");
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Grace", state: "done" });
    expect(await idsAtPlatform("/assistant")).toHaveLength(before.length + 1);
  });

  // T42: docs/security.md
  test("a voice assistant that a form created without learning of it is removed", async () => {
    const owner = await world().signUp();
    const before = await idsAtPlatform("/assistant");
    gate().loseAnswer("POST /assistant");
    await expect(owner.action(createVoiceAssistant, spoken())).rejects.toMatchObject({
      data: { code: "voice_platform_failed" },
    });
    expect(await idsAtPlatform("/assistant")).toHaveLength(before.length + 1);
    await world().advance(1.1 * HOUR_MS);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    await world().advance(0.5 * HOUR_MS);
    await sweep();
    expect(await idsAtPlatform("/assistant")).toEqual(before);
    expect(await world().rows("jobs")).toEqual([]);
  });

  // T41: docs/security.md
  test("a sync that never ends is shown as failed, and another replaces it", async () => {
    const { owner, assistantId, held: lost } = await saveHeld("Ada");
    // Otherwise it would be retried and succeed before it can be checked.
    await world().control("down", { isDown: true });
    world().skip(HOUR_MS);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    const shown = async () => (await owner.query(getAssistant, { assistantId })).voiceSync?.state;
    await eventually(async () => (await shown()) === "failed");
    // Because its lease has ended, not because its request has timed out.
    expect(lost.waiting).toBe(1);
    await world().control("down", { isDown: false });
    await save(owner, assistantId, "Grace");
    await eventually(async () => (await atPlatform(owner, assistantId)).state === "done");
    // The first run is still alive, but its result no longer counts.
    const isGone = (await world().rows("jobs")).length === 0;
    lost.release();
    await world().settle();
    expect(isGone).toBe(true);
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Grace", state: "done" });
    expect(await world().rows("jobs")).toEqual([]);
  });

  // T41: docs/security.md
  test("a run that has lost its lease cannot end the lease of the next run", async () => {
    const { owner, assistantId, held: lost } = await saveHeld("Ada");
    const later = async (minutes: number) => {
      world().skip(minutes * MINUTE_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    };
    const next = gate().hold("PATCH /assistant/", 1);
    // Its lease is taken first. The next run is due within two minutes, or at once by chance.
    await later(6);
    const isFree = async () => (await world().rows("jobs"))[0]?.attempts === 1;
    await eventually(async () => next.waiting === 1 || (await isFree()));
    if (next.waiting === 0) await later(2);
    await eventually(() => next.waiting === 1);
    lost.release();
    await eventually(async () => (await world().unfinished()) === 1);
    const [work, ...others] = await world().rows("jobs");
    expect([work?.leaseId, others]).toEqual([expect.any(String), []]);
    next.release();
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Ada", state: "done" });
    expect(await world().rows("jobs")).toEqual([]);
  });

  // T44: docs/security.md
  test("a failed sync is retried automatically, with growing delays", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    await world().control("down", { isDown: true });
    await save(owner, assistantId, "Ada");
    await world().settle();
    for (let minute = 0; minute < 20; minute++) {
      await world().advance(MINUTE_MS);
      await sweep();
    }
    expect(requestCount("PATCH /assistant/")).toBeGreaterThanOrEqual(4);
    expect(requestCount("PATCH /assistant/")).toBeLessThanOrEqual(6);
    await world().control("down", { isDown: false });
    await world().advance(HOUR_MS);
    await sweep();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Ada", state: "done" });
  });

  test("after three days it is left to people, who can retry it", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    await world().control("down", { isDown: true });
    await save(owner, assistantId, "Ada");
    await world().settle();
    // After a month away, it is retried and not given up.
    await world().advance(30 * DAY_MS);
    await sweep();
    for (let attempt = 2; attempt < 10; attempt++) {
      expect(await world().inside.query(internal.operator.attention, {})).toEqual([]);
      await world().advance(0.5 * DAY_MS);
      await sweep();
    }
    const attention = await world().inside.query(internal.operator.attention, {});
    expect(attention).toMatchObject([{ kind: "voiceSync", key: assistantId, attempts: 10 }]);
    expect(attention[0]?.lastError).toContain("The voice platform failed to update an assistant");

    await world().control("down", { isDown: false });
    await world().advance(DAY_MS);
    await sweep();
    expect((await atPlatform(owner, assistantId)).state).toBe("failed");
    await world().inside.mutation(internal.operator.retry, {
      jobId: must(attention[0], "work")._id,
    });
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Ada", state: "done" });
    expect(await world().inside.query(internal.operator.attention, {})).toEqual([]);
  });

  // T43: docs/security.md
  test("an assistant that the platform always refuses delays no other", async () => {
    const owner = await world().signUp();
    const refused = await createAssistant(owner);
    const others = [await createAssistant(owner), await createAssistant(owner)];
    await world().control("faults", {
      method: "PATCH",
      path: `/assistant/${refused.voiceAssistantId}`,
      status: 400,
      count: 1000,
    });
    for (const { assistantId } of [refused, ...others]) await save(owner, assistantId, "Grace");
    await world().settle();
    expect((await atPlatform(owner, refused.assistantId)).state).toBe("failed");
    for (const { assistantId } of others) {
      expect(await atPlatform(owner, assistantId)).toEqual({ name: "Grace", state: "done" });
    }
    await owner.mutation(api.assistants.deleteAssistant, { assistantId: refused.assistantId });
    await world().settle();
    expect(await world().rows("jobs")).toEqual([]);
  });

  /** Held at the platform; returns the function that lets it be created. */
  async function deletedWhileItIsMade(owner: Owner) {
    const assistantId = await owner.mutation(api.assistants.createAssistant, newAssistant());
    const slow = gate().hold("POST /assistant", 1);
    await save(owner, assistantId, "Ada");
    await eventually(() => slow.waiting === 1);
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    return slow;
  }

  test("a save during the creation of an assistant that is then deleted leaves nothing behind", async () => {
    const owner = await world().signUp();
    const before = await idsAtPlatform("/assistant");
    const slow = await deletedWhileItIsMade(owner);
    slow.release();
    await world().settle();
    await world().advance(HOUR_MS);
    await sweep();
    expect(await idsAtPlatform("/assistant")).toEqual(before);
    expect(await world().rows("jobs")).toEqual([]);
  });

  // T42: docs/security.md
  test("an assistant that appears after an unsuccessful search is removed too", async () => {
    const owner = await world().signUp();
    const before = await idsAtPlatform("/assistant");
    const slow = await deletedWhileItIsMade(owner);
    world().skip(HOUR_MS);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await eventually(async () => (await world().rows("jobs")).length === 0);
    slow.release();
    await world().settle();
    expect(await idsAtPlatform("/assistant")).toEqual(before);
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("if the platform refuses the tool of a file, the file is reused or removed", async () => {
    const owner = await world().signUp();
    const before = await idsAtPlatform("/file?purpose=assistant");
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const withFile = spoken({ knowledgeFileId, knowledgeFileName: "hours.txt" });
    const refuse = () =>
      world().control("faults", { method: "POST", path: "/tool", status: 400, count: 1 });
    for (let time = 0; time < 2; time++) {
      await refuse();
      await expect(owner.action(createVoiceAssistant, withFile)).rejects.toMatchObject({
        data: { code: "voice_platform_failed" },
      });
    }
    expect(requestCount("POST /file")).toBe(1);
    await world().advance(1.1 * HOUR_MS);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    await world().settle();
    await world().advance(HOUR_MS);
    await sweep();
    expect(await idsAtPlatform("/file?purpose=assistant")).toEqual(before);
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("a file or a tool whose creation had no response is found again", async () => {
    const owner = await world().signUp();
    const before = {
      files: await idsAtPlatform("/file?purpose=assistant"),
      tools: await idsAtPlatform("/tool"),
    };
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const withFile = spoken({ knowledgeFileId, knowledgeFileName: "hours.txt" });
    for (const beginning of ["POST /file", "POST /tool"]) {
      gate().loseAnswer(beginning);
      await expect(owner.action(createVoiceAssistant, withFile)).rejects.toMatchObject({
        data: { code: "voice_platform_failed" },
      });
    }
    await owner.action(createVoiceAssistant, withFile);
    expect(await idsAtPlatform("/file?purpose=assistant")).toHaveLength(before.files.length + 1);
    expect(await idsAtPlatform("/tool")).toHaveLength(before.tools.length + 1);
  });

  test("the owner's retry runs at once", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    await world().control("down", { isDown: true });
    await save(owner, assistantId, "Ada");
    await world().settle();
    await world().control("down", { isDown: false });
    await owner.mutation(retryVoiceSync, { assistantId });
    await world().settle();
    expect(await atPlatform(owner, assistantId)).toEqual({ name: "Ada", state: "done" });
  });
});
