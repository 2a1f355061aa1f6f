/** Puts the button of the landing-page assistant on the page, with the script that any website embeds. */
import { LANDING_EMBED_ID } from "../../../convex/shared/landingAssistant";
import type { EmbeddedButton, Phase } from "../../lib/widget-protocol";
import { becomesAvailable } from "./landing-assistant-available";

/** Room below the page, so that its end can be scrolled clear of the button in the corner. */
const ROOM_BELOW = "beside:pb-28";

/**
 * Puts the button into `place`, whose style may take it out of the window's corner. Calls `onState` when the button appears
 * and whenever its state changes. Returns a function that removes it.
 */
export function addLandingAssistantButton(
  place: HTMLElement,
  onState: (button: EmbeddedButton, state: Phase) => void,
): () => void {
  let isWanted = true;
  let added: EmbeddedButton | undefined;
  const add = async () => {
    if (!(await becomesAvailable(() => isWanted))) return;
    await loadScript();
    if (!isWanted || window.Hark === undefined) return;
    const button = window.Hark.add(LANDING_EMBED_ID);
    added = button;
    // The script has appended it to the body. Its frame has not begun to load.
    if (document.body.lastElementChild !== null) place.append(document.body.lastElementChild);
    button.on("state", (state) => {
      document.body.classList.add(ROOM_BELOW);
      onState(button, state);
    });
  };
  // Without the assistant, the page stays as it is.
  add().catch(() => undefined);
  return () => {
    isWanted = false;
    added?.remove();
    document.body.classList.remove(ROOM_BELOW);
  };
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
