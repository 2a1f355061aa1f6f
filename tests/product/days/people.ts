/** Owners as in a browser: the real client over a socket that may break and reconnects by itself. */
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import { must } from "@hark/stand-in-kit/must";
import { lossySockets } from "../../contract/lossy-socket.ts";
import type { LossySockets } from "../../contract/lossy-socket.ts";
import { callerOf } from "../../caller.ts";
import type { Caller } from "../../caller.ts";
import type { OwnerRecord } from "./history.ts";
import type { WholeWorld } from "./whole-world.ts";

const ASKS_AGAIN_AFTER_MS = 20;

export interface Person {
  /** Opens the app, runs an action there and closes the app. */
  visit<T>(action: (caller: Caller, sockets: LossySockets) => Promise<T>): Promise<T>;
  /** A bearer token for HTTP requests. */
  token(): Promise<string>;
}

export async function signUp(
  { local, backend, people }: WholeWorld,
  email: string,
): Promise<OwnerRecord["person"]> {
  const owner = await local.signUp(email);
  /** Retries while the backend is down. */
  const token = async (): Promise<string> => {
    for (;;) {
      try {
        return await owner.token();
      } catch {
        await pause(ASKS_AGAIN_AFTER_MS);
      }
    }
  };
  const { userId } = owner;
  people.set(userId, {
    token,
    async visit(action) {
      const sockets = lossySockets();
      const client = new ConvexClient(backend.url, {
        webSocketConstructor: sockets.constructor,
        logger: false,
        unsavedChangesWarning: false,
      });
      client.setAuth(token);
      try {
        return await action(callerOf(client), sockets);
      } finally {
        await client.close();
      }
    },
  });
  return { userId, email };
}

/** The person behind an owner's record. */
export function personOf({ people }: WholeWorld, { person }: OwnerRecord): Person {
  return must(people.get(person.userId), person.email);
}
