/** The interface that each messenger's file implements. */
import { beginningOf } from "../../shared/wellFormed";
import type { Messenger, MessengerMessage } from "./table";

/** A message whose link is complete. It has none if the deployment does not know its own address. */
export type LinkedMessage = Omit<MessengerMessage, "link"> & {
  link: { label: string; url: string } | null;
};

export interface Answer {
  /** Null if there was none. */
  status: number | null;
  /** Its beginning. */
  response: string;
}

export interface ReadAnswer {
  /** "gone": nothing will be accepted there until somebody acts. */
  verdict: "delivered" | "failed" | "gone";
  /** What the owner reads in the log. */
  text: string;
  /** How long the messenger asks us to wait, if its header does not say. */
  waitSeconds: number | null;
}

export interface MessengerFormat {
  bodyOf(message: LinkedMessage, messenger: Messenger): object;
  readAnswer(answer: Answer): ReadAnswer;
}

/** Escapes a text, after shortening it so that the result has at most `max` characters. */
export function escapedWithin(
  text: string,
  max: number,
  escape: (text: string) => string = (same) => same,
): string {
  const whole = escape(text);
  if (whole.length <= max) return whole;
  let kept = beginningOf(text, max - 1);
  while (escape(kept).length > max - 1) {
    const excess = escape(kept).length - (max - 1);
    // An escaped character is at most five times as long.
    kept = beginningOf(kept, kept.length - Math.max(1, Math.ceil(excess / 5)));
  }
  return `${escape(kept)}…`;
}

/** Slack's and Telegram's own escaping: "&", "<" and ">" as HTML entities, nothing else. */
export function withEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function isSuccess({ status }: Pick<Answer, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

export function secondsIn(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? Math.ceil(value) : null;
}
