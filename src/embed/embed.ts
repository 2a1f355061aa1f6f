/** The script that a website embeds: `<script async src=".../embed.js" data-embed-id="...">`. */
import type { GivenActions, PageFacts } from "../lib/widget-protocol";
import { addButton, type AddedButton } from "./button";
import { loadPageActions } from "./load-page-actions";
import type { PageActions } from "./page-actions";
import { withFacts } from "./page-facts";

const script = document.currentScript as HTMLScriptElement | null;
const origin = new URL(script?.src ?? window.location.href).origin;
const added = new Map<string, AddedButton>();
let facts: PageFacts = {};
let given: GivenActions = {};
let actions: PageActions | null = null;

window.Hark ??= {
  set(given) {
    facts = withFacts(facts, given);
    for (const { tell } of added.values()) tell(facts);
  },
  async actions(more) {
    const { openPageActions } = await loadPageActions(origin);
    const opened = openPageActions({ ...given, ...more });
    given = { ...given, ...more };
    actions = opened;
    for (const { offer } of added.values()) offer(opened);
  },
  add(embedId, { captions = true, token } = {}) {
    const existing = added.get(embedId);
    if (existing !== undefined) return existing.button;
    const adding = addButton({
      origin,
      embedId,
      captions,
      token,
      // Each button is beside the previous one.
      offset: added.size,
      onRemoved: () => added.delete(embedId),
    });
    added.set(embedId, adding);
    if (Object.keys(facts).length > 0) adding.tell(facts);
    if (actions !== null) adding.offer(actions);
    return adding.button;
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
