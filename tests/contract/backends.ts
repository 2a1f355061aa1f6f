/** The implementations on which every case runs, behind one interface. */
import { ConvexHttpClient } from "convex/browser";
import { convexTest } from "convex-test";
import { vi } from "vitest";
import schema from "./app/convex/schema";
import { setEnvironment } from "../admin-client.ts";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { callerOf } from "../caller.ts";
import type { Caller } from "../caller.ts";
import { remoteBackend } from "../verify/remote-backend.ts";
import { remote } from "../verify/remote.ts";
import { startLocalDeployment } from "./local-deployment.ts";

export interface ContractBackend extends Caller {
  as(subject: string): Promise<Caller>;
  /** An HTTP request to the app's own routes. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A token of this user, for requests to the app's own routes. */
  tokenOf(subject: string, options?: { expiresInSeconds?: number }): Promise<string>;
  /** Base URL for calling functions. */
  apiUrl: string;
  /** Base URL of the app's own routes. */
  siteUrl: string;
  /** A URL by which functions can reach a server of this machine. */
  forFunctions(address: string): string;
  /** The functions' current time. */
  now(): number;
  /** Sets one of the deployment's environment variables; undefined removes it. */
  setVariable(name: string, value: string | undefined): Promise<void>;
  /** Advances the clock and waits until the scheduled functions have run. */
  letPass(ms: number, until: () => Promise<boolean>): Promise<void>;
}

export interface Implementation {
  name: string;
  /** An empty backend. */
  fresh(): Promise<ContractBackend>;
  close(): Promise<void>;
}

/** A real deployment with `npm run verify`, otherwise convex-test and the local backend. */
export function implementations(): Implementation[] {
  if (remote === null) return [inMemory(), localBackend()];
  return remote.convex === undefined ? [] : [remoteBackend(remote.convex)];
}

function localBackend(): Implementation {
  const starting = startLocalDeployment();
  return {
    name: "convex-local",
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
        siteUrl: backend.siteUrl,
        forFunctions: (address) => address,
        now: () => clock.now(),
        async setVariable(name, value) {
          await setEnvironment(backend, { [name]: value ?? null });
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

function inMemory(): Implementation {
  const modules = {
    ...import.meta.glob("./app/convex/**/*.ts"),
    // convex-test takes the folder of this file as the functions' root.
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
        siteUrl: "https://some.convex.site",
        forFunctions: (address) => address,
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
