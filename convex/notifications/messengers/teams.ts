/** Workflows of Microsoft Teams, which post an Adaptive Card (docs/fidelity/messengers.md, Y9 to Y11). */
import { fieldsOf, parseJson } from "../../lib/fields";
import { escapedWithin, isSuccess, type MessengerFormat } from "./format";

/** A message of Teams can have 28 KB, and a character at most 4 bytes. */
const MAX_TITLE = 300;
const MAX_LINE = 1_000;
const MAX_BYTES = 24_000;
const SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json";
/** The workflow was deleted, or its address has another signature. */
const GONE = [401, 403, 404, 410];
/** With status 400: the workflow was deleted or switched off. */
const NOT_ENABLED = "WorkflowTriggerIsNotEnabled";

export const teams: MessengerFormat = {
  bodyOf({ title, lines, link }) {
    const body = [
      textBlock([{ ...run(escapedWithin(title, MAX_TITLE)), size: "Large", weight: "Bolder" }]),
    ];
    let bytes = 0;
    for (const { label, text } of lines) {
      const said = escapedWithin(text, MAX_LINE);
      const block = textBlock([
        ...(label === null ? [] : [{ ...run(`${label}: `), weight: "Bolder" }]),
        run(said),
      ]);
      bytes += new TextEncoder().encode(JSON.stringify(block)).length;
      if (bytes > MAX_BYTES) {
        body.push(textBlock([run("…")]));
        break;
      }
      body.push(block);
    }
    const actions =
      link === null ? [] : [{ type: "Action.OpenUrl", title: link.label, url: link.url }];
    return {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: { $schema: SCHEMA, type: "AdaptiveCard", version: "1.4", body, actions },
        },
      ],
    };
  },
  readAnswer(answer) {
    const { status, response } = answer;
    const isGone = GONE.includes(status ?? 0) || (status === 400 && response.includes(NOT_ENABLED));
    return {
      verdict: isSuccess(answer) ? "delivered" : isGone ? "gone" : "failed",
      text: errorIn(response) ?? response,
      waitSeconds: null,
    };
  },
};

/** Text runs have no markup: what is in them is shown as it is. */
function run(text: string) {
  return { type: "TextRun", text };
}

function textBlock(inlines: object[]) {
  return { type: "RichTextBlock", inlines };
}

function errorIn(response: string): string | null {
  const error = fieldsOf(parseJson(response)).error as { message?: unknown } | undefined;
  return typeof error?.message === "string" ? error.message : null;
}
