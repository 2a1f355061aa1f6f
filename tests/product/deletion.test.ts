import { beforeAll, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { eventually } from "../eventually.ts";
import { gateBefore } from "./gate.ts";
import { ownedBy } from "./owned.ts";
import { newAssistant } from "./samples.ts";
import { endOfCallReport, sendReport, startCall, voicedAssistant } from "./talk.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import { uploadFile } from "./upload.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;
/** More than one run of the purge deletes. */
const CALLS = 60;
/** The number of concurrent jobs of one kind if Convex runs sixteen scheduled functions at once. */
const AT_ONCE = 3;

onEachVoiceBackend((world) => {
  const gate = gateBefore(world);
  beforeAll(() => world().setVariables({ SCHEDULED_FUNCTIONS: "16" }));

  /** Stores a recording for a deleted call, which deletes the recording. With it any stored file can be deleted. */
  async function loseStoredFile(owner: Owner, storageId: Id<"_storage">): Promise<void> {
    const { embedId } = await voicedAssistant(world(), owner);
    const { callId } = await startCall(world(), embedId, owner.userId);
    await world().inside.mutation(internal.calls.reservation.release, { callId, isRefused: true });
    await world().inside.mutation(internal.calls.followUp.recordRecording, {
      callId,
      recording: { state: "stored", storageId },
    });
  }

  async function assistantWithLostFile(owner: Owner) {
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const created = await createAssistant(owner, file);
    await loseStoredFile(owner, knowledgeFileId);
    return created;
  }

  test("an assistant whose stored file is missing can be changed and deleted", async () => {
    const owner = await world().signUp();
    const { assistantId } = await assistantWithLostFile(owner);
    const { embedId, ...content } = newAssistant();
    await owner.mutation(api.assistants.updateAssistant, { ...content, assistantId });
    const another = await assistantWithLostFile(owner);
    await owner.mutation(api.assistants.deleteAssistant, { assistantId: another.assistantId });
    await world().settle();
    expect((await world().atPlatform(`/assistant/${another.voiceAssistantId}`)).status).toBe(404);
  });

  test("a missing stored file does not prevent the deletion of an account", async () => {
    const owner = await world().signUp();
    await assistantWithLostFile(owner);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await ownedBy(world(), owner.userId)).toEqual({});
  });

  // T43: docs/security.md
  test("a missing unclaimed file does not prevent other files from being removed", async () => {
    const owner = await world().signUp();
    const { embedId, widgetColor, widgetIcon, widgetSize, ...spoken } = newAssistant();
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    await owner.action(api.assistants.createVoiceAssistant, { ...spoken, ...file });
    const forgotten = await owner.action(api.assistants.createVoiceAssistant, spoken);
    await loseStoredFile(owner, knowledgeFileId);
    await world().advance(1.1 * HOUR_MS);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    await world().settle();
    expect((await world().atPlatform(`/assistant/${forgotten}`)).status).toBe(404);
  });

  // A Convex function reads at most 16 MiB: tests/contract, T7.
  test("calls of the maximum length can be searched, and are deleted with their account", async () => {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner);
    const words = "話".repeat(9_990);
    const messages = Array(10).fill({ role: "user", message: words, secondsFromStart: 1 });
    const artifact = { transcript: "話".repeat(100_000), messages };
    for (let made = 0; made < 20; made++) {
      const call = await startCall(world(), assistant.embedId, owner.userId);
      const report = { startedAtMs: world().clock.now(), seconds: 0 };
      const sent = { ...endOfCallReport(call.platformCallId, report), artifact };
      expect((await sendReport(world(), sent)).status).toBe(200);
    }
    const textsLeft = async () => (await ownedBy(world(), owner.userId)).callTexts;
    expect(await textsLeft()).toBe(20);
    const found = await owner.query(api.calls.searchCalls, { words: "bakery" });
    expect(found.length).toBeGreaterThan(10);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await textsLeft()).toBeUndefined();
  });

  // T44: docs/security.md
  test(`an account with ${CALLS} calls is deleted with as many requests, a few at a time`, async () => {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner);
    for (let made = 0; made < CALLS; made++) {
      const call = await startCall(world(), assistant.embedId, owner.userId);
      const report = { startedAtMs: world().clock.now(), seconds: 0 };
      await sendReport(world(), endOfCallReport(call.platformCallId, report));
      // One button accepts thirty calls without a pause.
      if (made % 30 === 29) world().skip(60_000);
    }
    const held = gate().hold("DELETE /call/");
    await owner.mutation(api.account.deleteAccount, {});
    // Held until all slots are taken, so that a further request would show.
    await eventually(() => held.waiting >= AT_ONCE);
    held.release();
    await eventually(async () => (await world().rows("jobs")).length === 0);
    await world().settle();
    const ofCalls = gate().requests.filter((request) => request.startsWith("DELETE /call/"));
    expect(ofCalls).toHaveLength(CALLS);
    expect(new Set(ofCalls).size).toBe(CALLS);
    expect(gate().most).toBe(AT_ONCE);
  });

  // T44: docs/security.md
  test("while one owner's calls are deleted, another owner's assistant is deleted and another's call ends", async () => {
    const [many, other] = [await world().signUp(), await world().signUp()];
    const [ofMany, ofOther] = [
      await voicedAssistant(world(), many),
      await voicedAssistant(world(), other),
    ];
    for (let made = 0; made < 2 * AT_ONCE; made++) {
      const call = await startCall(world(), ofMany.embedId, many.userId);
      const report = { startedAtMs: world().clock.now(), seconds: 0 };
      await sendReport(world(), endOfCallReport(call.platformCallId, report));
    }
    const unjoined = await startCall(world(), ofOther.embedId, other.userId);
    const held = gate().hold("DELETE /call/");
    try {
      await many.mutation(api.account.deleteAccount, {});
      await eventually(() => held.waiting >= AT_ONCE);
      await other.mutation(api.assistants.deleteAssistant, { assistantId: ofOther.assistantId });
      await eventually(() =>
        gate().requests.some((request) => request.startsWith("DELETE /assistant/")),
      );
      const { callId, platformCallId } = unjoined;
      await world().inside.mutation(internal.calls.followUp.closeUnjoined, { callId });
      const ofUnjoined = `DELETE /call/${platformCallId}`;
      await eventually(() => gate().requests.includes(ofUnjoined));
      // Neither waited for the platform's timeout.
      const ofMany = gate().requests.filter(
        (request) => request.startsWith("DELETE /call/") && request !== ofUnjoined,
      );
      expect(ofMany).toHaveLength(AT_ONCE);
    } finally {
      held.release();
    }
    await world().settle();
  });
});
