/** `sendMessage` of Telegram's Bot API: SPEC.md, G1 to G5. */
import type { VendorRules, Fields, Outcome } from "./vendor.ts";
import { isObject, isWebAddress, jsonIn, refused, unknownIn, withoutEntities } from "./vendor.ts";

const FIELDS = ["chat_id", "text", "parse_mode", "link_preview_options", "disable_notification"];
const PREVIEW_FIELDS = ["is_disabled", "url", "prefer_small_media", "show_above_text"];
const MAX_TEXT = 4_096;
const TAGS = ["b", "strong", "i", "em", "u", "s", "a", "code", "pre", "tg-spoiler", "blockquote"];
const ENTITIES = /&(?!(?:lt|gt|amp|quot|#\d+|#x[\da-f]+);)/i;

export const telegram: VendorRules = {
  paths: ["/:bot{bot.+}/sendMessage"],
  async receive(c) {
    const token = (c.req.param("bot") ?? "").slice("bot".length);
    if (!/^\d+:[\w-]+$/.test(token) || token.length > 80) {
      return refused(failure(401, "Unauthorized: invalid token specified"));
    }
    const body = await jsonIn(c);
    if (!isObject(body)) return invalid("can't parse JSON");
    const [unknown] = unknownIn(body, FIELDS);
    if (unknown !== undefined) return invalid(`unknown parameter ${unknown}`);
    const { chat_id: chat = "", text = "", parse_mode: mode, link_preview_options: preview } = body;
    if (String(chat) === "") return invalid("chat_id is empty");
    if (!/^(?:-?\d+|@\w+)$/.test(String(chat))) return invalid("chat not found");
    if (typeof text !== "string" || text.trim() === "") return invalid("message text is empty");
    if (mode !== undefined && mode !== "HTML") return invalid("unsupported parse_mode");
    if (preview !== undefined && !isPreview(preview))
      return invalid("can't parse link preview options");
    const read = mode === "HTML" ? readHtml(text) : { text, links: [] };
    if (typeof read === "string") return invalid(`can't parse entities: ${read}`);
    if (read.text.length > MAX_TEXT) return invalid("message is too long");
    return {
      kind: "accepted",
      channel: String(chat),
      ...read,
      answer: (messageId) =>
        Response.json({
          ok: true,
          result: { message_id: messageId, chat: { id: chat }, text: read.text },
        }),
    };
  },
  fail(kind, seconds) {
    if (kind === "gone") return failure(401, "Unauthorized");
    if (kind === "blocked") return failure(403, "Forbidden: bot was blocked by the user");
    if (kind === "down") return failure(502, "Bad Gateway");
    const parameters = { retry_after: seconds };
    const limited = failure(429, `Too Many Requests: retry after ${seconds}`, { parameters });
    limited.headers.set("Retry-After", String(seconds));
    return limited;
  },
};

function failure(status: number, description: string, more: Fields = {}): Response {
  return Response.json({ ok: false, error_code: status, description, ...more }, { status });
}

function invalid(why: string): Outcome {
  return refused(failure(400, `Bad Request: ${why}`));
}

function isPreview(value: unknown): boolean {
  return isObject(value) && unknownIn(value, PREVIEW_FIELDS).length === 0;
}

/** The text without its tags, and the links; or what Telegram cannot read. */
function readHtml(html: string): { text: string; links: string[] } | string {
  const links: string[] = [];
  const open: string[] = [];
  let text = "";
  if (ENTITIES.test(html)) return "an unknown entity";
  for (const [part] of html.matchAll(/<[^<>]*>|[^<>]+|[<>]/g)) {
    if (part === "<" || part === ">") return `unexpected "${part}"`;
    if (!part.startsWith("<")) {
      text += part;
      continue;
    }
    const [, slash, name = "", attributes = ""] = /^<(\/?)([a-z-]+)([^>]*)>$/i.exec(part) ?? [];
    if (!TAGS.includes(name)) return `unsupported start tag "${name}"`;
    if (slash === "/") {
      if (open.pop() !== name) return `unmatched end tag "${name}"`;
      continue;
    }
    open.push(name);
    const [, href = ""] = /^ href="([^"]*)"$/.exec(attributes) ?? [];
    if (name === "a" && isWebAddress(withoutEntities(href))) links.push(withoutEntities(href));
  }
  if (open.length > 0) return `can't find end tag of "${open.at(-1)}"`;
  return { text: withoutEntities(text.replaceAll("&quot;", '"')), links };
}
