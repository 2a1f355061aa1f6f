/** Signing in with Google or GitHub: docs/decisions/0018-google-and-github.md. */
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import { literals } from "convex-helpers/validators";
import { optional } from "../lib/env";
import { OAUTH_PROVIDERS, type OauthProvider } from "../shared/oauthProviders";
import { gitHubPerson, type GitHubPerson } from "../vendors/github";

export const oauthProvider = literals(...OAUTH_PROVIDERS);

const KEYS = {
  google: ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  github: ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"],
} as const;

/** Those whose keys are set. */
export function enabledProviders(): OauthProvider[] {
  return OAUTH_PROVIDERS.filter((way) => KEYS[way].every((name) => optional(name) !== null));
}

/** The settings of those, for the library. */
export function authProviders() {
  return enabledProviders().map(providerOf);
}

/** Includes providers without keys. Nobody can reach those: `auth:signIn` knows only the providers above. */
export function allAuthProviders() {
  return OAUTH_PROVIDERS.map(providerOf);
}

function providerOf(way: OauthProvider) {
  return way === "google" ? google() : github();
}

/** An attacker who sends somebody an answer of their own fails at either of them. */
const CHECKS: ("pkce" | "state")[] = ["pkce", "state"];

function google() {
  const url = optional("AUTH_GOOGLE_URL");
  return Google({
    // Given here, the library does not fetch them first, and leaving for Google cannot fail on our side.
    ...googleEndpoints(url),
    clientId: optional("AUTH_GOOGLE_ID") ?? "",
    clientSecret: optional("AUTH_GOOGLE_SECRET") ?? "",
    checks: CHECKS,
    ...(url === null ? {} : { issuer: url }),
    profile: ({ sub, email, email_verified }) => ({
      id: sub,
      email,
      // Whatever the types promise: nothing else counts.
      emailVerified: (email_verified as unknown) === true,
    }),
  });
}

/** As https://accounts.google.com/.well-known/openid-configuration has them. */
function googleEndpoints(url: string | null) {
  return {
    authorization: `${url ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: `${url ?? "https://oauth2.googleapis.com"}/token`,
    userinfo: `${url ?? "https://openidconnect.googleapis.com"}/v1/userinfo`,
  };
}

/** The library's own takes any public address, and any that is first, whether or not GitHub has verified it. */
function github() {
  const url = optional("AUTH_GITHUB_URL");
  const given = {
    clientId: optional("AUTH_GITHUB_ID") ?? "",
    clientSecret: optional("AUTH_GITHUB_SECRET") ?? "",
    ...(url === null ? {} : { enterprise: { baseUrl: url } }),
  };
  const { style: _, ...known } = GitHub(given);
  return {
    ...known,
    checks: CHECKS,
    userinfo: {
      url: "https://api.github.com/user",
      request: ({ tokens }: { tokens: { access_token?: string } }) =>
        gitHubPerson(tokens.access_token ?? "", url),
    },
    profile: ({ id, email }: GitHubPerson) => ({ id, email, emailVerified: email !== null }),
  };
}
