import {
  isFromFrame,
  type EmbeddedButton,
  type FromFrame,
  type FromHost,
  type PageFacts,
  type Phase,
  type TokenSource,
} from "../lib/widget-protocol";
import { createBubble } from "./bubble";
import type { PageActions } from "./page-actions";
import { createFrameLayout, FRAME_PX, MARGIN_PX } from "./frame-layout";

interface ButtonOptions {
  origin: string;
  embedId: string;
  captions: boolean;
  token: TokenSource | undefined;
  offset: number;
  onRemoved: () => void;
}

export interface AddedButton {
  /** For the page's own code. */
  button: EmbeddedButton;
  /** Tells the frame what the page's code says about the visitor. */
  tell: (facts: PageFacts) => void;
  /** Tells the frame what the assistant can do on the page. */
  offer: (actions: PageActions) => void;
}

/** A loaded page answers at once, or after it has looked up its assistant. */
const ANSWER_TIMEOUT_MS = 5_000;

export function addButton(options: ButtonOptions): AddedButton {
  const { origin, embedId, captions, token, offset, onRemoved } = options;
  const listeners = new Set<(message: FromFrame) => void>();
  let state: Phase = "idle";
  let actions: PageActions | null = null;

  const holder = document.createElement("div");
  const right = MARGIN_PX + offset * (FRAME_PX + MARGIN_PX);
  // A shadow root keeps the page's styles and ours apart.
  const shadow = holder.attachShadow({ mode: "open" });
  const frame = createFrame(`${origin}/widget/${encodeURIComponent(embedId)}`);
  const bubble = createBubble(right);
  shadow.append(bubble.element, frame);
  const layout = createFrameLayout({ holder, bubble: bubble.element }, right);

  let waiting: FromHost[] | null = [];
  const send = (message: FromHost) => {
    // Sent once the frame has loaded, because browsers log an error for a message to a page that is not there yet.
    if (waiting === null) frame.contentWindow?.postMessage(message, origin);
    else waiting.push(message);
  };
  const sendPage = () => {
    const { origin: from, pathname } = window.location;
    if (waiting === null) send({ hark: "page", url: from + pathname, title: document.title });
  };
  const sendToken = async () => {
    let value: unknown = token;
    try {
      if (typeof token === "function") value = await token();
    } catch (error) {
      console.error(`Hark: the token function of ${embedId} failed.`, error);
    }
    send({ hark: "token", token: typeof value === "string" ? value : null });
  };
  let isAnswered = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const receive = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || !isFromFrame(data)) return;
    isAnswered = true;
    if (data.hark === "token") {
      void sendToken();
      return;
    }
    if (data.hark === "panel") {
      layout.show(data.isOpen);
      return;
    }
    if (data.hark === "action") {
      void actions?.perform(data, data.isInCall).then(send);
      return;
    }
    if (data.hark === "answered") actions?.answered();
    if (data.hark === "state") state = data.state;
    if (captions || data.hark === "message") bubble.show(data);
    for (const listener of listeners) listener(data);
  };
  frame.addEventListener("load", () => {
    const early = waiting ?? [];
    waiting = null;
    sendPage();
    send({
      hark: "connect",
      showsMessages: true,
      givesTokens: token !== undefined,
      opensPanel: true,
    });
    early.forEach(send);
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (!isAnswered) console.warn(silenceText(embedId));
    }, ANSWER_TIMEOUT_MS);
  });
  window.addEventListener("message", receive);
  // A single-page app may show another page by now, so it is sent again when a pointer or the focus moves to the button.
  holder.addEventListener("pointerenter", sendPage);
  window.addEventListener("blur", sendPage);
  document.body.append(holder);

  const button: EmbeddedButton = {
    get state() {
      return state;
    },
    start() {
      sendPage();
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
      window.removeEventListener("blur", sendPage);
      clearTimeout(silence);
      listeners.clear();
      layout.remove();
      // Removing the frame ends its call, like closing a page.
      holder.remove();
      onRemoved();
    },
  };
  return {
    button,
    tell: (facts) => send({ hark: "facts", facts }),
    offer(offered) {
      actions = offered;
      send({ hark: "actions", actions: offered.described });
    },
  };
}

/** A frame does not answer if the browser blocks it, or if it has no assistant to show. */
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
    background: "transparent",
    // The same as in the frame's page. With different color schemes, the frame gets an opaque background.
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
