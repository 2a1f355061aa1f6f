/** What the page around has for the next call: a token that its own server has signed. */
import type { HostLink } from "./host-link";

/** That server may be slow. */
const GIVEN_WITHIN_MS = 10_000;

/** Asked for anew where the page gives tokens; otherwise what it gave last, or what stands in the frame's address. */
export async function tokenForCall(host: Pick<HostLink, "heard" | "send">): Promise<string | null> {
  const { heard } = host;
  if (heard.connect?.givesTokens === true) {
    delete heard.token;
    host.send({ hark: "token" });
    await isGiven(heard);
  }
  const token: unknown = heard.token?.token ?? tokenInAddress();
  return typeof token === "string" ? token : null;
}

/** Or the page has not answered in time. */
async function isGiven(heard: HostLink["heard"]): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (heard.token !== undefined) end();
    };
    const end = () => {
      window.removeEventListener("message", look);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, GIVEN_WITHIN_MS);
    // After the link's own listener, which knows whom to believe.
    window.addEventListener("message", look);
  });
}

/** Behind the #, which browsers send to nobody. */
function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get("token");
}
