import { expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MAX_KNOWLEDGE_BYTES, fileTooLarge } from "../../convex/shared/knowledge";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { WEBHOOK_SECRET } from "./talk.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import { sendFile, uploadFile } from "./upload.ts";
import type { Owner } from "./world.ts";
import { eventually } from "../eventually.ts";

const { createVoiceAssistant, getAssistant, updateAssistant, deleteAssistant } = api.assistants;
const HOUR_MS = 3_600_000;

function spokenOf({
  embedId,
  widgetColor,
  widgetIcon,
  widgetSize,
  ...spoken
}: ReturnType<typeof newAssistant>) {
  return spoken;
}
function contentOf({ embedId, ...content }: ReturnType<typeof newAssistant>) {
  return content;
}

onEachVoiceBackend((world) => {
  test("the platform has the assistant with its prompt, goal, voice and report URL", async () => {
    const owner = await world().signUp();
    const { voiceAssistantId } = await createAssistant(owner, { voice: "jessica" });
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    expect(body).toMatchObject({
      name: "Ada",
      voice: { provider: "11labs", voiceId: "cgSgspJ2msm6clMCkdW9" },
      server: { url: `${world().siteUrl}/vapi` },
    });
    expect(JSON.stringify(body.model)).toContain("Take an order.");
    // The platform keeps the secret: docs.vapi.ai/server-url/server-authentication
    expect(body.server).toMatchObject({ credentialId: expect.any(String) as string });
    expect(JSON.stringify(body)).not.toContain(WEBHOOK_SECRET);
  });

  test("if the platform takes no credential, or has lost it, the secret is part of the assistant", async () => {
    const owner = await world().signUp();
    const secret = "another secret of ours";
    await world().setVariables({ VAPI_WEBHOOK_SECRET: secret });
    const serverOf = async ({ voiceAssistantId }: { voiceAssistantId: string }) =>
      (await world().atPlatform(`/assistant/${voiceAssistantId}`)).body.server;
    const inHeaders = { headers: { "X-Vapi-Secret": secret } };
    await world().control("faults", { method: "POST", path: "/credential", status: 404 });
    expect(await serverOf(await createAssistant(owner))).toMatchObject(inHeaders);
    await world().advance(1.1 * HOUR_MS);
    const withCredential = { credentialId: expect.any(String) as string };
    expect(await serverOf(await createAssistant(owner))).toMatchObject(withCredential);
    const message = "Credential not found.";
    const lost = { method: "POST", path: "/assistant", status: 400, message };
    await world().control("faults", lost);
    expect(await serverOf(await createAssistant(owner))).toMatchObject(inHeaders);
    await world().setVariables({ VAPI_WEBHOOK_SECRET: WEBHOOK_SECRET });
  });

  test("a knowledge file is sent to the platform, and the assistant is told to search it", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const { assistantId, voiceAssistantId } = await createAssistant(owner, file);
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    const { toolIds } = body.model as { toolIds: string[] };
    expect(JSON.stringify(body.model)).toContain("Look facts up with your knowledge base");
    expect(await world().atPlatform(`/tool/${toolIds[0]}`)).toMatchObject({ status: 200 });
    expect(await owner.query(getAssistant, { assistantId })).toMatchObject(file);
  });

  test.each([
    ["of a type that is not supported", "x", "run.exe", MESSAGES.knowledgeFileType],
    ["something else than it says", "not a PDF", "menu.pdf", REFUSALS.knowledgeFileUnlike],
    ["no text", new Uint8Array([0x68, 0xff, 0x69]), "menu.txt", REFUSALS.knowledgeFileUnlike],
    ["without a name", "x", "", MESSAGES.knowledgeFileName],
  ])("a knowledge file that is %s is refused", async (_, content, name, message) => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, content);
    const spoken = { ...spokenOf(newAssistant()), knowledgeFileId, knowledgeFileName: name };
    await expect(owner.action(createVoiceAssistant, spoken)).rejects.toEqual(
      refusal("knowledge_file_rejected", message),
    );
  });

  // T17: docs/security.md
  test("a file that is too large is not even received, and its upload link still takes a smaller one", async () => {
    const owner = await world().signUp();
    const url = await owner.mutation(api.assistants.generateUploadUrl, {});
    const refused = await sendFile(url, "x".repeat(MAX_KNOWLEDGE_BYTES + 1));
    expect([refused.status, await refused.text()]).toEqual([
      413,
      fileTooLarge(MAX_KNOWLEDGE_BYTES + 1),
    ]);
    expect((await sendFile(url, "x".repeat(MAX_KNOWLEDGE_BYTES))).status).toBe(200);
  });

  // T17: docs/security.md
  test("a file of undeclared size may not be too large either", async () => {
    const owner = await world().signUp();
    const url = await owner.mutation(api.assistants.generateUploadUrl, {});
    // A streamed body has no Content-Length.
    const body = new Blob(["x".repeat(MAX_KNOWLEDGE_BYTES + 1)]).stream();
    const streamed: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    const refused = await fetch(url, streamed);
    expect([refused.status, await refused.text()]).toEqual([
      413,
      fileTooLarge(MAX_KNOWLEDGE_BYTES + 1),
    ]);
  });

  // T17: docs/security.md
  test("upload links are rate-limited", async () => {
    const owner = await world().signUp();
    const generateUrl = () => owner.mutation(api.assistants.generateUploadUrl, {});
    for (let round = 0; round < 30; round += 1) await generateUrl();
    await expect(generateUrl()).rejects.toEqual(
      refusal("too_many_requests", MESSAGES.tooManyRequests),
    );
  });

  // T17: docs/security.md
  test("an upload link takes one file, within the hour, and no other file link works", async () => {
    const owner = await world().signUp();
    const [url, old] = [
      await owner.mutation(api.assistants.generateUploadUrl, {}),
      await owner.mutation(api.assistants.generateUploadUrl, {}),
    ];
    expect((await sendFile(url, "We open at eight.")).status).toBe(200);
    expect((await sendFile(url, "We open at nine.")).status).toBe(403);
    world().skip(HOUR_MS);
    for (const link of [url, old, `${world().siteUrl}/upload`, `${url}0`]) {
      const refused = await sendFile(link, "We open at nine.");
      expect([refused.status, await refused.text()]).toEqual([403, REFUSALS.uploadLinkUsed]);
      expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
    }
  });

  test("unused upload links are deleted", async () => {
    const owner = await world().signUp();
    for (let made = 0; made < 3; made += 1) {
      await owner.mutation(api.assistants.generateUploadUrl, {});
    }
    await world().advance(1.1 * HOUR_MS);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    expect(await world().rows("uploadLinks")).toEqual([]);
  });

  // T16: docs/security.md
  test("another owner's file or voice assistant cannot be used, nor one's own twice", async () => {
    const [ada, bob] = [await world().signUp(), await world().signUp()];
    const knowledgeFileId = await uploadFile(ada, "Ada's secret");
    const file = { knowledgeFileId, knowledgeFileName: "secret.txt" };
    const { voiceAssistantId } = await createAssistant(ada, file);
    const theirs = refusal("not_yours", REFUSALS.knowledgeFileUnknown);
    const spoken = { ...spokenOf(newAssistant()), ...file };
    await expect(bob.action(createVoiceAssistant, spoken)).rejects.toEqual(theirs);
    for (const owner of [bob, ada]) {
      const create = (more: object) =>
        owner.mutation(api.assistants.createAssistant, { ...newAssistant(), ...more });
      await expect(create(file)).rejects.toEqual(theirs);
      await expect(create({ voiceAssistantId })).rejects.toEqual(
        refusal("not_yours", REFUSALS.voiceAssistantUnknown),
      );
    }
  });

  // T16: docs/security.md
  test("another owner's unused file or voice assistant cannot be used either", async () => {
    const [ada, bob] = [await world().signUp(), await world().signUp()];
    const file = { knowledgeFileId: await uploadFile(ada, "Ada's"), knowledgeFileName: "a.txt" };
    const made = { ...spokenOf(newAssistant()), ...file };
    const voiceAssistantId = await ada.action(createVoiceAssistant, made);
    const create = (owner: Owner, more: object) =>
      owner.mutation(api.assistants.createAssistant, { ...newAssistant(), ...more });
    await expect(create(bob, file)).rejects.toEqual(
      refusal("not_yours", REFUSALS.knowledgeFileUnknown),
    );
    await expect(create(bob, { voiceAssistantId })).rejects.toEqual(
      refusal("not_yours", REFUSALS.voiceAssistantUnknown),
    );
    await create(ada, { ...file, voiceAssistantId });
  });

  test("a save reaches the platform in the background, also with another file", async () => {
    const owner = await world().signUp();
    const first = await uploadFile(owner, "Old hours");
    const { assistantId, voiceAssistantId } = await createAssistant(owner, {
      knowledgeFileId: first,
      knowledgeFileName: "old.txt",
    });
    const toolBefore = await toolOf(voiceAssistantId);
    const second = await uploadFile(owner, "New hours");
    const file = { knowledgeFileId: second, knowledgeFileName: "new.txt" };
    const content = {
      ...contentOf(newAssistant()),
      name: "Grace",
      voice: "brian" as const,
      ...file,
    };
    await owner.action(createVoiceAssistant, { ...spokenOf(newAssistant()), ...file });
    await owner.mutation(updateAssistant, { ...content, assistantId });
    await world().settle();
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    expect(body).toMatchObject({ name: "Grace", voice: { voiceId: "nPczCjzI2devNBz1zQrb" } });
    expect(await toolOf(voiceAssistantId)).not.toBe(toolBefore);
    expect(await owner.query(getAssistant, { assistantId })).toMatchObject({
      voiceSync: { state: "done" },
      voiceAssistantId,
    });
    await eventually(async () => (await world().atPlatform(`/tool/${toolBefore}`)).status === 404);
  });

  test("an assistant without a voice assistant gets one when it is saved", async () => {
    const owner = await world().signUp();
    const assistantId = await owner.mutation(api.assistants.createAssistant, newAssistant());
    await owner.mutation(updateAssistant, { ...contentOf(newAssistant()), assistantId });
    await world().settle();
    const { voiceAssistantId } = await owner.query(getAssistant, { assistantId });
    expect(await world().atPlatform(`/assistant/${voiceAssistantId}`)).toMatchObject({
      status: 200,
    });
  });

  test("a save that the platform refused is shown, and can be retried", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    await world().control("down", { isDown: true });
    await owner.mutation(updateAssistant, { ...contentOf(newAssistant()), assistantId });
    await world().settle();
    const syncOf = async () => (await owner.query(getAssistant, { assistantId })).voiceSync?.state;
    expect(await syncOf()).toBe("failed");
    await world().control("down", { isDown: false });
    await owner.mutation(api.assistants.retryVoiceSync, { assistantId });
    await world().settle();
    expect(await syncOf()).toBe("done");
  });

  test("if the platform is down, the owner reads our own message about it", async () => {
    const owner = await world().signUp();
    await world().control("down", { isDown: true });
    await expect(owner.action(createVoiceAssistant, spokenOf(newAssistant()))).rejects.toEqual(
      refusal("voice_platform_failed", MESSAGES.voicePlatformFailed),
    );
  });

  test("a deleted assistant leaves nothing at the platform, even if the platform was down", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const { assistantId, voiceAssistantId } = await createAssistant(owner, file);
    const tool = await toolOf(voiceAssistantId);
    await world().control("down", { isDown: true });
    await owner.mutation(deleteAssistant, { assistantId });
    await world().settle();
    await world().control("down", { isDown: false });
    await world().advance(10 * 60_000);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    expect(await world().atPlatform(`/assistant/${voiceAssistantId}`)).toMatchObject({
      status: 404,
    });
    expect(await world().atPlatform(`/tool/${tool}`)).toMatchObject({ status: 404 });
    expect(await world().rows("jobs")).toEqual([]);
  });

  // T17: docs/security.md
  test("whatever is not claimed within an hour is removed; claimed objects stay", async () => {
    const owner = await world().signUp();
    const kept = await createAssistant(owner);
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const unclaimed = await owner.action(createVoiceAssistant, {
      ...spokenOf(newAssistant()),
      knowledgeFileId,
      knowledgeFileName: "hours.txt",
    });
    const forgotten = await uploadFile(owner, "Never used");
    await world().advance(1.1 * HOUR_MS);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    await world().settle();
    expect(await world().atPlatform(`/assistant/${unclaimed}`)).toMatchObject({ status: 404 });
    expect(await world().atPlatform(`/assistant/${kept.voiceAssistantId}`)).toMatchObject({
      status: 200,
    });
    expect(await owner.query(getAssistant, { assistantId: kept.assistantId })).toBeTruthy();
    for (const storageId of [knowledgeFileId, forgotten]) {
      const gone = { ...spokenOf(newAssistant()), knowledgeFileId: storageId };
      const again = owner.action(createVoiceAssistant, { ...gone, knowledgeFileName: "a.txt" });
      await expect(again).rejects.toEqual(
        refusal("knowledge_file_rejected", REFUSALS.knowledgeFileGone),
      );
    }
  });

  test("a clean-up goes through all files, even if there are more than it reads at once", async () => {
    const owner = await world().signUp();
    let newestMs = 0;
    for (let made = 0; made < 101; made += 1) {
      // One owner may upload thirty files without a pause.
      if (made % 30 === 0) world().skip(0.5 * HOUR_MS);
      newestMs = world().clock.now();
      await uploadFile(owner, `Never used ${made}`);
    }
    await world().advance(1.1 * HOUR_MS);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    await world().settle();
    const sweeps = await world().rows("sweeps");
    const { upToMs = 0 } = sweeps.find(({ name }) => name === "stored files") ?? {};
    expect(upToMs).toBeGreaterThanOrEqual(newestMs);
  });

  async function toolOf(voiceAssistantId: string): Promise<string> {
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    return String((body.model as { toolIds: string[] }).toolIds[0]);
  }
});
