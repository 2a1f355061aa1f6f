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

/** The providers whose keys are set. */
export function enabledProviders(): OauthProvider[] {
  return OAUTH_PROVIDERS.filter((provider) =>
    KEYS[provider].every((name) => optional(name) !== null),
  );
}

/** The enabled providers' settings for the auth library. */
export function authProviders() {
  return enabledProviders().map(providerOf);
}

/** Includes providers without keys. Nobody can reach those: `auth:signIn` knows only the providers above. */
export function allAuthProviders() {
  return OAUTH_PROVIDERS.map(providerOf);
}

function providerOf(provider: OauthProvider) {
  return provider === "google" ? google() : github();
}

/** Each of the two stops an attacker who gives somebody else a callback address with the attacker's own code. */
const CHECKS: ("pkce" | "state")[] = ["pkce", "state"];

function google() {
  const url = optional("AUTH_GOOGLE_URL");
  return Google({
    // With the endpoints, the library does not have to fetch them, so the redirect to Google cannot fail.
    ...googleEndpoints(url),
    clientId: optional("AUTH_GOOGLE_ID") ?? "",
    clientSecret: optional("AUTH_GOOGLE_SECRET") ?? "",
    checks: CHECKS,
    ...(url === null ? {} : { issuer: url }),
    profile: ({ sub, email, email_verified }) => ({
      id: sub,
      email,
      // Any other value counts as unverified, whatever the types promise.
      emailVerified: (email_verified as unknown) === true,
    }),
  });
}

/** From https://accounts.google.com/.well-known/openid-configuration. */
function googleEndpoints(url: string | null) {
  return {
    authorization: `${url ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: `${url ?? "https://oauth2.googleapis.com"}/token`,
    userinfo: `${url ?? "https://openidconnect.googleapis.com"}/v1/userinfo`,
  };
}

/** The library's own provider accepts any public address, and any first address, even if GitHub has not verified it. */
function github() {
  const url = optional("AUTH_GITHUB_URL");
  const options = {
    clientId: optional("AUTH_GITHUB_ID") ?? "",
    clientSecret: optional("AUTH_GITHUB_SECRET") ?? "",
    ...(url === null ? {} : { enterprise: { baseUrl: url } }),
  };
  const { style: _, ...settings } = GitHub(options);
  return {
    ...settings,
    checks: CHECKS,
    userinfo: {
      url: "https://api.github.com/user",
      request: ({ tokens }: { tokens: { access_token?: string } }) =>
        gitHubPerson(tokens.access_token ?? "", url),
    },
    profile: ({ id, email }: GitHubPerson) => ({ id, email, emailVerified: email !== null }),
  };
}
