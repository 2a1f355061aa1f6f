/** Which key opens a route. */
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { isSameSecret } from "@hark/stand-in-kit/same-secret";
import type { Keys } from "../keys.ts";
import { ApiError } from "./api-error.ts";

export interface Access {
  privateKey: MiddlewareHandler<AppEnv>;
  privateOrPublicKey: MiddlewareHandler<AppEnv>;
  /** For a control address whose call asks for the public key: the document names no other. */
  requirePublicKey(c: Context<AppEnv>): void;
}

export function createAccess({ privateKey, publicKey }: Keys): Access {
  const opensTo =
    (keys: string[]): MiddlewareHandler<AppEnv> =>
    async (c, next) => {
      const given = bearerOf(c);
      if (!keys.some((key) => isSameSecret(given, key))) {
        throw new ApiError(
          401,
          isSameSecret(given, publicKey)
            ? "A public key may only start web calls."
            : "The bearer token is missing or not valid.",
        );
      }
      await next();
    };
  return {
    privateKey: opensTo([privateKey]),
    privateOrPublicKey: opensTo([privateKey, publicKey]),
    requirePublicKey(c) {
      if (isSameSecret(bearerOf(c), publicKey)) return;
      throw new ApiError(401, "The public key is missing or not valid.");
    },
  };
}

function bearerOf({ req }: Context): string {
  return /^Bearer (\S+)$/i.exec(req.header("Authorization") ?? "")?.[1] ?? "";
}
