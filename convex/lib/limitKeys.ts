/**
 * The keys under which the rate limiter counts, and under which a live call remembers where it came from. Networks and
 * e-mail addresses are hashed with the deployment's key, so that neither can be read in a table or a backup.
 */
import { DAY_MS } from "../shared/durations";
import { toBase64 } from "./bytes";
import { keyedHashes } from "./keyedHash";
import { networkOf } from "./network";

/**
 * Another key each UTC day, and for each limit: nobody can follow a visitor's network from day to day. At midnight a
 * network starts with a full allowance, so at most twice the burst is possible around it.
 */
export async function visitorKey(limit: string, address: string | null): Promise<string> {
  const day = Math.floor(Date.now() / DAY_MS);
  return await hashOf(`limit ${limit} ${day} ${networkOf(address)}`);
}

/** For limits that protect accounts: an e-mail address, a network, or both. These know no midnight. */
export async function accountKey(limit: string, who: string): Promise<string> {
  return await hashOf(`limit ${limit} ${who}`);
}

/** Kept on a call only while it holds a line. */
export async function callerKey(address: string | null): Promise<string> {
  return await hashOf(`caller ${networkOf(address)}`);
}

async function hashOf(text: string): Promise<string> {
  const [newest] = await keyedHashes(text);
  if (newest === undefined) throw new Error("There is no key to hash with");
  return toBase64(newest);
}
