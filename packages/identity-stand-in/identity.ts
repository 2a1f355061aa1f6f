/** The sign-in of Google and GitHub on this machine. Only tests start it. */
import type { Clock } from "@hark/stand-in-kit/clock";
import { openFrontDoor } from "@hark/stand-in-kit/front-door";
import { newApp, serveApp } from "@hark/stand-in-kit/http-app";
import { createGitHub } from "./github.ts";
import { createGoogle } from "./google.ts";
import type { Client, Person } from "./people.ts";

export interface IdentityOptions {
  /** The functions' clock. */
  clock: Clock;
  /** The origin of the backend's HTTP actions, to which people are redirected. */
  siteUrl: string;
  onError: (error: unknown) => void;
}

export interface IdentityStandIn {
  /** The deployment's environment variables. */
  variables: Record<string, string>;
  /** The people on the consent page. Tests add their own. */
  people: Person[];
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 100_000;

export async function startIdentity(options: IdentityOptions): Promise<IdentityStandIn> {
  const { clock, siteUrl, onError } = options;
  const door = await openFrontDoor({ port: 0, onError });
  const people: Person[] = [];
  const google = { client: clientOf("google", siteUrl), people, clock };
  const github = { client: clientOf("github", siteUrl), people, clock };
  const app = newApp();
  app.route("/google", await createGoogle(`${door.url}/google`, google));
  app.route("/github", createGitHub(github));
  door.serve(serveApp({ app, maxBodyBytes: MAX_BODY_BYTES, onError }));
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
