/** The providers with which owners can sign in besides a password, if the deployment has their keys. */
export const OAUTH_PROVIDERS = ["google", "github"] as const;
export type OauthProvider = (typeof OAUTH_PROVIDERS)[number];

export const OAUTH_PROVIDER_NAMES: Record<OauthProvider, string> = {
  google: "Google",
  github: "GitHub",
};

/** The beginning of `?code=` when we refuse a sign-in with Google or GitHub. The reason follows. */
export const OAUTH_FAILURE = "failed.";
