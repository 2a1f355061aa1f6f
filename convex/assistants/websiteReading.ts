/** Finds the pages of a website and reads the chosen ones, politely and in steps that can be interrupted. */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import type { Handler } from "../jobs/handler";
import { required } from "../lib/env";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import schema from "../schema";
import { MAX_WEBSITE_PAGES } from "../shared/sources";
import {
  beginDiscovery,
  type Discovery,
  discoverNext,
  type PageReading,
  readNext,
} from "../knowledge/reading/discover";
import { factsAsText } from "../knowledge/reading/facts";
import { readRobots } from "../knowledge/reading/robots";
import { forgetPdf, savePdf } from "../knowledge/websitePdfs";
import {
  forgetContent,
  forgetText,
  NO_PDF,
  pagesOf,
  READ_EVERY_MS,
  readAgain,
  roomFor,
  saveText,
} from "../knowledge/websites";
import { startSync } from "./assistants";

/** The job's key is the website's id. Each run makes one request. */
export const websiteReading: Handler = {
  async run(ctx, key) {
    const websiteId = key as Id<"websites">;
    const findNext = async () =>
      await ctx.runQuery(internal.assistants.websiteReading.nextStep, { websiteId });
    const todo = await findNext();
    if (todo === null) return null;
    const waitMs = await takeStep(ctx, todo);
    return (await findNext()) === null ? null : Date.now() + waitMs;
  },
};

const pageContent = v.object({
  title: v.optional(v.union(v.string(), v.null())),
  text: v.optional(v.string()),
  pdf: v.optional(v.bytes()),
  problem: v.optional(v.string()),
});

const step = v.object({
  website: schema.doc("websites"),
  /** Null while pages are looked for. */
  page: v.union(schema.doc("websitePages"), v.null()),
});
type Step = Infer<typeof step>;

/** Null if nothing is left to do. */
export const nextStep = internalQuery({
  args: { websiteId: v.id("websites") },
  returns: v.union(step, v.null()),
  handler: async (ctx, { websiteId }) => {
    const website = await ctx.db.get("websites", websiteId);
    if (website === null) return null;
    if (website.state === "finding") return { website, page: null };
    if (website.state !== "reading") return null;
    const page = (await pagesOf(ctx, websiteId)).find(isToRead);
    return page === undefined ? null : { website, page };
  },
});

/** Makes one request, and returns how long to wait before the next. */
async function takeStep(ctx: ActionCtx, { website, page }: Step): Promise<number> {
  const contact = required("SITE_URL");
  const discovery = progressOf(website);
  if (page === null) {
    const { discovery: next, waitMs } = await discoverNext(discovery, contact);
    const progress = JSON.stringify(next);
    await ctx.runMutation(internal.assistants.websiteReading.saveFound, {
      websiteId: website._id,
      progress,
    });
    return waitMs;
  }
  if (discovery.robots === null) {
    const { discovery: next, waitMs } = await discoverNext(discovery, contact);
    const robots = { websiteId: website._id, progress: JSON.stringify(next) };
    await ctx.runMutation(internal.assistants.websiteReading.saveRobots, robots);
    return waitMs;
  }
  const reading = await readNext(page.url, discovery, contact);
  const isStart = page.url === discovery.start;
  await ctx.runMutation(internal.assistants.websiteReading.savePage, {
    pageId: page._id,
    ...contentOf(reading, isStart),
  });
  return readRobots(discovery.robots).delayMs;
}

function contentOf(reading: PageReading, isStart: boolean): Infer<typeof pageContent> {
  if (reading.kind === "pdf") return { pdf: reading.bytes.buffer };
  if (reading.kind !== "page") return { problem: reading.says };
  const { title, facts, text, repeatedText } = reading.page;
  // A site repeats its header and footer on each page.
  const parts = [factsAsText(facts), text, isStart ? repeatedText : ""];
  return { title, text: parts.filter((part) => part !== "").join("\n\n") };
}

const EMPTY_PROBLEM = "There is no text on this page. Perhaps a script writes it in the browser.";

function progressOf({ start, progress }: Doc<"websites">): Discovery {
  return progress === undefined
    ? beginDiscovery(start, MAX_WEBSITE_PAGES)
    : (JSON.parse(progress) as Discovery);
}

export const saveFound = internalMutation({
  args: { websiteId: v.id("websites"), progress: v.string() },
  returns: v.null(),
  handler: async (ctx, { websiteId, progress }) => {
    const website = await ctx.db.get("websites", websiteId);
    if (website?.state !== "finding") return null;
    const discovery = JSON.parse(progress) as Discovery;
    if (!discovery.isFinished) await ctx.db.patch("websites", websiteId, { progress });
    else if (discovery.problem !== null) await saveFailure(ctx, website, discovery.problem);
    else await listFound(ctx, website, discovery);
    return null;
  },
});

