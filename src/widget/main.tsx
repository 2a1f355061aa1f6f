import "./widget.css";
import { createRoot } from "react-dom/client";
import { readCallMachineUrl, readConvexSiteUrl, readConvexUrl } from "../lib/env";
import { must } from "../lib/must";
import { connectBackend } from "./backend";
import { readAddress } from "./address";
import { openHostLink } from "./host-link";
import { sessionTokenReader } from "./session-token";
import { Widget } from "./widget";

const address = readAddress(window.location);
if (address === null) window.location.replace("/");
else show(address);

function show({ embedId, isTesting }: { embedId: string; isTesting: boolean }): void {
  const url = readConvexUrl(import.meta.env);
  const readToken = sessionTokenReader(url);
  const setting = {
    backend: connectBackend({ url, embedId, sessionToken: isTesting ? readToken : null }),
    // At once: the page around speaks as soon as the frame has loaded.
    host: openHostLink(),
    isTesting,
    voiceService: () => ({
      token: (isTesting ? readToken() : null) ?? embedId,
      baseUrl: readConvexSiteUrl(import.meta.env),
      callMachineUrl: readCallMachineUrl(import.meta.env),
    }),
  };
  const root = must(document.getElementById("root"), "the #root element");
  createRoot(root).render(<Widget setting={setting} />);
}
