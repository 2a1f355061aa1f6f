/** What the runner passes to the tests about the real vendors: URLs and keys. */
import { TestRunner } from "vitest";
import type { JWK } from "jose";
import type { CalComLink, Channels } from "./settings.ts";
import { REMOTE_VARIABLE } from "./variables.ts";

declare module "vitest" {
  export interface TaskMeta {
    /** Why a case cannot run. A skip's own note is lost if a client wraps the error. */
    notRun?: string;
  }
}

export interface Remote {
  /** The mark of everything that this run creates. */
  run: string;
  /** Timeout for what a vendor does. */
  timeoutMs?: number;
  convex?: RemoteConvex;
  stripe?: RemoteStripe;
  vapi?: RemoteVapi;
  turnstile?: { url: string };
  calCom?: CalComLink;
  messengers?: Channels;
}

export interface RemoteConvex {
  url: string;
  siteUrl: string;
  adminKey: string;
  /** Whether it is a key of Convex Cloud, which names the deployment itself. */
  isCloud: boolean;
  /** The app that the runner has pushed. */
  appFolder: string;
  /** Signs tokens of the provider in the contract app's auth.config. */
  tokenKey: JWK;
  /** Whether clients get redacted errors, as in production. */
  isRedacted: boolean;
  /** Whether its functions can reach servers on this machine. */
  isHere: boolean;
}

export interface RemoteStripe {
  key: string;
  /** The URL of a stand-in, if it is not Stripe. */
  url?: string;
}

export interface RemoteVapi {
  key: string;
  url: string;
  /** Whether calls and typed messages, which cost money, are allowed. */
  mayCall?: boolean;
}

const serialized = process.env[REMOTE_VARIABLE];

/** Null unless `npm run verify` runs the tests. */
export const remote: Remote | null =
  serialized === undefined ? null : (JSON.parse(serialized) as Remote);

/** What some cases need and a real vendor lacks. These cases are not run there, and the report says why. */
const NEEDS = {
  clock: "it moves the clock",
  errors: "it reads an error, and a production deployment tells clients none",
  thisMachine: "the functions would have to reach a server on this machine",
  control: "it needs what only a stand-in can be told to do",
  standIn: "it is about the stand-in's own ways",
  process: "it stops and starts the server",
  calls: "it makes a call, which costs",
  chats: "it sends a typed message, which costs",
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

/** Ends the current case as not run. */
export function needs(need: Need): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`Outside of a case: ${NEEDS[need]}.`);
  test.meta.notRun = NEEDS[need];
  return test.context.skip();
}
