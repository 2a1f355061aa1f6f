/**
 * Hark itself on a real deployment, as far as it goes without Stripe and Vapi; `business.cases.ts` goes on with them.
 */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { emailOf } from "./owner-name.ts";
import { remote } from "./remote.ts";
import { connect, signIn, upload } from "./sign-in.ts";

const { run, convex } = must(remote, "the runner");
const { siteUrl } = must(convex, "the deployment");

test("an owner signs up and signs in again, but not with a wrong password", async () => {
  const email = emailOf("ada", run);
  const { client: ada } = await signIn("signUp", "ada");
  expect(await ada.query(api.auth.loggedInUser, {})).toMatchObject({ email });
  const { client: again } = await signIn("signIn", "ada");
  expect(await again.query(api.auth.loggedInUser, {})).toMatchObject({ email });
  await expect(signIn("signIn", "ada", "wrong horse")).rejects.toThrow();
  expect(await connect().query(api.auth.loggedInUser, {})).toBeNull();
});

test("an owner has no assistants yet, uploads a file, and reads the plans", async () => {
  const { client: bob } = await signIn("signUp", "bob");
  expect(await bob.query(api.assistants.listAssistants, {})).toEqual([]);
  const answer = await upload(bob, "We open at nine.");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ storageId: expect.any(String) as string });
  expect(await bob.query(api.subscriptions.getSubscriptionPlans, {})).toMatchObject({
    STARTER: { price: 2900 },
    PRO: { price: 4900 },
  });
});

// The visitors' bearer is not a token, for which a real deployment's `ctx.auth.getUserIdentity` throws.
test("a visitor's call to an unknown assistant is refused with Hark's message, for any origin", async () => {
  const answer = await fetch(`${siteUrl}/call/web`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${crypto.randomUUID()}`,
      "Content-Type": "application/json",
      Origin: "https://a.example",
    },
    body: JSON.stringify({ assistantId: "a" }),
  });
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test("unsigned reports are refused", async () => {
  for (const door of ["vapi", "stripe"]) {
    const answer = await fetch(`${siteUrl}/${door}`, { method: "POST", body: "{}" });
    expect([door, answer.ok]).toEqual([door, false]);
  }
});

test("a deleted account can no longer be used", async () => {
  const { client: eve } = await signIn("signUp", "eve");
  await eve.mutation(api.account.deleteAccount, {});
  await eventually(async () => (await eve.query(api.auth.loggedInUser, {})) === null);
  await expect(signIn("signIn", "eve")).rejects.toThrow();
});
