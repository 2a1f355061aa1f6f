import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pushedRequests } from "./pushed-request.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-pushed-"));
});
afterEach(() => rm(folder, { recursive: true }));

const pushed = () => pushedRequests(folder);

/** With a letter of three bytes and one of four across what is taken at once. */
const LONG = `${"a".repeat(2 ** 16 - 1)}😀${"ä€".repeat(2 ** 16)}`;

test.each([{ request: "{}" }, { request: "" }, { request: LONG }])(
  "a push is found again as it was ($request.length characters)",
  async ({ request }) => {
    const digest = await pushed().save(request);
    expect(await pushed().load(digest)).toBe(request);
    expect(await readdir(folder)).toEqual([`pushed-${digest}.json`]);
  },
);

test("what is missing or damaged is no push", async () => {
  const digest = await pushed().save(LONG);
  expect(await pushed().load("0".repeat(64))).toBeNull();
  const file = path.join(folder, `pushed-${digest}.json`);
  await writeFile(file, (await readFile(file, "utf8")).slice(0, -1));
  expect(await pushed().load(digest)).toBeNull();
});

test("what was pushed before goes, and what else is in the folder stays", async () => {
  await pushed().save("old");
  await writeFile(path.join(folder, "pushed-half.json.new"), "ha");
  await writeFile(path.join(folder, "data.sqlite"), "");
  const digest = await pushed().save("new");
  await pushed().forgetAllBut(digest);
  expect((await readdir(folder)).sort()).toEqual(["data.sqlite", `pushed-${digest}.json`]);
});
