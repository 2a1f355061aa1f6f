/** The trigger "When a Teams webhook request is received" of a workflow: SPEC.md, M1 to M4. */
import type { VendorRules, Outcome } from "./vendor.ts";
import { isObject, isText, isWebAddress, jsonIn, refused, unknownIn } from "./vendor.ts";

const CARD = "application/vnd.microsoft.card.adaptive";
const CARD_FIELDS = ["$schema", "type", "version", "body", "actions", "msteams"];
const RUN_FIELDS = ["type", "text", "weight", "size", "color", "isSubtle", "italic"];
const MAX_BYTES = 28 * 1_024;

export const teams: VendorRules = {
  paths: [
    "/workflows/:id{[\\da-f]{32}}/triggers/manual/paths/invoke",
    "/powerautomate/automations/direct/workflows/:id{[\\da-f]{32}}/triggers/manual/paths/invoke",
  ],
  async receive(c) {
    const { id = "" } = c.req.param();
    if ((c.req.query("sig") ?? "") === "") {
      const message = "The request has no SAS token, and no other authentication.";
      return refused(answer(401, "DirectApiAuthorizationRequired", message));
    }
    const body = await jsonIn(c);
    if (!isObject(body) || body.type !== "message" || !Array.isArray(body.attachments)) {
      return invalid("The body must be a message with attachments.");
    }
    if (Buffer.byteLength(JSON.stringify(body)) > MAX_BYTES) {
      return invalid("A message has at most 28 KB.");
    }
    const [attachment, ...others] = body.attachments as unknown[];
    const isCard = isObject(attachment) && attachment.contentType === CARD;
    if (!isCard || others.length > 0) return invalid(`The one attachment must be a ${CARD}.`);
    const card = readCard(attachment.content);
    if (typeof card === "string") return invalid(card);
    return {
      kind: "accepted",
      channel: id,
      ...card,
      answer: () => new Response(null, { status: 202 }),
    };
  },
  fail(kind, seconds) {
    if (kind === "gone") return answer(400, "WorkflowTriggerIsNotEnabled", NOT_ENABLED);
    if (kind === "blocked") return answer(401, "DirectApiAuthorizationRequired", "Not authorized.");
    if (kind === "down") return answer(502, "BadGateway", "The service is not available.");
    const limited = answer(429, "WorkflowRunRateLimitExceeded", "Too many requests.");
    limited.headers.set("Retry-After", String(seconds));
    return limited;
  },
};

const NOT_ENABLED =
  "Could not execute workflow trigger 'manual' with current state 'Deleted'; trigger state should be 'Enabled'.";

function answer(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

function invalid(message: string): Outcome {
  return refused(answer(400, "TriggerInputSchemaMismatch", message));
}

/** The card's texts and links, or what is wrong with it. */
function readCard(card: unknown): { text: string; links: string[] } | string {
  if (!isObject(card) || card.type !== "AdaptiveCard") return "The card must be an AdaptiveCard.";
  if (!/^1\.[0-5]$/.test(String(card.version))) return "The card's version is unknown.";
  const [unknown] = unknownIn(card, CARD_FIELDS);
  if (unknown !== undefined) return `A card has no ${unknown}.`;
  const { body, actions = [] } = card;
  if (!Array.isArray(body) || body.length === 0) return "The card has no body.";
  if (!Array.isArray(actions)) return "The actions must be a list.";
  const texts = body.map(shownBlock);
  if (texts.some((one) => one === null)) return "An element of the body is not valid.";
  const links = actions.map((action) => {
    const isLink =
      isObject(action) && action.type === "Action.OpenUrl" && isText(action.title, 200);
    return isLink && isWebAddress(action.url) ? action.url : null;
  });
  if (links.some((one) => one === null)) return "An action is not valid.";
  return { text: texts.join("\n"), links: links.flatMap((one) => one ?? []) };
}

/** Markdown has a meaning in a TextBlock, and none in the runs of a RichTextBlock. We send only the second. */
function shownBlock(block: unknown): string | null {
  if (!isObject(block) || block.type !== "RichTextBlock" || !Array.isArray(block.inlines)) {
    return null;
  }
  const runs = block.inlines.map((run: unknown) => {
    const isRun =
      isObject(run) && run.type === "TextRun" && unknownIn(run, RUN_FIELDS).length === 0;
    return isRun && typeof run.text === "string" ? run.text : null;
  });
  return runs.length === 0 || runs.some((one) => one === null) ? null : runs.join("");
}
