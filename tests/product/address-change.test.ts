/**
 * Changing an account's email address: the owner enters the password, and confirms by a link that is mailed to the new
 * address.
 */
import { describe, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../convex/shared/accountMessages";
import { MESSAGES } from "../../convex/shared/messages";
import { keyIn, withMail } from "./mail-world.ts";
import type { MailWorld } from "./mail-world.ts";
import { refusal } from "./refusal.ts";
import type { Caller } from "../caller.ts";

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
  const requestChange = (owner: Caller, email: string, password = PASSWORD) =>
    owner.action(api.account.changeAddress, { email, password });
  const userOf = async (owner: Caller) => await owner.query(api.auth.loggedInUser, {});
  return { enter, signUp, requestChange, userOf };
}

withMail((world) => {
  const { enter, signUp, requestChange, userOf } = actsIn(world);
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
  test("an address change takes effect once the new address is confirmed, and both addresses get mail about it", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    const elsewhere = await enter({ flow: "signIn", email });
    expect(await requestChange(owner, `  ${to.toUpperCase()} `)).toBe("mailed");
    expect(await userOf(owner)).toMatchObject({ email });
    expect(await subjectsTo(to)).toEqual(["Confirm your new email address"]);
    const notice = await world().newestTo(email);
    expect(notice.subject).toBe("Your email address is about to change");
    expect(notice.text).toContain(`${to.split("@")[0]} (at) moving (dot) test`);
    expect(notice.text).not.toContain(to);
    expect(notice.text).toContain("/login/forgot");
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
  test("links that were mailed to the previous address no longer work", async () => {
    const [{ email, owner }, to] = [await signUp(), newEmail()];
    const confirmation = await keyTo(email);
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    const reset = await keyTo(email);
    await requestChange(owner, to);
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

  test("the previous address can be used for a new account", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    await requestChange(owner, to);
    const key = await keyTo(to);
    await follow(owner, to, key);
    const other = await signUp(email);
    expect(await userOf(other.owner)).toMatchObject({
      email,
      addressProblem: { what: "unconfirmed" },
    });
  });

  test("an unconfirmed previous address gets no mail, because it may belong to anybody", async () => {
    const [{ email, owner }, to] = [await signUp(), newEmail()];
    await requestChange(owner, to);
    await follow(owner, to, await keyTo(to));
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T11: docs/security.md
  test("a confirmation link works for one account, one address and one day", async () => {
    const [{ email, owner }, other, to] = [await signUp(), await signUp(), newEmail()];
    await requestChange(owner, to);
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
    // A session token lasts an hour.
    const again = await enter({ flow: "signIn", email });
    await expect(follow(again, to, key)).rejects.toEqual(over);
  });

  // T11: docs/security.md
  test("changing the password cancels a requested address change", async () => {
    const [{ email, owner }, to] = [await signUp(), newEmail()];
    await requestChange(owner, to);
    const key = await keyTo(to);
    await owner.action(api.account.changePassword, { current: PASSWORD, next: "another horse" });
    await expect(follow(owner, to, key)).rejects.toEqual(over);
    expect(await userOf(owner)).toMatchObject({ email });
  });

  test("if two addresses were requested, only one can be confirmed", async () => {
    const [{ owner }, one, two] = [await signUp(), newEmail(), newEmail()];
    await requestChange(owner, one);
    await requestChange(owner, two);
    const [first, second] = [await keyTo(one), await keyTo(two)];
    await follow(owner, one, first);
    await expect(follow(owner, two, second)).rejects.toEqual(over);
    expect(await userOf(owner)).toMatchObject({ email: one });
  });

  // T2: docs/security.md
  test("only the person who reads an address's mail learns whether it has an account", async () => {
    const [{ email, owner }, other, free] = [await signUp(), await confirmed(), newEmail()];
    const before = await world().mailTo(other.email);
    const sizes = [];
    for (const to of [free, other.email]) {
      expect(await requestChange(owner, to)).toBe("mailed");
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

  test("an address that another account has taken meanwhile is refused, until it is free again", async () => {
    const [{ owner }, to] = [await signUp(), newEmail()];
    await requestChange(owner, to);
    const key = await keyTo(to);
    const faster = await signUp(to);
    await expect(follow(owner, to, key)).rejects.toEqual(taken);
    await faster.owner.mutation(api.account.deleteAccount, {});
    await follow(owner, to, key);
    expect(await userOf(owner)).toMatchObject({ email: to });
  });

  test("if two accounts confirm the same address at once, one gets it", async () => {
    const [one, two, to] = [await signUp(), await signUp(), newEmail()];
    await requestChange(one.owner, to);
    const first = await keyTo(to);
    await requestChange(two.owner, to);
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
  test("an address change requires the password, a valid address, and a different one", async () => {
    const { email, owner } = await signUp();
    await expect(requestChange(owner, newEmail(), "wrong horse")).rejects.toEqual(
      refusal("invalid_password", ACCOUNT_MESSAGES.wrongPassword),
    );
    await expect(requestChange(owner, "nowhere")).rejects.toEqual(
      refusal("invalid_email", MESSAGES.invalidEmail),
    );
    await expect(requestChange(owner, email)).rejects.toEqual(
      refusal("invalid_email", ACCOUNT_MESSAGES.addressUnchanged),
    );
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T47: docs/security.md
  test("an address change cannot be used to guess a password or to flood a stranger with mail", async () => {
    const tooMany = refusal("too_many_requests", MESSAGES.tooManyRequests);
    const [{ owner }, other, to] = [await signUp(), await signUp(), newEmail()];
    for (let tried = 0; tried < 5; tried++) {
      await expect(requestChange(owner, to, "wrong horse")).rejects.not.toEqual(tooMany);
    }
    await expect(requestChange(owner, to)).rejects.toEqual(tooMany);
    for (let notice = 0; notice < 5; notice++) await requestChange(other.owner, to);
    const third = await signUp();
    await expect(requestChange(third.owner, to)).rejects.toMatchObject({
      data: {
        code: "too_many_requests",
        message: expect.stringContaining("Try again in") as string,
      },
    });
    expect(await world().mailTo(to)).toHaveLength(5);
  });

  test("a bounce from a mistyped new address does not stop the owner's mail", async () => {
    const [{ owner }, to] = [await signUp(), newEmail()];
    await requestChange(owner, to);
    await world().happens(await world().newestTo(to), "email.bounced");
    expect(await world().rows("mailStops")).toEqual([]);
    expect(await userOf(owner)).toMatchObject({ addressProblem: { what: "unconfirmed" } });
  });

  test("an address that bounced gets no notice when its owner leaves it, and none when its next owner arrives", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    await world().happens(await world().newestTo(email), "email.bounced");
    expect(await userOf(owner)).toMatchObject({ addressProblem: { what: "bounced" } });
    await requestChange(owner, to);
    await follow(owner, to, await keyTo(to));
    expect(await userOf(owner)).toMatchObject({ addressProblem: null });
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
    expect(await userOf((await signUp(email)).owner)).toMatchObject({
      addressProblem: { what: "bounced" },
    });
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T11: docs/security.md
  test("an operator can give an account back to its owner", async () => {
    const [{ email, owner }, to] = [await confirmed(), newEmail()];
    await requestChange(owner, to);
    await follow(owner, to, await keyTo(to));
    await world().inside.mutation(internal.operator.changeAddress, { from: to, to: email });
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: null });
    await enter({ flow: "reset", key: await keyTo(email), password: "another horse" });
    expect(await userOf(owner)).toBeNull();
  });

  test("an owner without a password is told how to set one", async () => {
    const owner = await world().signUp(newEmail());
    await expect(requestChange(owner, newEmail())).rejects.toEqual(
      refusal("invalid_password", ACCOUNT_MESSAGES.noPassword),
    );
  });
});

describe("without mail", () => {
  withMail((world) => {
    const { enter, signUp, requestChange, userOf } = actsIn(world);

    test("the address changes at once unless it is taken", async () => {
      await world().setVariables({ RESEND_API_KEY: "" });
      const [{ email, owner }, other, to] = [await signUp(), await signUp(), newEmail()];
      await expect(requestChange(owner, other.email)).rejects.toEqual(taken);
      expect(await requestChange(owner, to)).toBe("changed");
      expect(await userOf(owner)).toMatchObject({ email: to });
      await enter({ flow: "signIn", email: to });
      await expect(enter({ flow: "signIn", email })).rejects.toThrow();
      // Nobody has confirmed it.
      const rows = await world().rows("users");
      expect(rows.find((row) => row.email === to)?.emailVerificationTime).toBeUndefined();
    });
  });
});
