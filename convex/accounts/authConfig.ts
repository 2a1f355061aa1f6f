import type { convexAuth } from "@convex-dev/auth/server";
import { passwordProvider } from "./passwordAuth";
import { SESSION_MS } from "./sessions";
import { ownerForSignIn } from "./signInLinking";

type AuthConfig = Parameters<typeof convexAuth>[0];

/** The settings of @convex-dev/auth. Every call of `convexAuth` takes them from here. */
export function authConfig(oauthProviders: AuthConfig["providers"]): AuthConfig {
  return {
    providers: [passwordProvider, ...oauthProviders],
    session: { totalDurationMs: SESSION_MS },
    callbacks: { createOrUpdateUser: ownerForSignIn },
  };
}
