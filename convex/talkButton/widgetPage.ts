/**
 * The talk button as a finished page. Its parts come from the app's build, and are fetched from the app's host:
 * docs/decisions/0012.
 */
import { pick } from "convex-helpers";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { conversationOf } from "../assistants/conversation";
import { talk, type WidgetAssistant } from "../assistants/table";
import { toBase64, sha256 } from "../lib/bytes";
import { required } from "../lib/env";
import { escapeHtml } from "../lib/escapeHtml";
import { internalAction, internalMutation, internalQuery } from "../lib/internalFunctions";
import { WIDGET_SIZES } from "../shared/looks";
import { isOpenAt, wallClock } from "../shared/openingHours";
import { choiceFor } from "../shared/unavailability";
import { fetchBounded } from "../vendors/boundedFetch";
import { findAvailability } from "./availability";
import { usedUpDayOf } from "./dailyLimit";
import { type WidgetAssets, widgetAssets } from "./table";
import { turnstileOfPage } from "./turnstile";
import { findLiveAssistant, toUnavailableWidget, toWidget } from "./widget";

export const widgetPage = v.object({
  headers: v.record(v.string(), v.string()),
  page: v.string(),
});
type WidgetPage = Infer<typeof widgetPage>;

export const WIDGET_PAGE_PATH = "/widget/";
const PARTS_FILE = "/talk-button.json";
/** The parts have to fit into a document. */
const PARTS_BOUNDS = { timeoutMs: 20_000, maxBytes: 1_000_000 };
/**
 * The page is the same for every visitor, so a CDN may cache it. docs/decisions/0036-caching-the-button-page.md says how
 * late a change can appear.
 */
const CACHE_CONTROL = "public, max-age=10, s-maxage=10, stale-while-revalidate=60";
/** The English texts in the parts, which other languages replace. */
export const WIDGET_TEXTS = {
  language: 'lang="en"',
  title: "<title>Voice chat</title>",
  name: 'aria-label="Voice chat"',
  idle: 'aria-label="Start voice chat"',
};
/** The placeholder in the parts' policy for the hash of the button's style. */
const STYLE_PLACEHOLDER = "'look'";

/** When the button is hidden. Queries cannot look at the clock. */
const hiddenTimes = v.object({
  /** While the assistant is closed by these hours. */
  closedBy: v.union(v.object(pick(talk.fields, ["openingHours", "timeZone"])), v.null()),
  /** On the day whose minutes are used up. */
  usedUpOn: v.union(v.object({ day: v.string(), timeZone: talk.fields.timeZone }), v.null()),
  fromMs: v.union(v.number(), v.null()),
});
type HiddenTimes = Infer<typeof hiddenTimes>;

const foundPage = v.object({
  shown: widgetPage,
  /** Null if the page is the same at any time. */
  hidden: v.union(v.object({ ...hiddenTimes.fields, page: widgetPage }), v.null()),
});

export const findPage = internalQuery({
  args: { embedId: v.string() },
  returns: v.union(foundPage, v.null()),
  handler: async (ctx, { embedId }) => await widgetPageFor(ctx, embedId),
});

export const saveAssets = internalMutation({
  args: { parts: widgetAssets },
  returns: v.null(),
  handler: async (ctx, { parts }) => {
    await saveWidgetAssets(ctx, parts);
    return null;
  },
});

/** Returns whether the app's host had assets. */
export const refreshAssets = internalAction({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await refreshWidgetAssets(ctx),
});

async function findWidgetAssets(ctx: QueryCtx): Promise<WidgetAssets | null> {
  const stored = await ctx.db.query("widgetAssets").first();
  return stored?.parts ?? null;
}

/**
 * Fetches the parts from the app's host, so that they match the files that the page loads from there later. Returns whether
 * the host had them. Otherwise the stored ones stay.
 */
export async function refreshWidgetAssets(ctx: ActionCtx): Promise<boolean> {
  const url = new URL(PARTS_FILE, required("SITE_URL"));
  try {
    const { isOk, body } = await fetchBounded(url.href, {}, PARTS_BOUNDS);
    // Some hosts respond with a page for a missing file, like a development server.
    if (!isOk || !body.type.includes("json")) return false;
    const parts = JSON.parse(await body.text()) as WidgetAssets;
    await ctx.runMutation(internal.talkButton.widgetPage.saveAssets, { parts });
    return true;
  } catch (error) {
    console.warn(`Could not fetch the talk button's page from ${url.href}: ${String(error)}`);
    return false;
  }
}

