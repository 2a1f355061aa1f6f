/** Slack's incoming webhooks (docs/fidelity/messengers.md, Y1 to Y4). */
import { escapedWithin, type MessengerFormat, withEntities } from "./format";
import { textOfLine } from "./message";

/** Characters. */
const MAX_HEADER = 150;
const MAX_SECTION = 3_000;
/** The webhook, its app or its channel no longer takes messages, until somebody changes something there. */
const GONE = [403, 404, 410];

export const slack: MessengerFormat = {
  bodyOf({ title, lines, link }) {
    // What visitors said is plain text, in which Slack reads neither formatting nor mentions.
    const plainText = (text: string, max: number) => ({
      type: "plain_text",
      text: escapedWithin(text, max, withEntities),
      emoji: false,
    });
    const said = lines.map(textOfLine).join("\n");
    return {
      // For notifications, and for readers that do not show blocks.
      text: escapedWithin(title, MAX_SECTION, withEntities),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: "header", text: plainText(title, MAX_HEADER) },
        ...(said === "" ? [] : [{ type: "section", text: plainText(said, MAX_SECTION) }]),
        ...(link === null
          ? []
          : [
              {
                type: "section",
                text: {
                  type: "mrkdwn",
                  text: `<${withEntities(link.url)}|${withEntities(link.label)}>`,
                  verbatim: true,
                },
              },
            ]),
      ],
    };
  },
  readAnswer({ status, response }) {
    const verdict = status === 200 ? "delivered" : GONE.includes(status ?? 0) ? "gone" : "failed";
    return { verdict, text: response, waitSeconds: null };
  },
};
