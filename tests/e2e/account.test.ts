import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import type { Account } from "../fixtures/account.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

// The Convex client writes every refusal to the console.
const REFUSED = "[CONVEX A(auth:signIn)]";

/** In a browser of its own. */
async function signInElsewhere(
  browser: Browser,
  baseURL: string | undefined,
  { email, password }: Account,
): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    timezoneId: "America/Argentina/Buenos_Aires",
  });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard/**");
  return page;
}

test("an owner sees their sessions and ends one that they do not recognize @all", async ({
  signedInOwner,
  browser,
  baseURL,
}) => {
  const { page } = signedInOwner;
  const other = await signInElsewhere(browser, baseURL, signedInOwner);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Account settings" }).click();
  await expect(page).toHaveURL("/dashboard/account");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  const theirs = sessions.getByRole("listitem").filter({ hasText: "Near Buenos Aires" });
  await expect(theirs).toContainText("Chrome on Linux");
  await expectNoFaults(page);

  await theirs.getByRole("button", { name: /^Sign out/ }).click();
  await expect(other).toHaveURL(/\/login/);
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(sessions.getByRole("button", { name: "Sign out everywhere else" })).toBeHidden();
  await other.context().close();
});

test("a new password signs out every other session and replaces the old password @all", async ({
  signedInOwner,
  browser,
  baseURL,
  allowed,
}) => {
  allowed.push("[CONVEX A(account:changePassword)]", REFUSED);
  const { page } = signedInOwner;
  const other = await signInElsewhere(browser, baseURL, signedInOwner);
  await page.goto("/dashboard/account");
  const change = async (current: string, next: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change("not the password", "another long one");
  await expect(page.getByText("That is not your current password.")).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("another long one");
  await change(signedInOwner.password, "another long one");
  await expect(page.getByText(/^Your password was changed/)).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  await other.context().close();
  await expect(page.getByLabel("New password")).toHaveValue("");
  const again = { ...signedInOwner, password: "another long one" };
  await (await signInElsewhere(browser, baseURL, again)).context().close();
});

test("one export file holds all of an owner's data @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  const embedId = await owner.createAssistant("Front desk");
  for (let call = 0; call < 7; call += 1) await owner.recordCall(embedId);
  const room = await owner.beginCall(embedId);
  await room.waitFor(({ type }) => type === "transcript" || type === "conversation-update");
  room.leave();
  await page.goto("/dashboard/calls");
  const row = page.getByRole("row", { name: /Front desk/ }).first();
  await row.getByRole("button", { name: /^Details of call/ }).click();
  await expect(page.getByRole("link", { name: /Open recording/ })).toBeVisible();

  await page.goto("/dashboard/account");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download everything" }).click();
  const files = filesInZip(await readFile(await (await download).path()));
  const names = [...files.keys()];
  expect(names.filter((name) => name.startsWith("calls/") && name.endsWith(".json"))).toHaveLength(
    8,
  );
  expect(names.filter((name) => name.endsWith(".txt"))).toHaveLength(8);
  expect(names).not.toContain("missing.txt");
  const [recording] = names.filter((name) => /^recordings\/.+\.(wav|mp3)$/.test(name));
  expect(files.get(recording ?? "")?.length).toBeGreaterThan(1_000);
  expect(files.get("calls.csv")?.toString().trimEnd().split("\r\n")).toHaveLength(9);
  const account = JSON.parse(files.get("account.json")?.toString() ?? "") as {
    assistants: { name: string }[];
  };
  expect(account.assistants.map(({ name }) => name)).toEqual(["Front desk"]);
});

/** Reads a zip file with uncompressed entries (PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
const END_MARK = 0x06_05_4b_50;
const ENTRY_MARK = 0x02_01_4b_50;
const END_BYTES = 22;

function filesInZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END_MARK) throw new Error("No zip without a comment");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY_MARK) throw new Error(`No entry at ${at}`);
    if (zip.readUInt16LE(at + 10) !== 0) throw new Error("Compressed");
    const size = zip.readUInt32LE(at + 24);
    const [nameBytes, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + (nameBytes ?? 0));
    const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, zip.subarray(begins, begins + size));
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
