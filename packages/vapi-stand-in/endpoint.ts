/** A server with OpenAI's HTTP API, which can replace the built-in recognizer and answers. */
export interface Endpoint {
  /** Up to and including the version: `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  key?: string;
  model: string;
}

const ANSWER_TIMEOUT_MS = 20_000;

export async function postTo(
  endpoint: Endpoint,
  route: { path: string; body: FormData | string; signal: AbortSignal },
): Promise<unknown> {
  const response = await fetch(`${endpoint.baseUrl.replace(/\/+$/, "")}/${route.path}`, {
    method: "POST",
    headers: {
      ...(endpoint.key === undefined ? {} : { Authorization: `Bearer ${endpoint.key}` }),
      ...(typeof route.body === "string" ? { "Content-Type": "application/json" } : {}),
    },
    body: route.body,
    signal: AbortSignal.any([route.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${route.path} answered ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as unknown;
}
