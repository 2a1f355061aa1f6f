/** The way back to the drawn page: looks its assistant up by itself. */
import "./widget.css";
import { createRoot } from "react-dom/client";
import { readConvexUrl } from "../lib/env";
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
  const sessionToken = isTesting ? sessionTokenReader(url) : null;
  const backend = connectBackend({ url, embedId, sessionToken });
  // At once: the page around speaks as soon as the frame has loaded.
  const setting = { host: openHostLink(), isTesting };
  const root = must(document.getElementById("root"), "the #root element");
  createRoot(root).render(<Widget backend={backend} setting={setting} />);
}
