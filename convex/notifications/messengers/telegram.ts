/** Telegram's Bot API (docs/fidelity/messengers.md, Y12 to Y15). */
import { fieldsOf, parseJson } from "../../lib/fields";
import { escapedWithin, type MessengerFormat, secondsIn, isSuccess, withEntities } from "./format";
import { textOfLine } from "./message";

/** Telegram allows 4096 characters after it has read the markup, which leaves room for the link. */
const MAX_TITLE = 300;
const MAX_TEXT = 3_600;
/** The token was revoked or is wrong, or the bot was blocked, or removed from the chat. */
const GONE = [401, 403, 404];
/** With status 400. A group that becomes a supergroup gets another ID. */
const GONE_CHAT = /chat not found|upgraded to a supergroup/i;

export const telegram: MessengerFormat = {
  bodyOf({ title, lines, link }, messenger) {
    if (messenger.kind !== "telegram") throw new Error(`${messenger.kind} has no chat`);
    const said = lines.map(textOfLine).join("\n");
    const parts = [
      `<b>${escapedWithin(title, MAX_TITLE, withoutMentions)}</b>`,
      ...(said === "" ? [] : [escapedWithin(said, MAX_TEXT, withoutMentions)]),
      ...(link === null
        ? []
        : [`<a href="${withEntities(link.url)}">${withEntities(link.label)}</a>`]),
    ];
    return {
      chat_id: messenger.chatId,
      text: parts.join("\n"),
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    };
  },
  readAnswer(answer) {
    const { status, response } = answer;
    const said = fieldsOf(parseJson(response));
    const description = typeof said.description === "string" ? said.description : response;
    const isGone = GONE.includes(status ?? 0) || (status === 400 && GONE_CHAT.test(description));
    const parameters = said.parameters as
      { retry_after?: unknown; migrate_to_chat_id?: unknown } | undefined;
    const movedTo = parameters?.migrate_to_chat_id;
    const moved = typeof movedTo === "number" ? ` The chat's new ID is ${movedTo}.` : "";
    if (isSuccess(answer)) return { verdict: "delivered", text: "ok", waitSeconds: null };
    return {
      verdict: isGone ? "gone" : "failed",
      text: description + moved,
      waitSeconds: secondsIn(parameters?.retry_after),
    };
  },
};

/** Telegram notifies "@name" even without markup. After an invisible word joiner it is plain text. */
function withoutMentions(text: string): string {
  return withEntities(text.replaceAll(/(?<![\p{L}\p{N}_.])@(?=\w)/gu, "@\u2060"));
}
