/** Websites that an assistant reads: which ones, and which of their pages. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { findActiveSubscription } from "../billing/plans/customers";
import { enqueue, cancel } from "../jobs/enqueue";
import { digestOfText } from "../lib/bytes";
import { optional } from "../lib/env";
import { userError } from "../lib/userError";
import { SOURCE_REFUSALS, tooManyPages } from "../shared/sourceMessages";
import { WEEK_MS } from "../shared/durations";
import { LARGEST_PAID_PLAN } from "../shared/plans";
import { MAX_WEBSITE_PAGES, MAX_WEBSITES, WEBSITE_PAGES } from "../shared/sources";
import { canUpgrade } from "../shared/upgrades";
import { isOfSite, siteAddress } from "./reading/address";
import { forgetPdf } from "./websitePdfs";

export type Website = Doc<"websites">;
type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId">;
/** How often a website is read by itself. */
export const READ_EVERY_MS = WEEK_MS;

type OwnerCtx = QueryCtx & { owner: Doc<"users"> };

export async function websitesOf(ctx: QueryCtx, assistantId: Id<"assistants">): Promise<Website[]> {
  return await ctx.db
    .query("websites")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(MAX_WEBSITES);
}

export async function pagesOf(
  ctx: QueryCtx,
  websiteId: Id<"websites">,
): Promise<Doc<"websitePages">[]> {
  return await ctx.db
    .query("websitePages")
    .withIndex("by_website", (q) => q.eq("websiteId", websiteId))
    .take(MAX_WEBSITE_PAGES);
}

/** Begins to look for the website's pages. */
export async function insertWebsite(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  typed: string,
  { readsAll = false } = {},
): Promise<Id<"websites">> {
  const start = startOf(typed);
  const known = await websitesOf(ctx, assistantId);
  if (known.some((one) => isOfSite(one.start, start))) {
    throw userError("invalid_input", SOURCE_REFUSALS.websiteKnown);
  }
  if (known.length >= MAX_WEBSITES)
    throw userError("invalid_input", SOURCE_REFUSALS.tooManyWebsites);
  const websiteId = await ctx.db.insert("websites", {
    ...{ ownerId, assistantId, start, readsAll },
    state: "finding",
  });
  await enqueue(ctx, "websiteReading", [websiteId]);
  return websiteId;
}

/** A website on this machine can be read only if the deployment names it. */
export function startOf(typed: string): string {
  const local = (optional("LOCAL_WEBSITES") ?? "").split(/\s+/);
  const anywhere = siteAddress(typed, "any");
  if (anywhere.kind === "address" && local.includes(new URL(anywhere.url).origin)) {
    return anywhere.url;
  }
  const address = siteAddress(typed);
  if (address.kind === "problem") throw userError("invalid_input", address.says);
  return address.url;
}

/** Somebody else's website is refused like a missing one. */
export async function requireOwnWebsite(
  ctx: OwnerCtx,
  websiteId: Id<"websites">,
): Promise<Website> {
  const website = await ctx.db.get("websites", websiteId);
  if (website?.ownerId !== ctx.owner._id) throw userError("not_yours", SOURCE_REFUSALS.websiteGone);
  return website;
}

/** Reads the chosen pages again, or for the first time. Forgets the others. */
export async function readPages(
  ctx: MutationCtx & OwnerCtx,
  website: Website,
  chosen: Id<"websitePages">[],
): Promise<void> {
  requireIdle(website);
  if (chosen.length === 0) throw userError("invalid_input", SOURCE_REFUSALS.noPagesChosen);
  const pages = await pagesOf(ctx, website._id);
  const wanted = new Set(chosen);
  const here = pages.filter(({ _id }) => wanted.has(_id));
  await requireRoom(ctx, website, here.length);
  for (const page of pages) {
    const isChosen = wanted.has(page._id);
    if (!isChosen) await forgetContent(ctx, page);
    const unread = { readAtMs: undefined, problem: undefined };
    await ctx.db.patch("websitePages", page._id, { isChosen, ...unread });
  }
  await ctx.db.patch("websites", website._id, { ...READING, problem: undefined });
  await enqueue(ctx, "websiteReading", [website._id]);
}

const READING = { state: "reading", nextReadAtMs: undefined } as const;

/** Reads the known pages again after a week. If the owner is choosing pages, it waits another week. */
export async function readAgain(ctx: MutationCtx, website: Website): Promise<void> {
  const { _id: websiteId, state, progress } = website;
  if (state !== "known") {
    await ctx.db.patch("websites", websiteId, { nextReadAtMs: Date.now() + READ_EVERY_MS });
    return;
  }
  for (const page of await pagesOf(ctx, websiteId)) {
    if (page.isChosen) await ctx.db.patch("websitePages", page._id, { readAtMs: undefined });
  }
  // Its robots.txt may have changed.
  const begun = { ...(JSON.parse(progress ?? "{}") as object), robots: null };
  await ctx.db.patch("websites", websiteId, { ...READING, progress: JSON.stringify(begun) });
  await enqueue(ctx, "websiteReading", [websiteId]);
}

/** What changed in a page. Null if the owner has seen it. */
export async function changeOf(
  ctx: QueryCtx,
  pageId: Id<"websitePages">,
): Promise<{ before: string; after: string } | null> {
  const text = await textOf(ctx, pageId);
  return text?.before === undefined ? null : { before: text.before, after: text.text };
}

