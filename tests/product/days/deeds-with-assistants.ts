/** Owners make assistants, change them and take them away. */
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { Finding } from "../../../convex/shared/findings";
import { newAssistant } from "../samples.ts";
import { sendFile } from "../upload.ts";
import type { Caller } from "../world.ts";
import { chosen } from "./doing.ts";
import type { Deed } from "./doing.ts";
import type { LivedAssistant, LivedOwner } from "./lived.ts";

const FINDINGS: Finding[] = [{ label: "Name", kind: "text", isRequired: true }];

let names = 0;
const newName = () => `Ada ${(names += 1)}`;

export function oneOfTheirs(owner: LivedOwner, which: number): LivedAssistant | undefined {
  return chosen(
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

/** As the form asks for it, which names the file as the owner's. */
async function voiceFor(caller: Caller, made: Made, file: Partial<Knowledge>): Promise<string> {
  const { name, systemPrompt, voice, assistantGoal } = made;
  const { knowledgeFileId, knowledgeFileName } = file;
  const known = knowledgeFileId === undefined ? {} : { knowledgeFileId, knowledgeFileName };
  const spoken = { name, systemPrompt, voice, assistantGoal, ...known };
  return await caller.action(api.assistants.createVoiceAssistant, spoken);
}

type Made = Omit<ReturnType<typeof newAssistant>, "name"> & { name: string };

const create: Deed = ({ owner, planned, visit }) =>
  visit(async (caller) => {
    const made = { ...newAssistant(), name: newName() };
    // Every fourth goes without a voice, as where the platform was out of reach: it comes later.
    const isMute = planned.amount % 4 === 0;
    const added = !isMute && planned.amount % 3 === 0 ? await uploaded(caller) : null;
    const { words, ...file } = added ?? { words: null };
    const voice = isMute ? {} : { voiceAssistantId: await voiceFor(caller, made, file) };
    const content = { ...made, findings: FINDINGS, ...file, ...voice };
    const assistantId = await caller.mutation(api.assistants.createAssistant, content);
    const { embedId, name } = made;
    owner.assistants.push({
      ...{ assistantId, embedId, name, saves: 1, knows: words },
      ...{ isPublished: false, isDeleted: false },
    });
    if (isMute) await caller.mutation(api.assistants.retryVoiceSync, { assistantId });
  });

const save: Deed = async ({ owner, planned, visit }) => {
  const assistant = oneOfTheirs(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const shown = await caller.query(api.assistants.getAssistant, { assistantId });
    const { knowledgeFileId, knowledgeFileName } = shown;
    const what = planned.amount % 4;
    const made = { ...newAssistant(), name: newName() };
    const added = what === 0 ? await uploaded(caller) : null;
    // What is made for it nobody claims: the assistant has its double.
    if (added !== null) await voiceFor(caller, made, added);
    const { words, ...file } = added ?? {
      words: what === 1 ? null : assistant.knows,
      ...(what === 1 || knowledgeFileId === undefined
        ? {}
        : { knowledgeFileId, knowledgeFileName }),
    };
    const { embedId, ...content } = { ...made, findings: FINDINGS, ...file };
    await caller.mutation(api.assistants.updateAssistant, { assistantId, ...content });
    assistant.name = made.name;
    assistant.knows = words;
    assistant.saves += 1;
  });
};

const publish: Deed = async ({ owner, planned, visit }) => {
  const assistant = oneOfTheirs(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const isPublished = await caller.mutation(api.assistants.togglePublishAssistant, {
      assistantId,
    });
    assistant.isPublished = isPublished;
  });
};

const remove: Deed = async ({ owner, planned, visit }) => {
  const assistant = oneOfTheirs(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit((caller) => caller.mutation(api.assistants.deleteAssistant, { assistantId }));
  assistant.isDeleted = true;
};

export const WITH_ASSISTANTS = { create, save, publish, "delete assistant": remove };
