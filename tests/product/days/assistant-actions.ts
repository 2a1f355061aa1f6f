/** Owners create, save, publish and delete assistants. */
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { waitsForReview } from "../../../convex/shared/drafts";
import type { Finding } from "../../../convex/shared/findings";
import { newAssistant } from "../samples.ts";
import { sendFile } from "../upload.ts";
import type { Caller } from "../../caller.ts";
import { pick } from "./action.ts";
import type { Action } from "./action.ts";
import type { AssistantRecord, OwnerRecord } from "./history.ts";

const FINDINGS: Finding[] = [{ label: "Name", kind: "text", isRequired: true }];

let names = 0;
const newName = () => `Ada ${(names += 1)}`;

export function pickAssistant(owner: OwnerRecord, which: number): AssistantRecord | undefined {
  return pick(
    owner.assistants.filter(({ isDeleted }) => !isDeleted),
    which,
  );
}

type Knowledge = { knowledgeFileId: Id<"_storage">; knowledgeFileName: string; words: string };

async function uploaded(caller: Caller): Promise<Knowledge> {
  const words = `We open at ${crypto.randomUUID()}.`;
  const url = await caller.mutation(api.assistants.generateUploadUrl, {});
  const answer = await sendFile(url, words);
  if (!answer.ok) throw new Error(`Upload failed: ${await answer.text()}`);
  const { storageId } = (await answer.json()) as { storageId: Id<"_storage"> };
  return { knowledgeFileId: storageId, knowledgeFileName: "hours.txt", words };
}

/** Creates the voice assistant before the assistant is saved, as the form does. */
async function voiceFor(caller: Caller, made: Made, file: Partial<Knowledge>): Promise<string> {
  const { name, systemPrompt, voice, assistantGoal } = made;
  const { knowledgeFileId, knowledgeFileName } = file;
  const known = knowledgeFileId === undefined ? {} : { knowledgeFileId, knowledgeFileName };
  const spoken = { name, systemPrompt, voice, assistantGoal, ...known };
  return await caller.action(api.assistants.createVoiceAssistant, spoken);
}

type Made = Omit<ReturnType<typeof newAssistant>, "name"> & { name: string };

const create: Action = ({ owner, planned, visit }) =>
  visit(async (caller) => {
    const made = { ...newAssistant(), name: newName() };
    // Every fourth is saved without a voice assistant, as if the platform were down; it is created later.
    const isMute = planned.amount % 4 === 0;
    const added = !isMute && planned.amount % 3 === 0 ? await uploaded(caller) : null;
    const { words, ...file } = added ?? { words: null };
    const voice = isMute ? {} : { voiceAssistantId: await voiceFor(caller, made, file) };
    const content = { ...made, findings: FINDINGS, ...file, ...voice };
    const assistantId = await caller.mutation(api.assistants.createAssistant, content);
    const { embedId, name } = made;
    owner.assistants.push({
      ...{ assistantId, embedId, name, saves: 1, fileText: words },
      ...{ isPublished: false, isDeleted: false, isRehearsed: false, draftName: null },
    });
    if (isMute) await caller.mutation(api.assistants.retryVoiceSync, { assistantId });
  });

const save: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const shown = await caller.query(api.assistants.getAssistant, { assistantId });
    const { knowledgeFileId, knowledgeFileName } = shown;
    const what = planned.amount % 4;
    const made = { ...newAssistant(), name: newName() };
    const added = what === 0 ? await uploaded(caller) : null;
    // The assistant already has a voice assistant, so nothing claims this new one.
    if (added !== null) await voiceFor(caller, made, added);
    const { words, ...file } = added ?? {
      words: what === 1 ? null : assistant.fileText,
      ...(what === 1 || knowledgeFileId === undefined
        ? {}
        : { knowledgeFileId, knowledgeFileName }),
    };
    const { embedId, ...content } = { ...made, findings: FINDINGS, ...file };
    await caller.mutation(api.assistants.updateAssistant, { assistantId, ...content });
    // A knowledge file is live at once in any case.
    assistant.fileText = words;
    if (waitsForReview(shown)) assistant.draftName = made.name;
    else assistant.name = made.name;
    const hasOtherFile = file.knowledgeFileId !== knowledgeFileId;
    if (!waitsForReview(shown) || hasOtherFile) assistant.saves += 1;
  });
};

const publish: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const isPublished = await caller.mutation(api.assistants.togglePublishAssistant, {
      assistantId,
    });
    assistant.isPublished = isPublished;
  });
};

const remove: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit((caller) => caller.mutation(api.assistants.deleteAssistant, { assistantId }));
  assistant.isDeleted = true;
};

export const ASSISTANT_ACTIONS = { create, save, publish, "delete assistant": remove };
