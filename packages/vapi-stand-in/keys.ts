/** The platform's keys. They cannot be mistaken for a vendor's, and a vendor's keys are refused. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { keysOfFolder, writeKeyFile } from "@hark/stand-in-kit/key-file";

export interface Keys {
  orgId: string;
  /** Full access. */
  privateKey: string;
  /** Starts calls from a browser, and nothing else. */
  publicKey: string;
  /** Authenticates requests to the control API. */
  controlToken: string;
  /** Signs links to recordings. */
  linkSecret: string;
}

const PRIVATE_PREFIX = "local-private-";
const PUBLIC_PREFIX = "local-public-";
const MIN_SECRET_LENGTH = 16;

/** The keys of the data folder; `privateKey` replaces the saved one. */
export async function openKeys(dataFolder: string, privateKey: string | undefined): Promise<Keys> {
  if (privateKey !== undefined) requireLocalKey(privateKey);
  const saved = await keysOfFolder<Keys>(dataFolder, "privateKey", newKeys);
  if (privateKey === undefined) return saved;
  const keys = { ...saved, privateKey };
  await writeKeyFile(path.join(dataFolder, "keys.json"), keys);
  return keys;
}

function requireLocalKey(key: string): void {
  const isLongEnough = key.length >= PRIVATE_PREFIX.length + MIN_SECRET_LENGTH;
  if (key.startsWith(PRIVATE_PREFIX) && isLongEnough) return;
  // The message may be logged, so it does not contain the key, which could be a real one.
  throw new Error(
    `The local voice platform takes only a private key of its own, which begins with "${PRIVATE_PREFIX}" ` +
      `and goes on for at least ${MIN_SECRET_LENGTH} characters. Never give it a real key.`,
  );
}

function newKeys(): Keys {
  const secret = () => randomBytes(24).toString("hex");
  return {
    orgId: crypto.randomUUID(),
    privateKey: PRIVATE_PREFIX + secret(),
    publicKey: PUBLIC_PREFIX + secret(),
    controlToken: secret(),
    linkSecret: secret(),
  };
}
