/** Discord's webhooks (docs/fidelity/messengers.md, Y5 to Y8). */
import { fieldsOf, parseJson } from "../../lib/fields";
import { escapedWithin, isSuccess, type MessengerFormat, secondsIn } from "./format";
import { textOfLine } from "./message";

/** Characters. */
const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4_096;
/** The webhook was deleted, or its token is wrong. Discord forbids to use it again. */
const GONE = [401, 403, 404];

export const discord: MessengerFormat = {
  bodyOf({ title, lines, link }) {
    const said = lines.map(textOfLine).join("\n");
    return {
      embeds: [
        {
          title: escapedWithin(title, MAX_TITLE, withoutMarkup),
          ...(said === ""
            ? {}
            : { description: escapedWithin(said, MAX_DESCRIPTION, withoutMarkup) }),
          ...(link === null ? {} : { url: link.url, footer: { text: link.label } }),
        },
      ],
      // Nobody is notified, whatever a visitor writes.
      allowed_mentions: { parse: [] },
    };
  },
  readAnswer(answer) {
    const { status, response } = answer;
    const said = fieldsOf(parseJson(response));
    const isGone = GONE.includes(status ?? 0);
    return {
      verdict: isSuccess(answer) ? "delivered" : isGone ? "gone" : "failed",
      text: typeof said.message === "string" ? said.message : response,
      waitSeconds: secondsIn(said.retry_after),
    };
  },
};

/** A backslash takes a character's meaning away. So neither formatting, nor links with a text, nor mentions are left. */
function withoutMarkup(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:-]/g, String.raw`\$&`);
}
