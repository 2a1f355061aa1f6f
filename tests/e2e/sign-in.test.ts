import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { newAccount, rememberPlans, signOut, signUp } from "../fixtures/account.ts";
import type { Account } from "../fixtures/account.ts";
import { sessionToken } from "../fixtures/session-token.ts";
import { expect, test } from "../fixtures/test.ts";

async function fillIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
}

// The Convex client writes every refusal to the console.
const REFUSED = "[CONVEX A(auth:signIn)]";

const SLOW_ANSWER_MS = 3_000;

function isRenewal(request: Request): boolean {
  return (request.postData() ?? "").includes('"refreshToken"');
}

async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto("/login");
  await fillIn(page, account);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a session survives a reload and ends at sign-out", async ({ page, signedInOwner }) => {
  await page.reload();
  await expect(page.getByText(signedInOwner.email)).toBeVisible();
  await signOut(page);
  await signIn(page, signedInOwner);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(signedInOwner.email)).toBeVisible();
  const paths: string[] = [];
  page.on("framenavigated", (frame) => paths.push(new URL(frame.url()).pathname));
  await signOut(page);
  await page.getByLabel("Email").fill(signedInOwner.email);
  expect(paths, "it goes straight to the login page").toEqual(["/login"]);
});

// The client renews each new session at once, and what a slow answer brings must not sign in again.
test("signing out while the session is being renewed ends it, and what is typed next is not lost @all", async ({
  page,
  signedInOwner,
}) => {
  await signOut(page);
  const renewed = page.waitForResponse((response) => isRenewal(response.request()));
  await page.route("**/api/action", async (route) => {
    if (!isRenewal(route.request())) {
      await route.continue();
      return;
    }
    const response = await route.fetch();
    await delay(SLOW_ANSWER_MS);
    await route.fulfill({ response });
  });
  await signIn(page, signedInOwner);
  await expect(page).toHaveURL("/dashboard");
  await signOut(page);
  await page.getByLabel("Email").fill(signedInOwner.email);
  await renewed;
  await page.getByLabel("Password").fill(signedInOwner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(signedInOwner.email)).toBeVisible();
});

test("a wrong password is reported as invalid, and the form keeps what was typed @all", async ({
  page,
  signedInOwner,
  allowed,
}) => {
  allowed.push(REFUSED);
  await signOut(page);
  await signIn(page, { ...signedInOwner, password: "not the password" });
  await expect(page.getByText("Invalid password. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(signedInOwner.email);
  await page.getByLabel("Password").fill(signedInOwner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("an unknown email address is asked whether it meant to sign up @all", async ({
  page,
  allowed,
}) => {
  allowed.push(REFUSED);
  await signIn(page, newAccount(randomUUID()));
  await expect(page.getByText("Could not sign in, did you mean to sign up?")).toBeVisible();
});

test("an email address that has an account cannot sign up again @all", async ({
  page,
  signedInOwner,
  allowed,
}) => {
  allowed.push(REFUSED);
  await signOut(page);
  await page.getByRole("button", { name: "Sign up instead" }).click();
  await fillIn(page, { ...signedInOwner, password: "another password" });
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page.getByText("Could not sign up, did you mean to sign in?")).toBeVisible();
  await expect(page).toHaveURL("/login");
});

test("a protected page asks for sign-in and then opens", async ({ page }) => {
  await page.goto("/dashboard?subscription=cancel");
  await expect(page).toHaveURL(/\/login\?next=/);
  await rememberPlans(page);
  await page.getByRole("button", { name: "Sign up instead" }).click();
  await fillIn(page, newAccount(randomUUID()));
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page).toHaveURL("/dashboard?subscription=cancel");
});

test("signing in or out in one tab does so in the other @all", async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto("/login");
  await expect(other.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await signUp(page, newAccount(randomUUID()));
  await expect(other).toHaveURL("/dashboard");
  await signOut(other);
  await expect(page).toHaveURL("/login");
});

// T8: docs/security.md
test("a link with a code parameter does not sign an owner out, on any page", async ({
  page,
  signedInOwner,
}) => {
  const shown = /Your AI Voice Assistants|Back to Dashboard|Forgot your password/;
  for (const path of ["/login", "/login/forgot", "/dashboard", "/test-embed"]) {
    await page.goto(`${path}?code=abc`);
    await page.getByText(shown).first().waitFor();
    await page.goto("/dashboard");
    await expect(page.getByText(signedInOwner.email), path).toBeVisible();
  }
});

test("a link with a code lets a visitor sign in as usual @all", async ({ page, signedInOwner }) => {
  await signOut(page);
  await page.goto("/login?code=abc");
  await fillIn(page, signedInOwner);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a session that is ended elsewhere ends in every tab, on the login page", async ({
  page,
  context,
  stack,
  signedInOwner,
}) => {
  const studio = await context.newPage();
  await studio.goto("/test-embed");
  await studio.getByRole("link", { name: "Back to Dashboard" }).waitFor();
  await expect(page.getByText(signedInOwner.email)).toBeVisible();
  const elsewhere = new ConvexHttpClient(stack.backendUrl, { logger: false });
  elsewhere.setAuth(await sessionToken(page));
  await elsewhere.action(api.auth.signOut, {});
  await expect(page).toHaveURL("/login");
  await expect(studio).toHaveURL("/login?next=%2Ftest-embed");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(studio.getByRole("heading", { name: "Welcome back" })).toBeVisible();
});
