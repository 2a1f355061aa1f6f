import type { CallDetails } from "./shown-calls";
import { shareOfWords } from "../../convex/shared/similarQuestions";

type Message = Pick<CallDetails["messages"][number], "role" | "text">;

/** The smallest share of a question's words in what a visitor said that makes it the question. */
const MIN_SHARE = 0.5;

/** What the visitor said before the message at this place. Empty if it was nothing. */
export function askedBefore(messages: Message[], index: number): string {
  return turnsOf(messages.slice(0, index)).findLast(({ role }) => role === "user")?.text ?? "";
}

/** Finds the words in which a visitor asked a question, and what the assistant said to them. */
export function answerGivenTo(
  question: string,
  messages: Message[],
): { asked: string; said: string } | null {
  const turns = turnsOf(messages);
  let nearest: { asked: string; said: string } | null = null;
  let most = 0;
  for (const [index, { role, text }] of turns.entries()) {
    const next = turns[index + 1];
    if (role !== "user" || next === undefined) continue;
    const share = shareOfWords(question, text);
    if (share >= MIN_SHARE && share > most) {
      [nearest, most] = [{ asked: text, said: next.text }, share];
    }
  }
  return nearest;
}

/** A sentence often comes in several messages. */
function turnsOf(messages: Message[]): Message[] {
  const turns: Message[] = [];
  for (const { role, text } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) last.text += ` ${text}`;
    else turns.push({ role, text });
  }
  return turns;
}
