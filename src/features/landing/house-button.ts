/** The assistant of the house on the landing page, by the one line that any website embeds. */
import { LANDING_EMBED_ID } from "../../../convex/shared/landingAssistant";
import { widgetPathFor } from "../../lib/routes";
import type { EmbeddedButton, Phase } from "../../lib/widget-protocol";

/** So high is the button with what is around it: the end of the page can be scrolled clear of it. */
const ROOM = "110px";

/** Functions that were just started, or have much to do, may take a while; then the page stays as it is. */
const ASKED_AFTER_MS = [0, 3_000, 10_000];

/** Says how the button stands once it is there, and whenever that changes. Returns what takes it away again. */
export function addHouseButton(tell: (button: EmbeddedButton, state: Phase) => void): () => void {
  let isWanted = true;
  let added: EmbeddedButton | undefined;
  const add = async () => {
    if (!(await comesToBeThere(() => isWanted))) return;
    await loadScript();
    if (!isWanted || window.Hark === undefined) return;
    const button = window.Hark.add(LANDING_EMBED_ID);
    added = button;
    button.on("state", (state) => {
      document.body.style.paddingBottom = ROOM;
      tell(button, state);
    });
  };
  // Whoever cannot reach it sees the page as it is without.
  add().catch(() => undefined);
  return () => {
    isWanted = false;
    added?.remove();
    document.body.style.paddingBottom = "";
  };
}

async function comesToBeThere(isWanted: () => boolean): Promise<boolean> {
  for (const waitMs of ASKED_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isWanted() && (await isThere())) return true;
  }
  return false;
}

/**
 * Its page lets none but this site show it, and only while there is somebody to talk to. A frame that does not come
 * would leave complaints in the console, and so would the page that looks for a backend that is away.
 */
async function isThere(): Promise<boolean> {
  const { headers } = await fetch(widgetPathFor(LANDING_EMBED_ID), { method: "HEAD" });
  const policy = headers.get("Content-Security-Policy") ?? "";
  return policy.split("; ").includes(`frame-ancestors ${location.origin}`);
}

async function loadScript(): Promise<void> {
  if (window.Hark !== undefined) return;
  await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/embed.js";
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
    document.body.append(script);
  });
}
