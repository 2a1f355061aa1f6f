import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { adminClient } from "../admin-client.ts";
import { newAccount, signOut, signUp } from "../fixtures/account.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { mailIn } from "../fixtures/mails.ts";
import type { Mail } from "../fixtures/mails.ts";
import { confirmAddress } from "../fixtures/owner-client.ts";
import { expect, test } from "../fixtures/test.ts";

const FORGOTTEN = "Choose a new password";
const CONFIRM = "Confirm your email address";

function linkIn({ text }: Mail): string {
  return must(/^https?:\/\/\S+\?key=\S+$/m.exec(text)?.[0], "a link");
}

async function askForMail(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
}

test("an owner who forgot the password gets in by the link in the mail", async ({
  page,
  signedInOwner,
  stack,
}) => {
  const { email } = signedInOwner;
  await signOut(page);
  await askForMail(page, email);
  await page.goto(linkIn(await mailIn(stack, email, FORGOTTEN)));
  await page.getByLabel("New password").fill("a password to remember");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(email)).toBeVisible();
  await signOut(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("a password to remember");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("an example.com address receives its mail in the local outbox @all", async ({
  page,
  stack,
}) => {
  const email = `${randomUUID()}@example.com`;
  await signUp(page, { ...newAccount(randomUUID()), email });
  await page.goto(linkIn(await mailIn(stack, email, CONFIRM)));
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page.getByText("Your email address is confirmed")).toBeVisible();
});

test("the code from the mail works too, by keyboard alone, and a wrong code is refused @all", async ({
  page,
  signedInOwner,
  stack,
  allowed,
}) => {
  allowed.push("[CONVEX A(auth:signIn)]");
  const { email } = signedInOwner;
  await signOut(page);
  await askForMail(page, email);
  await page.getByLabel("Code").focus();
  await page.keyboard.type("WRONG-CODES");
  await page.keyboard.press("Tab");
  await page.keyboard.type("a password to remember");
  await page.keyboard.press("Enter");
  await expect(page.getByText("That code is not correct.")).toBeVisible();
  const { text } = await mailIn(stack, email, FORGOTTEN);
  const code = must(/^ {4}(\S+)$/m.exec(text)?.[1], "a code");
  await page.getByLabel("Code").fill(code.toLowerCase());
  await page.getByLabel("New password").press("Enter");
  await expect(page).toHaveURL("/dashboard");
});

test("an unknown address gets the same answer as a known one @all", async ({ page }) => {
  await askForMail(page, newAccount(randomUUID()).email);
});

test("a new password signs out everywhere else @all", async ({
  page,
  signedInOwner,
  stack,
  browser,
}) => {
  const { email } = signedInOwner;
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${stack.appUrl}/login/forgot`);
  await elsewhere.getByLabel("Email").fill(email);
  await elsewhere.getByRole("button", { name: "Send email" }).click();
  await elsewhere.goto(linkIn(await mailIn(stack, email, FORGOTTEN)));
  await elsewhere.getByLabel("New password").fill("a password to remember");
  await elsewhere.getByRole("button", { name: "Save and sign in" }).click();
  await elsewhere.waitForURL("**/dashboard**");
  await expect(page).toHaveURL(/\/login/);
  await elsewhere.context().close();
});

test("a banner asks for confirmation until the link is opened, in any browser", async ({
  page,
  stack,
  browser,
}) => {
  const account = newAccount(randomUUID());
  await signUp(page, account);
  const banner = page.getByRole("status", { name: "Confirm Your Email Address" });
  await expect(banner).toContainText(account.email);
  await expect(banner.getByRole("link", { name: /Open the outbox/ })).toHaveAttribute(
    "href",
    stack.vendors.mail.outboxUrl,
  );
  await banner.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("We sent you a new email.")).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto(linkIn(await mailIn(stack, account.email, CONFIRM)));
  await other.getByRole("button", { name: "Confirm email address" }).click();
  await expect(
    other.getByRole("heading", { name: "Your email address is confirmed" }),
  ).toBeVisible();
  await other.context().close();
  await expect(banner).toBeHidden();
});

test("an owner who must confirm before a trial continues by the mail's link, at the chosen plan @all", async ({
  page,
  allowed,
  stack,
}) => {
  allowed.push("[CONVEX A(subscriptions:subscribe)]");
  const account = newAccount(randomUUID());
  await signUp(page, account);
  await page.goto("/dashboard/subscription");
  const pro = page.getByRole("article", { name: "Pro" });
  await expect(pro).toContainText("The link in our email brings you back here.");
  await pro.getByRole("button", { name: "Start 7-Day Trial" }).click();
  await expect(page.getByText("Please confirm your email address first")).toBeVisible();
  await expectNoFaults(page);

  await page.goto(linkIn(await mailIn(stack, account.email, CONFIRM)));
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await page.getByRole("link", { name: "Continue with Pro" }).click();
  await expect(pro.getByRole("button", { name: "Start 7-Day Trial" })).toBeFocused();
  await expect(page.getByText("First, confirm your email address")).toBeHidden();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${stack.vendors.stripe.url}/**`);
});