/** A website whose pages are known stays so, and is read again after a week. */
async function saveFailure(
  ctx: MutationCtx,
  { _id: websiteId, start }: Doc<"websites">,
  problem: string,
): Promise<void> {
  const isKnown = (await pagesOf(ctx, websiteId)).some(({ readAtMs }) => readAtMs !== undefined);
  if (!isKnown) {
    await ctx.db.patch("websites", websiteId, { state: "failed", problem, progress: undefined });
    return;
  }
  const begun = { ...beginDiscovery(start, MAX_WEBSITE_PAGES), found: [] } satisfies Discovery;
  const progress = JSON.stringify(begun);
  const nextReadAtMs = Date.now() + READ_EVERY_MS;
  await ctx.db.patch("websites", websiteId, { state: "known", problem, progress, nextReadAtMs });
}

export const saveRobots = internalMutation({
  args: { websiteId: v.id("websites"), progress: v.string() },
  returns: v.null(),
  handler: async (ctx, { websiteId, progress }) => {
    const website = await ctx.db.get("websites", websiteId);
    if (website?.state === "reading") await ctx.db.patch("websites", websiteId, { progress });
    return null;
  },
});

/** Pages that are known already keep their choice. What the website no longer has goes away. */
async function listFound(
  ctx: MutationCtx,
  website: Doc<"websites">,
  discovery: Discovery,
): Promise<void> {
  const { _id: websiteId, ownerId, assistantId } = website;
  const known = await pagesOf(ctx, websiteId);
  const found = new Map(discovery.found.map((page) => [page.url, page]));
  for (const page of known) {
    if (found.has(page.url)) continue;
    await forgetContent(ctx, page);
    await ctx.db.delete("websitePages", page._id);
  }
  // The first time, as many are chosen as the plan allows.
  let room = known.length === 0 ? await roomFor(ctx, website) : 0;
  const isReadNow = website.readsAll === true && room > 0;
  for (const { url, title } of discovery.found) {
    if (known.some((page) => page.url === url)) continue;
    await ctx.db.insert("websitePages", {
      ...{ ownerId, assistantId, websiteId, url, title },
      isChosen: room > 0,
    });
    room -= 1;
  }
  await ctx.db.patch("websites", websiteId, {
    state: isReadNow ? "reading" : "choosing",
    start: discovery.start,
    progress: JSON.stringify({ ...discovery, found: [] } satisfies Discovery),
  });
}

export const savePage = internalMutation({
  args: {
    pageId: v.id("websitePages"),
    ...pageContent.fields,
  },
  returns: v.null(),
  handler: async (ctx, { pageId, ...content }) => {
    const page = await ctx.db.get("websitePages", pageId);
    if (page === null) return null;
    const { assistantId, websiteId } = page;
    const nowMs = Date.now();
    const saved = await saveContent(ctx, page, content);
    await ctx.db.patch("websitePages", pageId, {
      ...{ title: content.title ?? page.title, readAtMs: nowMs, problem: undefined },
      ...saved,
    });
    if ((await pagesOf(ctx, websiteId)).some(isToRead)) return null;
    const nextReadAtMs = nowMs + READ_EVERY_MS;
    const read = { readAtMs: nowMs, nextReadAtMs, problem: undefined };
    await ctx.db.patch("websites", websiteId, { state: "known", ...read });
    await startSync(ctx, { _id: assistantId });
    return null;
  },
});

/** The fields of the page that change. Its earlier text stays while the page cannot be read. */
async function saveContent(
  ctx: MutationCtx,
  page: Doc<"websitePages">,
  { text = "", pdf, problem }: Infer<typeof pageContent>,
): Promise<Partial<Doc<"websitePages">>> {
  if (problem !== undefined) return { problem };
  if (pdf !== undefined) {
    const saved = await savePdf(ctx, page, pdf);
    if (!("problem" in saved)) await forgetText(ctx, page._id);
    return saved;
  }
  if (text === "") return { problem: EMPTY_PROBLEM };
  if (page.pdfDigest !== undefined) await forgetPdf(ctx, page._id);
  const isChanged = await saveText(ctx, page, text);
  return { ...NO_PDF, ...(isChanged ? { changedAtMs: Date.now() } : {}) };
}

/** A few at a time, because each reads its pages. */
const WEBSITES_PER_RUN = 20;

export const readDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const due = await ctx.db
      .query("websites")
      .withIndex("by_next_read", (q) => q.gt("nextReadAtMs", 0).lt("nextReadAtMs", Date.now()))
      .take(WEBSITES_PER_RUN);
    for (const website of due) await readAgain(ctx, website);
    if (due.length === WEBSITES_PER_RUN) {
      await ctx.scheduler.runAfter(0, internal.assistants.websiteReading.readDue, {});
    }
    return null;
  },
});

function isToRead({ isChosen, readAtMs }: Doc<"websitePages">): boolean {
  return isChosen && readAtMs === undefined;
}
