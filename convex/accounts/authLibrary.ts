import { convexAuth } from "@convex-dev/auth/server";
import { authConfig } from "./authConfig";
import { allAuthProviders } from "./oauthProviders";

/** What @convex-dev/auth writes. Only `auth:store` calls it, after its checks. */
export const { store } = convexAuth(authConfig(allAuthProviders()));
