/** The GitHub account of somebody who signs in: docs.github.com/en/rest/users. All requests to GitHub are made here. */
import { PRODUCT_NAME } from "../shared/productName";
import { fetchBounded } from "./boundedFetch";

export interface GitHubPerson {
  id: string;
  /** The primary address, if GitHub has verified it. An unverified address may belong to anybody. */
  email: string | null;
}

const API_URL = "https://api.github.com";
const BOUNDS = { timeoutMs: 20_000, maxBytes: 500_000 };

/** `url` is a GitHub Enterprise server, which has its API below `/api/v3`. Null is github.com. */
export async function gitHubPerson(accessToken: string, url: string | null): Promise<GitHubPerson> {
  const apiUrl = url === null ? API_URL : `${url}/api/v3`;
  const get = async (path: string): Promise<unknown> => {
    const headers = {
      Authorization: `Bearer ${accessToken}`,
      Accept: "application/vnd.github+json",
      // GitHub refuses requests without one (docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api).
      "User-Agent": PRODUCT_NAME,
    };
    const response = await fetchBounded(`${apiUrl}${path}`, { headers }, BOUNDS);
    if (!response.isOk) throw new Error(`GitHub answered ${path} with status ${response.status}`);
    return JSON.parse(await response.body.text());
  };
  const { id } = (await get("/user")) as { id?: unknown };
  if (typeof id !== "number") throw new Error("GitHub's response has no user id");
  const emails = (await get("/user/emails")) as {
    email: string;
    primary: boolean;
    verified: boolean;
  }[];
  const primary = emails.find((one) => one.primary && one.verified);
  return { id: String(id), email: primary?.email ?? null };
}
