/**
 * The talk button as a page that is finished when it arrives. Its parts are of the app's build, and taken from
 * the app's host: docs/decisions/0012.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import type { WidgetAssistant } from "../assistants/table";
import { toBase64, sha256 } from "../lib/bytes";
import { required } from "../lib/env";
import { escapeHtml } from "../lib/escapeHtml";
import { internalAction, internalMutation, internalQuery } from "../lib/internalFunctions";
import { WIDGET_SIZES } from "../shared/looks";
import { fetchBounded } from "../vendors/boundedFetch";
import { type WidgetAssets, widgetAssets } from "./table";
import { turnstileOfPage } from "./turnstile";
import { findLiveAssistant, toWidget } from "./widget";

export const widgetPage = v.object({
  headers: v.record(v.string(), v.string()),
  page: v.string(),
});
type ShownButton = Infer<typeof widgetPage>;

export const WIDGET_PAGE_PATH = "/widget/";
const PARTS_FILE = "/talk-button.json";
/** They have to fit a document. */
const PARTS_BOUNDS = { timeoutMs: 20_000, maxBytes: 1_000_000 };
/**
 * The page is the same for every visitor, so a CDN may cache it: docs/decisions/0036-caching-the-button-page.md says
 * how late a change can show.
 */
const CACHE_CONTROL = "public, max-age=10, s-maxage=10, stale-while-revalidate=60";
/** As they stand in the parts. */
export const WIDGET_TEXTS = {
  language: 'lang="en"',
  title: "<title>Voice chat</title>",
  name: 'aria-label="Voice chat"',
  idle: 'aria-label="Start voice chat"',
};
/** The empty place in the policy of the parts. */
const LOOK = "'look'";

