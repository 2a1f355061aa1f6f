import { v } from "convex/values";
import { internal } from "./_generated/api";
import { addedFile } from "./assistants/addedFiles";
import { requireOwnAssistant, startSync } from "./assistants/assistants";
import { answersOf, requireOwnAnswer, writeAnswer } from "./knowledge/answers";
import { dismiss, dismissedOf, requireOwnDismissed } from "./knowledge/dismissedQuestions";
import { discardSourceFile, filesOf, requireOwnFile } from "./knowledge/files";
import { readKnowledgeFile } from "./knowledge/fileTool";
import { notesOf, requireOwnNote, writeNote } from "./knowledge/notes";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";

const ownAssistant = { assistantId: v.id("assistants") };

const listedAnswer = v.object({
  _id: v.id("knowledgeAnswers"),
  question: v.string(),
  answer: v.string(),
  savedAtMs: v.number(),
});

const listedDismissed = v.object({ _id: v.id("dismissedQuestions"), question: v.string() });

const listedFile = v.object({
  _id: v.id("knowledgeFiles"),
  name: v.string(),
  bytes: v.number(),
  addedAtMs: v.number(),
  /** The voice service could not read it. */
  isUnreadable: v.boolean(),
});

const listedNote = v.object({ _id: v.id("ownerNotes"), text: v.string(), endsAtMs: v.number() });

/** The newest first. */
export const listAnswers = ownerQuery({
  args: ownAssistant,
  returns: v.array(listedAnswer),
  handler: async (ctx, { assistantId }) => {
    await requireOwnAssistant(ctx, assistantId);
    const answers = await answersOf(ctx, assistantId);
    return answers.map(({ _id, question, answer, savedAtMs }) => ({
      _id,
      question,
      answer,
      savedAtMs,
    }));
  },
});

/** Adds an answer, or changes the one with this id. The assistant knows it a few seconds later. */
export const saveAnswer = ownerMutation({
  args: {
    ...ownAssistant,
    answerId: v.optional(v.id("knowledgeAnswers")),
    question: v.string(),
    answer: v.string(),
  },
  returns: v.id("knowledgeAnswers"),
  handler: async (ctx, { assistantId, answerId, ...content }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const changed = answerId === undefined ? null : await requireOwnAnswer(ctx, answerId);
    const assistant = await requireOwnAssistant(ctx, changed?.assistantId ?? assistantId);
    const saved = await writeAnswer(ctx, assistant, content, changed);
    await startSync(ctx, assistant);
    return saved;
  },
});

export const removeAnswer = ownerMutation({
  args: { answerId: v.id("knowledgeAnswers") },
  returns: v.null(),
  handler: async (ctx, { answerId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const { assistantId } = await requireOwnAnswer(ctx, answerId);
    await ctx.db.delete("knowledgeAnswers", answerId);
    await startSync(ctx, { _id: assistantId });
    return null;
  },
});

/** The unanswered questions that the owner does not want to see again, the newest first. */
export const listDismissed = ownerQuery({
  args: ownAssistant,
  returns: v.array(listedDismissed),
  handler: async (ctx, { assistantId }) => {
    await requireOwnAssistant(ctx, assistantId);
    const dismissed = await dismissedOf(ctx, assistantId);
    return dismissed.map(({ _id, question }) => ({ _id, question }));
  },
});

/** Neither this question nor similar ones are listed as unanswered again. */
export const dismissQuestion = ownerMutation({
  args: { ...ownAssistant, question: v.string() },
  returns: v.id("dismissedQuestions"),
  handler: async (ctx, { assistantId, question }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await dismiss(ctx, await requireOwnAssistant(ctx, assistantId), question);
  },
});

export const restoreQuestion = ownerMutation({
  args: { dismissedId: v.id("dismissedQuestions") },
  returns: v.null(),
  handler: async (ctx, { dismissedId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await requireOwnDismissed(ctx, dismissedId);
    await ctx.db.delete("dismissedQuestions", dismissedId);
    return null;
  },
});

/** The files besides the form's. */
export const listFiles = ownerQuery({
  args: ownAssistant,
  returns: v.array(listedFile),
  handler: async (ctx, { assistantId }) => {
    const { knowledgeFileId } = await requireOwnAssistant(ctx, assistantId);
    const files = await filesOf(ctx, assistantId);
    const others = files.filter(({ storageId }) => storageId !== knowledgeFileId);
    return await Promise.all(
      others.map(async ({ _id, _creationTime: addedAtMs, storageId, name, isReadable }) => {
        const stored = await ctx.db.system.get("_storage", storageId);
        const isUnreadable = isReadable === false;
        return { _id, name, bytes: stored?.size ?? 0, addedAtMs, isUnreadable };
      }),
    );
  },
});

/** Adds an uploaded file, or puts it in the place of another one. */
export const addFile = ownerAction({
  args: addedFile,
  returns: v.null(),
  handler: async (ctx, file) => {
    const { ownerId } = ctx;
    await ctx.runMutation(internal.assistants.addedFiles.admit, { ownerId, ...file });
    // Only an action can read the content.
    await readKnowledgeFile(ctx, file);
    await ctx.runMutation(internal.assistants.addedFiles.attach, { ownerId, ...file });
    return null;
  },
});

export const removeFile = ownerMutation({
  args: { fileId: v.id("knowledgeFiles") },
  returns: v.null(),
  handler: async (ctx, { fileId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const file = await requireOwnFile(ctx, fileId);
    const assistant = await requireOwnAssistant(ctx, file.assistantId);
    await discardSourceFile(ctx, assistant, file);
    await startSync(ctx, assistant);
    return null;
  },
});

/** The current notes. The one that ends first comes first. */
export const listNotes = ownerQuery({
  args: ownAssistant,
  returns: v.array(listedNote),
  handler: async (ctx, { assistantId }) => {
    await requireOwnAssistant(ctx, assistantId);
    const notes = await notesOf(ctx, assistantId);
    return notes.map(({ _id, text, endsAtMs }) => ({ _id, text, endsAtMs }));
  },
});

/** Each conversation that begins before the note ends knows it. */
export const addNote = ownerMutation({
  args: { ...ownAssistant, text: v.string(), endsAtMs: v.number() },
  returns: v.id("ownerNotes"),
  handler: async (ctx, { assistantId, ...note }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await writeNote(ctx, await requireOwnAssistant(ctx, assistantId), note);
  },
});

export const removeNote = ownerMutation({
  args: { noteId: v.id("ownerNotes") },
  returns: v.null(),
  handler: async (ctx, { noteId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await requireOwnNote(ctx, noteId);
    await ctx.db.delete("ownerNotes", noteId);
    return null;
  },
});
