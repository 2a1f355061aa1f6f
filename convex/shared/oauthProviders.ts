/** Who vouches for owners besides their password, where the deployment has the keys. */
export const OTHER_WAYS = ["google", "github"] as const;
export type OtherWay = (typeof OTHER_WAYS)[number];

export const WAY_NAMES: Record<OtherWay, string> = { google: "Google", github: "GitHub" };

/** Begins `?code=` where Google or GitHub led somebody back whom we do not let in. The reason follows. */
export const OAUTH_FAILURE = "failed.";
