/**
 * An owner who forgot the password gets in again by mail, and nobody else does. The cases are known mistakes of other
 * products.
 */
import { describe, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../convex/shared/accountMessages";
import { MESSAGES } from "../../convex/shared/messages";
import { codeIn, keyIn, withMail } from "./mail-world.ts";
import { refusal } from "./refusal.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let people = 0;
/** A new address for each test. */
function newEmail(): string {
  people += 1;
  return `person-${people}@forgetful.test`;
}

type Credential = { key: string } | { request: string; code: string };

withMail((world) => {
  const signIn = (params: Record<string, string>) =>
    world().visitor.action(api.auth.signIn, { provider: "password", params });
  const signUp = async (email: string, browser?: string) => {
    const answer = await signIn({
      flow: "signUp",
      email,
      password: "forgotten horse",
      ...(browser === undefined ? {} : { browser }),
    });
    // If two mails are sent at once, their order is undefined.
    await world().settle();
    return answer;
  };
  const requestReset = (email: string, browser: string | null = null) =>
    world().visitor.mutation(api.account.requestPasswordReset, { email, browser });
  const choose = (credential: Credential, password = "remembered horse") =>
    signIn({ flow: "reset", password, ...credential });
  const confirm = async (email: string) => {
    const key = keyIn(await world().newestTo(email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
  };
  const isIn = async (email: string, password: string) => {
    const { tokens } = await signIn({ flow: "signIn", email, password });
    return tokens != null;
  };
  const usedUp = refusal("reset_refused", ACCOUNT_MESSAGES.resetOver);
  const wrongCode = refusal("reset_refused", ACCOUNT_MESSAGES.resetCodeWrong);

  // T5: docs/security.md
  test("the link in the mail sets a new password, once, and ends all other sessions", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    await requestReset(email);
    const key = keyIn(await world().newestTo(email));
    expect((await choose({ key })).tokens?.token).toMatch(/./);
    expect(await isIn(email, "remembered horse")).toBe(true);
    expect(await owner.query(api.auth.loggedInUser, {})).toBeNull();
    await expect(choose({ key }, "third horse")).rejects.toEqual(usedUp);
    expect(await isIn(email, "remembered horse")).toBe(true);
  });

  test("the code in the mail does the same on the page that requested it", async () => {
    const email = newEmail();
    await signUp(email);
    const request = await requestReset(email);
    const code = codeIn(await world().newestTo(email)).toLowerCase();
    await choose({ request, code });
    await expect(choose({ request, code })).rejects.toEqual(usedUp);
    expect(await isIn(email, "remembered horse")).toBe(true);
    await expect(isIn(email, "forgotten horse")).rejects.toThrow();
  });

  test("a reset by mail also confirms the address", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    const find = async () =>
      (await world().rows("users")).find(({ _id }) => _id === owner.userId)?.emailVerificationTime;
    expect(await find()).toBeUndefined();
    await requestReset(email);
    await choose({ key: keyIn(await world().newestTo(email)) });
    expect(await find()).toEqual(expect.any(Number));
  });

  // T2: docs/security.md
  test("an unknown address gets the same answer, after the same work", async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await signUp(known);
    await world().settle();
    const requests = [await requestReset(known), await requestReset(unknown)];
    const sizes = requests.map((request) => request.length);
    expect(sizes[0]).toBe(sizes[1]);
    await world().settle();
    const rows = await world().rows("passwordResets");
    const work = requests.map((request) => {
      const { email, _id, _creationTime, ownerId, expiresAtMs, ...rest } =
        rows.find((row) => row._id === request) ?? ({} as (typeof rows)[number]);
      return rest;
    });
    expect(work[0]).toEqual(work[1]);
    expect(await world().mailTo(unknown)).toEqual([]);
    for (const request of requests) {
      await expect(choose({ request, code: "WRONG-CODES" })).rejects.toEqual(wrongCode);
    }
  });

  // T6: docs/security.md
  test("the mail goes to the account's own address, and to no other spelling of it", async () => {
    const email = newEmail();
    await signUp(email);
    await requestReset(`  ${email.toUpperCase()} `);
    expect(await world().newestTo(email)).toMatchObject({ to: [email] });
    await requestReset(email.replace("@", "+evil@"));
    expect(await world().mailTo(email.replace("@", "+evil@"))).toEqual([]);
  });

  test("requesting a reset changes nothing in the account", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    await world().settle();
    const account = async () => [
      (await world().rows("users")).find(({ _id }) => _id === owner.userId),
      (await world().rows("authAccounts")).filter(({ userId }) => userId === owner.userId),
    ];
    const before = await account();
    await requestReset(email);
    await world().settle();
    expect(await account()).toEqual(before);
    expect(await owner.query(api.auth.isAuthenticated, {})).toBe(true);
  });

  // T5: docs/security.md
  test("after an hour neither link nor code works", async () => {
    const email = newEmail();
    await signUp(email);
    const request = await requestReset(email);
    const mail = await world().newestTo(email);
    await world().advance(HOUR_MS + MINUTE_MS);
    await expect(choose({ key: keyIn(mail) })).rejects.toEqual(usedUp);
    await expect(choose({ request, code: codeIn(mail) })).rejects.toEqual(usedUp);
    await world().inside.mutation(internal.accounts.sessions.deleteExpiredSignIns, {});
    await world().settle();
    expect(await world().rows("passwordResets")).toEqual([]);
  });

  // T5: docs/security.md
  test("a code works only for the request that it was mailed for", async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signUp(email);
    await signUp(other);
    const first = await requestReset(email);
    const code = codeIn(await world().newestTo(email));
    const [second, others] = [await requestReset(email), await requestReset(other)];
    await world().settle();
    await expect(choose({ request: second, code })).rejects.toEqual(wrongCode);
    await expect(choose({ request: others, code })).rejects.toEqual(wrongCode);
    await choose({ request: first, code });
    expect(await isIn(other, "forgotten horse")).toBe(true);
  });

  test("a reset invalidates all earlier links and codes", async () => {
    const email = newEmail();
    await signUp(email);
    await requestReset(email);
    const first = await world().newestTo(email);
    await world().advance(MINUTE_MS);
    await requestReset(email);
    const second = await world().newestTo(email);
    expect(keyIn(second)).not.toBe(keyIn(first));
    await choose({ key: keyIn(second) });
    await expect(choose({ key: keyIn(first) }, "third horse")).rejects.toEqual(usedUp);
  });

  // T5: docs/security.md
  test("changing the password with the current one invalidates them too", async () => {
    const email = newEmail();
    const { tokens } = await signUp(email);
    const owner = world().as(must(tokens, "tokens").token);
    const request = await requestReset(email);
    const mail = await world().newestTo(email);
    const passwords = { current: "forgotten horse", next: "changed horse" };
    await owner.action(api.account.changePassword, passwords);
    await expect(choose({ key: keyIn(mail) })).rejects.toEqual(usedUp);
    await expect(choose({ request, code: codeIn(mail) })).rejects.toEqual(usedUp);
    expect(await isIn(email, "changed horse")).toBe(true);
  });

  // T5: docs/security.md
  test("five wrong codes end a request, and no other request of the same address", async () => {
    const email = newEmail();
    await signUp(email);
    const attacked = await requestReset(email);
    const attackedCode = codeIn(await world().newestTo(email));
    for (let tries = 0; tries < 5; tries++) {
      await expect(choose({ request: attacked, code: "WRONG-CODES" })).rejects.toEqual(wrongCode);
    }
    await expect(choose({ request: attacked, code: attackedCode })).rejects.toEqual(usedUp);
    await world().advance(MINUTE_MS);
    const own = await requestReset(email);
    await choose({ request: own, code: codeIn(await world().newestTo(email)) });
  });

  // T5: docs/security.md
  test("an unknown key, or a key for another purpose, is refused", async () => {
    const email = newEmail();
    await signUp(email);
    const confirmation = keyIn(await world().newestTo(email));
    const request = await requestReset(email);
    const key = keyIn(await world().newestTo(email));
    const [, signature = ""] = key.split(".");
    for (const made of ["", "x", request, `${request}.`, `${request}.${"A".repeat(43)}`]) {
      await expect(choose({ key: made })).rejects.toEqual(usedUp);
    }
    await expect(choose({ key: `${await requestReset(email)}.${signature}` })).rejects.toEqual(
      usedUp,
    );
    await expect(choose({ key: confirmation })).rejects.toEqual(usedUp);
    await choose({ key });
  });

  test("a weak password does not use up the link", async () => {
    const email = newEmail();
    await signUp(email);
    await requestReset(email);
    const key = keyIn(await world().newestTo(email));
    await expect(choose({ key }, "short")).rejects.toEqual(
      refusal("weak_password", MESSAGES.passwordTooShort),
    );
    await expect(choose({ key }, "password1")).rejects.toEqual(
      refusal("weak_password", ACCOUNT_MESSAGES.passwordTooCommon),
    );
    await choose({ key });
  });

  // T5: docs/security.md
  test("if a link is used twice at once, one use succeeds", async () => {
    const email = newEmail();
    await signUp(email);
    await requestReset(email);
    const key = keyIn(await world().newestTo(email));
    const both = await Promise.allSettled([
      choose({ key }, "one horse"),
      choose({ key }, "two hoofs"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  // T47: docs/security.md
  test("strangers who request resets endlessly neither flood an owner nor lock them out", async () => {
    const email = newEmail();
    const browser = crypto.randomUUID();
    await signUp(email, browser);
    await confirm(email);
    for (let round = 0; round < 12; round++) await requestReset(email, crypto.randomUUID());
    const isMailFor = ({ subject }: { subject: string }) => subject === "Choose a new password";
    const mailed = async () => (await world().mailTo(email)).filter(isMailFor).length;
    expect(await mailed()).toBeLessThanOrEqual(6);
    const before = await mailed();
    const request = await requestReset(email, browser);
    expect(await mailed()).toBe(before + 1);
    await choose({ request, code: codeIn(await world().newestTo(email)) });
  });

  // T47: docs/security.md
  test.each([
    ["one network", Array<string>(8).fill("198.51.100.1"), 5],
    ["a network each", Array.from({ length: 25 }, (_, index) => `198.51.100.${index}`), 20],
  ])(
    "requests from %s send an owner a limited number of mails an hour",
    async (_, networks, most) => {
      const email = newEmail();
      await signUp(email);
      await confirm(email);
      const request = { email, expiresAtMs: world().clock.now() + HOUR_MS, wrongCodes: 0 };
      const requests = networks.map((network) => ({
        ...request,
        origin: { network, browser: null },
      }));
      await world().insert("passwordResets", requests);
      for (const { _id: resetId, email: requested } of await world().rows("passwordResets")) {
        if (requested !== email) continue;
        await world().inside.mutation(internal.accounts.passwordReset.mailReset, { resetId });
      }
      const mails = await world().mailTo(email);
      expect(mails.filter(({ subject }) => subject === "Choose a new password")).toHaveLength(most);
    },
  );

  // T47: docs/security.md
  test("one network may request a limited number of resets, for whichever addresses", async () => {
    const refusals = new Set<string>();
    for (let round = 0; round < 105; round++) {
      await requestReset(newEmail()).catch((error: unknown) => {
        refusals.add((error as { data?: { code?: string } }).data?.code ?? "no code");
      });
    }
    expect([...refusals]).toEqual(["too_many_requests"]);
    await world().advance(24 * HOUR_MS);
  });

  // T3: docs/security.md
  test("neither links nor codes are stored in readable form", async () => {
    const email = newEmail();
    await signUp(email);
    await world().control("faults", { kind: "no_answer" });
    const request = await requestReset(email);
    await world().settle();
    const kept = async () =>
      JSON.stringify([
        await world().rows("mails"),
        await world().rows("passwordResets"),
        await world().rows("jobs"),
      ]);
    const waiting = await kept();
    await world().advance(2 * MINUTE_MS);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    const mail = await world().newestTo(email);
    for (const secret of [keyIn(mail).split(".")[1] ?? "", codeIn(mail).replace("-", "")]) {
      for (const tables of [waiting, await kept()]) {
        expect(tables).not.toContain(secret);
      }
    }
    await choose({ request, code: codeIn(mail) });
  });

  test("deleting an account deletes its reset requests and mails", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    await requestReset(email);
    const key = keyIn(await world().newestTo(email));
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    await expect(choose({ key })).rejects.toEqual(usedUp);
    expect((await world().rows("mails")).filter(({ to }) => to === email)).toEqual([]);
    expect((await world().rows("passwordResets")).filter((row) => row.email === email)).toEqual([]);
  });
});

describe("without mail", () => {
  withMail((world) => {
    test("a reset is refused at once with that reason", async () => {
      await world().setVariables({ RESEND_API_KEY: "" });
      expect(await world().visitor.query(api.contact.getContactDetails, {})).toMatchObject({
        sendsMail: false,
      });
      const args = { email: "ada@forgetful.test", browser: null };
      await expect(
        world().visitor.mutation(api.account.requestPasswordReset, args),
      ).rejects.toEqual(refusal("mail_unavailable", ACCOUNT_MESSAGES.mailUnavailable));
      const owner = await world().signUp("grace@forgetful.test");
      expect(await owner.query(api.auth.loggedInUser, {})).toMatchObject({ addressProblem: null });
      expect(await world().rows("mails")).toEqual([]);
    });
  });
});
