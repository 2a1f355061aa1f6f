import { beforeEach, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { REFUSALS, tooManyKnowledgeFiles } from "../../convex/shared/messages";
import { SOURCE_REFUSALS } from "../../convex/shared/sourceMessages";
import { gateBefore } from "./gate.ts";
import { ownedBy } from "./owned.ts";
import { refusal } from "./refusal.ts";
import { must } from "@hark/stand-in-kit/must";
import { MAX_ANSWER_LENGTH, MAX_ANSWERS } from "../../convex/shared/sources";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import { readAnswer, type } from "./typed.ts";
import { uploadFile } from "./upload.ts";
import type { Owner } from "./world.ts";

const {
  addFile,
  addNote,
  listAnswers,
  listFiles,
  listNotes,
  removeAnswer,
  removeFile,
  saveAnswer,
} = api.knowledge;
const MINUTE_MS = 60_000;

const isKnowledge = (table: string) => /knowledge|ownerNotes|sentTexts|assistantTools/.test(table);

type AssistantId = Id<"assistants">;
interface Base {
  name: string;
  fileIds: string[];
}

onEachVoiceBackend((world) => {
  const gate = gateBefore(world);

  const KINDS = { files: "/file?purpose=assistant", tools: "/tool", assistants: "/assistant" };
  let earlier: string[] = [];
  beforeEach(async () => {
    earlier = [];
    earlier = Object.values(await idsAtPlatform()).flat();
  });

  async function idsAtPlatform(): Promise<Record<keyof typeof KINDS, string[]>> {
    const ids = { files: [], tools: [], assistants: [] } as Record<keyof typeof KINDS, string[]>;
    for (const [kind, path] of Object.entries(KINDS)) {
      const { body } = await world().atPlatform(path);
      const all = (body as unknown as { id: string }[]).map(({ id }) => id);
      ids[kind as keyof typeof KINDS] = all.filter((id) => !earlier.includes(id));
    }
    return ids;
  }

  /** The knowledge bases of the assistant's tool, by the beginning of their names, with their files. */
  async function basesOf(owner: Owner, assistantId: AssistantId) {
    const { voiceAssistantId } = await owner.query(api.assistants.getAssistant, { assistantId });
    const { body } = await world().atPlatform(`/assistant/${voiceAssistantId}`);
    const { toolIds = [] } = body.model as { toolIds?: string[] };
    const bases: Record<string, number> = {};
    for (const id of toolIds) {
      const tool = (await world().atPlatform(`/tool/${id}`)).body as { knowledgeBases: Base[] };
      for (const { name, fileIds } of tool.knowledgeBases) {
        bases[name.split("-")[0] ?? ""] = fileIds.length;
      }
    }
    return bases;
  }

  async function withAnswer(question = "Is there parking?", answer = "Yes, behind the shop.") {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const answerId = await owner.mutation(saveAnswer, { assistantId, question, answer });
    await world().settle();
    return { owner, assistantId, answerId };
  }

  test("an answer is known, changes in place, and leaves nothing behind when it is removed", async () => {
    const { owner, assistantId, answerId } = await withAnswer();
    expect(await basesOf(owner, assistantId)).toEqual({ answers: 1 });
    const [first] = (await idsAtPlatform()).files;
    const changed = { assistantId, answerId, question: "Is there parking?", answer: "No." };
    await owner.mutation(saveAnswer, changed);
    await world().settle();
    expect(await owner.query(listAnswers, { assistantId })).toMatchObject([{ answer: "No." }]);
    const { files } = await idsAtPlatform();
    expect(files).toHaveLength(1);
    expect(files).not.toContain(first);
    await owner.mutation(removeAnswer, { answerId });
    await world().settle();
    expect(await basesOf(owner, assistantId)).toEqual({});
    expect(await idsAtPlatform()).toMatchObject({ files: [], tools: [] });
  });

  test("the same question again replaces its answer", async () => {
    const { owner, assistantId, answerId } = await withAnswer();
    const again = { assistantId, question: "is there  parking?", answer: "Only on Sundays." };
    expect(await owner.mutation(saveAnswer, again)).toBe(answerId);
    expect(await owner.query(listAnswers, { assistantId })).toMatchObject([
      { answer: "Only on Sundays." },
    ]);
  });

  test("what is no answer is refused with what to do", async () => {
    const { owner, assistantId } = await withAnswer();
    const save = (question: string, answer: string) =>
      owner.mutation(saveAnswer, { assistantId, question, answer });
    const refused = (message: string) => refusal("invalid_input", message);
    await expect(save(" \n", "Yes.")).rejects.toEqual(refused(SOURCE_REFUSALS.questionMissing));
    await expect(save("Open?", "\u0000")).rejects.toEqual(refused(SOURCE_REFUSALS.answerMissing));
    const long = "x".repeat(MAX_ANSWER_LENGTH + 1);
    await expect(save("Open?", long)).rejects.toEqual(refused(SOURCE_REFUSALS.answerTooLong));
    await expect(save(long, "Yes.")).rejects.toEqual(refused(SOURCE_REFUSALS.questionTooLong));
  });

  test("an assistant has a limited number of answers", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const ownership = { ownerId: owner.userId, assistantId, savedAtMs: 0 };
    await world().insert(
      "knowledgeAnswers",
      Array.from({ length: MAX_ANSWERS }, (_, index) => ({
        ...ownership,
        question: `Question ${index}?`,
        answer: "Yes.",
      })),
    );
    const one = { assistantId, question: "One more?", answer: "No." };
    await expect(owner.mutation(saveAnswer, one)).rejects.toEqual(
      refusal("invalid_input", SOURCE_REFUSALS.tooManyAnswers),
    );
  });

  test("further files are searched with the form's, take each other's place, and go one by one", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    const form = { knowledgeFileId, knowledgeFileName: "hours.txt" };
    const { assistantId } = await createAssistant(owner, form);
    const add = async (name: string, text: string, replaces?: Id<"knowledgeFiles">) => {
      const storageId = await uploadFile(owner, text);
      await owner.action(addFile, { assistantId, storageId, name, replaces });
      await world().settle();
    };
    await add("prices.txt", "Rolls are 1 franc each.");
    expect(await basesOf(owner, assistantId)).toEqual({ files: 2 });
    const [prices] = await owner.query(listFiles, { assistantId });
    expect(prices).toMatchObject({ name: "prices.txt", bytes: 23 });
    await add("prices-2027.txt", "Rolls are 2 francs each.", prices?._id);
    const [newPrices, ...rest] = await owner.query(listFiles, { assistantId });
    expect([newPrices?.name, rest]).toEqual(["prices-2027.txt", []]);
    expect((await idsAtPlatform()).files).toHaveLength(2);
    await owner.mutation(removeFile, { fileId: must(newPrices, "file")._id });
    await world().settle();
    // The form's file has a tool of its own.
    expect(await basesOf(owner, assistantId)).toEqual({ file: 1 });
    const { files, tools } = await idsAtPlatform();
    expect([files.length, tools.length]).toEqual([1, 1]);
  });

  test("a further file is checked like the form's, and counts for the plan", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const storageId = await uploadFile(owner, "not a PDF");
    const other = await uploadFile(owner, "We open at eight.");
    await expect(
      owner.action(addFile, { assistantId, storageId, name: "menu.pdf" }),
    ).rejects.toEqual(refusal("knowledge_file_rejected", REFUSALS.knowledgeFileUnlike));
    const row = { ownerId: owner.userId, storageId: other, name: "a.txt", assistantId };
    await world().insert(
      "knowledgeFiles",
      Array.from({ length: 5 }, () => row),
    );
    await expect(owner.action(addFile, { assistantId, storageId, name: "b.txt" })).rejects.toEqual(
      refusal("plan_limit", tooManyKnowledgeFiles("Pro", 5, false)),
    );
  });

  test("the form's file is changed only by the form", async () => {
    const owner = await world().signUp();
    const knowledgeFileId = await uploadFile(owner, "We open at eight.");
    await createAssistant(owner, { knowledgeFileId, knowledgeFileName: "hours.txt" });
    const [file] = await world().rows("knowledgeFiles");
    await expect(owner.mutation(removeFile, { fileId: must(file, "file")._id })).rejects.toEqual(
      refusal("not_yours", REFUSALS.knowledgeFileUnknown),
    );
  });

  test("everything goes with the assistant, here and at the platform", async () => {
    const { owner, assistantId } = await withAnswer();
    const storageId = await uploadFile(owner, "Rolls are 1 franc each.");
    await owner.action(addFile, { assistantId, storageId, name: "prices.txt" });
    const endsAtMs = world().clock.now() + MINUTE_MS;
    await owner.mutation(addNote, { assistantId, text: "No rye today", endsAtMs });
    await world().settle();
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    await world().settle();
    expect(await idsAtPlatform()).toEqual({ files: [], tools: [], assistants: [] });
    expect(Object.keys(await ownedBy(world(), owner.userId)).filter(isKnowledge)).toEqual([]);
  });

  test("a tool and a text whose response was lost are found again", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    gate().loseAnswer("POST /file");
    gate().loseAnswer("POST /tool");
    await owner.mutation(saveAnswer, { assistantId, question: "Open?", answer: "Yes." });
    for (let round = 0; round < 8; round += 1) {
      await world().settle();
      await world().advance(MINUTE_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    }
    await world().settle();
    expect(await basesOf(owner, assistantId)).toEqual({ answers: 1 });
    const { files, tools } = await idsAtPlatform();
    expect([files.length, tools.length]).toEqual([1, 1]);
  });

  test("a tool that the platform has lost is created again", async () => {
    const { owner, assistantId } = await withAnswer();
    const [toolId] = (await idsAtPlatform()).tools;
    const { platform } = world();
    const headers = { Authorization: `Bearer ${platform.privateKey}` };
    await fetch(`${platform.url}/tool/${toolId}`, { method: "DELETE", headers });
    await owner.mutation(saveAnswer, { assistantId, question: "Open?", answer: "Yes." });
    await world().settle();
    expect(await basesOf(owner, assistantId)).toEqual({ answers: 1 });
  });

  test("notes are known until they end", async () => {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const note = (text: string, minutes: number) =>
      owner.mutation(addNote, {
        assistantId,
        text,
        endsAtMs: world().clock.now() + minutes * MINUTE_MS,
      });
    await note("Closed from noon", 60);
    await note("No rye today", 5);
    const before = (await world().rows("ownerNotes")).length;
    const texts = async () =>
      (await owner.query(listNotes, { assistantId })).map(({ text }) => text);
    expect(await texts()).toEqual(["No rye today", "Closed from noon"]);
    const refused = (message: string) => refusal("invalid_input", message);
    await expect(note("Over", 0)).rejects.toEqual(refused(SOURCE_REFUSALS.noteOver));
    await expect(note("Over", NaN)).rejects.toEqual(refused(SOURCE_REFUSALS.noteOver));
    await expect(note("Far", 91 * 24 * 60)).rejects.toEqual(refused(SOURCE_REFUSALS.noteTooFar));
    await expect(note(" ", 5)).rejects.toEqual(refused(SOURCE_REFUSALS.noteMissing));
    await world().advance(6 * MINUTE_MS);
    expect(await texts()).toEqual(["Closed from noon"]);
    await world().inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    expect(await world().rows("ownerNotes")).toHaveLength(before - 1);
  });

  /** What the assistant answers in a new typed conversation. */
  async function asked(owner: Owner, embedId: string, text: string): Promise<string> {
    const who = { bearer: await owner.token(), embedId };
    return (await readAnswer(await type(world(), who, { text }))).text;
  }

  test("a visitor hears the owner's own answer, whatever a file says, and the notes while they hold", async () => {
    const owner = await world().signUp();
    const { assistantId, embedId } = await createAssistant(owner);
    const storageId = await uploadFile(
      owner,
      "There is no parking at the shop. We sell rye bread.",
    );
    await owner.action(addFile, { assistantId, storageId, name: "shop.txt" });
    await world().settle();
    expect(await asked(owner, embedId, "Is there parking at the shop?")).toContain("no parking");
    const question = "Is there parking at the shop?";
    await owner.mutation(saveAnswer, { assistantId, question, answer: "Yes, behind it." });
    await world().settle();
    expect(await asked(owner, embedId, question)).toContain("behind it");
    expect(await asked(owner, embedId, "Do you sell rye?")).toContain("We sell rye bread");
    const endsAtMs = world().clock.now() + 5 * MINUTE_MS;
    const text = "Dr. Weber is ill until Thursday";
    await owner.mutation(addNote, { assistantId, text, endsAtMs });
    expect(await asked(owner, embedId, "Is Dr. Weber there?")).toContain("ill until Thursday");
    await world().advance(6 * MINUTE_MS);
    expect(await asked(owner, embedId, "Is Dr. Weber there?")).not.toContain("ill");
  });
});
