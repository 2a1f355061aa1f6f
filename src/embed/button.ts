import {
  isFromFrame,
  type EmbeddedButton,
  type FromFrame,
  type FromHost,
  type Phase,
  type TokenSource,
} from "../lib/widget-protocol";
import { createBubble } from "./bubble";

interface ButtonOptions {
  origin: string;
  embedId: string;
  captions: boolean;
  token: TokenSource | undefined;
  offset: number;
  onRemoved: () => void;
}

const FRAME_PX = 90;
const MARGIN_PX = 20;
/** A page that has loaded answers at once, or after its look-up. */
const ANSWERS_WITHIN_MS = 5_000;

export function addButton(options: ButtonOptions): EmbeddedButton {
  const { origin, embedId, captions, token, offset, onRemoved } = options;
  const listeners = new Set<(message: FromFrame) => void>();
  let state: Phase = "idle";

  const holder = document.createElement("div");
  const right = MARGIN_PX + offset * (FRAME_PX + MARGIN_PX);
  // Line by line: a page's policy may forbid style attributes. Fixed, so that nothing moves.
  Object.assign(holder.style, {
    all: "initial",
    position: "fixed",
    bottom: `${MARGIN_PX}px`,
    right: `${right}px`,
    width: `${FRAME_PX}px`,
    height: `${FRAME_PX}px`,
    zIndex: "2147483000",
  });
  // Neither does the page's style reach in, nor ours out.
  const shadow = holder.attachShadow({ mode: "open" });
  const frame = createFrame(`${origin}/widget/${encodeURIComponent(embedId)}`);
  const bubble = createBubble(right);
  shadow.append(bubble.element, frame);

  let waiting: FromHost[] | null = [];
  const send = (message: FromHost) => {
    // Before the frame has loaded nobody is there, which the browser's console would complain of.
    if (waiting === null) frame.contentWindow?.postMessage(message, origin);
    else waiting.push(message);
  };
  const tellPage = () => {
    const { origin: from, pathname } = window.location;
    if (waiting === null) send({ hark: "page", url: from + pathname, title: document.title });
  };
  const giveToken = async () => {
    let given: unknown = token;
    try {
      if (typeof token === "function") given = await token();
    } catch (error) {
      console.error(`Hark: the token function of ${embedId} failed.`, error);
    }
    send({ hark: "token", token: typeof given === "string" ? given : null });
  };
  let isAnswered = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const receive = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || !isFromFrame(data)) return;
    isAnswered = true;
    if (data.hark === "token") {
      void giveToken();
      return;
    }
    if (data.hark === "state") state = data.state;
    if (captions || data.hark === "message") bubble.show(data);
    for (const listener of listeners) listener(data);
  };
  frame.addEventListener("load", () => {
    const early = waiting ?? [];
    waiting = null;
    tellPage();
    send({ hark: "connect", showsMessages: true, givesTokens: token !== undefined });
    early.forEach(send);
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (!isAnswered) console.warn(silenceText(embedId));
    }, ANSWERS_WITHIN_MS);
  });
  window.addEventListener("message", receive);
  // Another page may be shown by now: said anew when a pointer comes, or the frame takes the focus.
  holder.addEventListener("pointerenter", tellPage);
  window.addEventListener("blur", tellPage);
  document.body.append(holder);

  return {
    get state() {
      return state;
    },
    start() {
      tellPage();
      send({ hark: "start" });
    },
    stop: () => send({ hark: "stop" }),
    on(name, listener) {
      const relay = (message: FromFrame) => {
        if (message.hark === name) (listener as (given: unknown) => void)(valueOf(message));
      };
      listeners.add(relay);
      return () => listeners.delete(relay);
    },
    remove() {
      window.removeEventListener("message", receive);
      window.removeEventListener("blur", tellPage);
      clearTimeout(silence);
      listeners.clear();
      // A frame that leaves the page ends its call like a page that is closed.
      holder.remove();
      onRemoved();
    },
  };
}

/** A frame that the browser keeps from the page says nothing, and neither does one without an assistant to show. */
function silenceText(embedId: string): string {
  return (
    `Hark: the talk button ${embedId} does not show on ${window.location.origin}. If its assistant has a list of ` +
    `allowed sites, add ${window.location.origin} to it: on the assistant's page, under Sites and code. ` +
    "If it has none, see whether the assistant is published."
  );
}

function createFrame(src: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.src = src;
  frame.title = "Voice chat";
  frame.allow = "microphone; autoplay";
  Object.assign(frame.style, {
    width: "100%",
    height: "100%",
    border: "0",
    borderRadius: "50%",
    background: "transparent",
    // As the page within: a frame of another scheme than its page's gets an opaque backdrop.
    colorScheme: "light",
  });
  return frame;
}

function valueOf(message: FromFrame): unknown {
  switch (message.hark) {
    case "state":
      return message.state;
    case "message":
      return message.text;
    default: {
      const { hark: _, ...value } = message;
      return value;
    }
  }
}
