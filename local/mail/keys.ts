import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readKeyFile } from "../key-file.ts";

export interface Keys {
  /** May do everything. */
  apiKey: string;
  /** May send, and nothing else. */
  sendingKey: string;
  /** What events are signed with that go to the endpoint of the start. */
  webhookSecret: string;
}

/** What the stand-in's own keys begin with, so that a real one is noticed. */
export const LOCAL_KEY = "re_local_";

/** The keys of this data folder; made on first use, so that a restart asks for no new settings. */
export async function keptKeys(dataFolder: string): Promise<Keys> {
  const file = path.join(dataFolder, "keys.json");
  const kept = await readKeyFile<Keys>({
    file,
    names: ["apiKey"],
    withOthers: "whoever has the old ones is refused",
  });
  if (kept !== null) return kept;
  const keys: Keys = {
    apiKey: LOCAL_KEY + randomBytes(24).toString("hex"),
    sendingKey: LOCAL_KEY + randomBytes(24).toString("hex"),
    webhookSecret: newSigningSecret(),
  };
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}

/** As Svix makes them: 24 bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(24).toString("base64")}`;
}

export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
