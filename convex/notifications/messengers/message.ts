/** What an event says to people. Each messenger's own file gives it that messenger's format. */
import { ANSWER_LABEL } from "../../shared/actions";
import type { Channel } from "../../shared/channel";
import { PRODUCT_NAME } from "../../shared/productName";
import type { WebhookEvent } from "../../shared/webhooks";
import { amountText, countOf, countText } from "../mail/format";
import { plain } from "../mail/plainText";
import type { MessengerMessage } from "./table";

type Data = Record<string, string | number | boolean | null>;
type Line = MessengerMessage["lines"][number];

/** Followed by the assistant's name. */
const OUTCOMES: Record<Channel, string> = {
  voice: "New inbox entry: a call with",
  text: "New inbox entry: a typed conversation with",
  message: "New inbox entry: a message for",
};
const FOUND = "found_";

/** `labels` names what was found, by the keys of the event. */
export function messageOf(
  type: WebhookEvent | "test",
  data: Data,
  labels: Record<string, string>,
): MessengerMessage {
  const name = oneLine(data.assistantName ?? "a deleted assistant");
  switch (type) {
    case "outcome.created":
      return {
        title: `${outcomeTitle(data)} ${name}`,
        lines: outcomeLines(data, labels),
        link: outcomeLink(data),
      };
    case "call.started":
      return { ...aboutCall(data, `${conversation(data)} with ${name} has started`), lines: [] };
    case "call.ended":
      return {
        ...aboutCall(data, `${conversation(data)} with ${name} has ended`),
        lines: [{ label: "Duration", text: durationText(Number(data.durationSeconds)) }],
      };
    case "assistant.published":
      return {
        title: `${name} is published`,
        lines: [],
        link: { label: "Open the dashboard", path: "/dashboard" },
      };
    case "usage.threshold":
      return {
        title: `You have used ${String(data.percent)}% of your ${data.of === "minutes" ? "minutes" : "spending limit"}`,
        lines: [{ label: null, text: usedText(data) }],
        link: { label: "See your plan", path: "/dashboard/subscription" },
      };
    case "test":
      return {
        title: `This is a test from ${PRODUCT_NAME}`,
        lines: [{ label: null, text: "If you can read this, the connection works." }],
        link: { label: "Open your connections", path: "/dashboard/connections" },
      };
    default:
      throw new Error(`${String(type satisfies never)} has no message`);
  }
}

/** As the owner reads it in the log. */
export function textOfMessage({ title, lines }: MessengerMessage): string {
  return [title, ...lines.map(textOfLine)].join("\n");
}

export function textOfLine({ label, text }: Line): string {
  return label === null ? text : `${label}: ${text}`;
}

/** Followed by the assistant's name. */
function outcomeTitle(data: Data): string {
  if (data.isUnderway !== true) return OUTCOMES[channelIn(data)];
  const what = data.asks === "answer" ? "waits for your answer" : "asks for a person";
  return `A visitor ${what}, in ${conversation(data).toLowerCase()} with`;
}

function outcomeLink({ answerUrl, callId }: Data): MessengerMessage["link"] {
  if (typeof answerUrl === "string") {
    return { label: ANSWER_LABEL, path: new URL(answerUrl).pathname };
  }
  const path = `/dashboard/inbox?call=${encodeURIComponent(String(callId))}`;
  return { label: "Open the inbox", path };
}

function outcomeLines(data: Data, labels: Record<string, string>): Line[] {
  const found = Object.entries(data).flatMap(([key, value]): Line[] => {
    if (!key.startsWith(FOUND) || value === null) return [];
    const label = labels[key] ?? key.slice(FOUND.length).replaceAll("_", " ");
    return [{ label: oneLine(label), text: valueText(value) }];
  });
  const questions = String(data.unanswered ?? "").split("\n");
  return [
    ...found,
    ...questions.flatMap((question) =>
      question.trim() === "" ? [] : [{ label: "Could not answer", text: oneLine(question) }],
    ),
    ...(typeof data.mood === "string" ? [{ label: "Mood", text: data.mood }] : []),
    ...(typeof data.conversationSoFar === "string"
      ? data.conversationSoFar
          .split("\n")
          .flatMap((line) => (line === "" ? [] : [{ label: null, text: oneLine(line) }]))
      : []),
  ];
}

function aboutCall(data: Data, title: string): Omit<MessengerMessage, "lines"> {
  return {
    title: data.isTest === true ? `${title} (a test)` : title,
    link: { label: "Open your calls", path: "/dashboard/calls" },
  };
}

function channelIn({ channel }: Data): Channel {
  return channel === "text" || channel === "message" ? channel : "voice";
}

function conversation(data: Data): string {
  return channelIn(data) === "text" ? "A typed conversation" : "A call";
}

function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${Math.round(seconds % 60)} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}

function usedText({ of, ...data }: Data): string {
  if (of === "minutes") {
    const included = countOf(Number(data.includedMinutes), "included minute");
    return `${countText(Number(data.usedMinutes))} of ${included}.`;
  }
  return `${amountText(Number(data.spentCents))} of ${amountText(Number(data.limitCents))}.`;
}

function valueText(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return plain(String(value)).trim();
}

/** Visitors and owners wrote it, so it could contain line breaks that look like further lines of ours. */
function oneLine(text: string | number | boolean): string {
  return plain(String(text)).replaceAll(/\s+/g, " ").trim();
}
