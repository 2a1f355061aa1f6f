/** All requests to owners' servers are made here. Their responses are not trusted. */
import { PRODUCT_NAME } from "../../shared/productName";
import { beginningOf } from "../../shared/wellFormed";

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookResult {
  /** Null if there was no response. */
  status: number | null;
  /** The beginning of the response, or why there was none. */
  response: string;
  retryAfter: string | null;
}

/** The rest of a response is not read. */
const MAX_BYTES_READ = 1_000;
const MAX_RESPONSE_LENGTH = 300;

/** Makes one attempt. The status counts even if the body cannot be read. */
export async function postToReceiver(
  { url, headers, body }: WebhookRequest,
  timeoutMs: number,
): Promise<WebhookResult> {
  const controller = new AbortController();
  const result: WebhookResult = { status: null, response: "", retryAfter: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  const post = async () => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/json",
        "User-Agent": `${PRODUCT_NAME}-Webhooks/1.0`,
      },
      body,
      // The address of a redirect has not been checked.
      redirect: "manual",
      signal: controller.signal,
    });
    result.status = response.status;
    result.retryAfter = response.headers.get("Retry-After");
    await readBeginning(response, (text) => {
      result.response = text;
    });
  };
  try {
    // The race as well as the signal, because not every runtime ends an aborted request.
    const outcome = await Promise.race([post(), deadline]);
    if (outcome === "late" && result.status === null) {
      result.response = `No response within ${timeoutMs / 1000} seconds.`;
    }
  } catch (error) {
    if (result.status === null) result.response = errorText(error);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
  return { ...result };
}

async function readBeginning(response: Response, onText: (text: string) => void): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0; reader !== undefined && bytes < MAX_BYTES_READ;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
    text += decoder.decode(value.slice(0, MAX_BYTES_READ), { stream: true });
    onText(displayable(text));
  }
}

/** A fetch error has the reason in its cause. */
function errorText(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: { message?: unknown } };
  const parts = [message, cause?.message].filter((part) => typeof part === "string" && part !== "");
  return displayable(`No connection: ${parts.join(", ")}`);
}

/** Removes control characters, and characters that change the writing direction, which could mislead on a page. */
function displayable(text: string): string {
  const plain = text.replaceAll(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "");
  return beginningOf(plain, MAX_RESPONSE_LENGTH);
}
