/** Checks that the voice platform answers typed messages. */
import { voiceAccessFrom } from "../vendors.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("voice");

/** A short question to an assistant that exists only in this request. It has no server, so no webhook is sent. */
const QUESTION = {
  assistant: {
    model: {
      provider: "openai",
      model: "gpt-4.1-mini",
      messages: [{ role: "system", content: "Answer with the word yes." }],
    },
  },
  input: "Can you read this?",
};

const MAX_REASON = 200;

/** Asks the question, for about half a cent. Nothing else shows whether the account has a means of payment. */
export async function examineTyping({ variables, timeoutMs }: Target): Promise<Finding[]> {
  if ((variables.VAPI_PRIVATE_KEY ?? "") === "") return [];
  const { apiUrl, privateKey } = voiceAccessFrom(variables);
  const send = async (method: string, path: string, body?: object) =>
    await fetch(`${apiUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${privateKey}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  try {
    const answer = await send("POST", "/chat", QUESTION);
    if (answer.ok) {
      const { id } = (await answer.json()) as { id: string };
      await send("DELETE", `/chat/${id}`);
      return [ok("typing", "The voice platform answers typed messages.")];
    }
    if (answer.status === 402) {
      const message =
        "The voice platform answers no typed messages before its account can be charged.";
      const fix =
        "Add a payment method at the platform, or buy credits. Nothing has to be deployed again.";
      return [fault("typing-unpaid", message, fix)];
    }
    // The check of the key reports it.
    if (answer.status === 401) return [];
    return [unanswered(`${answer.status}: ${(await answer.text()).slice(0, MAX_REASON)}`)];
  } catch (error) {
    return [unanswered(reasonOf(error))];
  }
}

function unanswered(reason: string): Finding {
  const message = `The voice platform did not answer a typed message (${reason}).`;
  return unknown("typing-unanswered", message, "Type a message on an assistant's talk page.");
}
