import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { toShown } from "../assistantActions/actions";
import { listSessions } from "../accounts/signIns";
import { findCustomer } from "../billing/plans/customers";
import { pageOfCalls } from "../calls/list";
import { type CallDetails, showDetails } from "../calls/shownCall";
import { pdfOf } from "../knowledge/websitePdfs";
import { textOf } from "../knowledge/websites";
import { rowsOfOwner } from "../lib/rowsOfOwner";
import { thisSession } from "../lib/session";
import { recipientsOf } from "../notifications/mail/findRecipient";
import { listMessengers } from "../notifications/webhooks/messengers";
import { endpointsOf } from "../notifications/webhooks/events";
import { listKeys } from "../publicApi/keys";
import { MAX_ACTIONS } from "../shared/actions";
import { MAX_ASSISTANTS_PER_OWNER } from "../shared/limits";
import { MAX_ASKED_QUESTIONS, MAX_REHEARSALS } from "../shared/rehearsals";
import { MAX_FILES, MAX_NOTES, MAX_WEBSITES } from "../shared/sources";

type OwnerId = Id<"users">;

/** Five years of months, and more charges than anybody has. */
const MAX_PERIODS = 60;
const MAX_CHARGES = 500;
const MAX_DELETIONS = 1_000;
const MAX_DISMISSED = 1_000;
const MAX_REPLIES = 500;
/** A call's texts can have a megabyte, and a function reads at most 16 megabytes. */
const CALLS_PER_PAGE = 5;
const VERSIONS_PER_PAGE = 25;
const ANSWERS_PER_PAGE = 200;
/** Each with up to ten thousand characters. */
const RUNS_PER_PAGE = 100;
/** Each with up to 20,000 characters. */
const WEBSITE_PAGES_PER_PAGE = 25;

export interface ExportedAccount {
  /** Everything except the files, as JSON. */
  text: string;
  files: { name: string; url: string }[];
}

export async function exportAccount(ctx: QueryCtx, owner: Doc<"users">): Promise<ExportedAccount> {
  const ownerId = owner._id;
  const assistants = await rowsOfOwner(ctx, "assistants", ownerId).take(MAX_ASSISTANTS_PER_OWNER);
  const drafts = await rowsOfOwner(ctx, "assistantDrafts", ownerId).take(MAX_ASSISTANTS_PER_OWNER);
  const knowledgeFiles = await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId))
    .take(MAX_ASSISTANTS_PER_OWNER * MAX_FILES);
  const ownerNotes = await rowsOfOwner(ctx, "ownerNotes", ownerId).take(
    MAX_ASSISTANTS_PER_OWNER * MAX_NOTES,
  );
  const websites = await rowsOfOwner(ctx, "websites", ownerId).take(
    MAX_ASSISTANTS_PER_OWNER * MAX_WEBSITES,
  );
  const actions = await rowsOfOwner(ctx, "actions", ownerId).take(
    MAX_ASSISTANTS_PER_OWNER * MAX_ACTIONS,
  );
  const rehearsals = await rowsOfOwner(ctx, "rehearsals", ownerId).take(
    MAX_ASSISTANTS_PER_OWNER * MAX_REHEARSALS,
  );
  const askedQuestions = await rowsOfOwner(ctx, "askedQuestions", ownerId).take(
    MAX_ASSISTANTS_PER_OWNER * MAX_ASKED_QUESTIONS,
  );
  const dismissedQuestions = await rowsOfOwner(ctx, "dismissedQuestions", ownerId)
    .order("desc")
    .take(MAX_DISMISSED);
  const replies = await rowsOfOwner(ctx, "mailReplies", ownerId).order("desc").take(MAX_REPLIES);
  const exported = {
    account: owner,
    sessions: await listSessions(ctx, ownerId),
    apiKeys: await listKeys(ctx, ownerId),
    assistants,
    assistantDrafts: drafts,
    knowledgeFiles,
    ownerNotes,
    websites: websites.map(({ progress: _, ...website }) => website),
    // The headers' values are secrets of another server.
    actions: actions.map((action) => ({ ...toShown(action), assistantId: action.assistantId })),
    rehearsals,
    askedQuestions: askedQuestions.map(({ digest: _, ...asked }) => asked),
    dismissedQuestions,
    mailReplies: replies.map(({ receivedAtMs, answered }) => ({ receivedAtMs, answered })),
    subscription: await findCustomer(ctx, ownerId),
    periods: await periodsOf(ctx, ownerId),
    charges: await chargesOf(ctx, ownerId),
    mailGoesTo: await recipientsOf(ctx, ownerId),
    webhooks: await endpointsOf(ctx, ownerId, "servers"),
    // Their addresses are masked, because who knows one can write to the channel.
    messengers: await listMessengers(ctx, ownerId),
    deletedCalls: await deletionsOf(ctx, ownerId),
  };
  const files = await Promise.all(
    knowledgeFiles.map(async ({ _id, name, storageId }) => {
      const url = await ctx.storage.getUrl(storageId);
      return url === null ? [] : [{ name: `${_id} ${name}`, url }];
    }),
  );
  return { text: JSON.stringify(exported, null, 2), files: files.flat() };
}

