/** Gets the signed token for the next call from the page around. */
import type { HostLink } from "./host-link";

/** The page's server may be slow. */
const TOKEN_TIMEOUT_MS = 10_000;

/** Requests a new token if the page provides them. Otherwise returns its last one, or the one in the frame's address. */
export async function signedToken(host: Pick<HostLink, "heard" | "send">): Promise<string | null> {
  const { heard } = host;
  if (heard.connect?.givesTokens === true) {
    delete heard.token;
    host.send({ hark: "token" });
    await tokenArrives(heard);
  }
  const token: unknown = heard.token?.token ?? tokenInAddress();
  return typeof token === "string" ? token : null;
}

/** Also resolves if the page does not answer in time. */
async function tokenArrives(heard: HostLink["heard"]): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (heard.token !== undefined) end();
    };
    const end = () => {
      window.removeEventListener("message", look);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, TOKEN_TIMEOUT_MS);
    // Runs after the host link's listener, which checks the sender.
    window.addEventListener("message", look);
  });
}

/** In the fragment, which browsers do not send to servers. */
function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get("token");
}
