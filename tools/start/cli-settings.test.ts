import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  namesOwnDeployment,
  offerToCli,
  withCliSettings,
  writeOwnEnvFile,
} from "./cli-settings.ts";

const SETTINGS = { url: "http://127.0.0.1:4276", adminKey: "local|$&abc" };
const LINES =
  "CONVEX_SELF_HOSTED_URL=http://127.0.0.1:4276\nCONVEX_SELF_HOSTED_ADMIN_KEY=local|$&abc\n";

async function projectWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

// T56: docs/security.md
test("a project without the file gets one that only its owner may read", async () => {
  const project = await projectWith({});
  expect(await offerToCli(project, SETTINGS)).toBe(true);
  expect(await readFile(path.join(project, ".env.local"), "utf8")).toBe(LINES);
  expect((await stat(path.join(project, ".env.local"))).mode & 0o077).toBe(0);
});

// T56: docs/security.md
test("a file that others could read is closed to them when the key is written into it", async () => {
  const project = await projectWith({ ".env.local": "VITE_SUPPORT_EMAIL=a@b.example\n" });
  const file = path.join(project, ".env.local");
  await chmod(file, 0o644);
  expect(await offerToCli(project, SETTINGS)).toBe(true);
  expect(await readFile(file, "utf8")).toBe(`VITE_SUPPORT_EMAIL=a@b.example\n${LINES}`);
  expect((await stat(file)).mode & 0o077).toBe(0);
  // Also if the file already has the right content.
  await chmod(file, 0o644);
  expect(await offerToCli(project, SETTINGS)).toBe(true);
  expect((await stat(file)).mode & 0o077).toBe(0);
});

test("other lines stay as they are, and ours are replaced in place", () => {
  const before =
    "# mine\nVITE_SUPPORT_EMAIL=a@b.example\n CONVEX_SELF_HOSTED_URL = http://localhost:1\nLAST=1";
  const after = withCliSettings(before, SETTINGS);
  expect(after).toBe(
    "# mine\nVITE_SUPPORT_EMAIL=a@b.example\nCONVEX_SELF_HOSTED_URL=http://127.0.0.1:4276\n" +
      "LAST=1\nCONVEX_SELF_HOSTED_ADMIN_KEY=local|$&abc\n",
  );
  expect(withCliSettings(after, SETTINGS)).toBe(after);
});

test.each([
  "CONVEX_DEPLOYMENT=dev:happy-otter-123 # team: ada",
  'export CONVEX_DEPLOYMENT="prod:happy-otter-123"',
  "CONVEX_DEPLOY_KEY=prod:x|y",
  "CONVEX_SELF_HOSTED_URL=https://convex.bakery.example",
])("a deployment of the developer's own is not overwritten: %s", async (line) => {
  const project = await projectWith({ ".env.local": `${line}\n` });
  expect(await offerToCli(project, SETTINGS)).toBe(false);
  expect(await readFile(path.join(project, ".env.local"), "utf8")).toBe(`${line}\n`);
});

test("a deployment named in .env is not overwritten either", async () => {
  const project = await projectWith({ ".env": "CONVEX_DEPLOYMENT=dev:happy-otter-123\n" });
  expect(await offerToCli(project, SETTINGS)).toBe(false);
});

test.each([
  "",
  "CONVEX_DEPLOYMENT=",
  "CONVEX_DEPLOYMENT= # none",
  "# CONVEX_DEPLOYMENT=dev:happy-otter-123",
  "CONVEX_SELF_HOSTED_URL=http://127.0.0.1:9999",
])("this names no deployment: '%s'", (content) => {
  expect(namesOwnDeployment(content)).toBe(false);
});

// T56: docs/security.md
test("the data folder always has its own file for --env-file", async () => {
  const folder = await projectWith({});
  const file = await writeOwnEnvFile(folder, SETTINGS);
  expect(file).toBe(path.join(folder, "convex.env"));
  expect(await readFile(file, "utf8")).toBe(LINES);
  expect((await stat(file)).mode & 0o077).toBe(0);
});
