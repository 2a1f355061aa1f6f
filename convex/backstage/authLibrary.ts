import { convexAuth } from "@convex-dev/auth/server";
import { authConfig } from "../model/accounts/authConfig";
import { allWayProviders } from "../model/accounts/otherWays";

/** What @convex-dev/auth writes. Only `auth:store` calls it, after its checks. */
export const { store } = convexAuth(authConfig(allWayProviders()));
