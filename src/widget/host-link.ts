import { isFromHost, type FromFrame, type FromHost } from "../lib/widget-protocol";

export interface HostListener {
  onConnect: (showsMessages: boolean) => void;
  onStart: () => void;
  onStop: () => void;
}

/** What the page around says of itself, and from where it says so. */
export interface PageOfHost {
  url: unknown;
  title: unknown;
  origin: string;
}

export interface HostLink {
  /** Null as long as it has said nothing. */
  page: () => PageOfHost | null;
  send(message: FromFrame): void;
  /** From now on; what was said while the button was not there yet is passed on first. */
  listen(listener: HostListener): () => void;
}

/** Only the page around is listened to, and nobody hears a word before that page asks for it. */
export function openHostLink(): HostLink {
  let hostOrigin: string | null = null;
  let page: PageOfHost | null = null;
  let listener: HostListener | null = null;
  let waiting: Wish[] = [];

  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent || !isFromHost(data)) return;
    // A page without an origin of its own, like a sandboxed one, cannot be named.
    if (data.hark === "connect") hostOrigin = origin === "null" ? "*" : origin;
    if (data.hark === "page") page = { ...data, origin };
    else if (listener === null) waiting.push(data);
    else passOn(data, listener);
  });

  return {
    page: () => page,
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

/** What is for whoever listens. */
type Wish = Exclude<FromHost, { hark: "page" }>;

function passOn(message: Wish, { onConnect, onStart, onStop }: HostListener): void {
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