/** Goes back to what was known before, until the page changes once more. */
export async function refuseChange(ctx: MutationCtx, page: Doc<"websitePages">): Promise<void> {
  const text = await textOf(ctx, page._id);
  await ctx.db.patch("websitePages", page._id, { changedAtMs: undefined });
  if (text?.before === undefined) return;
  const refusedDigest = await digestOfText(text.text);
  const known = { text: text.before, before: undefined, refusedDigest };
  await ctx.db.patch("websiteTexts", text._id, known);
}

/** The owner has seen the changes. */
export async function keepChanges(ctx: MutationCtx, website: Website): Promise<void> {
  for (const page of await pagesOf(ctx, website._id)) {
    if (page.changedAtMs === undefined) continue;
    await ctx.db.patch("websitePages", page._id, { changedAtMs: undefined });
    const text = await textOf(ctx, page._id);
    if (text !== null) await ctx.db.patch("websiteTexts", text._id, { before: undefined });
  }
}

/** Saves what was read, and returns whether that is a change for the owner to see. */
export async function saveText(
  ctx: MutationCtx,
  { _id: pageId, ownerId, assistantId }: Doc<"websitePages">,
  text: string,
): Promise<boolean> {
  const saved = await textOf(ctx, pageId);
  if (saved === null) {
    await ctx.db.insert("websiteTexts", { ownerId, assistantId, pageId, text });
    return false;
  }
  if (saved.text === text || saved.refusedDigest === (await digestOfText(text))) return false;
  const before = saved.before ?? saved.text;
  await ctx.db.patch("websiteTexts", saved._id, { text, before, refusedDigest: undefined });
  return true;
}

export async function requireOwnPage(
  ctx: OwnerCtx,
  pageId: Id<"websitePages">,
): Promise<Doc<"websitePages">> {
  const page = await ctx.db.get("websitePages", pageId);
  if (page?.ownerId !== ctx.owner._id) throw userError("not_yours", SOURCE_REFUSALS.pageGone);
  return page;
}

/** Looks for pages again, after a failure or because the website has new ones. What is known stays until then. */
export async function findPagesAgain(ctx: MutationCtx, website: Website): Promise<void> {
  if (website.state === "finding") return;
  requireIdle(website);
  const begun = { problem: undefined, progress: undefined, nextReadAtMs: undefined };
  await ctx.db.patch("websites", website._id, { ...begun, state: "finding" });
  await enqueue(ctx, "websiteReading", [website._id]);
}

export async function removeWebsite(ctx: MutationCtx, { _id }: Website): Promise<void> {
  for (const page of await pagesOf(ctx, _id)) {
    await forgetContent(ctx, page);
    await ctx.db.delete("websitePages", page._id);
  }
  await cancel(ctx, "websiteReading", _id);
  await ctx.db.delete("websites", _id);
}

/** Forgets what was read of a page. */
export async function forgetContent(
  ctx: MutationCtx,
  { _id: pageId, pdfDigest }: Doc<"websitePages">,
): Promise<void> {
  await forgetText(ctx, pageId);
  if (pdfDigest === undefined) return;
  await forgetPdf(ctx, pageId);
  await ctx.db.patch("websitePages", pageId, NO_PDF);
}

export const NO_PDF = { pdfDigest: undefined, isUnreadable: undefined };

export async function forgetText(ctx: MutationCtx, pageId: Id<"websitePages">): Promise<void> {
  const text = await textOf(ctx, pageId);
  if (text !== null) await ctx.db.delete("websiteTexts", text._id);
}

export async function textOf(
  ctx: QueryCtx,
  pageId: Id<"websitePages">,
): Promise<Doc<"websiteTexts"> | null> {
  return await ctx.db
    .query("websiteTexts")
    .withIndex("by_page", (q) => q.eq("pageId", pageId))
    .unique();
}

/** The texts of the chosen pages that were read. */
export async function readPagesOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<{ url: string; title: string | null; text: string }[]> {
  const pages = await chosenPagesOf(ctx, assistantId);
  const texts = await Promise.all(
    pages.map(async ({ _id, url, title }) => {
      const text = await textOf(ctx, _id);
      return text === null ? [] : [{ url, title, text: text.text }];
    }),
  );
  return texts.flat();
}

async function chosenPagesOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Doc<"websitePages">[]> {
  return await ctx.db
    .query("websitePages")
    .withIndex("by_assistant_and_chosen", (q) =>
      q.eq("assistantId", assistantId).eq("isChosen", true),
    )
    .take(MAX_WEBSITES * MAX_WEBSITE_PAGES);
}

async function requireRoom(ctx: QueryCtx, website: Website, wanted: number): Promise<void> {
  const { type, name } = await planOf(ctx, website);
  if (wanted > (await roomFor(ctx, website))) {
    throw userError("plan_limit", tooManyPages(name, WEBSITE_PAGES[type], canUpgrade(type)));
  }
}

/** How many pages of this website the assistant may know, besides those of others. */
export async function roomFor(ctx: QueryCtx, website: Website): Promise<number> {
  const { type } = await planOf(ctx, website);
  const chosen = await chosenPagesOf(ctx, website.assistantId);
  const elsewhere = chosen.filter(({ websiteId }) => websiteId !== website._id).length;
  return Math.max(0, WEBSITE_PAGES[type] - elsewhere);
}

/** Without a subscription, the limits are those of the largest plan. */
async function planOf(ctx: QueryCtx, { ownerId }: Website) {
  return (await findActiveSubscription(ctx, ownerId))?.plan ?? LARGEST_PAID_PLAN;
}

function requireIdle({ state }: Website): void {
  if (state === "finding" || state === "reading") {
    throw userError("invalid_input", SOURCE_REFUSALS.websiteBusy);
  }
}