export async function saveWidgetAssets(ctx: MutationCtx, parts: WidgetAssets): Promise<void> {
  const stored = await ctx.db.query("widgetAssets").first();
  if (stored === null) await ctx.db.insert("widgetAssets", { parts });
  // Not without a change, because a write invalidates every cached page.
  else if (JSON.stringify(stored.parts) !== JSON.stringify(parts)) {
    await ctx.db.patch("widgetAssets", stored._id, { parts });
  }
}

/** The result of a query, which Convex caches until something that it read changes. */
export async function widgetPageFor(
  ctx: QueryCtx,
  embedId: string,
): Promise<Infer<typeof foundPage> | null> {
  const [button, parts] = await Promise.all([findButton(ctx, embedId), findWidgetAssets(ctx)]);
  if (parts === null) return null;
  const shown = await withButton(parts, button);
  const { hidden = null } = button ?? {};
  return {
    shown,
    hidden: hidden === null ? null : { ...hidden, page: await withButton(parts, null) },
  };
}

interface Button {
  assistant: WidgetAssistant;
  allowedSites: string[];
  /** No site is known yet. */
  isUnseen: boolean;
  hidden: HiddenTimes | null;
}

/** Null if the assistant has no button now. */
async function findButton(ctx: QueryCtx, embedId: string): Promise<Button | null> {
  const live = await findLiveAssistant(ctx, embedId);
  if (live === null) return await findUnavailableButton(ctx, embedId);
  const { assistant, subscription } = live;
  const { allowedSites = [], seenSites = [] } = assistant;
  const settings = conversationOf(assistant);
  const { openingHours, timeZone } = settings;
  const hidesClosed = openingHours !== null && choiceFor(settings, "closed") === "nothing";
  const hidesUsedUp = choiceFor(settings, "noMinutes") === "nothing";
  const day = hidesUsedUp ? usedUpDayOf(assistant, subscription) : null;
  return {
    ...{ assistant: await toWidget(assistant), allowedSites },
    isUnseen: subscription !== null && seenSites.length === 0,
    hidden:
      hidesClosed || day !== null
        ? {
            closedBy: hidesClosed ? { openingHours, timeZone } : null,
            usedUpOn: day === null ? null : { day, timeZone },
            fromMs: null,
          }
        : null,
  };
}

/** For messages, or to say that nobody can be reached. Unpublishing removes the button unless it takes messages. */
async function findUnavailableButton(ctx: QueryCtx, embedId: string): Promise<Button | null> {
  const found = await findAvailability(ctx, embedId);
  if (found?.unavailableCase == null) return null;
  const { assistant, unavailableCase, untilMs } = found;
  const choice = choiceFor(conversationOf(assistant), unavailableCase);
  const isShown = choice === "message" || (choice === "words" && unavailableCase === "noMinutes");
  if (!isShown) return null;
  // Nobody has to agree to a conversation that cannot begin.
  const { notice: _, ...widget } = await toUnavailableWidget(assistant);
  return {
    ...{ assistant: widget, allowedSites: assistant.allowedSites ?? [], isUnseen: false },
    hidden: untilMs === null ? null : { closedBy: null, usedUpOn: null, fromMs: untilMs },
  };
}

function isHiddenAt({ closedBy, usedUpOn, fromMs }: HiddenTimes, nowMs: number): boolean {
  const isClosed = closedBy !== null && !isOpenAt(closedBy.openingHours, closedBy.timeZone, nowMs);
  const isUsedUp = usedUpOn !== null && wallClock(usedUpOn.timeZone, nowMs).day === usedUpOn.day;
  return isClosed || isUsedUp || (fromMs !== null && fromMs <= nowMs);
}

async function withButton(parts: WidgetAssets, button: Button | null): Promise<WidgetPage> {
  const { assistant = null, allowedSites = [], isUnseen = false } = button ?? {};
  const style = assistant === null ? "" : styleOf(assistant);
  const page =
    assistant === null ? emptyPage(parts) : pageOf(parts, { assistant, style, isUnseen });
  const headers = {
    ...parts.headers,
    "Content-Security-Policy": await policyOf(parts, style, allowedSites),
  };
  // The tag covers the headers too, because browsers keep the old headers of an unchanged page.
  const ETag = `"${await digest(JSON.stringify([headers, page]))}"`;
  return { headers: { ...headers, ETag }, page };
}

