/** Another address for an account: asked for with the password, confirmed where mail to it is read. */
import { describe, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../convex/shared/accountMessages";
import { MESSAGES } from "../../convex/shared/messages";
import { keyIn, withMail } from "./mail-world.ts";
import type { MailWorld } from "./mail-world.ts";
import { refusal } from "./refusal.ts";
import type { Caller } from "./world.ts";

const PASSWORD = "correct horse";
const DAY_MS = 24 * 3_600_000;

let people = 0;
/** Each test's own. */
function newEmail(): string {
  people += 1;
  return `mover-${people}@moving.test`;
}

const over = refusal("link_refused", ACCOUNT_MESSAGES.newAddressOver);
const taken = refusal("address_taken", ACCOUNT_MESSAGES.addressTaken);

function actsIn(world: () => MailWorld) {
  const enter = async (params: Record<string, string>): Promise<Caller> => {
    const sent = { provider: "password", params: { password: PASSWORD, ...params } };
    const answer = await world().visitor.action(api.auth.signIn, sent);
    await world().settle();
    return world().as(must(answer.tokens, "tokens").token);
  };
  const signUp = async (email = newEmail()) => ({
    email,
    owner: await enter({ flow: "signUp", email }),
  });
  const ask = (owner: Caller, email: string, password = PASSWORD) =>
    owner.action(api.account.changeAddress, { email, password });
  const userOf = async (owner: Caller) => await owner.query(api.auth.loggedInUser, {});
  return { enter, signUp, ask, userOf };
}

withMail((world) => {
  const { enter, signUp, ask, userOf } = actsIn(world);
  const follow = (owner: Caller, to: string, key: string) =>
    owner.mutation(api.account.confirmNewAddress, { to, key });
  const keyTo = async (to: string) => keyIn(await world().newestTo(to));
  const subjectsTo = async (to: string) =>
    (await world().mailTo(to)).map(({ subject }) => subject).toReversed();
  async function confirmed() {
    const { email, owner } = await signUp();
    await world().visitor.mutation(api.account.confirmAddress, { key: await keyTo(email) });
    return { email, owner };
  }

  // T11: docs/security.md
  test("an address is the account's once it is confirmed there, and the one before is told of both", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    const elsewhere = await enter({ flow: "signIn", email });
    expect(await ask(owner, `  ${to.toUpperCase()} `)).toBe("mailed");
    expect(await userOf(owner)).toMatchObject({ email });
    expect(await subjectsTo(to)).toEqual(["Confirm your new email address"]);
    const asked = await world().newestTo(email);
    expect(asked.subject).toBe("Your email address is about to change");
    expect(asked.text).toContain(`${to.split("@")[0]} (at) moving (dot) test`);
    expect(asked.text).not.toContain(to);
    expect(asked.text).toContain("/login/forgot");
    await enter({ flow: "signIn", email });

    const key = await keyTo(to);
    await follow(owner, to, key);
    await follow(owner, to, key);
    expect(await userOf(owner)).toMatchObject({ email: to, addressProblem: null });
    expect(await userOf(elsewhere)).toMatchObject({ email: to });
    expect((await subjectsTo(email)).slice(-2)).toEqual([
      "Your email address is about to change",
      "Your email address was changed",
    ]);
    await enter({ flow: "signIn", email: to });
    await expect(enter({ flow: "signIn", email })).rejects.toEqual(
      refusal("sign_in_failed", MESSAGES.couldNotSignIn),
    );
  });

  // T5: docs/security.md
  test("what was mailed for the address before opens nothing any more", async () => {
    const [{ email, owner }, to] = [await signUp(), newEmail()];
    const confirmation = await keyTo(email);
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    const reset = await keyTo(email);
    await ask(owner, to);
    await follow(owner, to, await keyTo(to));
    await expect(
      world().visitor.mutation(api.account.confirmAddress, { key: confirmation }),
    ).rejects.toEqual(refusal("link_refused", ACCOUNT_MESSAGES.confirmationOver));
    await expect(enter({ flow: "reset", key: reset, password: "another horse" })).rejects.toEqual(
      refusal("reset_refused", ACCOUNT_MESSAGES.resetOver),
    );
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    const resets = (await subjectsTo(email)).filter(
      (subject) => subject === "Choose a new password",
    );
    expect(resets).toHaveLength(1);
    await world().visitor.mutation(api.account.requestPasswordReset, { email: to, browser: null });
    await enter({ flow: "reset", key: await keyTo(to), password: "another horse" });
  });

  test("the address before is anybody's again", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    await ask(owner, to);
    const key = await keyTo(to);
    await follow(owner, to, key);
    const other = await signUp(email);
    expect(await userOf(other.owner)).toMatchObject({
      email,
      addressProblem: { what: "unconfirmed" },
    });
  });

  test("an address that was never confirmed is told nothing: it may be anybody's", async () => {
    const [{ email, owner }, to] = [await signUp(), newEmail()];
    await ask(owner, to);
    await follow(owner, to, await keyTo(to));
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T11: docs/security.md
  test("a link is its owner's alone, for its address, for a day", async () => {
    const [{ email, owner }, other, to] = [await signUp(), await signUp(), newEmail()];
    await ask(owner, to);
    const key = await keyTo(to);
    const [untilMs = "", signature = ""] = key.split(".");
    await expect(follow(world().visitor, to, key)).rejects.toEqual(
      refusal("not_signed_in", MESSAGES.notSignedIn),
    );
    await expect(follow(other.owner, to, key)).rejects.toEqual(over);
    for (const [address, made] of [
      [newEmail(), key],
      [to, ""],
      [to, `${Number(untilMs) + DAY_MS}.${signature}`],
      [to, `Infinity.${signature}`],
      [to, `${untilMs}.${"A".repeat(43)}`],
    ] as const) {
      await expect(follow(owner, address, made)).rejects.toEqual(over);
    }
    await world().advance(DAY_MS);
    // Tokens last an hour.
    const again = await enter({ flow: "signIn", email });
    await expect(follow(again, to, key)).rejects.toEqual(over);
  });

  // T11: docs/security.md
  test("another password calls it off", async () => {
    const [{ email, owner }, to] = [await signUp(), newEmail()];
    await ask(owner, to);
    const key = await keyTo(to);
    await owner.action(api.account.changePassword, { current: PASSWORD, next: "another horse" });
    await expect(follow(owner, to, key)).rejects.toEqual(over);
    expect(await userOf(owner)).toMatchObject({ email });
  });

  test("of two addresses that were asked for, one is confirmed", async () => {
    const [{ owner }, one, two] = [await signUp(), newEmail(), newEmail()];
    await ask(owner, one);
    await ask(owner, two);
    const [first, second] = [await keyTo(one), await keyTo(two)];
    await follow(owner, one, first);
    await expect(follow(owner, two, second)).rejects.toEqual(over);
    expect(await userOf(owner)).toMatchObject({ email: one });
  });

  // T2: docs/security.md
  test("whether somebody has an address, only who reads its mail learns", async () => {
    const [{ email, owner }, other, free] = [await signUp(), await confirmed(), newEmail()];
    const before = await world().mailTo(other.email);
    const sizes = [];
    for (const to of [free, other.email]) {
      expect(await ask(owner, to)).toBe("mailed");
      const mails = (await world().rows("mails")).filter(({ state }) => state === "waiting");
      sizes.push(mails.length);
      await world().settle();
    }
    expect(sizes[0]).toBe(sizes[1]);
    expect(await world().mailTo(other.email)).toHaveLength(before.length + 1);
    const key = await keyTo(other.email);
    await expect(follow(owner, other.email, key)).rejects.toEqual(taken);
    expect(await userOf(owner)).toMatchObject({ email });
    await enter({ flow: "signIn", email: other.email });
  });

  test("an address that was taken meanwhile is said to be, and is one's own when it is free again", async () => {
    const [{ owner }, to] = [await signUp(), newEmail()];
    await ask(owner, to);
    const key = await keyTo(to);
    const faster = await signUp(to);
    await expect(follow(owner, to, key)).rejects.toEqual(taken);
    await faster.owner.mutation(api.account.deleteAccount, {});
    await follow(owner, to, key);
    expect(await userOf(owner)).toMatchObject({ email: to });
  });

  test("of two accounts that confirm an address at once, one has it", async () => {
    const [one, two, to] = [await signUp(), await signUp(), newEmail()];
    await ask(one.owner, to);
    const first = await keyTo(to);
    await ask(two.owner, to);
    const second = await keyTo(to);
    const both = await Promise.allSettled([
      follow(one.owner, to, first),
      follow(two.owner, to, second),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(
      (await world().rows("authAccounts")).filter((row) => row.providerAccountId === to),
    ).toHaveLength(1);
  });

  // T10, T11: docs/security.md
  test("it takes the password, a real address and another one", async () => {
    const { email, owner } = await signUp();
    await expect(ask(owner, newEmail(), "wrong horse")).rejects.toEqual(
      refusal("invalid_password", ACCOUNT_MESSAGES.wrongPassword),
    );
    await expect(ask(owner, "nowhere")).rejects.toEqual(
      refusal("invalid_email", MESSAGES.invalidEmail),
    );
    await expect(ask(owner, email)).rejects.toEqual(
      refusal("invalid_email", ACCOUNT_MESSAGES.addressUnchanged),
    );
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T47: docs/security.md
  test("neither a password is guessed by it nor a stranger flooded", async () => {
    const tooMany = refusal("too_many_requests", MESSAGES.tooManyRequests);
    const [{ owner }, other, to] = [await signUp(), await signUp(), newEmail()];
    for (let tried = 0; tried < 5; tried++) {
      await expect(ask(owner, to, "wrong horse")).rejects.not.toEqual(tooMany);
    }
    await expect(ask(owner, to)).rejects.toEqual(tooMany);
    for (let asked = 0; asked < 5; asked++) await ask(other.owner, to);
    const third = await signUp();
    await expect(ask(third.owner, to)).rejects.toMatchObject({
      data: {
        code: "too_many_requests",
        message: expect.stringContaining("Try again in") as string,
      },
    });
    expect(await world().mailTo(to)).toHaveLength(5);
  });

  test("mail that comes back from an address that was mistyped stops none of the owner's", async () => {
    const [{ owner }, to] = [await signUp(), newEmail()];
    await ask(owner, to);
    await world().happens(await world().newestTo(to), "email.bounced");
    expect(await world().rows("mailStops")).toEqual([]);
    expect(await userOf(owner)).toMatchObject({ addressProblem: { what: "unconfirmed" } });
  });

  test("an address from which mail came back is left without another word, and gets none from whoever has it next", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    await world().happens(await world().newestTo(email), "email.bounced");
    expect(await userOf(owner)).toMatchObject({ addressProblem: { what: "bounced" } });
    await ask(owner, to);
    await follow(owner, to, await keyTo(to));
    expect(await userOf(owner)).toMatchObject({ addressProblem: null });
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
    expect(await userOf((await signUp(email)).owner)).toMatchObject({
      addressProblem: { what: "bounced" },
    });
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T11: docs/security.md
  test("an operator gives an account back", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    await ask(owner, to);
    await follow(owner, to, await keyTo(to));
    await world().inside.mutation(internal.operator.changeAddress, { from: to, to: email });
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    await enter({ flow: "reset", key: await keyTo(email), password: "another horse" });
    expect(await userOf(owner)).toBeNull();
  });

  test("who has no password yet is told how to get one", async () => {
    const owner = await world().signUp(newEmail());
    await expect(ask(owner, newEmail())).rejects.toEqual(
      refusal("invalid_password", ACCOUNT_MESSAGES.noPassword),
    );
  });
});

describe("without mail", () => {
  withMail((world) => {
    const { enter, signUp, ask, userOf } = actsIn(world);

    test("it is changed at once, unless somebody has it", async () => {
      await world().setVariables({ RESEND_API_KEY: "" });
      const [{ email, owner }, other, to] = [await signUp(), await signUp(), newEmail()];
      await expect(ask(owner, other.email)).rejects.toEqual(taken);
      expect(await ask(owner, to)).toBe("changed");
      expect(await userOf(owner)).toMatchObject({ email: to });
      await enter({ flow: "signIn", email: to });
      await expect(enter({ flow: "signIn", email })).rejects.toThrow();
      // Nobody has confirmed it.
      const rows = await world().rows("users");
      expect(rows.find((row) => row.email === to)?.emailVerificationTime).toBeUndefined();
    });
  });
});
