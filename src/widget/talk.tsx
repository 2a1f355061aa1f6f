/** The script of the talk page, on which visitors type with an assistant. */
import "./talk/talk.css";
import { createRoot } from "react-dom/client";
import { readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { must } from "../lib/must";
import { readAddress } from "./frame/address";
import { openHostLink } from "./frame/host-link";
import { buttonAround } from "./talk/button-around";
import { lookUp } from "./talk/look-up";
import { TalkPage } from "./talk/talk-page";
import { connectBackend, findForMessage } from "./transport/backend";
import { ownerSessionReader } from "./transport/owner-session";

const address = readAddress(window.location);
if (address === null) window.location.replace("/");
else show(address);

function show({ embedId, isTesting, place }: NonNullable<typeof address>): void {
  const url = readConvexUrl(import.meta.env);
  const siteUrl = readConvexSiteUrl(import.meta.env);
  const readSession = isTesting ? ownerSessionReader(url) : null;
  const backend = connectBackend({ url, embedId, sessionToken: readSession });
  const service = { siteUrl, place, host: buttonAround()?.host ?? openHostLink(), readSession };
  const lookup = {
    findAssistant: () =>
      lookUp({
        ...{ backend, siteUrl, embedId, isTesting },
        findForMessage: () => findForMessage(url, embedId),
      }),
  };
  const root = must(document.getElementById("root"), "the #root element");
  createRoot(root).render(<TalkPage lookup={lookup} service={service} />);
}
