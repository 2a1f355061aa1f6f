/** The script that a website embeds: `<script async src=".../embed.js" data-embed-id="...">`. */
import type { EmbeddedButton } from "../lib/widget-protocol";
import { addButton } from "./button";

const script = document.currentScript as HTMLScriptElement | null;
const origin = new URL(script?.src ?? window.location.href).origin;
const buttons = new Map<string, EmbeddedButton>();

window.Hark ??= {
  add(embedId, { captions = true, token } = {}) {
    const existing = buttons.get(embedId);
    if (existing !== undefined) return existing;
    const button = addButton({
      origin,
      embedId,
      captions,
      token,
      // Each button is beside the previous one.
      offset: buttons.size,
      onRemoved: () => buttons.delete(embedId),
    });
    buttons.set(embedId, button);
    return button;
  },
};

const { embedId, captions, token } = script?.dataset ?? {};
if (embedId !== undefined)
  whenBodyExists(() => {
    const options = token === undefined ? {} : { token };
    window.Hark?.add(embedId, { captions: captions !== "off", ...options });
  });

function whenBodyExists(act: () => void): void {
  // A script in the head runs before the body exists.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", act);
  else act();
}
