/** Owners who pay, each with an assistant that visitors reach: made without the form for signing up. */
import { randomUUID } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import type { Id } from "../../../convex/_generated/dataModel";
import { newAccount } from "../../fixtures/account.ts";
import {
  confirmAddress,
  createAssistant,
  publish,
  subscribe,
} from "../../fixtures/owner-client.ts";
import type { OwnedAssistant, OwnerClient } from "../../fixtures/owner-client.ts";
import { createAccount, newSession } from "../../inside-accounts.ts";
import type { RunningHark } from "./running-hark.ts";

const MADE_AT_ONCE = 5;

export interface Owner extends OwnerClient, OwnedAssistant {
  userId: Id<"users">;
}

export async function newOwners(hark: RunningHark, count: number): Promise<Owner[]> {
  // Alone: with the first one, all functions are loaded that make one.
  const owners = [await newOwner(hark, 0)];
  while (owners.length < count) {
    const some = Array.from({ length: Math.min(MADE_AT_ONCE, count - owners.length) });
    owners.push(...(await Promise.all(some.map((_, at) => newOwner(hark, owners.length + at)))));
  }
  return owners;
}

async function newOwner(hark: RunningHark, number: number): Promise<Owner> {
  const account = newAccount(randomUUID());
  const userId = await createAccount(hark.admin, account.email);
  await confirmAddress(hark.admin, account);
  const tokens = await newSession(hark.admin, userId);
  const client = new ConvexHttpClient(hark.backendUrl, { logger: false });
  client.setAuth(tokens.token);
  const owner = { account, client, tokens };
  await subscribe(owner, "PRO");
  // Each greets with its name, so that nothing that was said for one is said for all.
  const assistant = await createAssistant(owner, { name: `Bakery number ${number + 1}` });
  await publish(owner, assistant);
  return { ...owner, ...assistant, userId };
}
