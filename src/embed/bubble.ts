import type { FromFrame, NoticeLink } from "../lib/widget-protocol";

export interface Bubble {
  element: HTMLElement;
  show(message: FromFrame): void;
}

const SURFACE = {
  position: "absolute",
  right: "0",
  bottom: "calc(100% + 8px)",
  boxSizing: "border-box",
  width: "max-content",
  padding: "10px 14px",
  border: "1px solid #cbd5e1",
  borderRadius: "12px",
  background: "#ffffff",
  color: "#0f172a",
  font: "14px/1.45 system-ui, sans-serif",
  textAlign: "start",
  boxShadow: "0 4px 16px rgb(15 23 42 / 16%)",
  overflowWrap: "anywhere",
};

const LINK = { display: "block", padding: "6px 0 2px", color: "inherit" };

/**
 * Shows texts for which the frame has no room: captions during a call, errors, and the notice. The frame itself announces
 * them to screen readers, except the link. Captions need no announcement, because they repeat what is heard.
 */
export function createBubble(rightPx: number): Bubble {
  const element = document.createElement("div");
  Object.assign(element.style, SURFACE, {
    maxWidth: `min(300px, calc(100vw - ${rightPx + 16}px))`,
  });
  const words = document.createElement("span");
  words.ariaHidden = "true";
  element.dataset.part = "bubble";
  element.dir = "auto";
  let caption: string | null = null;
  let message: string | null = null;
  let notice: { link: NoticeLink | null } | undefined;
  const draw = () => {
    words.textContent = message ?? caption;
    element.replaceChildren(words, ...(notice?.link ? [linkTo(notice.link)] : []));
    // Only a link is of use to screen readers.
    element.role = notice?.link ? "region" : null;
    element.ariaLabel = notice?.link ? "Voice chat" : null;
    element.hidden = words.textContent === "";
    // The element's own `display` would override `hidden`.
    element.style.display = element.hidden ? "none" : "block";
    element.style.borderColor = message === null || notice ? "#cbd5e1" : "#dc2626";
  };
  draw();
  return {
    element,
    show(received) {
      if (received.hark === "message") ({ text: message, notice } = received);
      if (received.hark === "transcript") caption = received.text;
      if (received.hark === "state" && received.state === "idle") caption = null;
      draw();
    },
  };
}

function linkTo({ url, words }: NoticeLink): HTMLElement {
  const link = document.createElement("a");
  Object.assign(link, { href: url, textContent: words, target: "_blank", rel: "noopener" });
  Object.assign(link.style, LINK);
  return link;
}
