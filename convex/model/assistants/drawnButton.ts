/**
 * The talk button as a page that is finished when it arrives. Its parts are of the app's build, and taken from
 * the app's host: docs/decisions/0012.
 */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { WIDGET_SIZES } from "../../catalog/looks";
import { required } from "../../env";
import { fetchWhole } from "../../platforms/wholeAnswer";
import type { WidgetAssistant } from "./assistantFields";

/** As `local/web/drawn-button.ts` writes them. */
export const buttonParts = v.object({
  headers: v.record(v.string(), v.string()),
  head: v.string(),
  main: v.string(),
  /** What stands in the page, by the icon. */
  faces: v.record(v.string(), v.string()),
  end: v.string(),
});
type ButtonParts = Infer<typeof buttonParts>;

export const BUTTON_PATH = "/widget/";
const PARTS_FILE = "/talk-button.json";
/** They have to fit a document. */
const PARTS_BOUNDS = { timeoutMs: 20_000, maxBytes: 1_000_000 };
/** A look that changed, or an assistant that is no longer live, shows within seconds. */
const KEPT = "public, max-age=10, must-revalidate";
/** The empty place in the policy of the parts. */
const LOOK = "'look'";

export async function findButtonParts(ctx: QueryCtx): Promise<ButtonParts | null> {
  const kept = await ctx.db.query("drawnButton").first();
  return kept?.parts ?? null;
}

/**
 * From the app's host, so that what a page loads later is what stands beside it there. Says whether there was
 * one: until the host is back, or has a build that brings it, what is known stays.
 */
export async function takeButtonParts(ctx: ActionCtx): Promise<boolean> {
  const url = new URL(PARTS_FILE, required("SITE_URL"));
  try {
    const { isOk, body } = await fetchWhole(url.href, {}, PARTS_BOUNDS);
    // Hosts answer with a page where they have no such file, as one does that is being developed.
    if (!isOk || !body.type.includes("json")) return false;
    const parts = JSON.parse(await body.text()) as ButtonParts;
    await ctx.runMutation(internal.backstage.assistants.keepButtonParts, { parts });
    return true;
  } catch (error) {
    console.warn(`The talk button's page could not be taken from ${url.href}: ${String(error)}`);
    return false;
  }
}

export async function keepParts(ctx: MutationCtx, parts: ButtonParts): Promise<void> {
  const kept = await ctx.db.query("drawnButton").first();
  if (kept === null) await ctx.db.insert("drawnButton", { parts });
  // Each change has every page read anew.
  else if (JSON.stringify(kept.parts) !== JSON.stringify(parts)) {
    await ctx.db.patch("drawnButton", kept._id, { parts });
  }
}

/** What is not 200 or 304 has the app's host answer with the page that looks up by itself. */
export async function showButton(ctx: ActionCtx, request: Request): Promise<Response> {
  const embedId = new URL(request.url).pathname.slice(BUTTON_PATH.length).replace(/\/$/, "");
  const { parts, assistant } = await ctx.runQuery(internal.backstage.assistants.buttonToShow, {
    embedId,
  });
  if (parts === null) return new Response("There is no page yet", { status: 404 });
  const look = assistant === null ? "" : lookOf(assistant);
  const body = assistant === null ? emptyPage(parts) : drawnPage(parts, assistant, look);
  const etag = `"${await digest(body)}"`;
  const headers = {
    ...parts.headers,
    "Content-Security-Policy": (parts.headers["Content-Security-Policy"] ?? "").replace(
      LOOK,
      `'sha256-${await digest(look)}'`,
    ),
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": KEPT,
    ETag: etag,
  };
  // Whoever compresses on the way makes the tag a weak one.
  const isKnown = request.headers.get("If-None-Match")?.replace(/^W\//, "") === etag;
  return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers });
}

function drawnPage(parts: ButtonParts, assistant: WidgetAssistant, look: string): string {
  const { head, main, faces, end } = parts;
  const told = escaped(JSON.stringify(assistant));
  const face = faces[assistant.widgetIcon] ?? "";
  return `${head}<style>${look}</style>${main} data-assistant="${told}">${face}${end}`;
}

/** As when its look-up finds nothing: nothing is shown, and nothing is said. */
function emptyPage({ head, main }: ButtonParts): string {
  return `${head}${main}></main></body></html>`;
}

function lookOf({ widgetColor, widgetSize }: WidgetAssistant): string {
  const size = WIDGET_SIZES.find(({ id }) => id === widgetSize)?.px ?? 0;
  return `:root{--size:${size}px;--color:${widgetColor}}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
