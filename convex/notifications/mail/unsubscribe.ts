/** One-click unsubscribe (RFC 8058): a button of the mail program, which needs no session. */
import { internal } from "../../_generated/api";
import { type ActionCtx, env } from "../../_generated/server";
import { required } from "../../lib/env";
import { readText } from "../../lib/requestBody";
import { readUnsubscribeKey } from "./choices";
import { unsubscribePage } from "./templates";

export const UNSUBSCRIBE_PATH = "/unsubscribe";

export function unsubscribeUrl(key: string): string {
  return `${env.CONVEX_SITE_URL}${UNSUBSCRIBE_PATH}?key=${encodeURIComponent(key)}`;
}

const MAX_FORM_BYTES = 10_000;

/** The mail program posts a form of either type (section 3.2), and does not follow redirects. */
export async function unsubscribeByPost(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readText(request, { maxBytes: MAX_FORM_BYTES });
  if (read.kind === "refused") return answer(read.status);
  const { content: form } = read;
  if (!form.includes("List-Unsubscribe") || !form.includes("One-Click")) return answer(400);
  const unsubscription = await readUnsubscribeKey(keyIn(request));
  if (unsubscription === null) return answer(400);
  await ctx.runMutation(internal.notifications.mail.choices.unsubscribe, unsubscription);
  return answer(200);
}

/** Changes nothing, because mail services open links automatically. The page that this redirects to has a button. */
export async function showUnsubscribePage(_ctx: ActionCtx, request: Request): Promise<Response> {
  const address = unsubscribePage(required("SITE_URL"), keyIn(request));
  return new Response(null, { status: 302, headers: { Location: address } });
}

function keyIn(request: Request): string {
  return new URL(request.url).searchParams.get("key") ?? "";
}

function answer(status: number): Response {
  return new Response(null, { status });
}
