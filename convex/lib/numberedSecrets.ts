/**
 * Secrets that owners see once and that are not stored: keyed hashes of a name and a number. A new secret has the next
 * number. The previous one stays valid for a day, so that the owner has time to switch.
 */
import { HOUR_MS } from "../shared/durations";
import { SECRETS_OVERLAP_HOURS } from "../shared/limits";
import { keyedHashes } from "./keyedHash";

export type NumberedSecret = { name: string; number: number; rotatedAtMs: number | null };

const OVERLAP_MS = SECRETS_OVERLAP_HOURS * HOUR_MS;

/** The secret that is shown to its owner. */
export async function newestSecret({
  name,
  number,
}: Omit<NumberedSecret, "rotatedAtMs">): Promise<Uint8Array> {
  const [newest = new Uint8Array()] = await secretsNumbered(name, number);
  return newest;
}

/** The current secret comes first. */
export async function validSecrets(
  { name, number, rotatedAtMs }: NumberedSecret,
  nowMs: number,
): Promise<Uint8Array[]> {
  const current = await secretsNumbered(name, number);
  if (rotatedAtMs === null || nowMs >= rotatedAtMs + OVERLAP_MS) return current;
  return [...current, ...(await secretsNumbered(name, number - 1))];
}

/** One for each of the deployment's keys, because any of them may have been the newest when the secret was shown. */
async function secretsNumbered(name: string, number: number): Promise<Uint8Array[]> {
  return await keyedHashes(`${name} ${number}`);
}
