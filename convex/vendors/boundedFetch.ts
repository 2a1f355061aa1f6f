/** A response with its whole body. */
export type BoundedResponse = { status: number; isOk: boolean; headers: Headers; body: Blob };

export type Bounds = { timeoutMs: number; maxBytes: number };

/**
 * Fetches with one time limit for the response and its body, so that a server with an endless body cannot hold up an
 * action. Stops reading when the body is too long.
 */
export async function fetchBounded(
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: Bounds,
): Promise<BoundedResponse> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no complete response after ${timeoutMs / 1000} seconds`));
    }, timeoutMs);
  });
  try {
    // The race as well as the signal, because not every runtime stops reading a body when it is aborted.
    return await Promise.race([
      read(url, { ...init, signal: controller.signal }, maxBytes),
      deadline,
    ]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

async function read(url: string, init: RequestInit, maxBytes: number): Promise<BoundedResponse> {
  const response = await fetch(url, init);
  const type = response.headers.get("Content-Type") ?? "";
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let bytes = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) throw new ResponseTooLong(maxBytes);
    parts.push(value);
  }
  const { status, ok: isOk, headers } = response;
  return { status, isOk, headers, body: new Blob(parts, { type }) };
}

export class ResponseTooLong extends Error {
  constructor(maxBytes: number) {
    super(`the response is longer than ${maxBytes} bytes`);
  }
}
