/** Every saved version of an assistant is stored, listed and restorable, and deleted with the assistant. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_VERSIONS } from "../../convex/shared/versions";
import { DEFAULT_CONVERSATION, NEW_CONVERSATION } from "../../convex/shared/conversation";
import { ownedBy } from "./owned.ts";
import { newAssistant } from "./samples.ts";
import { uploadFile } from "./upload.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import type { Owner } from "./world.ts";

type AssistantId = Id<"assistants">;

const CONTENT = (() => {
  const { embedId: _, ...content } = newAssistant();
  return content;
})();

onEachVoiceBackend((world) => {
  const save = (owner: Owner, assistantId: AssistantId, changed: object = {}) =>
    owner.mutation(api.assistants.updateAssistant, { ...CONTENT, assistantId, ...changed });

  async function pageOf(owner: Owner, assistantId: AssistantId, cursor: string | null = null) {
    const paginationOpts = { cursor, numItems: 25 };
    return await owner.query(api.versions.pageVersions, { assistantId, paginationOpts });
  }

  async function versionsOf(owner: Owner, assistantId: AssistantId) {
    return (await pageOf(owner, assistantId)).page;
  }

  async function restore(owner: Owner, assistantId: AssistantId, number: number) {
    const versions = await versionsOf(owner, assistantId);
    const version = must(
      versions.find((one) => one.number === number),
      `version ${number}`,
    );
    await owner.mutation(api.versions.restoreVersion, { versionId: version.id });
  }

  const saved = (owner: Owner, assistantId: AssistantId) =>
    owner.query(api.assistants.getAssistant, { assistantId });

  test("each save creates a version that says what changed, and a save without changes creates none", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    await save(owner, assistantId);
    await save(owner, assistantId, { systemPrompt: " You sell bread. ", voice: "sarah" });
    await save(owner, assistantId, { systemPrompt: "You sell bread.", voice: "sarah" });
    await save(owner, assistantId, { callsKeptDays: 30 });
    const versions = await versionsOf(owner, assistantId);
    expect(versions.map(({ number, changed }) => [number, changed])).toEqual([
      [3, ["systemPrompt", "voice", "callsKeptDays"]],
      [2, ["systemPrompt", "voice"]],
      [1, []],
    ]);
    const second = await owner.query(api.versions.getVersion, {
      versionId: must(versions[1], "version").id,
    });
    const texts = { systemPrompt: "You sell bread.", voice: "sarah" };
    expect(second.content).toEqual({ ...CONTENT, ...texts, talk: NEW_CONVERSATION });
  });

  test("a restored version is saved as a new version, reaches the platform, and can be undone", async () => {
    const owner = await world().signUp();
    const { assistantId, voiceAssistantId } = await createAssistant(owner);
    const notice = { language: "en", text: "You talk with an AI.", privacyUrl: null } as const;
    const changed = { name: "Grace", notice, findings: [] };
    await save(owner, assistantId, changed);
    await restore(owner, assistantId, 1);
    const first = await saved(owner, assistantId);
    expect(first).toMatchObject({ name: "Ada", voiceAssistantId, published: false });
    expect(first).not.toHaveProperty("notice");
    await world().settle();
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    expect(body).toMatchObject({ name: "Ada" });
    expect(await saved(owner, assistantId)).toMatchObject({ voiceSync: { state: "done" } });
    expect((await versionsOf(owner, assistantId))[0]).toMatchObject({
      number: 3,
      changed: ["name", "notice"],
      restoredNumber: 1,
    });
    await restore(owner, assistantId, 2);
    expect(await saved(owner, assistantId)).toMatchObject({ name: "Grace", notice });
    await restore(owner, assistantId, 4);
    expect((await versionsOf(owner, assistantId))[0]).toMatchObject({ number: 4 });
  });

  test("a restored version without a language does not keep the current one at the platform", async () => {
    const owner = await world().signUp();
    const talk = { ...DEFAULT_CONVERSATION, language: null, greeting: "Bread, hello!" };
    const { assistantId, voiceAssistantId } = await createAssistant(owner, { talk });
    await save(owner, assistantId, { talk: { ...talk, language: "de" } });
    await restore(owner, assistantId, 1);
    await world().settle();
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    expect(body).toMatchObject({
      firstMessage: "Bread, hello!",
      transcriber: { language: "en" },
    });
  });

  test("the newest fifty versions are kept and listed page by page", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    for (let number = 2; number <= MAX_VERSIONS + 3; number++) {
      await save(owner, assistantId, { name: `Ada ${number}` });
      // Sixty saves a minute are enough.
      if (number % 25 === 0) await world().advance(60_000);
    }
    const first = await pageOf(owner, assistantId);
    const second = await pageOf(owner, assistantId, first.continueCursor);
    const numbers = [...first.page, ...second.page].map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: MAX_VERSIONS }, (_, at) => MAX_VERSIONS + 3 - at));
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    expect((await ownedBy(world(), owner.userId)).assistantVersions).toBeUndefined();
  });

  test("a version names its knowledge file, which is deleted once it is replaced, and restoring keeps the current file", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const { assistantId } = await createAssistant(owner, file);
    const nextId = await uploadFile(owner, "We open at nine.");
    const spoken = {
      name: "Ada",
      systemPrompt: "You.",
      assistantGoal: "Go.",
      voice: "jessica",
    } as const;
    const next = { knowledgeFileId: nextId, knowledgeFileName: "new-hours.txt" };
    await owner.action(api.assistants.createVoiceAssistant, { ...spoken, ...next });
    await save(owner, assistantId, { name: "Grace", ...next });
    await restore(owner, assistantId, 1);
    expect(await saved(owner, assistantId)).toMatchObject({ name: "Ada", ...next });
    const [, , first] = await versionsOf(owner, assistantId);
    const versionId = must(first, "version").id;
    const { content } = await owner.query(api.versions.getVersion, { versionId });
    expect(content).toMatchObject(file);
    // Having no file is kept too.
    await save(owner, assistantId);
    await restore(owner, assistantId, 2);
    expect(await saved(owner, assistantId)).not.toHaveProperty("knowledgeFileId");
  });

  test("restoring a version follows the rules of any save", async () => {
    const owner = await world().signUp();
    const stranger = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const versionId = must((await versionsOf(owner, assistantId))[0], "version").id;
    const refused = { data: { code: "version_not_found" } };
    await expect(
      stranger.mutation(api.versions.restoreVersion, { versionId }),
    ).rejects.toMatchObject(refused);
    await expect(stranger.query(api.versions.getVersion, { versionId })).rejects.toMatchObject(
      refused,
    );
    await expect(versionsOf(stranger, assistantId)).rejects.toMatchObject({
      data: { code: "assistant_not_found" },
    });
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    await expect(owner.query(api.versions.getVersion, { versionId })).rejects.toMatchObject(
      refused,
    );
  });

  test("versions are in the export, and are deleted with the account", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    for (let number = 2; number <= 30; number++) {
      await save(owner, assistantId, { name: `Ada ${number}` });
    }
    const first = await owner.query(api.account.exportVersions, { cursor: null });
    const second = await owner.query(api.account.exportVersions, { cursor: first.cursor });
    const names = [...first.versions, ...second.versions].map(({ content }) => content.name);
    expect(names).toHaveLength(30);
    expect([names[0], names.at(-1), second.cursor]).toEqual(["Ada 30", "Ada", null]);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(await ownedBy(world(), owner.userId)).toEqual({});
  });
});
