/** Who vouches for owners besides their password, where the deployment has the keys. */
export const OAUTH_PROVIDERS = ["google", "github"] as const;
export type OauthProvider = (typeof OAUTH_PROVIDERS)[number];

export const OAUTH_PROVIDER_NAMES: Record<OauthProvider, string> = {
  google: "Google",
  github: "GitHub",
};

/** Begins `?code=` where Google or GitHub led somebody back whom we do not let in. The reason follows. */
export const OAUTH_FAILURE = "failed.";
