import { isFromHost, type FromFrame } from "../lib/widget-protocol";

export interface HostLink {
  send(message: FromFrame): void;
  close(): void;
}

export interface HostLinkOptions {
  onConnect(showsMessages: boolean): void;
  onStart(): void;
  onStop(): void;
}

/** Only the page around is listened to, and nobody hears a word before that page asks for it. */
export function openHostLink({ onConnect, onStart, onStop }: HostLinkOptions): HostLink {
  let hostOrigin: string | null = null;

  function receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (window.parent === window || source !== window.parent || !isFromHost(data)) return;
    switch (data.hark) {
      case "connect":
        // A page without an origin of its own, like a sandboxed one, cannot be named.
        hostOrigin = origin === "null" ? "*" : origin;
        onConnect(data.showsMessages === true);
        return;
      case "start":
        onStart();
        return;
      case "stop":
        onStop();
        return;
      default:
        data satisfies never;
    }
  }

  window.addEventListener("message", receive);
  return {
    send(message) {
      if (hostOrigin !== null) window.parent.postMessage(message, hostOrigin);
    },
    close: () => window.removeEventListener("message", receive),
  };
}
