/** Each person gets one trial, and is recognized by a confirmed address. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { keyIn, withMail } from "../mail-world.ts";
import { refusal } from "../refusal.ts";
import type { Owner } from "../world.ts";
import { openBilling, subscribeAnew } from "./billing-world.ts";
import type { BillingWorld } from "./billing-world.ts";

withMail((world) => {
  let billing: { world: BillingWorld; close(): Promise<void> };
  beforeAll(async () => {
    billing = await openBilling(world());
  });
  afterAll(() => billing.close());

  const subscribe = (owner: Owner) =>
    owner.action(api.subscriptions.subscribe, { planType: "STARTER" });
  const trialDays = async (owner: Owner) =>
    (await owner.query(api.subscriptions.getSubscriptionPlans, {})).STARTER.trialDays;
  const confirm = async ({ email }: Owner) => {
    const key = keyIn(await world().newestTo(email));
    return await world().visitor.mutation(api.account.confirmAddress, { key });
  };

  // T36: docs/security.md
  test("a trial starts once the address is confirmed, and not earlier", async () => {
    const owner = await world().signUp("ada@mailed.test");
    await expect(subscribe(owner)).rejects.toEqual(
      refusal("address_unconfirmed", ACCOUNT_MESSAGES.addressUnconfirmed),
    );
    await confirm(owner);
    expect(await subscribe(owner)).toMatch(/^http/);
  });

  test("the link in the mail returns to the plan that was chosen last, and nothing is requested from Stripe before", async () => {
    const owner = await world().signUp("mary@mailed.test");
    for (const planType of ["STARTER", "PRO"] as const) {
      const chosen = owner.action(api.subscriptions.subscribe, { planType });
      await expect(chosen).rejects.toMatchObject({ data: { code: "address_unconfirmed" } });
    }
    const customers = await billing.world.stripe.customers.list({ limit: 100 });
    expect(customers.data.map(({ email }) => email)).not.toContain(owner.email);
    expect(await confirm(owner)).toBe("PRO");
    expect(await confirm(owner)).toBe("PRO");
    await subscribeAnew(billing.world, owner, "PRO");
    expect(await confirm(owner)).toBeNull();
  });

  test("a link that is requested at a plan returns to it", async () => {
    const owner = await world().signUp("lise@mailed.test");
    await owner.mutation(api.account.sendConfirmation, { planType: "STARTER" });
    expect(await confirm(owner)).toBe("STARTER");
  });

  test("without a chosen plan the link leads to no plan", async () => {
    expect(await confirm(await world().signUp("edith@mailed.test"))).toBeNull();
  });

  // T36: docs/security.md
  test("an unconfirmed address neither uses up another person's trial nor reveals one", async () => {
    const owner = await world().signUp("grace@mailed.test");
    const stranger = await world().signUp("grace+other@mailed.test");
    await confirm(owner);
    await subscribeAnew(billing.world, owner, "STARTER");
    expect(await trialDays(stranger)).toBe(7);
    await confirm(stranger);
    expect(await trialDays(stranger)).toBe(0);
    // Without a trial there is nothing to give, so a paying owner needs no confirmed address.
    expect(must(await subscribe(stranger), "address")).toMatch(/^http/);
  });
});
