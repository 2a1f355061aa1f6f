import { isFromHost, type FromFrame, type FromHost } from "../../lib/widget-protocol";

export interface HostListener {
  onConnect: (connection: Extract<FromHost, { hark: "connect" }>) => void;
  onStart: () => void;
  onStop: () => void;
}

/** The last message of each kind from the page around, with its origin. */
export type Heard = {
  [Name in FromHost["hark"]]?: Extract<FromHost, { hark: Name }> & { origin: string };
};

export interface HostLink {
  heard: Heard;
  send(message: FromFrame): void;
  /** Passes on earlier messages first. Returns a function that stops listening. */
  listen(listener: HostListener): () => void;
}

/** Listens only to the page around, and sends it nothing before it has connected. */
export function openHostLink(): HostLink {
  let hostOrigin: string | null = null;
  const heard: Heard = {};
  let listener: HostListener | null = null;
  let waiting: FromHost[] = [];

  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent || !isFromHost(data)) return;
    // A sandboxed page has no origin that a message could be addressed to.
    if (data.hark === "connect") hostOrigin = origin === "null" ? "*" : origin;
    Object.assign(heard, { [data.hark]: { ...data, origin } });
    if (listener === null) waiting.push(data);
    else passOn(data, listener);
  });

  return {
    heard,
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

/** Other messages are read from `heard` when a call begins. */
function passOn(message: FromHost, { onConnect, onStart, onStop }: HostListener): void {
  if (message.hark === "connect") onConnect(message);
  if (message.hark === "start") onStart();
  if (message.hark === "stop") onStop();
}
