/** Mail to owners is sent once, whatever happens on the way, and not to addresses that cannot receive it. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { ACCOUNT_MESSAGES, tooManyMails } from "../../convex/shared/accountMessages";
import { keyIn, withMail } from "./mail-world.ts";
import { refusal } from "./refusal.ts";
import type { Owner } from "./world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let people = 0;
function newEmail(): string {
  people += 1;
  return `person-${people}@mailed.test`;
}

withMail((world) => {
  const troubleOf = async (owner: Owner) => {
    await world().settle();
    return (await owner.query(api.auth.loggedInUser, {}))?.addressProblem?.what ?? null;
  };
  const confirm = (key: string) => world().visitor.mutation(api.account.confirmAddress, { key });
  const sendAgain = (owner: Owner) => owner.mutation(api.account.sendConfirmation, {});
  const over = refusal("link_refused", ACCOUNT_MESSAGES.confirmationOver);
  /** Runs what is due, and the cron that one of the backends does not run. */
  const pass = async (ms: number) => {
    await world().advance(ms);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
  };

  async function confirmed(): Promise<Owner> {
    const owner = await world().signUp(newEmail());
    await confirm(keyIn(await world().newestTo(owner.email)));
    return owner;
  }

  test("signing up sends a link that confirms the address, without a session and any number of times", async () => {
    const owner = await world().signUp(newEmail());
    expect(await troubleOf(owner)).toBe("unconfirmed");
    const mails = await world().mailTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Confirm your email address"]);
    for (const mail of mails) {
      await confirm(keyIn(mail));
      await confirm(keyIn(mail));
    }
    expect(await troubleOf(owner)).toBeNull();
  });

  test("a link confirms the address that it was mailed to, for a week", async () => {
    const [owner, other] = [await world().signUp(newEmail()), await world().signUp(newEmail())];
    const key = keyIn(await world().newestTo(owner.email));
    const [, untilMs = "", signature = ""] = key.split(".");
    const later = String(Number(untilMs) + DAY_MS);
    for (const made of [
      "",
      `${owner.userId}.${untilMs}`,
      `${other.userId}.${untilMs}.${signature}`,
      `${owner.userId}.${later}.${signature}`,
      `${owner.userId}.Infinity.${signature}`,
    ]) {
      await expect(confirm(made)).rejects.toEqual(over);
    }
    expect(await troubleOf(other)).toBe("unconfirmed");
    await world().advance(7 * DAY_MS + MINUTE_MS);
    await expect(confirm(key)).rejects.toEqual(over);
  });

  test("the link of a deleted account confirms nothing", async () => {
    const owner = await world().signUp(newEmail());
    const key = keyIn(await world().newestTo(owner.email));
    await owner.mutation(api.account.deleteAccount, {});
    await expect(confirm(key)).rejects.toEqual(over);
  });

  // T47: docs/security.md
  test("the confirmation mail can be resent within limits, and never to a confirmed address", async () => {
    const owner = await world().signUp(newEmail());
    for (let again = 0; again < 4; again++) {
      await sendAgain(owner);
      await world().advance(1_000);
    }
    await expect(sendAgain(owner)).rejects.toEqual(
      refusal("too_many_requests", tooManyMails(12 * MINUTE_MS - 4_000)),
    );
    const mails = await world().mailTo(owner.email);
    expect(mails).toHaveLength(5);
    // The first link still works.
    await confirm(keyIn(must(mails.at(-1), "the first mail")));
    await world().advance(DAY_MS);
    await sendAgain(owner);
    expect(await world().mailTo(owner.email)).toHaveLength(5);
  });

  test("an operator can confirm an address that no mail reaches", async () => {
    const owner = await world().signUp(newEmail());
    await world().inside.mutation(internal.operator.confirmAddress, { email: owner.email });
    expect(await troubleOf(owner)).toBeNull();
  });

  test.each(["no_answer", "internal_server_error", "daily_quota_exceeded", "invalid_api_key"])(
    "while the mail service fails (%s), mail waits and is sent later",
    async (kind) => {
      await world().control("faults", { kind });
      const owner = await world().signUp(newEmail());
      expect(await world().mailTo(owner.email)).toEqual([]);
      await pass(2 * MINUTE_MS);
      expect(await world().mailTo(owner.email)).toHaveLength(1);
    },
  );

  test("a mail whose response was lost is sent once", async () => {
    await world().control("faults", { kind: "lost_answer" });
    const owner = await world().signUp(newEmail());
    await world().settle();
    await pass(2 * MINUTE_MS);
    expect(await world().mailTo(owner.email)).toHaveLength(1);
    expect((await world().rows("mails")).find(({ to }) => to === owner.email)?.state).toBe("sent");
  });

  test("a burst above the service's rate limit is delivered anyway", async () => {
    await world().control("settings", { requestsPerSecond: 2 });
    const owners = await Promise.all(Array.from({ length: 6 }, () => world().signUp(newEmail())));
    for (const { email } of owners) {
      if ((await world().mailTo(email)).length === 0) await pass(2 * MINUTE_MS);
      expect(await world().mailTo(email)).toHaveLength(1);
    }
  });

  test("a mail that would arrive too late is not sent", async () => {
    const owner = await confirmed();
    await world().control("faults", { kind: "no_answer", times: 100 });
    const args = { email: owner.email, browser: null };
    await world().visitor.mutation(api.account.requestPasswordReset, args);
    await world().settle();
    await world().advance(61 * MINUTE_MS);
    await world().control("reset", {});
    await pass(6 * 60 * MINUTE_MS);
    expect(await world().mailTo(owner.email)).toEqual([]);
  });

  // T47: docs/security.md
  test("a bounce stops all further mail until the owner confirms that the address is right", async () => {
    const owner = await confirmed();
    const mail = await world().newestTo(owner.email);
    await world().happens(mail, "email.bounced");
    expect(await troubleOf(owner)).toBe("bounced");
    const args = { email: owner.email, browser: null };
    await world().visitor.mutation(api.account.requestPasswordReset, args);
    expect(await world().mailTo(owner.email)).toHaveLength(1);
    await sendAgain(owner);
    // By now the address is on the mail service's own suppression list.
    expect(await troubleOf(owner)).toBe("refused");
    expect(await world().mailTo(owner.email)).toHaveLength(2);
  });

  // T47: docs/security.md
  test("a complaint stops it too", async () => {
    const owner = await confirmed();
    await world().happens(await world().newestTo(owner.email), "email.complained");
    expect(await troubleOf(owner)).toBe("complained");
    const args = { email: owner.email, browser: null };
    await world().visitor.mutation(api.account.requestPasswordReset, args);
    expect(await world().mailTo(owner.email)).toHaveLength(1);
  });

  test("an owner is told if the mail service does not accept the address", async () => {
    people += 1;
    const owner = await world().signUp(`person-${people}@example.com`);
    expect(await troubleOf(owner)).toBe("refused");
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("a repeated event changes nothing, even after the owner has tried mail again", async () => {
    const owner = await confirmed();
    const mail = await world().newestTo(owner.email);
    const mark = mail.tags.find(({ name }) => name === "mail")?.value ?? "";
    const bounced = { type: "email.bounced", data: bounceOf(mark, "Permanent") };
    expect((await sendEvent(bounced)).status).toBe(200);
    expect(await troubleOf(owner)).toBe("bounced");
    await sendAgain(owner);
    expect(await troubleOf(owner)).toBeNull();
    expect((await sendEvent(bounced)).status).toBe(200);
    expect(await troubleOf(owner)).toBeNull();
  });

  // T48: docs/security.md
  test("a temporary bounce, an event about no account, and an unknown event change nothing", async () => {
    const owner = await confirmed();
    const mail = await world().newestTo(owner.email);
    const mark = mail.tags.find(({ name }) => name === "mail")?.value ?? "";
    for (const event of [
      { type: "email.bounced", data: bounceOf(mark, "Transient") },
      { type: "email.bounced", data: bounceOf("nobody's", "Permanent") },
      { type: "email.bounced", data: { to: [owner.email] } },
      { type: "email.opened", data: { tags: { mail: mark } } },
      { type: "contact.created" },
    ]) {
      expect((await sendEvent(event)).status).toBe(200);
    }
    expect(await troubleOf(owner)).toBeNull();
  });

  // T48: docs/security.md
  test("an unsigned event changes nothing", async () => {
    const owner = await confirmed();
    const mail = await world().newestTo(owner.email);
    const mark = mail.tags.find(({ name }) => name === "mail")?.value ?? "";
    const event = { type: "email.complained", data: { tags: { mail: mark } } };
    const other = `whsec_${Buffer.from("a secret of somebody else").toString("base64")}`;
    expect((await sendEvent(event, { secret: other })).status).toBe(400);
    expect((await sendEvent(event, { ageMs: 6 * MINUTE_MS })).status).toBe(400);
    const unsigned = await fetch(`${world().siteUrl}/mail`, { method: "POST", body: "{}" });
    expect(unsigned.status).toBe(400);
    expect(await troubleOf(owner)).toBeNull();
  });

  test("mail is deleted after forty days", async () => {
    await confirmed();
    await world().advance(39 * DAY_MS);
    await world().inside.mutation(internal.notifications.mail.delivery.deleteOldMails, {});
    expect((await world().rows("mails")).length).toBeGreaterThan(0);
    await world().advance(2 * DAY_MS);
    await world().inside.mutation(internal.notifications.mail.delivery.deleteOldMails, {});
    await world().settle();
    expect(await world().rows("mails")).toEqual([]);
  });

  function bounceOf(mark: string, type: string): object {
    return { tags: { mail: mark }, bounce: { type, subType: "General", message: "In words." } };
  }

  /** Signs an event like Svix. */
  async function sendEvent(
    event: object,
    { secret = world().standIn.webhookSecret, ageMs = 0 } = {},
  ): Promise<Response> {
    const body = JSON.stringify({ created_at: new Date().toISOString(), ...event });
    const [id, timestamp] = ["msg_1", String(Math.floor((world().clock.now() - ageMs) / 1000))];
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const digest = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
    const headers = {
      "svix-id": id,
      "svix-timestamp": timestamp,
      "svix-signature": `v1,${digest}`,
    };
    const answer = await fetch(`${world().siteUrl}/mail`, { method: "POST", headers, body });
    await world().settle();
    return answer;
  }
});