async function periodsOf(ctx: QueryCtx, ownerId: OwnerId): Promise<Doc<"usagePeriods">[]> {
  return await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(MAX_PERIODS);
}

async function chargesOf(ctx: QueryCtx, ownerId: OwnerId): Promise<Doc<"overageCharges">[]> {
  return await ctx.db
    .query("overageCharges")
    .withIndex("by_owner_and_state", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(MAX_CHARGES);
}

async function deletionsOf(ctx: QueryCtx, ownerId: OwnerId): Promise<Doc<"callDeletions">[]> {
  return await rowsOfOwner(ctx, "callDeletions", ownerId).order("desc").take(MAX_DELETIONS);
}

const EVERY_CALL = { channel: null, assistantId: null, status: null, fromMs: null, toMs: null };

/** A page of calls, the newest first. The cursor is null after the last page. */
export async function exportCalls(
  ctx: QueryCtx,
  ownerId: OwnerId,
  cursor: string | null,
): Promise<{ calls: CallDetails[]; cursor: string | null }> {
  const options = { numItems: CALLS_PER_PAGE, cursor };
  const { page, isDone, continueCursor } = await pageOfCalls(ctx, ownerId, EVERY_CALL, options);
  const sessionId = (await thisSession(ctx))?._id ?? null;
  const calls = await Promise.all(page.map((call) => showDetails(ctx, call, sessionId)));
  return { calls, cursor: isDone ? null : continueCursor };
}

/** A page of all assistants' versions, the newest first. The cursor is null after the last page. */
export async function exportVersions(
  ctx: QueryCtx,
  ownerId: OwnerId,
  cursor: string | null,
): Promise<{ versions: Doc<"assistantVersions">[]; cursor: string | null }> {
  const { page, isDone, continueCursor } = await rowsOfOwner(ctx, "assistantVersions", ownerId)
    .order("desc")
    .paginate({ numItems: VERSIONS_PER_PAGE, cursor });
  return { versions: page, cursor: isDone ? null : continueCursor };
}

/** A page of all assistants' answers, the newest first. The cursor is null after the last page. */
export async function exportAnswers(
  ctx: QueryCtx,
  ownerId: OwnerId,
  cursor: string | null,
): Promise<{ answers: Doc<"knowledgeAnswers">[]; cursor: string | null }> {
  const { page, isDone, continueCursor } = await rowsOfOwner(ctx, "knowledgeAnswers", ownerId)
    .order("desc")
    .paginate({ numItems: ANSWERS_PER_PAGE, cursor });
  return { answers: page, cursor: isDone ? null : continueCursor };
}

/** A page of what all assistants' actions did, the newest first. The cursor is null after the last page. */
export async function exportActionRuns(
  ctx: QueryCtx,
  ownerId: OwnerId,
  cursor: string | null,
): Promise<{ runs: Doc<"actionRuns">[]; cursor: string | null }> {
  const { page, isDone, continueCursor } = await rowsOfOwner(ctx, "actionRuns", ownerId)
    .order("desc")
    .paginate({ numItems: RUNS_PER_PAGE, cursor });
  return { runs: page, cursor: isDone ? null : continueCursor };
}

export type ExportedPage = Doc<"websitePages"> & {
  text: string | null;
  pdf: ArrayBuffer | null;
};

/** Pages of all assistants' websites with what was read, the newest first. The cursor is null after the last page. */
export async function exportPages(
  ctx: QueryCtx,
  ownerId: OwnerId,
  cursor: string | null,
): Promise<{ pages: ExportedPage[]; cursor: string | null }> {
  const { page, isDone, continueCursor } = await rowsOfOwner(ctx, "websitePages", ownerId)
    .order("desc")
    .paginate({ numItems: WEBSITE_PAGES_PER_PAGE, cursor });
  const pages = await Promise.all(
    page.map(async (one) => ({
      ...one,
      text: (await textOf(ctx, one._id))?.text ?? null,
      pdf: one.pdfDigest === undefined ? null : ((await pdfOf(ctx, one._id))?.bytes ?? null),
    })),
  );
  return { pages, cursor: isDone ? null : continueCursor };
}