/** For any status but 200 and 304, the app's host serves the page that looks up the assistant by itself. */
export async function showWidgetPage(ctx: ActionCtx, request: Request): Promise<Response> {
  const embedId = new URL(request.url).pathname.slice(WIDGET_PAGE_PATH.length).replace(/\/$/, "");
  const found = await ctx.runQuery(internal.talkButton.widgetPage.findPage, { embedId });
  if (found === null) return new Response("There is no page yet", { status: 404 });
  const { shown, hidden } = found;
  const isHidden = hidden !== null && isHiddenAt(hidden, Date.now());
  const { headers, page } = isHidden ? hidden.page : shown;
  // A proxy that compresses the page makes the tag a weak one.
  const cachedTag = request.headers.get("If-None-Match")?.replace(/^W\//, "");
  const isCurrent = cachedTag === headers.ETag;
  return new Response(isCurrent ? null : page, {
    status: isCurrent ? 304 : 200,
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": CACHE_CONTROL,
    },
  });
}

async function policyOf(
  { headers }: WidgetAssets,
  style: string,
  sites: string[],
): Promise<string> {
  const policy = headers["Content-Security-Policy"] ?? "";
  const own = withTurnstile(policy.replace(STYLE_PLACEHOLDER, `'sha256-${await digest(style)}'`));
  if (sites.length === 0) return own;
  const others = own.split("; ").filter((part) => !part.startsWith("frame-ancestors "));
  return [...others, `frame-ancestors ${sites.join(" ")}`].join("; ");
}

/** Cloudflare's requirements: developers.cloudflare.com/turnstile/reference/content-security-policy. */
function withTurnstile(policy: string): string {
  const { scriptUrl } = turnstileOfPage() ?? {};
  if (scriptUrl === undefined) return policy;
  const { origin } = new URL(scriptUrl);
  return `${policy.replace(/(?<=^|; )script-src [^;]*/, `$& ${origin}`)}; frame-src 'self' ${origin}`;
}

interface Shown {
  assistant: WidgetAssistant;
  style: string;
  /** No site is known yet, so the page reports its site as soon as it is idle, without waiting for a visitor. */
  isUnseen: boolean;
}

function pageOf(parts: WidgetAssets, { assistant, style, isUnseen }: Shown): string {
  const { head, main, faces, end } = parts;
  // What only the talk page shows.
  const { greeting: _, ...shown } = assistant;
  const data = escapeHtml(JSON.stringify(shown));
  const face = faces[assistant.widgetIcon] ?? "";
  const [headHtml, mainHtml, faceHtml] = translated([head, main, face], assistant);
  const unseen = isUnseen ? " data-unseen" : "";
  return `${headHtml}<style>${style}</style>${mainHtml} data-assistant="${data}"${unseen}>${faceHtml}${end}`;
}

/** Replaces the English texts in the parts by those of the assistant's language. */
function translated(rendered: string[], { texts }: WidgetAssistant): string[] {
  if (texts === undefined) return rendered;
  const { language, labels } = texts;
  const others = [
    [WIDGET_TEXTS.language, `lang="${language}"`],
    [WIDGET_TEXTS.title, `<title>${escapeHtml(labels.name)}</title>`],
    [WIDGET_TEXTS.name, `aria-label="${escapeHtml(labels.name)}"`],
    [WIDGET_TEXTS.idle, `aria-label="${escapeHtml(labels.idle)}"`],
  ] as const;
  return rendered.map((part) =>
    others.reduce((text, [english, other]) => text.replace(english, () => other), part),
  );
}

/** An empty page, for an assistant that is not live. */
function emptyPage({ head, main }: WidgetAssets): string {
  return `${head}${main}></main></body></html>`;
}

function styleOf({ widgetColor, widgetSize }: WidgetAssistant): string {
  const size = WIDGET_SIZES.find(({ id }) => id === widgetSize)?.px ?? 0;
  return `:root{--size:${size}px;--color:${widgetColor}}`;
}

async function digest(text: string): Promise<string> {
  return toBase64(await sha256(text));
}