/** The talk button's page. */
export const findPage = internalQuery({
  args: { embedId: v.string() },
  returns: v.union(widgetPage, v.null()),
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
 * From the app's host, so that what a page loads later is what stands beside it there. Says whether there was
 * one: until the host is back, or has a build that brings it, what is known stays.
 */
export async function refreshWidgetAssets(ctx: ActionCtx): Promise<boolean> {
  const url = new URL(PARTS_FILE, required("SITE_URL"));
  try {
    const { isOk, body } = await fetchBounded(url.href, {}, PARTS_BOUNDS);
    // Hosts answer with a page where they have no such file, as one does that is being developed.
    if (!isOk || !body.type.includes("json")) return false;
    const parts = JSON.parse(await body.text()) as WidgetAssets;
    await ctx.runMutation(internal.talkButton.widgetPage.saveAssets, { parts });
    return true;
  } catch (error) {
    console.warn(`The talk button's page could not be taken from ${url.href}: ${String(error)}`);
    return false;
  }
}

export async function saveWidgetAssets(ctx: MutationCtx, parts: WidgetAssets): Promise<void> {
  const stored = await ctx.db.query("widgetAssets").first();
  if (stored === null) await ctx.db.insert("widgetAssets", { parts });
  // A write makes every cached page a new one.
  else if (JSON.stringify(stored.parts) !== JSON.stringify(parts)) {
    await ctx.db.patch("widgetAssets", stored._id, { parts });
  }
}

/** A query's result, which Convex keeps while nothing of it changes. */
export async function widgetPageFor(ctx: QueryCtx, embedId: string): Promise<ShownButton | null> {
  const [live, parts] = await Promise.all([findLiveAssistant(ctx, embedId), findWidgetAssets(ctx)]);
  if (parts === null) return null;
  const { allowedSites = [], seenSites = [] } = live?.assistant ?? {};
  const isUnseen = live?.subscription != null && seenSites.length === 0;
  const assistant = live && (await toWidget(live.assistant));
  const look = assistant === null ? "" : lookOf(assistant);
  const page = assistant === null ? emptyPage(parts) : pageOf(parts, { assistant, look, isUnseen });
  const headers = {
    ...parts.headers,
    "Content-Security-Policy": await policyOf(parts, look, allowedSites),
  };
  // Browsers keep the headers of before with a page that has not changed.
  const ETag = `"${await digest(JSON.stringify([headers, page]))}"`;
  return { headers: { ...headers, ETag }, page };
}

/** What is not 200 or 304 has the app's host answer with the page that looks up by itself. */
export async function showWidgetPage(ctx: ActionCtx, request: Request): Promise<Response> {
  const embedId = new URL(request.url).pathname.slice(WIDGET_PAGE_PATH.length).replace(/\/$/, "");
  const shown = await ctx.runQuery(internal.talkButton.widgetPage.findPage, { embedId });
  if (shown === null) return new Response("There is no page yet", { status: 404 });
  const { headers, page } = shown;
  // Whoever compresses on the way makes the tag a weak one.
  const known = request.headers.get("If-None-Match")?.replace(/^W\//, "");
  const isKnown = known === headers.ETag;
  return new Response(isKnown ? null : page, {
    status: isKnown ? 304 : 200,
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": CACHE_CONTROL,
    },
  });
}

async function policyOf({ headers }: WidgetAssets, look: string, sites: string[]): Promise<string> {
  const policy = headers["Content-Security-Policy"] ?? "";
  const own = withTurnstile(policy.replace(LOOK, `'sha256-${await digest(look)}'`));
  if (sites.length === 0) return own;
  const others = own.split("; ").filter((part) => !part.startsWith("frame-ancestors "));
  return [...others, `frame-ancestors ${sites.join(" ")}`].join("; ");
}

/** As Cloudflare asks for: developers.cloudflare.com/turnstile/reference/content-security-policy. */
function withTurnstile(policy: string): string {
  const { scriptUrl } = turnstileOfPage() ?? {};
  if (scriptUrl === undefined) return policy;
  const { origin } = new URL(scriptUrl);
  return `${policy.replace(/(?<=^|; )script-src [^;]*/, `$& ${origin}`)}; frame-src ${origin}`;
}

interface Shown {
  assistant: WidgetAssistant;
  look: string;
  /** No site is known yet. The page then reports its site as soon as it is idle, without waiting for a visitor. */
  isUnseen: boolean;
}

function pageOf(parts: WidgetAssets, { assistant, look, isUnseen }: Shown): string {
  const { head, main, faces, end } = parts;
  const told = escapeHtml(JSON.stringify(assistant));
  const face = faces[assistant.widgetIcon] ?? "";
  const [begun, within, shown] = inItsLanguage([head, main, face], assistant);
  const unseen = isUnseen ? " data-unseen" : "";
  return `${begun}<style>${look}</style>${within} data-assistant="${told}"${unseen}>${shown}${end}`;
}

/** A page is drawn in English: what it says of that in other words stands where those stood. */
function inItsLanguage(drawn: string[], { texts }: WidgetAssistant): string[] {
  if (texts === undefined) return drawn;
  const { language, labels } = texts;
  const others = [
    [WIDGET_TEXTS.language, `lang="${language}"`],
    [WIDGET_TEXTS.title, `<title>${escapeHtml(labels.name)}</title>`],
    [WIDGET_TEXTS.name, `aria-label="${escapeHtml(labels.name)}"`],
    [WIDGET_TEXTS.idle, `aria-label="${escapeHtml(labels.idle)}"`],
  ] as const;
  return drawn.map((part) =>
    others.reduce((text, [english, other]) => text.replace(english, () => other), part),
  );
}

/** As when its look-up finds nothing: nothing is shown, and nothing is said. */
function emptyPage({ head, main }: WidgetAssets): string {
  return `${head}${main}></main></body></html>`;
}

function lookOf({ widgetColor, widgetSize }: WidgetAssistant): string {
  const size = WIDGET_SIZES.find(({ id }) => id === widgetSize)?.px ?? 0;
  return `:root{--size:${size}px;--color:${widgetColor}}`;
}

async function digest(text: string): Promise<string> {
  return toBase64(await sha256(text));
}
