/** Mail to an owner about sign-ins and passwords. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { keyIn, withMail } from "./mail-world.ts";
import type { Caller } from "../caller.ts";

const HOME = "0b1c2d3e-0000-4000-8000-000000000001";
const ELSEWHERE = "0b1c2d3e-0000-4000-8000-000000000002";
const PASSWORD = "forgotten horse";
let people = 0;

withMail((world) => {
  async function enter(params: Record<string, string>): Promise<Caller> {
    const sent = { password: PASSWORD, ...params };
    const answer = await world().visitor.action(api.auth.signIn, {
      provider: "password",
      params: sent,
    });
    return world().as(must(answer.tokens, "tokens").token);
  }

  function newEmail(): string {
    people += 1;
    return `watchful-${people}@owners.test`;
  }

  const subjectsTo = async (email: string) =>
    (await world().mailTo(email)).map(({ subject }) => subject);

  test("signing up, and signing in again from the same place, sends no mail", async () => {
    const email = newEmail();
    await enter({ email, flow: "signUp", browser: HOME });
    await enter({ email, flow: "signIn", browser: HOME });
    expect(await subjectsTo(email)).toEqual(["Confirm your email address"]);
  });

  // T10: docs/security.md
  test("a sign-in from an unknown place sends a mail that names the place", async () => {
    const email = newEmail();
    const owner = await enter({ email, flow: "signUp", browser: HOME });
    const key = keyIn(await world().newestTo(email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    // All of these come from one network, so the next browser is unknown only because the network is forgotten.
    await world().advance(91 * 86_400_000);
    await enter({ email, flow: "signIn", browser: ELSEWHERE, timeZone: "America/Lima" });
    const mail = await world().newestTo(email);
    expect(mail.subject).toBe("New sign-in to your account");
    expect(mail.text).toContain("time zone America/Lima");
    expect(mail.text).toContain("/dashboard/account");
    expect(owner).toBeTruthy();
  });

  test("a changed or reset password sends a mail", async () => {
    const email = newEmail();
    const owner = await enter({ email, flow: "signUp", browser: HOME });
    await owner.action(api.account.changePassword, { current: PASSWORD, next: "second horse" });
    expect((await subjectsTo(email))[0]).toBe("Your password was changed");
    await world().visitor.mutation(api.account.requestPasswordReset, { email, browser: HOME });
    const key = keyIn(await world().newestTo(email));
    await enter({ flow: "reset", key, password: "third horse", browser: HOME });
    expect(
      (await subjectsTo(email)).filter((subject) => subject.startsWith("Your password")),
    ).toHaveLength(2);
  });
});
