import { isFromHost, type FromFrame, type FromHost } from "../lib/widget-protocol";

export interface HostListener {
  onConnect: (showsMessages: boolean) => void;
  onStart: () => void;
  onStop: () => void;
}

export interface HostLink {
  send(message: FromFrame): void;
  /** From now on; what was said while the button was not there yet is passed on first. */
  listen(listener: HostListener): () => void;
}

/** Only the page around is listened to, and nobody hears a word before that page asks for it. */
export function openHostLink(): HostLink {
  let hostOrigin: string | null = null;
  let listener: HostListener | null = null;
  let waiting: FromHost[] = [];

  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent || !isFromHost(data)) return;
    // A page without an origin of its own, like a sandboxed one, cannot be named.
    if (data.hark === "connect") hostOrigin = origin === "null" ? "*" : origin;
    if (listener === null) waiting.push(data);
    else passOn(data, listener);
  });

  return {
    send(message) {
      if (hostOrigin !== null) window.parent.postMessage(message, hostOrigin);
    },
    listen(added) {
      listener = added;
      for (const message of waiting) passOn(message, added);
      waiting = [];
      return () => {
        listener = null;
      };
    },
  };
}

function passOn(message: FromHost, { onConnect, onStart, onStop }: HostListener): void {
  switch (message.hark) {
    case "connect":
      return onConnect(message.showsMessages === true);
    case "start":
      return onStart();
    case "stop":
      return onStop();
    default:
      message satisfies never;
  }
}
