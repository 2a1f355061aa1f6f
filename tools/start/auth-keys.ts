import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { readKeyFile } from "@hark/stand-in-kit/key-file";

/** The environment variables from which @convex-dev/auth signs its tokens and publishes its key. */
export interface AuthKeys {
  JWT_PRIVATE_KEY: string;
  JWKS: string;
}

/** Creates the keys on first use. They are kept, because new keys would sign everybody out. */
export async function readOrCreateAuthKeys(dataFolder: string): Promise<AuthKeys> {
  const file = path.join(dataFolder, "auth-keys.json");
  const stored = await readKeyFile<AuthKeys>({
    file,
    names: ["JWT_PRIVATE_KEY", "JWKS"],
    effectOfNewKeys: "everybody has to sign in again",
  });
  if (stored !== null) return stored;
  const keys = await generateAuthKeys();
  const draft = `${file}.new`;
  await writeFile(draft, JSON.stringify(keys), { mode: 0o600 });
  await rename(draft, file);
  return keys;
}

export async function generateAuthKeys(): Promise<AuthKeys> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const pem = await exportPKCS8(privateKey);
  return {
    // On one line with spaces, the form in which the library's own setup stores it.
    JWT_PRIVATE_KEY: pem.trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] }),
  };
}
