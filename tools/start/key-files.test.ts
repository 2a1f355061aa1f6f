import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openKeys as openMailKeys } from "@hark/resend-stand-in/keys";
import { KeyFileError } from "@hark/stand-in-kit/key-file";
import { openKeys as openStripeKeys } from "@hark/stripe-stand-in/keys";
import { openKeys as openVoiceKeys } from "@hark/vapi-stand-in/keys";
import { explain } from "./explain.ts";
import { readOrCreateAuthKeys } from "./auth-keys.ts";
import { readOrCreateSecret } from "./stored-secret.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-keys-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

// T92: docs/security.md
test.each<[whose: string, name: string, read: (folder: string) => Promise<unknown>]>([
  ["sessions", "auth-keys.json", readOrCreateAuthKeys],
  ["the voice platform", "keys.json", (folder) => openVoiceKeys(folder, undefined)],
  ["the payment service", "keys.json", openStripeKeys],
  ["the mail service", "keys.json", openMailKeys],
])(
  "unreadable keys of %s are reported with what to do, and left unchanged",
  async (_, name, read) => {
    const file = path.join(await newFolder(), name);
    for (const content of ["garbage", "", "null", '{"other": 1}', "[]"]) {
      await writeFile(file, content);
      const error: unknown = await read(path.dirname(file)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(KeyFileError);
      const message = explain(error, null);
      expect(message).toContain(`The keys in ${file} cannot be read.`);
      expect(message).toContain("remove the file");
      expect(message).not.toContain("bug in Hark");
      expect(await readFile(file, "utf8")).toBe(content);
    }
  },
);

// T92: docs/security.md
test("a missing secret is replaced, and the log says so if there is data", async () => {
  const folder = await newFolder();
  const lines: string[] = [];
  const secret = {
    file: path.join(folder, "trial-key"),
    dataFile: path.join(folder, "data.sqlite"),
    consequence: "earlier links in mail no longer work",
    log: (line: string) => void lines.push(line),
  };
  const first = await readOrCreateSecret(secret);
  expect(lines).toEqual([]);
  await writeFile(secret.dataFile, "data");
  expect(await readOrCreateSecret(secret)).toBe(first);
  expect(lines).toEqual([]);
  for (const lose of [() => rm(secret.file), () => writeFile(secret.file, "\n")]) {
    await lose();
    lines.length = 0;
    const other = await readOrCreateSecret(secret);
    expect(other).toMatch(/^[0-9a-f]{48}$/);
    expect(other).not.toBe(first);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(secret.file);
    expect(lines[0]).toContain("earlier links in mail no longer work");
    expect(lines[0]).toContain("put it back");
  }
});
