/** The platform's keys. They cannot be mistaken for a vendor's, and a vendor's are refused. */
import { randomBytes, timingSafeEqual, createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readKeyFile } from "../key-file.ts";

export interface Keys {
  orgId: string;
  /** May do everything. */
  privateKey: string;
  /** May start calls, from a browser. */
  publicKey: string;
  /** Opens the control API. */
  controlToken: string;
  /** Signs links to recordings. */
  linkSecret: string;
}

const PRIVATE_PREFIX = "local-private-";
const PUBLIC_PREFIX = "local-public-";
const SHORTEST_SECRET = 16;

/** Those of the data folder, made on first use; `privateKey` replaces the one that was kept. */
export async function keptKeys(dataFolder: string, privateKey: string | undefined): Promise<Keys> {
  if (privateKey !== undefined) requireLocalKey(privateKey);
  const file = path.join(dataFolder, "keys.json");
  const kept = await readKeyFile<Keys>({
    file,
    names: ["privateKey"],
    withOthers: "whoever has the old ones is refused",
  });
  const keys: Keys = {
    ...(kept ?? newKeys()),
    ...(privateKey === undefined ? {} : { privateKey }),
  };
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}

function requireLocalKey(key: string): void {
  if (key.startsWith(PRIVATE_PREFIX) && key.length >= PRIVATE_PREFIX.length + SHORTEST_SECRET)
    return;
  // The key itself stays out of the message, which may be logged: it could be a real one.
  throw new Error(
    `The local voice platform takes only a private key of its own, which begins with "${PRIVATE_PREFIX}" ` +
      `and goes on for at least ${SHORTEST_SECRET} characters. Never give it a real key.`,
  );
}

export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
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
