/** The script of the page that looks up its assistant by itself, for test calls and if there is no finished page. */
import "./view/widget.css";
import { createRoot } from "react-dom/client";
import { readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { must } from "../lib/must";
import { readAddress } from "./frame/address";
import { openHostLink } from "./frame/host-link";
import { connectBackend, findForMessage, type Backend } from "./transport/backend";
import { ownerSessionReader } from "./transport/owner-session";
import { findWithToken } from "./transport/find-with-token";
import type { ButtonSetting } from "./view/use-call";
import { Widget } from "./view/widget";

const address = readAddress(window.location);
if (address === null) window.location.replace("/");
else show(address);

function show({ embedId, isTesting }: { embedId: string; isTesting: boolean }): void {
  const url = readConvexUrl(import.meta.env);
  const sessionToken = isTesting ? ownerSessionReader(url) : null;
  const backend = connectBackend({ url, embedId, sessionToken });
  // At once, because the page around sends messages as soon as the frame has loaded.
  const host = openHostLink();
  const setting: ButtonSetting = { host, isTesting, isUnseen: false };
  if (!isTesting) requestTokenBeside(backend, { url, embedId }, setting);
  const root = must(document.getElementById("root"), "the #root element");
  createRoot(root).render(<Widget backend={backend} setting={setting} />);
}

function requestTokenBeside(
  backend: Backend,
  { url, embedId }: { url: string; embedId: string },
  setting: ButtonSetting,
): void {
  const { findAssistant } = backend;
  backend.findAssistant = async () => {
    const siteUrl = readConvexSiteUrl(import.meta.env);
    const found = await findWithToken({ findAssistant }, siteUrl, embedId);
    if (found.pageToken !== null) setting.pageToken = found.pageToken;
    if (found.isForbidden) return null;
    if (found.assistant !== null || found.unavailable === null) return found.assistant;
    return await findForMessage(url, embedId);
  };
}
