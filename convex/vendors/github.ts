/** What GitHub says of who signs in with it: docs.github.com/en/rest/users. The only code that talks to it for that. */
import { PRODUCT_NAME } from "../shared/productName";
import { fetchBounded } from "./boundedFetch";

export interface GitHubPerson {
  id: string;
  /** The primary address, if GitHub has verified it; any other one may be anybody's. */
  email: string | null;
}

const API_URL = "https://api.github.com";
const BOUNDS = { timeoutMs: 20_000, maxBytes: 500_000 };

/** `url` names a GitHub of somebody's own, which has its API below `/api/v3`; null is github.com. */
export async function gitHubPerson(accessToken: string, url: string | null): Promise<GitHubPerson> {
  const apiUrl = url === null ? API_URL : `${url}/api/v3`;
  const ask = async (path: string): Promise<unknown> => {
    const headers = {
      Authorization: `Bearer ${accessToken}`,
      Accept: "application/vnd.github+json",
      // Without one it answers 403 (docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api).
      "User-Agent": PRODUCT_NAME,
    };
    const answer = await fetchBounded(`${apiUrl}${path}`, { headers }, BOUNDS);
    if (!answer.isOk) throw new Error(`GitHub answered ${path} with status ${answer.status}`);
    return JSON.parse(await answer.body.text());
  };
  const { id } = (await ask("/user")) as { id?: unknown };
  if (typeof id !== "number") throw new Error("GitHub did not say who it is");
  const emails = (await ask("/user/emails")) as {
    email: string;
    primary: boolean;
    verified: boolean;
  }[];
  const primary = emails.find((one) => one.primary && one.verified);
  return { id: String(id), email: primary?.email ?? null };
}
