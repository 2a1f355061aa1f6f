/** The token for the next call that the server of the page around has signed. */
import type { HostLink } from "./host-link";

/** Its server may be slow. */
const ANSWERS_WITHIN_MS = 10_000;

/** Requested for each call where the page gives tokens. Otherwise the page's last one, or the one in the frame's address. */
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

/** Or the page does not answer in time. */
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
    const timer = setTimeout(end, ANSWERS_WITHIN_MS);
    // After the link's own listener, which knows whom to believe.
    window.addEventListener("message", look);
  });
}

/** Behind the #, which browsers do not send to servers. */
function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get("token");
}