test("an email change takes effect when the link sent to the new address is opened @all", async ({
  page,
  signedInOwner,
  stack,
  allowed,
  browser,
}) => {
  allowed.push("[CONVEX");
  const { email, password } = signedInOwner;
  // Only a confirmed address is told about a change.
  await confirmAddress(adminClient(stack.backendUrl, stack.adminKey), signedInOwner);
  const to = newAccount(randomUUID()).email;
  await page.goto("/dashboard/account");
  const card = page.getByRole("region", { name: "Email address" });
  const submit = async (given: string) => {
    await card.getByLabel("New email address").fill(to);
    await card.getByLabel("Your password").fill(given);
    await card.getByRole("button", { name: "Change email address" }).click();
  };
  await submit("not the password");
  await expect(page.getByText("That is not your current password.")).toBeVisible();
  await submit(password);
  await expect(card.getByRole("status")).toContainText(`We sent a link to ${to}.`);
  await expect(card).toContainText(email);
  await expectNoFaults(page);

  const link = linkIn(await mailIn(stack, to, "Confirm your new email address"));
  await mailIn(stack, email, "Your email address is about to change");
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByText("Sign in first")).toBeVisible();
  await stranger.getByRole("link", { name: "Sign in" }).click();
  await stranger.getByLabel("Email").fill(email);
  await stranger.getByLabel("Password").fill(password);
  await stranger.getByRole("button", { name: "Sign in", exact: true }).click();
  await stranger.getByRole("button", { name: "Confirm new email address" }).click();
  await expect(
    stranger.getByRole("heading", { name: "Your email address was changed" }),
  ).toBeVisible();
  await stranger.context().close();

  await expect(card).not.toContainText(email);
  await expect(card).toContainText(to);
  await mailIn(stack, email, "Your email address was changed");
  await page.goto("/dashboard");
  await signOut(page);
  await page.getByLabel("Email").fill(to);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("an invalid link says so and links to the next step @all", async ({ page, allowed }) => {
  allowed.push("[CONVEX");
  await page.goto("/login/confirm?key=made.up.key");
  await page.getByRole("button", { name: "Confirm email address" }).click();
  await expect(page.getByRole("main").getByText("This link is no longer valid")).toBeVisible();
  await page.goto("/login/forgot?key=made.up");
  await page.getByLabel("New password").fill("a password to remember");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText("has expired or was already used")).toBeVisible();
  await page.getByRole("button", { name: "Request a new email" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("axe finds no violation on these pages on a phone @all", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  for (const [path, ready] of [
    ["/login/forgot", "Send email"],
    ["/login/forgot?key=made.up", "Save and sign in"],
    ["/login/confirm?key=made.up.key", "Confirm email address"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: ready })).toBeVisible();
    await expectNoFaults(page);
  }
  await signUp(page, newAccount(randomUUID()));
  await expect(page.getByRole("status", { name: "Confirm Your Email Address" })).toBeVisible();
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await expectNoFaults(page);
});
