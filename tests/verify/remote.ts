/** What the runner tells the tests about the real ones: addresses and keys, and nothing else. */
import { TestRunner } from "vitest";
import type { JWK } from "jose";
import { REMOTE_VARIABLE } from "./variables.ts";

declare module "vitest" {
  export interface TaskMeta {
    /** Why a case cannot run there; a note of the skipping gets lost where a client wraps errors in its own. */
    notRun?: string;
  }
}

export interface Remote {
  /** The mark of all that this run makes. */
  run: string;
  /** How long something that a vendor brings about may take. */
  timeoutMs?: number;
  convex?: RemoteConvex;
  stripe?: RemoteStripe;
  vapi?: RemoteVapi;
  turnstile?: { url: string };
}

export interface RemoteConvex {
  url: string;
  siteUrl: string;
  adminKey: string;
  /** Whether the key is Convex Cloud's, and names the deployment by itself. */
  isCloud: boolean;
  /** What the runner has pushed. */
  appFolder: string;
  /** Signs tokens of the provider that the contract app's auth.config names. */
  tokenKey: JWK;
  /** Whether clients are told no more of an error than that there was one, as in production. */
  isRedacted: boolean;
  /** Whether its functions can reach servers of this machine. */
  isHere: boolean;
}

export interface RemoteStripe {
  key: string;
  /** Where Stripe is not: a stand-in's address. */
  url?: string;
}

export interface RemoteVapi {
  key: string;
  url: string;
  /** Whether its user agreed to a call, which costs. */
  mayCall?: boolean;
}

const told = process.env[REMOTE_VARIABLE];

/** Null unless the runner runs the tests. */
export const remote: Remote | null = told === undefined ? null : (JSON.parse(told) as Remote);

/** What some cases need and a real one does not have. Who asks for it is not run there, and the report says why. */
const NEEDS = {
  clock: "it moves the clock",
  errors: "it reads an error, and a production deployment tells clients none",
  thisMachine: "the functions would have to reach a server on this machine",
  control: "it needs what only a stand-in can be told to do",
  standIn: "it is about the stand-in's own ways",
  process: "it stops and starts the server",
  calls: "it makes a call, which costs",
  page: "it fills in a hosted page, which only a browser can",
  webhooks: "it receives webhooks on this machine",
  stripe: "no key of Stripe is given",
  vapi: "no key of Vapi is given",
  reachable:
    "it waits for a webhook, and a vendor far away cannot reach a deployment on this machine",
  manyCustomers: "it lists more customers than one test clock may have",
  manySubscriptions: "it makes more subscriptions than a test clock's customer may have",
} as const;

export type Need = keyof typeof NEEDS;

/** Ends the running case as not run. */
export function needs(need: Need): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`Outside of a case: ${NEEDS[need]}.`);
  test.meta.notRun = NEEDS[need];
  return test.context.skip();
}
