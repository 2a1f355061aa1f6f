import { parseJson } from "../lib/fields";
import { beginningOf } from "../shared/wellFormed";
import { type Bounds, fetchBounded, ResponseTooLong, type BoundedResponse } from "./boundedFetch";

export type Answer = Record<string, unknown>;

/** A failed request. `status` is null if there was no response. */
export class VoicePlatformError extends Error {
  readonly status: number | null;

  constructor(what: string, status: number | null, detail: string) {
    const shown = beginningOf(detail, MAX_DETAIL_LENGTH);
    super(`The voice platform failed to ${what} (${status ?? "no response"}): ${shown}`);
    this.status = status;
  }

  /** The platform refused the request, so it did nothing. After any other failure it may have. */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500;
  }

  /** The key is missing or wrong, which does not mean that the resource is missing. */
  get isKeyError(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** The platform's concurrency limit is reached. */
export class ConcurrencyLimitError extends VoicePlatformError {}

/** The response is too long, so a retry would not help. */
export class AnswerTooLongError extends VoicePlatformError {}

const MAX_DETAIL_LENGTH = 1_000;

export async function ask(
  what: string,
  url: string,
  init: RequestInit,
  bounds: Bounds,
): Promise<BoundedResponse> {
  let answer: BoundedResponse;
  try {
    answer = await fetchBounded(url, init, bounds);
  } catch (error) {
    const Failure = error instanceof ResponseTooLong ? AnswerTooLongError : VoicePlatformError;
    throw new Failure(what, null, String(error));
  }
  if (answer.isOk) return answer;
  throw new VoicePlatformError(what, answer.status, await answer.body.text());
}

export function asJson(body: object) {
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

export async function jsonIn(what: string, { status, body }: BoundedResponse): Promise<Answer> {
  const text = await body.text();
  const answer = parseJson(text);
  if (typeof answer === "object" && answer !== null) return answer as Answer;
  throw new VoicePlatformError(what, status, `this is no JSON object: ${text}`);
}

export async function unlessGone<T>(answering: Promise<T>): Promise<T | null> {
  try {
    return await answering;
  } catch (error) {
    if (error instanceof VoicePlatformError && error.status === 404) return null;
    throw error;
  }
}

export function idIn({ id }: Answer): string {
  if (typeof id === "string" && id !== "") return id;
  throw new VoicePlatformError("answer", 200, "there is no id");
}
