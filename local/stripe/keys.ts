import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readKeyFile } from "../key-file.ts";
import { randomText } from "./identifiers.ts";

export interface Keys {
  /** What API requests authenticate with. */
  secretKey: string;
  /** What webhooks are signed with, unless their endpoint brings its own. */
  webhookSecret: string;
  /** What the control API asks for. */
  controlToken: string;
}

const SECRET_LENGTH = 32;

/** The keys of this data folder; made on first use, so that a restart asks for no new settings. */
export async function keptKeys(dataFolder: string): Promise<Keys> {
  const file = path.join(dataFolder, "keys.json");
  const kept = await readKeyFile<Keys>({
    file,
    names: ["secretKey"],
    withOthers: "whoever has the old ones is refused",
  });
  if (kept !== null) return kept;
  const keys: Keys = {
    secretKey: `sk_test_sim_${randomText(SECRET_LENGTH)}`,
    webhookSecret: `whsec_${randomText(SECRET_LENGTH)}`,
    controlToken: randomText(SECRET_LENGTH),
  };
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}
