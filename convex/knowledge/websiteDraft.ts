/** What a website says about its business, for an assistant that is not created yet. */
import { type Infer, v } from "convex/values";
import type { ActionCtx } from "../_generated/server";
import { required } from "../lib/env";
import { userError } from "../lib/userError";
import { openSite } from "./reading/discover";
import { factsAsText } from "./reading/facts";
import { draftWords, writeWords } from "./draftWords";
import { startOf } from "./websites";

export const websiteDraft = v.object({
  start: v.string(),
  name: v.union(v.string(), v.null()),
  /** Lines such as "Telephone: 030 1234567". */
  facts: v.string(),
  /** Such as `de` or `fr-CH`. */
  language: v.union(v.string(), v.null()),
  /** Such as #aa3300. */
  themeColor: v.union(v.string(), v.null()),
  /** Null if no model wrote any. */
  words: v.union(draftWords, v.null()),
});
export type WebsiteDraft = Infer<typeof websiteDraft>;

/** Reads robots.txt and the first page. Throws why that cannot be done. */
export async function readDraft(ctx: ActionCtx, typed: string): Promise<WebsiteDraft> {
  const opened = await openSite(startOf(typed), 1, required("SITE_URL"));
  if (opened.kind === "problem") throw userError("invalid_input", opened.says);
  const { discovery, first } = opened;
  const { language, themeColor } = first.facts;
  const name = first.facts.name ?? first.title;
  const facts = factsAsText(first.facts);
  const { start } = discovery;
  const words = await writeWords(ctx, { url: start, language, text: first.text });
  return { start, name, facts, language, themeColor, words };
}
