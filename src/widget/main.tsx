/** The way back to the drawn page: looks its assistant up by itself. */
import "./widget.css";
import { createRoot } from "react-dom/client";
import { readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { must } from "../lib/must";
import { askForProof } from "./ask-for-proof";
import { connectBackend, type Backend } from "./backend";
import { readAddress } from "./address";
import { openHostLink } from "./host-link";
import { sessionTokenReader } from "./session-token";
import type { ButtonSetting } from "./use-talk";
import { Widget } from "./widget";

const address = readAddress(window.location);
if (address === null) window.location.replace("/");
else show(address);

function show({ embedId, isTesting }: { embedId: string; isTesting: boolean }): void {
  const url = readConvexUrl(import.meta.env);
  const sessionToken = isTesting ? sessionTokenReader(url) : null;
  const backend = connectBackend({ url, embedId, sessionToken });
  // At once: the page around speaks as soon as the frame has loaded.
  const host = openHostLink();
  const setting: ButtonSetting = { host, isTesting, isUnseen: false };
  if (!isTesting) askBefore(backend, embedId, setting);
  const root = must(document.getElementById("root"), "the #root element");
  createRoot(root).render(<Widget backend={backend} setting={setting} />);
}

/** No header keeps this page from a site, so it asks whether it may stand there, beside its look-up. */
function askBefore(backend: Backend, embedId: string, setting: ButtonSetting): void {
  const find = backend.findAssistant.bind(backend);
  const siteUrl = readConvexSiteUrl(import.meta.env);
  backend.findAssistant = async () => {
    const [assistant, asked] = await Promise.all([
      find(),
      // Without one there is a button, and no call until there is an answer.
      askForProof(siteUrl, { embedId }).catch(() => ({ code: null })),
    ]);
    if ("proof" in asked) setting.proof = asked.proof;
    else if (asked.code === "site_not_allowed") return null;
    return assistant;
  };
}
