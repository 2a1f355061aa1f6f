import type { FromFrame } from "../lib/widget-protocol";

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

/**
 * Words for which the frame has no room: captions while there is a call, and what went wrong. The
 * frame tells screen readers of failures itself, and captions only repeat what is heard.
 */
export function createBubble(rightPx: number): Bubble {
  const element = document.createElement("div");
  Object.assign(element.style, SURFACE, {
    maxWidth: `min(300px, calc(100vw - ${rightPx + 16}px))`,
  });
  element.ariaHidden = "true";
  element.dataset.part = "bubble";
  element.dir = "auto";
  let caption: string | null = null;
  let message: string | null = null;
  const draw = () => {
    element.textContent = message ?? caption;
    element.hidden = element.textContent === "";
    // `hidden` alone loses against a display of the element's own.
    element.style.display = element.hidden ? "none" : "block";
    element.style.borderColor = message === null ? "#cbd5e1" : "#dc2626";
  };
  draw();
  return {
    element,
    show(given) {
      if (given.hark === "message") message = given.text;
      if (given.hark === "transcript") caption = given.text;
      if (given.hark === "state" && given.state === "idle") caption = null;
      draw();
    },
  };
}
