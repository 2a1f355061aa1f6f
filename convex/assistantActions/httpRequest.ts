/** The request of an action to the owner's server. Its answer is not trusted. */
import { PRODUCT_NAME } from "../shared/productName";
import { ACTION_TIMEOUT_SECONDS, type RunReason } from "../shared/actions";
import { beginningOf } from "../shared/wellFormed";
import { type BoundedResponse, fetchBounded, ResponseTooLong } from "../vendors/boundedFetch";
import { filledAddress, namesIn } from "./address";
import { withoutSecrets } from "./headers";
import type { HttpWork, Outcome, SentRequest, Values } from "./table";

const BOUNDS = { timeoutMs: ACTION_TIMEOUT_SECONDS * 1000, maxBytes: 64 * 1024 };

/** Characters of an answer that the assistant and the log get. */
export const MAX_ANSWER_LENGTH = 4_000;

const TEXT = /^(?:text\/|application\/(?:[\w.+-]+\+)?json\b)/i;

/**
 * The request without the headers' values. Null if a value does not fit into the address. Values that are not part of the
 * address are the body, or the query if the method has no body.
 */
export function requestFor(
  { method, url: template, headers }: HttpWork,
  values: Values,
): SentRequest | null {
  const url = filledAddress(template, values);
  if (url === null) return null;
  const inAddress = new Set(namesIn(template));
  const others = Object.entries(values).filter(([name]) => !inAddress.has(name));
  const hasBody = method !== "GET" && method !== "DELETE";
  if (!hasBody) for (const [name, value] of others) url.searchParams.set(name, String(value));
  return {
    method,
    url: url.href,
    headers: headers.map(({ name }) => name),
    body: hasBody ? JSON.stringify(Object.fromEntries(others)) : null,
  };
}

/** Sends it once. The secrets are the headers with their values. */
export async function sendRequest(
  sent: SentRequest,
  secrets: Record<string, string>,
  bounds = BOUNDS,
): Promise<Omit<Outcome, "durationMs">> {
  const init = {
    method: sent.method,
    headers: {
      Accept: "application/json, text/plain;q=0.9",
      ...secrets,
      ...(sent.body === null ? {} : { "Content-Type": "application/json" }),
      "User-Agent": `${PRODUCT_NAME}-Actions/1.0`,
    },
    ...(sent.body === null ? {} : { body: sent.body }),
    // The address of a redirect has not been checked.
    redirect: "manual" as const,
  };
  try {
    return await readResponse(await fetchBounded(sent.url, init, bounds), sent, secrets);
  } catch (error) {
    return failed(sent, error instanceof ResponseTooLong ? "tooLong" : "noResponse");
  }
}

async function readResponse(
  { status, isOk, headers, body }: BoundedResponse,
  sent: SentRequest,
  secrets: Record<string, string>,
): Promise<Omit<Outcome, "durationMs">> {
  if (status === 0 || (status >= 300 && status < 400)) return failed(sent, "redirect", { status });
  const isText = body.size === 0 || TEXT.test(headers.get("Content-Type") ?? "text/plain");
  if (!isText) return failed(sent, "notText", { status });
  const answer = beginningOf(
    withoutSecrets(onOneLine(await body.text()), secrets),
    MAX_ANSWER_LENGTH,
  );
  if (!isOk) return failed(sent, "status", { status, answer });
  return { state: "done", sent, status, answer };
}

function failed(
  sent: SentRequest,
  why: RunReason,
  received: { status?: number; answer?: string } = {},
): Omit<Outcome, "durationMs"> {
  return { state: "failed", why, sent, ...received };
}

/** Without control characters, and without those that change the writing direction, which could mislead on a page. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Z}\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, " ").trim();
}
