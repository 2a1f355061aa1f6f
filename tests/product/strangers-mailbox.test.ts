/** An unconfirmed address may belong to a stranger, who gets little mail and none of the sender's own words. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { keyIn, withMail } from "./mail-world.ts";
import type { Caller } from "../caller.ts";

const PASSWORD = "forgotten horse";
const HOME = "0b1c2d3e-0000-4000-8000-00000000000a";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AN_HOUR = 5;
const BAIT = "Your prize: https://evil.example/win?u=1 (or evil.example) CALL NOW";

let people = 0;
function newName(): string {
  people += 1;
  return `stranger-${people}`;
}

withMail((world) => {
  async function enter(params: Record<string, string>): Promise<Caller> {
    const sent = { provider: "password", params: { password: PASSWORD, ...params } };
    const answer = await world().visitor.action(api.auth.signIn, sent);
    await world().settle();
    return world().as(must(answer.tokens, "tokens").token);
  }
  const signUp = (email: string) => enter({ flow: "signUp", email, browser: HOME });
  async function confirmed(email: string): Promise<Caller> {
    const owner = await signUp(email);
    const key = keyIn(await world().newestTo(email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    return owner;
  }
  const sendAgain = (owner: Caller) => owner.mutation(api.account.sendConfirmation, {});
  const troubleOf = async (owner: Caller) => {
    await world().settle();
    return (await owner.query(api.auth.loggedInUser, {}))?.addressProblem ?? null;
  };
  const subjectsTo = async (email: string) =>
    (await world().mailTo(email)).map(({ subject }) => subject).toReversed();
  const mailsTo = async (...emails: string[]) =>
    (await Promise.all(emails.map((email) => world().mailTo(email)))).flat();
  const limited = expect.objectContaining({
    data: {
      code: "too_many_requests",
      message: expect.stringMatching(/Try again in \d+ minutes?\./) as string,
    },
  }) as Error;

  // T47: docs/security.md
  test("signing up with a stranger's address, asking again and deleting, fifteen times, sends five mails", async () => {
    const name = newName();
    const spellings: string[] = [];
    for (let round = 0; round < 15; round++) {
      const email = `${name}+${round}@flooded.test`;
      spellings.push(email);
      const owner = await signUp(email);
      for (let again = 0; again < 3; again++) {
        await world().advance(1_000);
        await sendAgain(owner).catch(() => undefined);
      }
      await owner.mutation(api.account.deleteAccount, {});
    }
    await world().settle();
    expect(await mailsTo(...spellings)).toHaveLength(AN_HOUR);
    await world().advance(60 * MINUTE_MS);
    await signUp(`${name}@flooded.test`);
    expect(await subjectsTo(`${name}@flooded.test`)).toEqual(["Confirm your email address"]);
  });

  // T47: docs/security.md
  test("nothing else in an unconfirmed account sends more mail", async () => {
    const email = `${newName()}@flooded.test`;
    const owner = await signUp(email);
    const sender = await confirmed(`${newName()}@flooding.test`);
    const choice = { when: "each", assistantId: null, hour: 8, timeZone: "UTC" } as const;
    await sender.mutation(api.outcomeMails.addRecipient, { address: email, ...choice });
    await sender.action(api.account.changeAddress, { email, password: PASSWORD });
    let current = PASSWORD;
    for (let round = 0; round < 4; round++) {
      const args = { name: `${BAIT.slice(0, 50)} ${round}`, scopes: ["calls:read" as const] };
      await owner.action(api.apiKeys.createKey, args);
      const next = `another horse ${round}`;
      await owner.action(api.account.changePassword, { current, next });
      current = next;
      await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    }
    await world().advance(91 * DAY_MS);
    const before = (await mailsTo(email)).length;
    await enter({ flow: "signIn", email, password: current });
    const mails = await mailsTo(email);
    expect(before).toBe(AN_HOUR);
    expect(mails).toHaveLength(before);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects).not.toContain("New API key for your account");
    expect(subjects).not.toContain("New sign-in to your account");
    expect(JSON.stringify(mails)).not.toContain("evil");
  });

  // T47: docs/security.md
  test("an owner who asks too often is told when to ask again, and no page claims that a mail was sent", async () => {
    const email = `${newName()}@flooded.test`;
    const first = await signUp(email);
    expect(await troubleOf(first)).toMatchObject({ what: "unconfirmed", isMailSent: true });
    for (let again = 1; again < AN_HOUR; again++) {
      await world().advance(1_000);
      await sendAgain(first);
    }
    await expect(sendAgain(first)).rejects.toEqual(limited);
    await first.mutation(api.account.deleteAccount, {});
    const second = await signUp(email);
    expect(await troubleOf(second)).toMatchObject({ what: "unconfirmed", isMailSent: false });
    await expect(sendAgain(second)).rejects.toEqual(limited);
    await world().advance(12 * MINUTE_MS);
    await sendAgain(second);
    expect(await troubleOf(second)).toMatchObject({ what: "unconfirmed", isMailSent: true });
    expect(await mailsTo(email)).toHaveLength(AN_HOUR + 1);
  });

  // T47: docs/security.md
  test("mail that strangers have sent to an address does not stop its owner's mail, once it is confirmed", async () => {
    const email = `${newName()}@flooded.test`;
    const owner = await confirmed(email);
    const sender = await confirmed(`${newName()}@flooding.test`);
    // The first mail was the one that confirmed the address.
    for (let time = 1; time < AN_HOUR; time++) {
      await sender.action(api.account.changeAddress, { email, password: PASSWORD });
      await world().advance(1_000);
    }
    const before = (await mailsTo(email)).length;
    await owner.action(api.apiKeys.createKey, { name: "Till", scopes: ["calls:read"] });
    expect(await mailsTo(email)).toHaveLength(before + 1);
  });

  // T47: docs/security.md
  test("a complaint outlives the account, in every spelling of the address, and only a confirmed owner may undo it", async () => {
    const [name, other] = [newName(), newName()];
    const email = `${name}@flooded.test`;
    const attacker = await signUp(email);
    await world().happens(await world().newestTo(email), "email.complained");
    await attacker.mutation(api.account.deleteAccount, {});
    await world().settle();
    const again = await signUp(`${name}+again@flooded.test`);
    expect(await troubleOf(again)).toMatchObject({ what: "complained", mayTryAgain: false });
    await expect(sendAgain(again)).rejects.toMatchObject({ data: { code: "mail_stopped" } });
    expect(await mailsTo(`${name}+again@flooded.test`)).toEqual([]);
    // Changing the account's address and returning does not help either.
    expect(JSON.stringify(await world().rows("mailStops"))).not.toContain("flooded.test");

    const owner = await confirmed(`${other}@flooded.test`);
    await world().happens(await world().newestTo(`${other}@flooded.test`), "email.complained");
    expect(await troubleOf(owner)).toMatchObject({ what: "complained", mayTryAgain: true });
    await sendAgain(owner);
    // It was sent: by now the address is on the mail service's own suppression list.
    expect(await troubleOf(owner)).toMatchObject({ what: "refused" });
  });

  // T47: docs/security.md
  test("a bounce outlives the account too", async () => {
    const email = `${newName()}@flooded.test`;
    const owner = await signUp(email);
    await world().happens(await world().newestTo(email), "email.bounced");
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    const next = await signUp(email);
    expect(await troubleOf(next)).toMatchObject({ what: "bounced", mayTryAgain: true });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  // T47: docs/security.md
  test("an earlier stop that stores the readable address still works, and is hashed by the update", async () => {
    const email = `${newName()}@flooded.test`;
    await world().insert("mailStops", [{ address: email, reason: "complained" }]);
    const owner = await signUp(email);
    expect(await troubleOf(owner)).toMatchObject({ what: "complained" });
    expect(await mailsTo(email)).toEqual([]);
    await owner.mutation(api.account.deleteAccount, {});
    await world().inside.mutation(internal.operator.migrations.startMigrations, {});
    await world().settle();
    expect(JSON.stringify(await world().rows("mailStops"))).not.toContain(email);
    expect(await troubleOf(await signUp(email))).toMatchObject({ what: "complained" });
    await world().inside.mutation(internal.operator.confirmAddress, { email });
    expect(await troubleOf(await enter({ flow: "signIn", email }))).toBeNull();
  });

  // T46: docs/security.md
  test("a key's name in a mail contains nothing that a mail program turns into a link", async () => {
    const email = `${newName()}@owners.test`;
    const owner = await confirmed(email);
    await owner.action(api.apiKeys.createKey, { name: BAIT.slice(0, 60), scopes: ["calls:read"] });
    const { text, html } = await world().newestTo(email);
    expect(text).toContain(
      "“Your prize https evil example win u 1 (or evil example) CALL NOW”".slice(0, 30),
    );
    for (const body of [text, html]) expect(body).not.toMatch(/evil\.|\/\/evil|prize:/);
  });

  // T91: docs/security.md
  test("no rate limit and no table keeps the address of a deleted account, or where it was used", async () => {
    const name = newName();
    const email = `${name}@gone.test`;
    const owner = await confirmed(email);
    await expect(enter({ flow: "signIn", email, password: "wrong horse" })).rejects.toThrow();
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    const to = `${name}-new@gone.test`;
    await owner.action(api.account.changeAddress, { email: to, password: PASSWORD });
    const choice = { when: "each", assistantId: null, hour: 8, timeZone: "UTC" } as const;
    const address = `${name}-shop@gone.test`;
    await owner.mutation(api.outcomeMails.addRecipient, { address, ...choice });
    await world().settle();
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    const limits = (await world().rowsOfComponent("rateLimiter", "rateLimits")) as {
      name: string;
    }[];
    const ofAccounts = limits.filter(({ name: limit }) => /^(signIns|resets|mails)/.test(limit));
    expect(ofAccounts.length).toBeGreaterThan(3);
    expect(JSON.stringify(ofAccounts)).not.toMatch(/gone\.test|\d+\.\d+\.\d+\.\d+|::/);
    for (const table of [
      "mails",
      "mailStops",
      "passwordResets",
      "users",
      "authAccounts",
    ] as const) {
      expect(JSON.stringify(await world().rows(table)), table).not.toContain("gone.test");
    }
  });
});
