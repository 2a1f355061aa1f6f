/** The two implementations that every case runs on, behind one small interface. */
import { ConvexHttpClient } from "convex/browser";
import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { convexTest } from "convex-test";
import { vi } from "vitest";
import schema from "./app/convex/schema";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { startLocalDeployment } from "./local-deployment.ts";

type Call<Kind extends "query" | "mutation" | "action"> = <
  Function extends FunctionReference<Kind>,
>(
  reference: Function,
  ...args: OptionalRestArgs<Function>
) => Promise<FunctionReturnType<Function>>;

export interface Caller {
  query: Call<"query">;
  mutation: Call<"mutation">;
  action: Call<"action">;
}

export interface ContractBackend extends Caller {
  as(subject: string): Promise<Caller>;
  /** An HTTP request to the app's own routes. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A token that signs in as this user, good for the request headers of the app's own routes. */
  tokenOf(subject: string, options?: { expiresInSeconds?: number }): Promise<string>;
  /** Where the functions themselves are called. */
  apiUrl: string;
  /** What the functions take for the time. */
  now(): number;
  /** Sets one of the deployment's environment variables; undefined removes it. */
  setVariable(name: string, value: string | undefined): Promise<void>;
  /** Lets what is scheduled for within this time run to its end. */
  letPass(ms: number, until: () => Promise<boolean>): Promise<void>;
}

export interface Implementation {
  name: string;
  /** A backend with nothing in it. */
  fresh(): Promise<ContractBackend>;
  close(): Promise<void>;
}

export function localBackend(): Implementation {
  const starting = startLocalDeployment();
  return {
    name: "local/backend",
    async fresh() {
      const { backend, clock, signToken } = await starting;
      const client = new ConvexHttpClient(backend.url, { logger: false });
      await client.mutation(api.notes.clear, {});
      await client.mutation(api.items.clear, {});
      return {
        ...callerOf(client),
        async as(subject) {
          const own = new ConvexHttpClient(backend.url, { logger: false });
          own.setAuth(await signToken(subject));
          return callerOf(own);
        },
        fetch: (path, init) => fetch(`${backend.siteUrl}${path}`, init),
        tokenOf: (subject, options) => signToken(subject, options),
        apiUrl: backend.url,
        now: () => clock.now(),
        async setVariable(name, value) {
          await fetch(`${backend.url}/api/update_environment_variables`, {
            method: "POST",
            headers: { Authorization: `Convex ${backend.adminKey}` },
            body: JSON.stringify({ changes: [{ name, value: value ?? null }] }),
          });
        },
        async letPass(ms, until) {
          clock.advance(ms);
          await eventually(until);
        },
      };
    },
    async close() {
      await (await starting).close();
    },
  };
}

export function inMemory(): Implementation {
  const modules = {
    ...import.meta.glob("./app/convex/**/*.ts"),
    // convex-test takes the folder that holds this for the functions' root.
    "./app/convex/_generated/api.js": () => Promise.resolve({}),
  };
  return {
    name: "convex-test",
    async fresh() {
      const test = convexTest({ schema, modules });
      return {
        ...callerOf(test),
        async as(subject) {
          return callerOf(test.withIdentity({ subject, email: `${subject}@example.com` }));
        },
        fetch: (path, init) => test.fetch(path, init),
        tokenOf: () => Promise.reject(new Error("convex-test reads no tokens")),
        apiUrl: "https://some.convex.cloud",
        now: () => Date.now(),
        async setVariable(name, value) {
          vi.stubEnv(name, value);
        },
        async letPass(_, until) {
          await test.finishInProgressScheduledFunctions();
          await eventually(until);
        },
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Both clients have these three, but for what else their types say of them. */
function callerOf(client: object): Caller {
  const { query, mutation, action } = client as Caller;
  const bound = (call: unknown) => (call as CallableFunction).bind(client) as unknown;
  return { query: bound(query), mutation: bound(mutation), action: bound(action) } as Caller;
}
