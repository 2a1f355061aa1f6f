/** Slack's incoming webhooks: SPEC.md, S1 to S5. */
import type { VendorRules, Fields, Outcome } from "./vendor.ts";
import { isObject, isText, jsonIn, refused, unknownIn, withoutEntities } from "./vendor.ts";

const FIELDS = ["text", "blocks", "mrkdwn", "unfurl_links", "unfurl_media"];
const FLAGS = ["mrkdwn", "unfurl_links", "unfurl_media"];
const MAX_TEXT = 40_000;
const MAX_BLOCKS = 50;
const MAX_HEADER = 150;
const MAX_SECTION = 3_000;
const TEAM = /^T[A-Z\d]+$/;
const SERVICE = /^B[A-Z\d]+$/;
const TOKEN = /^[A-Za-z\d]+$/;

export const slack: VendorRules = {
  paths: ["/services/:team/:service/:token"],
  async receive(c) {
    const { team = "", service = "", token = "" } = c.req.param();
    if (!TEAM.test(team)) return refused(answer("no_team", 404));
    if (!SERVICE.test(service)) return refused(answer("no_service", 404));
    if (!TOKEN.test(token)) return refused(answer("invalid_token", 403));
    const body = await jsonIn(c);
    if (!isObject(body) || unknownIn(body, FIELDS).length > 0) return invalid("invalid_payload");
    if (FLAGS.some((name) => !["boolean", "undefined"].includes(typeof body[name]))) {
      return invalid("invalid_payload");
    }
    const { text, blocks = [] } = body;
    if (text !== undefined && !isText(text, MAX_TEXT)) return invalid("invalid_payload");
    if (!Array.isArray(blocks) || blocks.length > MAX_BLOCKS) return invalid("invalid_blocks");
    if (text === undefined && blocks.length === 0) return invalid("no_text");
    const shown = blocks.map(shownBlock);
    if (shown.some((one) => one === null)) return invalid("invalid_blocks");
    // Where there are blocks, the text is shown in notifications only.
    const texts = shown.length > 0 ? shown.flatMap((one) => one ?? []) : [plainOf(String(text))];
    return {
      kind: "accepted",
      channel: `${team}/${service}`,
      text: texts.join("\n"),
      links: linksIn(blocks),
      answer: () => answer("ok", 200),
    };
  },
  fail(kind, seconds) {
    if (kind === "gone") return answer("no_service", 404);
    if (kind === "blocked") return answer("channel_is_archived", 410);
    if (kind === "down") return answer("rollup_error", 500);
    return answer("rate_limited", 429, { "Retry-After": String(seconds) });
  },
};

function answer(said: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(said, { status, headers: { "Content-Type": "text/html", ...headers } });
}

function invalid(code: string): Outcome {
  return refused(answer(code, 400));
}

/** The two kinds of block that we know: a header, and a section with a text. Null if Slack refuses it. */
function shownBlock(block: unknown): string | null {
  if (!isObject(block) || unknownIn(block, ["type", "text", "block_id"]).length > 0) return null;
  if (block.type === "header") return shownText(block.text, MAX_HEADER, ["plain_text"]);
  if (block.type !== "section") return null;
  return shownText(block.text, MAX_SECTION, ["plain_text", "mrkdwn"]);
}

function shownText(object: unknown, max: number, types: string[]): string | null {
  if (!isObject(object) || !types.includes(String(object.type))) return null;
  const known = object.type === "plain_text" ? ["emoji"] : ["verbatim"];
  if (unknownIn(object, ["type", "text", ...known]).length > 0) return null;
  if (!isText(object.text, max)) return null;
  // In a text of the other type, an unescaped "<" begins a link or a mention.
  if (object.type === "plain_text") return plainOf(object.text);
  return plainOf(
    object.text.replaceAll(
      /<([^>|]*)(?:\|([^>]*))?>/g,
      (_, target: string, label?: string) => label ?? target,
    ),
  );
}

function plainOf(text: string): string {
  return withoutEntities(text);
}

function linksIn(blocks: unknown[]): string[] {
  return blocks.flatMap((block) => {
    const text = isObject(block) ? (block.text as Fields | undefined) : undefined;
    if (text?.type !== "mrkdwn") return [];
    return [...String(text.text).matchAll(/<(https?:[^>|]*)/g)].map(([, url = ""]) =>
      withoutEntities(url),
    );
  });
}
