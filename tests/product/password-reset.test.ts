/** Who forgot the password gets in again by mail, and nobody else does. The cases are what goes wrong elsewhere. */
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
/** Each test's own. */
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
    // Of two mails that are sent at once nobody knows which is the newest.
    await world().settle();
    return answer;
  };
  const ask = (email: string, browser: string | null = null) =>
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
  test("the link in the mail leads in with a new password, once, and ends all other sessions", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    await ask(email);
    const key = keyIn(await world().newestTo(email));
    expect((await choose({ key })).tokens?.token).toMatch(/./);
    expect(await isIn(email, "remembered horse")).toBe(true);
    expect(await owner.query(api.auth.loggedInUser, {})).toBeNull();
    await expect(choose({ key }, "third horse")).rejects.toEqual(usedUp);
    expect(await isIn(email, "remembered horse")).toBe(true);
  });

  test("the code of the mail does the same on the page where it was asked for", async () => {
    const email = newEmail();
    await signUp(email);
    const request = await ask(email);
    const code = codeIn(await world().newestTo(email)).toLowerCase();
    await choose({ request, code });
    await expect(choose({ request, code })).rejects.toEqual(usedUp);
    expect(await isIn(email, "remembered horse")).toBe(true);
    await expect(isIn(email, "forgotten horse")).rejects.toThrow();
  });

  test("who gets in by mail has confirmed the address", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    const find = async () =>
      (await world().rows("users")).find(({ _id }) => _id === owner.userId)?.emailVerificationTime;
    expect(await find()).toBeUndefined();
    await ask(email);
    await choose({ key: keyIn(await world().newestTo(email)) });
    expect(await find()).toEqual(expect.any(Number));
  });

  // T2: docs/security.md
  test("an address that nobody has is answered the same, after the same work", async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await signUp(known);
    await world().settle();
    const requests = [await ask(known), await ask(unknown)];
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
  test("a mail goes to the account's own address, and to no other spelling of it", async () => {
    const email = newEmail();
    await signUp(email);
    await ask(`  ${email.toUpperCase()} `);
    expect(await world().newestTo(email)).toMatchObject({ to: [email] });
    await ask(email.replace("@", "+evil@"));
    expect(await world().mailTo(email.replace("@", "+evil@"))).toEqual([]);
  });

  test("asking changes nothing of the account", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    await world().settle();
    const account = async () => [
      (await world().rows("users")).find(({ _id }) => _id === owner.userId),
      (await world().rows("authAccounts")).filter(({ userId }) => userId === owner.userId),
    ];
    const before = await account();
    await ask(email);
    await world().settle();
    expect(await account()).toEqual(before);
    expect(await owner.query(api.auth.isAuthenticated, {})).toBe(true);
  });

  // T5: docs/security.md
  test("after an hour neither link nor code is good", async () => {
    const email = newEmail();
    await signUp(email);
    const request = await ask(email);
    const mail = await world().newestTo(email);
    await world().advance(HOUR_MS + MINUTE_MS);
    await expect(choose({ key: keyIn(mail) })).rejects.toEqual(usedUp);
    await expect(choose({ request, code: codeIn(mail) })).rejects.toEqual(usedUp);
    await world().inside.mutation(internal.accounts.sessions.deleteExpiredSignIns, {});
    await world().settle();
    expect(await world().rows("passwordResets")).toEqual([]);
  });

  // T5: docs/security.md
  test("a code fits the request that it was mailed for, and no other", async () => {
    const [email, other] = [newEmail(), newEmail()];
    await signUp(email);
    await signUp(other);
    const first = await ask(email);
    const code = codeIn(await world().newestTo(email));
    const [second, others] = [await ask(email), await ask(other)];
    await world().settle();
    await expect(choose({ request: second, code })).rejects.toEqual(wrongCode);
    await expect(choose({ request: others, code })).rejects.toEqual(wrongCode);
    await choose({ request: first, code });
    expect(await isIn(other, "forgotten horse")).toBe(true);
  });

  test("who got in has used up all that was mailed before", async () => {
    const email = newEmail();
    await signUp(email);
    await ask(email);
    const first = await world().newestTo(email);
    await world().advance(MINUTE_MS);
    await ask(email);
    const second = await world().newestTo(email);
    expect(keyIn(second)).not.toBe(keyIn(first));
    await choose({ key: keyIn(second) });
    await expect(choose({ key: keyIn(first) }, "third horse")).rejects.toEqual(usedUp);
  });

  // T5: docs/security.md
  test("a password that is changed with the one before ends what was mailed as well", async () => {
    const email = newEmail();
    const { tokens } = await signUp(email);
    const owner = world().as(must(tokens, "tokens").token);
    const request = await ask(email);
    const mail = await world().newestTo(email);
    const passwords = { current: "forgotten horse", next: "changed horse" };
    await owner.action(api.account.changePassword, passwords);
    await expect(choose({ key: keyIn(mail) })).rejects.toEqual(usedUp);
    await expect(choose({ request, code: codeIn(mail) })).rejects.toEqual(usedUp);
    expect(await isIn(email, "changed horse")).toBe(true);
  });

  // T5: docs/security.md
  test("five wrong codes end a request, and no other one of the same address", async () => {
    const email = newEmail();
    await signUp(email);
    const attacked = await ask(email);
    const attackedCode = codeIn(await world().newestTo(email));
    for (let tries = 0; tries < 5; tries++) {
      await expect(choose({ request: attacked, code: "WRONG-CODES" })).rejects.toEqual(wrongCode);
    }
    await expect(choose({ request: attacked, code: attackedCode })).rejects.toEqual(usedUp);
    await world().advance(MINUTE_MS);
    const own = await ask(email);
    await choose({ request: own, code: codeIn(await world().newestTo(email)) });
  });

  // T5: docs/security.md
  test("a key that was made up, or is of something else, is no key", async () => {
    const email = newEmail();
    await signUp(email);
    const confirmation = keyIn(await world().newestTo(email));
    const request = await ask(email);
    const key = keyIn(await world().newestTo(email));
    const [, signature = ""] = key.split(".");
    for (const made of ["", "x", request, `${request}.`, `${request}.${"A".repeat(43)}`]) {
      await expect(choose({ key: made })).rejects.toEqual(usedUp);
    }
    await expect(choose({ key: `${await ask(email)}.${signature}` })).rejects.toEqual(usedUp);
    await expect(choose({ key: confirmation })).rejects.toEqual(usedUp);
    await choose({ key });
  });

  test("a weak password spoils no link", async () => {
    const email = newEmail();
    await signUp(email);
    await ask(email);
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
  test("of two who use a link at the same moment one gets in", async () => {
    const email = newEmail();
    await signUp(email);
    await ask(email);
    const key = keyIn(await world().newestTo(email));
    const both = await Promise.allSettled([
      choose({ key }, "one horse"),
      choose({ key }, "two hoofs"),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  // T47: docs/security.md
  test("strangers who ask without end neither flood an owner nor keep them out", async () => {
    const email = newEmail();
    const browser = crypto.randomUUID();
    await signUp(email, browser);
    await confirm(email);
    for (let asked = 0; asked < 12; asked++) await ask(email, crypto.randomUUID());
    const isMailFor = ({ subject }: { subject: string }) => subject === "Choose a new password";
    const mailed = async () => (await world().mailTo(email)).filter(isMailFor).length;
    expect(await mailed()).toBeLessThanOrEqual(6);
    const before = await mailed();
    const request = await ask(email, browser);
    expect(await mailed()).toBe(before + 1);
    await choose({ request, code: codeIn(await world().newestTo(email)) });
  });

  // T47: docs/security.md
  test.each([
    ["one network", Array<string>(8).fill("198.51.100.1"), 5],
    ["a network each", Array.from({ length: 25 }, (_, index) => `198.51.100.${index}`), 20],
  ])(
    "strangers who ask from %s have an owner mailed so often an hour and no more",
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
      for (const { _id: resetId, email: asked } of await world().rows("passwordResets")) {
        if (asked !== email) continue;
        await world().inside.mutation(internal.accounts.passwordReset.mailReset, { resetId });
      }
      const mails = await world().mailTo(email);
      expect(mails.filter(({ subject }) => subject === "Choose a new password")).toHaveLength(most);
    },
  );

  // T47: docs/security.md
  test("one network may ask so often and no more, whoever it asks for", async () => {
    const refusals = new Set<string>();
    for (let asked = 0; asked < 105; asked++) {
      await ask(newEmail()).catch((error: unknown) => {
        refusals.add((error as { data?: { code?: string } }).data?.code ?? "no code");
      });
    }
    expect([...refusals]).toEqual(["too_many_requests"]);
    await world().advance(24 * HOUR_MS);
  });

  // T3: docs/security.md
  test("nothing by which somebody gets in is kept", async () => {
    const email = newEmail();
    await signUp(email);
    await world().control("faults", { kind: "no_answer" });
    const request = await ask(email);
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

  test("a deleted account takes its requests and mails along", async () => {
    const email = newEmail();
    const owner = await world().signUp(email);
    await ask(email);
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
    test("that is said, and nothing is waited for", async () => {
      await world().setVariables({ RESEND_API_KEY: "" });
      expect(await world().visitor.query(api.contact.getContactDetails, {})).toMatchObject({
        sendsMail: false,
      });
      const asked = { email: "ada@forgetful.test", browser: null };
      await expect(
        world().visitor.mutation(api.account.requestPasswordReset, asked),
      ).rejects.toEqual(refusal("mail_unavailable", ACCOUNT_MESSAGES.mailUnavailable));
      const owner = await world().signUp("grace@forgetful.test");
      expect(await owner.query(api.auth.loggedInUser, {})).toMatchObject({ addressProblem: null });
      expect(await world().rows("mails")).toEqual([]);
    });
  });
});
