/** Discord's "Execute Webhook": SPEC.md, D1 to D5. */
import type { VendorRules, Fields, Outcome } from "./vendor.ts";
import { isObject, isText, isWebAddress, jsonIn, refused, unknownIn } from "./vendor.ts";

const FIELDS = ["content", "embeds", "allowed_mentions", "username", "flags"];
const EMBED_FIELDS = ["title", "description", "url", "color", "footer", "timestamp"];
const MENTIONS = ["roles", "users", "everyone"];
const MAX_CONTENT = 2_000;
const MAX_EMBEDS = 10;
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4_096;
const MAX_FOOTER = 2_048;
const MAX_ALL = 6_000;

export const discord: VendorRules = {
  paths: ["/api/webhooks/:id/:token", "/api/:version{v\\d+}/webhooks/:id/:token"],
  async receive(c) {
    const { id = "", token = "" } = c.req.param();
    if (!/^\d{15,20}$/.test(id)) return refused(answer(404, 10_015, "Unknown Webhook"));
    if (!/^[\w-]{40,}$/.test(token)) {
      return refused(answer(401, 50_027, "Invalid Webhook Token"));
    }
    const body = await jsonIn(c);
    if (!isObject(body) || unknownIn(body, FIELDS).length > 0) return invalid("_misc");
    const { content, embeds = [], allowed_mentions } = body;
    if (content !== undefined && !isText(content, MAX_CONTENT)) return invalid("content");
    if (!Array.isArray(embeds) || embeds.length > MAX_EMBEDS) return invalid("embeds");
    if (content === undefined && embeds.length === 0) {
      return refused(answer(400, 50_006, "Cannot send an empty message"));
    }
    if (!embeds.every(isEmbed)) return invalid("embeds");
    const all = embeds.map(lengthOf).reduce((sum, one) => sum + one, 0);
    if (all > MAX_ALL) return invalid("embeds");
    if (!areMentions(allowed_mentions)) return invalid("allowed_mentions");
    const texts = [content, ...embeds.flatMap(({ title, description }) => [title, description])];
    const shown = texts.filter((one) => typeof one === "string").map(shownText);
    return {
      kind: "accepted",
      channel: id,
      text: [...shown, ...pinged(content ?? "", allowed_mentions)].join("\n"),
      links: embeds.flatMap(({ url }) => (typeof url === "string" ? [url] : [])),
      answer: (messageId) =>
        c.req.query("wait") === "true"
          ? Response.json({
              id: String(messageId),
              type: 0,
              channel_id: id,
              content: content ?? "",
            })
          : new Response(null, { status: 204 }),
    };
  },
  fail(kind, seconds) {
    if (kind === "gone") return answer(404, 10_015, "Unknown Webhook");
    if (kind === "blocked") return answer(401, 50_027, "Invalid Webhook Token");
    if (kind === "down") return answer(500, 0, "Internal Server Error");
    const limited = { message: "You are being rate limited.", retry_after: seconds, global: false };
    const headers = { "Retry-After": String(seconds), "X-RateLimit-Scope": "user" };
    return Response.json(limited, { status: 429, headers });
  },
};

type Embed = Fields & { title?: string; description?: string };

function isEmbed(value: unknown): value is Embed {
  if (!isObject(value) || unknownIn(value, EMBED_FIELDS).length > 0) return false;
  const { title, description, url, footer } = value;
  return (
    (title === undefined || isText(title, MAX_TITLE)) &&
    (description === undefined || isText(description, MAX_DESCRIPTION)) &&
    (title ?? description) !== undefined &&
    (url === undefined || isWebAddress(url)) &&
    (footer === undefined || (isObject(footer) && isText(footer.text, MAX_FOOTER)))
  );
}

function lengthOf({ title = "", description = "", footer }: Embed): number {
  const foot = isObject(footer) ? String(footer.text) : "";
  return title.length + description.length + foot.length;
}

/** Discord shows a character after a backslash as it is. */
function shownText(text: string): string {
  return text.replaceAll(/\\([^\p{L}\p{N}\s])/gu, "$1");
}

/** Without `allowed_mentions`, a content notifies whom it mentions. Embeds never do. */
function pinged(content: string, allowed: unknown): string[] {
  const parse = isObject(allowed) ? (allowed.parse as string[] | undefined) : MENTIONS;
  const isEveryone = /@(?:everyone|here)/.test(content) && parse?.includes("everyone") === true;
  return isEveryone ? ["(everyone was notified)"] : [];
}

function areMentions(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value) || unknownIn(value, ["parse", "users", "roles"]).length > 0) return false;
  const { parse = [] } = value;
  return Array.isArray(parse) && parse.every((one) => MENTIONS.includes(String(one)));
}

function answer(status: number, code: number, message: string): Response {
  return Response.json({ message, code }, { status });
}

function invalid(field: string): Outcome {
  const errors = { [field]: { _errors: [{ code: "INVALID", message: "Not valid" }] } };
  const said = { message: "Invalid Form Body", code: 50_035, errors };
  return refused(Response.json(said, { status: 400 }));
}
