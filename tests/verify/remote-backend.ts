/** A real deployment with the contract app: the third implementation on which the cases run. */
import { ConvexHttpClient } from "convex/browser";
import { importJWK } from "jose";
import type { CryptoKey } from "jose";
import { setEnvironment } from "../admin-client.ts";
import { api } from "../contract/app-api.ts";
import type { Implementation } from "../contract/backends.ts";
import { callerOf } from "../caller.ts";
import type { Caller } from "../caller.ts";
import { signToken } from "../contract/deployment.ts";
import { eventually } from "../eventually.ts";
import { needs } from "./remote.ts";
import type { RemoteConvex } from "./remote.ts";

/** Shorter delays are waited for in real time. */
export const LONGEST_WAIT_MS = 5_000;

type SignToken = (subject: string, options?: { expiresInSeconds?: number }) => Promise<string>;

export function tokensOf({ tokenKey }: RemoteConvex): SignToken {
  const key = importJWK(tokenKey, "RS256");
  return async (subject, options) =>
    signToken({ key: (await key) as CryptoKey, nowMs: Date.now(), subject, ...options });
}

export function remoteBackend(remote: RemoteConvex): Implementation {
  const { url, siteUrl } = remote;
  const tokenOf = tokensOf(remote);
  const connect = (): [client: ConvexHttpClient, caller: Caller] => {
    const client = new ConvexHttpClient(url, { logger: false });
    return [client, skippingRedacted(callerOf(client), remote)];
  };
  return {
    name: "deployment",
    async fresh() {
      const [, caller] = connect();
      await caller.mutation(api.notes.clear, {});
      await caller.mutation(api.items.clear, {});
      return {
        ...caller,
        async as(subject) {
          const [client, own] = connect();
          client.setAuth(await tokenOf(subject));
          return own;
        },
        fetch: (path, init) => fetch(`${siteUrl}${path}`, init),
        tokenOf,
        apiUrl: url,
        siteUrl,
        now: () => Date.now(),
        forFunctions: (address) => (remote.isHere ? address : needs("thisMachine")),
        async setVariable(name, value) {
          await setEnvironment(remote, { [name]: value ?? null });
        },
        async letPass(ms, until) {
          if (ms > LONGEST_WAIT_MS) needs("clock");
          await eventually(until);
        },
      };
    },
    close: () => Promise.resolve(),
  };
}

/** A redacted error: crates/application/src/redaction.rs. */
const REDACTED = /^\[Request ID: [0-9a-f]+\] Server Error$/;

/** Marks a case as not run if it gets a redacted error. */
function skippingRedacted(caller: Caller, { isRedacted }: RemoteConvex): Caller {
  if (!isRedacted) return caller;
  const listening = (call: (...args: unknown[]) => Promise<unknown>) =>
    (async (...args: unknown[]) => {
      try {
        return await call(...args);
      } catch (error) {
        if (error instanceof Error && REDACTED.test(error.message)) needs("errors");
        throw error;
      }
    }) as never;
  return {
    query: listening(caller.query as never),
    mutation: listening(caller.mutation as never),
    action: listening(caller.action as never),
  };
}
