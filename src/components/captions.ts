import type { CallDetails } from "../lib/shown-calls";

type Message = CallDetails["messages"][number];

/** How long the last caption stays, because its end is not known. */
const LAST_SECONDS = 10;

/** The conversation as WebVTT captions for the recording. */
export function toCaptions(messages: Message[]): string {
  const timed = messages.filter(
    (message): message is Message & { secondsFromStart: number } =>
      message.secondsFromStart !== undefined,
  );
  const cues = timed.map(({ role, text, secondsFromStart: from }, index) => {
    const next = timed[index + 1]?.secondsFromStart ?? from + LAST_SECONDS;
    const voice = role === "user" ? "Visitor" : "Assistant";
    return `${timestamp(from)} --> ${timestamp(Math.max(next, from + 1))}\n<v ${voice}>${escape(text)}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

function timestamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\s*\n\s*/g, " ");
}
