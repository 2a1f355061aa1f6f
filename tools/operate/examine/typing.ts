/** Checks that the voice platform answers typed messages, with the language model of this deployment. */
import { DEFAULT_LANGUAGE_MODEL, parseLanguageModel } from "../../../convex/vendors/vapiModel.ts";
import type { LanguageModel } from "../../../convex/vendors/vapiModel.ts";
import { voiceAccessFrom } from "../vendors.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";

const { ok, fault, unknown } = findingsOn("voice");

/** A short question to an assistant that exists only in this request. It has no server, so no webhook is sent. */
const questionTo = (model: LanguageModel) => ({
  assistant: {
    model: { ...model, messages: [{ role: "system", content: "Answer with the word yes." }] },
  },
  input: "Can you read this?",
});

const MAX_REASON = 200;

/** Asks the question, for about half a cent. Nothing else shows whether the account has a means of payment. */
export async function examineTyping({ variables, timeoutMs }: Target): Promise<Finding[]> {
  const { VAPI_PRIVATE_KEY = "", LANGUAGE_MODEL = "" } = variables;
  if (VAPI_PRIVATE_KEY === "") return [];
  const name = LANGUAGE_MODEL === "" ? DEFAULT_LANGUAGE_MODEL : LANGUAGE_MODEL;
  const model = modelNamed(name);
  // The check of the variables reports it.
  if (model === null) return [];
  const { apiUrl, privateKey } = voiceAccessFrom(variables);
  const send = async (method: string, path: string, body?: object) =>
    await fetch(`${apiUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${privateKey}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  try {
    const answer = await send("POST", "/chat", questionTo(model));
    if (answer.ok) {
      const { id } = (await answer.json()) as { id: string };
      await send("DELETE", `/chat/${id}`);
      return [ok("typing", `The voice platform answers typed messages with ${name}.`)];
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
    if (answer.status === 400) return [refused(name, await answer.text())];
    return [unanswered(`${answer.status}: ${(await answer.text()).slice(0, MAX_REASON)}`)];
  } catch (error) {
    return [unanswered(reasonOf(error))];
  }
}

function modelNamed(name: string): LanguageModel | null {
  try {
    return parseLanguageModel(name);
  } catch {
    return null;
  }
}

/** The platform refuses bodies that do not fit its document. Only the model can differ from what it has accepted before. */
function refused(name: string, reason: string): Finding {
  const message = `The voice platform refuses the language model ${name} (${reason.slice(0, MAX_REASON)}).`;
  const fix =
    "Take another one from the platform's documentation: npx convex env set LANGUAGE_MODEL; then npm run deploy.";
  return fault("model-refused", message, fix);
}

function unanswered(reason: string): Finding {
  const message = `The voice platform did not answer a typed message (${reason}).`;
  return unknown("typing-unanswered", message, "Type a message on an assistant's talk page.");
}
