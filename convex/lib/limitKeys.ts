/**
 * The keys by which the rate limiter counts, and by which a live call stores its caller's network. Networks and email
 * addresses are hashed with the deployment's key, so that no table or backup reveals them.
 */
import { DAY_MS } from "../shared/durations";
import { toBase64 } from "./bytes";
import { keyedHashes } from "./keyedHash";
import { networkOf } from "./network";

/**
 * Differs for each UTC day and each limit, so that nobody can follow a visitor's network from day to day. At midnight each
 * network gets a full allowance, so around midnight twice the burst is possible.
 */
export async function visitorKey(limit: string, address: string | null): Promise<string> {
  const day = Math.floor(Date.now() / DAY_MS);
  return await hashOf(`limit ${limit} ${day} ${networkOf(address)}`);
}

/** For limits that protect accounts: an email address, a network, or both. Does not change at midnight. */
export async function accountKey(limit: string, subject: string): Promise<string> {
  return await hashOf(`limit ${limit} ${subject}`);
}

/** Stored with a call only while it is live. */
export async function callerKey(address: string | null): Promise<string> {
  return await hashOf(`caller ${networkOf(address)}`);
}

async function hashOf(text: string): Promise<string> {
  const [newest] = await keyedHashes(text);
  if (newest === undefined) throw new Error("There is no key to hash with");
  return toBase64(newest);
}
