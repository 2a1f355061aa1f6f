/** Turning mail off from a mail, as RFC 8058 has it: one press in the mail program, without a session. */
import { internal } from "../../_generated/api";
import { type ActionCtx, env } from "../../_generated/server";
import { required } from "../../lib/env";
import { readText } from "../../lib/requestBody";
import { readUnsubscribeKey } from "./choices";
import { stopPage } from "./templates";

export const UNSUBSCRIBE_PATH = "/unsubscribe";

export function unsubscribeUrl(key: string): string {
  return `${env.CONVEX_SITE_URL}${UNSUBSCRIBE_PATH}?key=${encodeURIComponent(key)}`;
}

const LONGEST_FORM = 10_000;

/** What the mail program posts, as a form of either kind (section 3.2); it follows no redirect. */
export async function unsubscribeByPost(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readText(request, { maxBytes: LONGEST_FORM });
  if (read.kind === "refused") return answer(read.status);
  const { content: form } = read;
  if (!form.includes("List-Unsubscribe") || !form.includes("One-Click")) return answer(400);
  const unsubscription = await readUnsubscribeKey(keyIn(request));
  if (unsubscription === null) return answer(400);
  await ctx.runMutation(internal.notifications.mail.choices.unsubscribe, unsubscription);
  return answer(200);
}

/** Mail services open links by themselves, so this changes nothing: the page that it leads to has a button. */
export async function showUnsubscribePage(_ctx: ActionCtx, request: Request): Promise<Response> {
  const address = stopPage(required("SITE_URL"), keyIn(request));
  return new Response(null, { status: 302, headers: { Location: address } });
}

function keyIn(request: Request): string {
  return new URL(request.url).searchParams.get("key") ?? "";
}

function answer(status: number): Response {
  return new Response(null, { status });
}
