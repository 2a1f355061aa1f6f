/** How daily-js and its call machine talk: messages of the window to itself. */
const WHAT = "iframe-call-message";

export interface DailyRequest {
  action: string;
  callClientId: string;
  /** Wants one reply with the same stamp. */
  callbackStamp?: string;
  [field: string]: unknown;
}

export interface Postbox {
  post(action: string, fields?: Record<string, unknown>): void;
  reply(request: DailyRequest, fields?: Record<string, unknown>): void;
  close(): void;
}

export function openPostbox(
  callClientId: string,
  onRequest: (request: DailyRequest) => void,
): Postbox {
  const listener = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window) return;
    const request = data as (DailyRequest & { what?: unknown; from?: unknown }) | null;
    if (request?.what !== WHAT || request.from !== "module") return;
    if (request.callClientId === callClientId) onRequest(request);
  };
  window.addEventListener("message", listener);
  const send = (message: Record<string, unknown>) =>
    window.postMessage({ ...message, what: WHAT, from: "embedded", callClientId }, window.origin);
  return {
    post: (action, fields = {}) => send({ ...fields, action }),
    reply(request, fields = {}) {
      const { action, callbackStamp } = request;
      if (callbackStamp !== undefined) send({ ...fields, action, callbackStamp });
    },
    close: () => window.removeEventListener("message", listener),
  };
}
