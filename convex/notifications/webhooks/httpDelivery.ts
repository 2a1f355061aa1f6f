/** Owners' own servers, as they are told of events: the only code that talks to them. Nothing of theirs is trusted. */
import { PRODUCT_NAME } from "../../shared/productName";
import { beginningOf } from "../../shared/wellFormed";

export interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Answered {
  /** Null where there was no answer. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  said: string;
  retryAfter: string | null;
}

/** More of an answer is not read: nobody needs it. */
const BYTES_READ = 1_000;
const LONGEST_SAID = 300;

/** One attempt. The status is the answer, whatever becomes of its body. */
export async function postToReceiver(
  { url, headers, body }: Posted,
  timeoutMs: number,
): Promise<Answered> {
  const controller = new AbortController();
  const answered: Answered = { status: null, said: "", retryAfter: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  const asking = async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/json",
        "User-Agent": `${PRODUCT_NAME}-Webhooks/1.0`,
      },
      body,
      // Where a redirect leads to nobody has looked at.
      redirect: "manual",
      signal: controller.signal,
    });
    answered.status = response.status;
    answered.retryAfter = response.headers.get("Retry-After");
    await readBeginning(response, (text) => {
      answered.said = text;
    });
  };
  try {
    // The race as well as the signal: not every runtime ends what is aborted.
    const end = await Promise.race([asking(), deadline]);
    if (end === "late" && answered.status === null) {
      answered.said = `There was no answer within ${timeoutMs / 1000} seconds.`;
    }
  } catch (error) {
    if (answered.status === null) answered.said = whyNot(error);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
  return { ...answered };
}

async function readBeginning(response: Response, tell: (text: string) => void): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; reader !== undefined && bytes < BYTES_READ;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
    text += decoder.decode(value.slice(0, BYTES_READ), { stream: true });
    tell(shown(text));
  }
}

/** The reason is in the cause, where there is one. */
function whyNot(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: { message?: unknown } };
  const why = [message, cause?.message].filter((part) => typeof part === "string" && part !== "");
  return shown(`No connection: ${why.join(", ")}`);
}

/** What could mislead on a page goes: control signs, and what turns the direction of writing. */
function shown(text: string): string {
  const plain = text.replaceAll(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "");
  return beginningOf(plain, LONGEST_SAID);
}
