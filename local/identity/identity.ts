/** Google and GitHub on this machine, as far as people sign in with them. For tests: nothing else starts it. */
import { AdjustableClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { openFrontDoor } from "../front-door.ts";
import { readBody, sendResponse, toRequest } from "../web-exchange.ts";
import { createGitHub } from "./github.ts";
import { createGoogle } from "./google.ts";
import type { Client, Person } from "./people.ts";

export interface IdentityOptions {
  clock?: Clock;
  /** Where the functions' HTTP routes are, to which people are sent back. */
  siteUrl: string;
  onError: (error: unknown) => void;
}

export interface IdentityStandIn {
  /** Of the deployment, for which this stands in. */
  variables: Record<string, string>;
  /** Who can be chosen; tests add theirs. */
  people: Person[];
  close(): Promise<void>;
}

const LARGEST_BODY = 100_000;

export async function startIdentity(options: IdentityOptions): Promise<IdentityStandIn> {
  const { clock = new AdjustableClock(), siteUrl, onError } = options;
  const door = await openFrontDoor({ port: 0, onError });
  const people: Person[] = [];
  const surroundings = (vendor: string) => ({ client: clientOf(vendor, siteUrl), people, clock });
  const [google, github] = [surroundings("google"), surroundings("github")];
  const vendors = {
    google: await createGoogle(`${door.url}/google`, google),
    github: createGitHub(github),
  };
  const respond = async (request: Request, url: URL): Promise<Response> => {
    const [, vendor = "", ...rest] = url.pathname.split("/");
    const handler = vendor === "google" || vendor === "github" ? vendors[vendor] : undefined;
    const response = await handler?.(request, `/${rest.join("/")}`, url);
    return response ?? new Response("Not Found", { status: 404 });
  };
  door.serve((incoming, outgoing, url) => {
    const answer = async () => {
      const body = await readBody(incoming, LARGEST_BODY);
      const response =
        body === null
          ? new Response("The body is too large", { status: 413 })
          : await respond(toRequest(incoming, url, body), url);
      await sendResponse(response, outgoing);
    };
    answer().catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  });
  return {
    variables: {
      AUTH_GOOGLE_ID: google.client.id,
      AUTH_GOOGLE_SECRET: google.client.secret,
      AUTH_GOOGLE_URL: `${door.url}/google`,
      AUTH_GITHUB_ID: github.client.id,
      AUTH_GITHUB_SECRET: github.client.secret,
      AUTH_GITHUB_URL: `${door.url}/github`,
    },
    people,
    close: () => door.close(),
  };
}

function clientOf(vendor: string, siteUrl: string): Client {
  return {
    id: `${vendor}-client`,
    secret: `${vendor}-secret`,
    redirectUris: [`${siteUrl}/api/auth/callback/${vendor}`],
  };
}
