import { literals } from "convex-helpers/validators";
import { v } from "convex/values";

const ofAssistant = { ownerId: v.id("users"), assistantId: v.id("assistants") };

/** A question and the owner's own answer, which takes priority over every other source. */
export const answerFields = {
  ...ofAssistant,
  question: v.string(),
  answer: v.string(),
  savedAtMs: v.number(),
};

/** A question that the owner does not want to answer. Similar ones are not listed either. */
export const dismissedQuestionFields = { ...ofAssistant, question: v.string() };

/** A fact with an end. Conversations that begin before its end get it. */
export const noteFields = { ...ofAssistant, text: v.string(), endsAtMs: v.number() };

/** A text generated from sources, as a file at the voice platform. Inserted before the platform gets it. */
export const sentTextFields = {
  ...ofAssistant,
  /** Which of the assistant's generated texts it is. */
  part: v.string(),
  digest: v.string(),
  platformFileId: v.optional(v.string()),
};

export const websiteState = literals("finding", "choosing", "reading", "known", "failed");

export const websiteFields = {
  ...ofAssistant,
  /** The address of its first page. */
  start: v.string(),
  state: websiteState,
  /** Whether its pages are read without being chosen first. */
  readsAll: v.optional(v.boolean()),
  /** Why it could not be read. */
  problem: v.optional(v.string()),
  /** What the search has found so far (reading/discover.ts), as JSON. Afterwards only the rules of its robots.txt. */
  progress: v.optional(v.string()),
  readAtMs: v.optional(v.number()),
  /** When it is read again by itself. Missing while it is being read. */
  nextReadAtMs: v.optional(v.number()),
};

export const websitePageFields = {
  ...ofAssistant,
  websiteId: v.id("websites"),
  url: v.string(),
  title: v.union(v.string(), v.null()),
  /** Whether the assistant is to know it. */
  isChosen: v.boolean(),
  /** Missing until it was read. */
  readAtMs: v.optional(v.number()),
  /** When its text changed. Missing if the owner has seen that. */
  changedAtMs: v.optional(v.number()),
  /** Why it could not be read. */
  problem: v.optional(v.string()),
  /** Of a PDF that is known. */
  pdfDigest: v.optional(v.string()),
  /** Whether the voice platform could not read that PDF. */
  isUnreadable: v.optional(v.boolean()),
};

/** A page that is a PDF. At most 300 KB, which a document can hold. */
export const websitePdfFields = {
  ...ofAssistant,
  pageId: v.id("websitePages"),
  bytes: v.bytes(),
};

/** Apart from the page, because lists of pages do not need it. */
export const websiteTextFields = {
  ...ofAssistant,
  pageId: v.id("websitePages"),
  text: v.string(),
  /** Before the change that the owner has not seen yet. */
  before: v.optional(v.string()),
  /** The digest of a text that the owner has refused. */
  refusedDigest: v.optional(v.string()),
};

/** The tool with which an assistant searches all of its sources. Inserted before the platform creates it. */
export const assistantToolFields = {
  ...ofAssistant,
  platformToolId: v.optional(v.string()),
  platformToolName: v.optional(v.string()),
};
