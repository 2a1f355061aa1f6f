/** Mail to owners about minutes, payments and the plan: each once, and only while it is true. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import type { SentMail } from "../mail-world.ts";
import { startCall, voicedAssistant } from "../talk.ts";
import type { Owner } from "../world.ts";
import { DAY_MS, HOUR_MS, onTrial, paying, runJobs, useMinutes } from "./billing-world.ts";
import { onEachMailedBackend } from "./mailed-world.ts";
import { cancelInPortal, changeCard, confirmPayment } from "./stripe-pages.ts";

const NEXT_MONTH_MS = 31 * DAY_MS + 3 * HOUR_MS;
const check = (owner: Owner) => owner.action(api.overageBilling.triggerOverageCheck, {});

function header({ headers }: SentMail, name: string): string | undefined {
  return headers.find(([own]) => own === name)?.[1];
}

onEachMailedBackend((world) => {
  const subjects = async (owner: Owner) =>
    (await world().mailsOf(owner)).map(({ subject }) => subject);
  const newest = async (owner: Owner) => must((await world().mailsOf(owner)).at(-1), "a mail");
  const portalOf = (owner: Owner) =>
    owner.action(api.subscriptions.createCustomerPortalSession, {});

  test("most minutes used, all minutes used, near the limit and at the limit are each mailed once", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    const before = (await subjects(owner)).length;
    for (const minutes of [199, 1, 10, 39, 1, 20, 60, 74, 24, 14, 2, 10]) {
      await useMinutes(world(), subscriber, minutes);
      await world().settle();
    }
    expect((await subjects(owner)).slice(before)).toEqual([
      "You have used most of your plan's minutes",
      "You have used all the minutes of your plan",
      "You are close to your spending limit",
      "You have reached your spending limit",
    ]);
    const [most, all, near, reached] = (await world().mailsOf(owner)).slice(before);
    expect(most?.text).toContain("You have used 200 of the 250 minutes of your plan.");
    expect(all?.text).toContain("$0.15 for each extra minute");
    expect(near?.text).toMatch(/have cost \$2\d\.\d\d of your \$29\.00 spending limit/);
    expect(reached?.text).toContain("Visitors cannot talk to your assistants until");
  });

  // T49: docs/security.md
  test("a one-click unsubscribe ends mail of this kind without a session; merely opening the link changes nothing", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await useMinutes(world(), subscriber, 200);
    const mail = await newest(owner);
    expect(header(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    const url = must(/^<(.+)>$/.exec(header(mail, "List-Unsubscribe") ?? "")?.[1], "an address");
    expect(url.startsWith(`${world().siteUrl}/unsubscribe?key=`)).toBe(true);
    const choices = () => owner.query(api.account.getMailChoices, {});
    const page = await fetch(url, { redirect: "manual" });
    expect(page.status).toBe(302);
    const link = must(/^\S+\/login\/confirm\?stop=\S+$/m.exec(mail.text)?.[0], "a link");
    expect(page.headers.get("location")).toBe(link);
    const post = (url: string, body: string | FormData) =>
      fetch(url, {
        method: "POST",
        body,
        redirect: "manual",
        ...(typeof body === "string"
          ? { headers: { "Content-Type": "application/x-www-form-urlencoded" } }
          : {}),
      });
    const ONE_CLICK = "List-Unsubscribe=One-Click";
    expect((await post(url, "")).status).toBe(400);
    expect((await post(`${url}x`, ONE_CLICK)).status).toBe(400);
    expect((await post(url.replace(".usage.", ".summary."), ONE_CLICK)).status).toBe(400);
    expect(await choices()).toEqual({ usage: true, nightly: true, summary: false });
    const answer = await post(url, ONE_CLICK);
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(await choices()).toEqual({ usage: false, nightly: true, summary: false });
    await useMinutes(world(), subscriber, 60);
    expect(await newest(owner)).toEqual(mail);

    await owner.mutation(api.account.chooseMail, { group: "usage", isOn: true });
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    expect((await post(url, form)).status).toBe(200);
    expect(await choices()).toEqual({ usage: false, nightly: true, summary: false });
  });

  test("a mail that is turned off or no longer true after an outage of the mail service is not sent", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await world().post.control("faults", { kind: "no_answer", times: 100 });
    await useMinutes(world(), subscriber, 200);
    await world().settle();
    await useMinutes(world(), subscriber, 50);
    await world().settle();
    await world().post.control("reset", {});
    await world().advance(HOUR_MS);
    await runJobs(world());
    expect(await subjects(owner)).toEqual(["You have used all the minutes of your plan"]);
  });

  test("a mail that was turned off before it was sent is not sent, and is sent if it is turned on again", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    const choose = (isOn: boolean) =>
      owner.mutation(api.account.chooseMail, { group: "usage", isOn });
    const recover = async () => {
      await world().post.control("reset", {});
      await world().advance(HOUR_MS);
      await runJobs(world());
    };
    await world().post.control("faults", { kind: "no_answer", times: 100 });
    await useMinutes(world(), subscriber, 200);
    await world().settle();
    await choose(false);
    await recover();
    await useMinutes(world(), subscriber, 1);
    expect(await subjects(owner)).toEqual([]);
    await choose(true);
    await useMinutes(world(), subscriber, 1);
    expect(await subjects(owner)).toEqual(["You have used most of your plan's minutes"]);
    expect((await newest(owner)).text).toContain("202 of the 250 minutes");
  });

  test("a mail two days before the end of a trial says what follows, also to an owner who was away", async () => {
    const { owner } = await onTrial(world(), "PRO");
    const days = async (count: number) => {
      for (let hours = 0; hours < count * 24; hours += 6) {
        await world().advance(6 * HOUR_MS);
        await runJobs(world());
      }
    };
    await days(4.5);
    expect(await subjects(owner)).toEqual([]);
    await days(1);
    const mail = await newest(owner);
    expect(mail.subject).toMatch(/^Your trial ends on \d+ \w+ \d{4}$/);
    expect(mail.text).toContain("Your Pro plan then starts, and $49.00 is charged");
    await days(2);
    expect(await subjects(owner)).toEqual([mail.subject]);
  });

  test("a changed plan and a cancelled plan are mailed once", async () => {
    const { owner, subscriptionId } = await paying(world(), "STARTER");
    await owner.action(api.subscriptions.subscribe, { planType: "PRO" });
    await world().settle();
    expect((await subjects(owner)).at(-1)).toBe("You are now on the Pro plan");
    await cancelInPortal(await portalOf(owner), subscriptionId);
    await world().advance(NEXT_MONTH_MS);
    await runJobs(world());
    await runJobs(world());
    expect((await subjects(owner)).slice(-2)).toEqual([
      "You are now on the Pro plan",
      "Your Pro plan has ended",
    ]);
  });

  test("a declined renewal is mailed once, however often it is retried", async () => {
    const { owner } = await paying(world(), "STARTER");
    await changeCard(await portalOf(owner), "declinedLater");
    await world().advance(NEXT_MONTH_MS);
    for (let days = 0; days < 4; days++) {
      await world().advance(DAY_MS);
      await runJobs(world());
    }
    const failed = (await subjects(owner)).filter((one) => one === "A payment of $29.00 failed");
    expect(failed).toHaveLength(1);
  });

  test("declined extra minutes are mailed, and again a day before visitors are no longer served", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await changeCard(await portalOf(owner), "declinedLater");
    await useMinutes(world(), subscriber, 250 + 60);
    await check(owner);
    const ofPayment = async () =>
      (await subjects(owner)).filter((one) => /^Pay for|payment/.test(one));
    expect(await ofPayment()).toEqual(["A payment of $9.00 failed"]);
    await world().advance(1.9 * DAY_MS);
    await runJobs(world());
    expect(await ofPayment()).toHaveLength(1);
    await world().advance(0.2 * DAY_MS);
    await runJobs(world());
    expect(await ofPayment()).toEqual([
      "A payment of $9.00 failed",
      "Pay for your extra minutes to keep your assistants available",
    ]);
    const mail = await newest(owner);
    expect(mail.text).toContain("Pay now:\nhttp");
    expect(header(mail, "List-Unsubscribe")).toBeUndefined();
    await world().advance(2 * DAY_MS);
    await runJobs(world());
    expect(await ofPayment()).toHaveLength(2);
  });

  test("a payment that needs a confirmation is mailed with its page, unless it is already confirmed", async () => {
    const { owner } = await paying(world(), "STARTER");
    await changeCard(await portalOf(owner), "asks");
    const page = must(await owner.action(api.subscriptions.subscribe, { planType: "PRO" }), "page");
    const mail = await newest(owner);
    expect(mail.subject).toMatch(/^Please confirm a payment of \$\d+\.\d\d$/);
    expect(mail.text).toContain(page);
    await confirmPayment(page);
    await world().settle();
    expect((await subjects(owner)).slice(-2)).toEqual([
      mail.subject,
      "You are now on the Pro plan",
    ]);
  });

  async function week(): Promise<void> {
    for (let days = 0; days < 7; days++) {
      await world().advance(DAY_MS);
      await world().inside.action(internal.calls.weeklySummary.sendSummaries, {});
      await world().inside.action(internal.calls.weeklySummary.sendSummaries, {});
    }
    await world().settle();
  }

  test("a weekly summary lists the outcomes of calls and the unanswered questions", async () => {
    const { owner } = await paying(world(), "STARTER");
    await owner.mutation(api.account.chooseMail, { group: "summary", isOn: true });
    const { embedId } = await voicedAssistant(world(), owner);
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    const nowMs = world().clock.now();
    const report = {
      ...{ startedAtMs: nowMs, endedAtMs: nowMs, endedReason: null, costMicros: 0 },
      ...{ summary: null, isSuccessful: true, transcript: null, messages: [], hasRecording: false },
      outcome: { found: [], unanswered: ["Do you sell tyres?"], mood: null, language: "en" },
    };
    const args = { callId, platformCallId, report, by: "report" as const };
    await world().inside.mutation(internal.calls.changes.recordReport, args);
    await week();
    const { text } = await newest(owner);
    expect(text).toContain("Your inbox has 1 new entry.");
    expect(text).toContain("“Do you sell tyres?”");
  });

  test("an owner who turned the weekly summary on gets one, about the week from Monday to Monday", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    await owner.mutation(api.account.chooseMail, { group: "summary", isOn: true });
    const summaries = async () =>
      (await subjects(owner)).filter((one) => one.startsWith("Your week"));
    await useMinutes(world(), subscriber, 2);
    await week();
    expect(await summaries()).toEqual(["Your week: 1 call"]);
    const mail = must(
      (await world().mailsOf(owner)).find(({ subject }) => subject.startsWith("Your week")),
      "summary",
    );
    expect(mail.text).toContain("had 1 call and talked for 2 minutes.");
    expect(header(mail, "List-Unsubscribe")).toBeDefined();
    // A week without calls has no summary.
    await week();
    expect(await summaries()).toHaveLength(1);
    await useMinutes(world(), subscriber, 3);
    await owner.mutation(api.account.chooseMail, { group: "summary", isOn: false });
    await week();
    expect(await summaries()).toHaveLength(1);
  });
});
