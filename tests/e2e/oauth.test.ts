import { randomUUID } from "node:crypto";
import { startIdentity } from "@hark/identity-stand-in";
import type { IdentityStandIn } from "@hark/identity-stand-in";
import { newAccount, rememberPlans, signOut, signUp } from "../fixtures/account.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { setVariables } from "../fixtures/stack.ts";
import { expect, test } from "../fixtures/test.ts";

let identity: IdentityStandIn;

test.beforeAll(async ({ stack }) => {
  // Earlier tests may have advanced the stack's clock. With a clock of its own, Google would issue expired tokens.
  const { clock, siteUrl } = stack;
  identity = await startIdentity({ clock, siteUrl, onError: console.error });
  await setVariables(stack, identity.variables);
});
test.afterAll(async ({ stack }) => {
  const names = Object.keys(identity.variables);
  await setVariables(stack, Object.fromEntries(names.map((name) => [name, ""])));
  await identity.close();
});

function newPerson(id: number, email = newAccount(randomUUID()).email) {
  const person = { id, name: `Ada ${id}`, email, isVerified: true };
  identity.people.push(person);
  return person;
}

test("an owner signs in with Google, may set a password by mail, and signs in again @all", async ({
  page,
}) => {
  const { name, email } = newPerson(1);
  await page.goto("/login?next=%2Fdashboard%2Faccount");
  await rememberPlans(page);
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page).toHaveURL("/dashboard/account");
  await expect(
    page.getByText("You sign in with Google and do not have a password yet."),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Email address" })).toContainText(email);
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Set a password by email" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.goto("/dashboard");
  await signOut(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByText(email)).toBeVisible();
});

test("a failed sign-in says why and what to do @all", async ({ page }) => {
  const account = newAccount(randomUUID());
  await signUp(page, account);
  await signOut(page);
  const { name } = newPerson(2, account.email);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("alert")).toContainText(
    "GitHub: An account with your email address exists",
  );
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("Sign-in was not completed.");
  // The sign-in is complete, so a code in a URL no longer affects it.
  await page.goto("/login?code=12345678");
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("if the last request of a sign-in is lost, the page says so, and the next sign-in works @all", async ({
  page,
}) => {
  const { name, email } = newPerson(3);
  let isLost = false;
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const backend = socket.connectToServer();
    socket.onMessage((message) => {
      const isLast = /"auth:signIn".*"code":/.test(message.toString());
      if (isLast && !isLost) {
        isLost = true;
        void socket.close({ code: 1001 });
      } else backend.send(message);
    });
  });
  await page.goto("/login");
  await rememberPlans(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("alert")).toContainText("Google: Sign-in was not completed.");
  expect(isLost).toBe(true);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(email)).toBeVisible();
});

test("the form stays where it is while the buttons of the providers arrive", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const backend = socket.connectToServer();
    socket.onMessage((message) => backend.send(message));
    backend.onMessage((message) => {
      void released.then(() => socket.send(message));
    });
  });
  await page.goto("/login");
  await rememberPlans(page);
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(submit).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeHidden();
  const before = await submit.boundingBox();
  release();
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible();
  expect(await submit.boundingBox()).toEqual(before);
});
