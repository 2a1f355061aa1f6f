/**
 * Three months of random actions by owners, banks, Stripe's events and the mail service: each notification that the
 * dashboard shows is mailed once, while it is true, and to nobody who has turned it off.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../../convex/_generated/api";
import { sized } from "../../soak.ts";
import type { SentMail } from "../mail-world.ts";
import type { Owner } from "../world.ts";
import { DAY_MS, HOUR_MS, customerOf, onTrial, runJobs } from "./billing-world.ts";
import type { Subscriber } from "./billing-world.ts";
import { onEachMailedBackend } from "./mailed-world.ts";
import type { MailedWorld } from "./mailed-world.ts";
import { allowRefusal, cancelAllSubscriptions, takeOwnerStep } from "./owner-steps.ts";
import type { OwnerStep } from "./owner-steps.ts";
import { changeCard, payOnPage } from "./stripe-pages.ts";
import type { Card } from "./stripe-pages.ts";

const HALF_DAY_MS = 12 * HOUR_MS;
const HALF_DAYS = 2 * 92;
const WEEK_MS = 7 * DAY_MS;
/** 5 January 1970. */
const A_MONDAY_MS = 4 * DAY_MS;
/** The mail service is never down long enough for a mail to be given up. */
const DOWN_HALF_DAYS = 3;

type Step =
  | OwnerStep
  | { do: "limit"; cents: number | null }
  | { do: "card"; card: Card }
  | { do: "mail"; group: "usage" | "summary"; isOn: boolean }
  | { do: "pay" | "one click" | "mail down" };

const use = (max: number) =>
  fc.record({ do: fc.constant("use" as const), minutes: fc.integer({ min: 1, max }) });
const one = <Do extends Step["do"]>(...names: Do[]) => fc.record({ do: fc.constantFrom(...names) });

/** Weighted so that plans last, and owners subscribe again. */
const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: use(40) },
  { weight: 3, arbitrary: use(200) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("choose" as const),
      plan: fc.constantFrom("STARTER" as const, "STARTER" as const, "PRO" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("limit" as const),
      cents: fc.constantFrom(0, 500, 2_000, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("card" as const),
      card: fc.constantFrom<Card>("good", "good", "good", "declinedLater", "asks"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("mail" as const),
      group: fc.constantFrom("usage" as const, "summary" as const),
      isOn: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 6, arbitrary: one("pay", "pay", "check", "one click", "mail down", "reactivate") },
  { weight: 1, arbitrary: one("cancel") },
  { weight: 5, arbitrary: one("hold", "release", "shuffle", "double", "lose") },
);

/** What happens in each half day; half of the time nothing. */
const during = (halfDays: number) =>
  fc.array(fc.option(STEP, { freq: 2 }), { minLength: halfDays, maxLength: halfDays });

/** Recognizes the kind of a mail. */
const KINDS: Record<string, RegExp> = {
  "80": /^You have used most of your (plan|trial)'s minutes$/,
  "100": /^You have used all the minutes of your (plan|trial)$/,
  near: /^You are close to your spending limit$/,
  reached: /^You have reached your spending limit$/,
  confirm: /^Please confirm a payment of/,
  refused: /^A payment of .+ failed$/,
  grace: /^Pay for your extra minutes to keep your assistants available$/,
  trialEnding: /^Your trial ends on/,
  changed: /^You are now on the \w+ plan$/,
  ended: /^Your (trial|\w+ plan) has ended$/,
  summary: /^Your week:/,
};
const OF_USAGE = ["80", "100", "near", "reached"];

/** What is true at this moment, as the dashboard shows it: for each kind, what it is about. */
interface Sight {
  holds: [kind: string, about: string][];
  used: string;
  choices: { usage: boolean; summary: boolean };
  plan: { id: string; type: string; ended: boolean } | null;
}

async function look(world: MailedWorld, owner: Owner): Promise<Sight> {
  const usage = await owner.query(api.usage.checkUsageLimits, {});
  const spending = await owner.query(api.subscriptions.getSpendingLimit, {});
  const payments = await owner.query(api.subscriptions.getPaymentsToConfirm, {});
  const state = await owner.query(api.subscriptions.getSubscriptionState, {});
  const choices = must(await owner.query(api.account.getMailChoices, {}), "choices");
  const { subscription } = await customerOf(world, owner);
  const nowMs = world.clock.now();
  const holds: Sight["holds"] = [];
  const { usedMinutes: used, includedMinutes: included } = usage;
  const endMs = subscription?.currentPeriodEndMs ?? 0;
  if (usage.hasSubscription && endMs > nowMs) {
    const about = `${endMs} ${included}`;
    const spent = used >= included ? (spending?.state ?? "below") : "below";
    if (spent !== "below") holds.push([spent, `${endMs} ${spending?.limit}`]);
    else if (used >= included) holds.push(["100", about]);
    else if (used >= 0.8 * included) holds.push(["80", about]);
  }
  for (const { what, url, until } of payments) {
    holds.push([what === "overage_refused" ? "refused" : "confirm", `${what} ${url}`]);
    const leftMs = (until ?? 0) * 1000 - nowMs;
    if (what.startsWith("overage") && leftMs > 0 && leftMs < DAY_MS) holds.push(["grace", url]);
  }
  if (state.state === "payment_due" || state.state === "unpaid") {
    holds.push(["refused", `renewal ${endMs}`]);
  }
  const leftMs = endMs - nowMs;
  if (subscription?.status === "trialing" && leftMs > 0 && leftMs < 2 * DAY_MS) {
    holds.push(["trialEnding", String(endMs)]);
  }
  if (state.state === "ended" || state.state === "trial_ended") {
    holds.push(["ended", subscription?.stripeSubscriptionId ?? ""]);
  }
  const plan =
    subscription?.planType == null
      ? null
      : {
          id: subscription.stripeSubscriptionId,
          type: subscription.planType,
          ended: subscription.endedAtMs !== null,
        };
  return { holds, used: used.toLocaleString("en-US"), choices, plan };
}

class Witness {
  /** What may have been mailed and what must have been, each once. */
  readonly may = new Map<string, Set<string>>();
  readonly must = new Map<string, Set<string>>();
  readonly sent = new Map<string, number>();
  private readonly seen = new Set<string>();
  private readonly world: MailedWorld;
  private readonly owner: Owner;
  private before: Sight;

  constructor(world: MailedWorld, owner: Owner, before: Sight) {
    this.world = world;
    this.owner = owner;
    this.before = before;
  }

  /** `isChecked` tells which kinds the product had to consider in this step while the mail service worked. */
  async compare(isChecked: (kind: string) => boolean, weeks: { may: string[]; must: string[] }) {
    const now = await look(this.world, this.owner);
    const { before } = this;
    const changed =
      before.plan !== null &&
      now.plan !== null &&
      before.plan.id === now.plan.id &&
      before.plan.type !== now.plan.type &&
      !now.plan.ended;
    if (changed) now.holds.push(["changed", String(this.world.clock.now())]);
    for (const [kind, about] of now.holds) {
      add(this.may, kind, about);
      const isWanted = !OF_USAGE.includes(kind) || now.choices.usage;
      if (isWanted && isChecked(kind)) add(this.must, kind, about);
    }
    for (const week of weeks.may) add(this.may, "summary", week);
    for (const week of weeks.must) add(this.must, "summary", week);
    for (const mail of await this.world.mailsOf(this.owner)) {
      if (this.seen.has(mail.id)) continue;
      this.seen.add(mail.id);
      this.arrive(mail, now);
    }
    this.before = now;
  }

  private arrive(mail: SentMail, now: Sight): void {
    const [kind] = Object.entries(KINDS).find(([, subject]) => subject.test(mail.subject)) ?? [];
    if (kind === undefined) throw new Error(`Nobody knows “${mail.subject}”`);
    this.sent.set(kind, (this.sent.get(kind) ?? 0) + 1);
    const { before } = this;
    if (kind !== "summary" && kind !== "changed") {
      const held = [...before.holds, ...now.holds].map(([one]) => one);
      expect(held, `“${mail.subject}” was untrue`).toContain(kind);
    }
    if (OF_USAGE.includes(kind)) {
      expect(before.choices.usage || now.choices.usage, mail.subject).toBe(true);
    }
    if (kind === "summary") {
      expect(before.choices.summary || now.choices.summary, mail.subject).toBe(true);
    }
    if (kind === "80" || kind === "100") {
      const message = must(/^You have used (\S+) of the/m.exec(mail.text)?.[1], "minutes");
      expect([before.used, now.used]).toContain(message);
    }
  }

  check(): void {
    for (const kind of Object.keys(KINDS)) {
      const sent = this.sent.get(kind) ?? 0;
      const [least, most] = [this.must.get(kind)?.size ?? 0, this.may.get(kind)?.size ?? 0];
      const message = `${kind}: sent ${sent} times, of ${[...(this.may.get(kind) ?? [])].join(", ")}`;
      expect(sent, message).toBeGreaterThanOrEqual(least);
      expect(sent, message).toBeLessThanOrEqual(most);
    }
  }
}

function add(to: Map<string, Set<string>>, kind: string, about: string): void {
  const set = to.get(kind) ?? new Set<string>();
  to.set(kind, set.add(about));
}

async function take(world: MailedWorld, subscriber: Subscriber, step: Step): Promise<void> {
  const { owner } = subscriber;
  const { subscriptions, account } = api;
  switch (step.do) {
    case "limit":
      await owner.mutation(subscriptions.setSpendingLimit, { limit: step.cents });
      break;
    case "card":
      await changeCard(
        await owner.action(subscriptions.createCustomerPortalSession, {}),
        step.card,
      );
      break;
    case "mail":
      await owner.mutation(account.chooseMail, { group: step.group, isOn: step.isOn });
      break;
    case "one click": {
      const mails = await world.mailsOf(owner);
      for (const mail of mails.slice(-1)) {
        const stop = mail.headers.find(([name]) => name === "List-Unsubscribe")?.[1];
        if (stop === undefined) break;
        const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
        const answer = await fetch(stop.slice(1, -1), { method: "POST", body });
        expect(answer.status).toBe(200);
      }
      break;
    }
    case "pay": {
      const [payment] = await owner.query(subscriptions.getPaymentsToConfirm, {});
      if (payment !== undefined) await payOnPage(payment.url, "good");
      break;
    }
    case "mail down":
      await world.post.control("faults", { kind: "no_answer", times: 10_000 });
      break;
    default:
      await takeOwnerStep(world, subscriber, step);
  }
}

const mondayBefore = (ms: number) =>
  A_MONDAY_MS + Math.floor((ms - A_MONDAY_MS) / WEEK_MS) * WEEK_MS;

onEachMailedBackend((world) => {
  test("whatever happens in three months, each notification that the dashboard shows is mailed once, while it is true", async () => {
    const kinds = new Set<string>();
    // The local backend runs the cron jobs too, which takes some time.
    const halfDays = world().knowsAddresses ? sized({ usual: 62, soak: HALF_DAYS }) : HALF_DAYS;
    await fc.assert(
      fc.asyncProperty(during(halfDays), async (months) => {
        const subscriber = await onTrial(world(), "STARTER");
        const { owner } = subscriber;
        const witness = new Witness(world(), owner, await look(world(), owner));
        /** When there were calls, and for how long the mail service is down or up. */
        const talkedMs: number[] = [];
        let [down, up] = [0, 9];
        let hadSummary = false;
        for (const step of months) {
          if (step !== null) {
            if (step.do === "mail down") [down, up] = [DOWN_HALF_DAYS, 0];
            await allowRefusal(take(world(), subscriber, step));
            if (step.do === "use") talkedMs.push(world().clock.now());
            await world().settle();
            const isChecked = (kind: string) =>
              step.do === "use" && up > 2 && OF_USAGE.includes(kind);
            await witness.compare(isChecked, { may: [], must: [] });
            hadSummary = (await look(world(), owner)).choices.summary;
          }
          down -= 1;
          if (down === 0) await world().post.recover();
          if (down <= 0) up += 1;
          const fromMs = world().clock.now();
          await world().advance(HALF_DAY_MS);
          const nowMs = world().clock.now();
          await witness.compare(() => false, { may: [], must: [] });
          await runJobs(world());
          await world().inside.action(internal.calls.weeklySummary.sendSummaries, {});
          await world().settle();
          const monday = mondayBefore(nowMs);
          const isDue =
            hadSummary &&
            fromMs < monday &&
            talkedMs.some((ms) => ms >= monday - WEEK_MS && ms < monday);
          const weeks = isDue ? [String(monday)] : [];
          await witness.compare((kind) => up > 2 && !OF_USAGE.includes(kind), {
            may: weeks,
            must: up > 2 ? weeks : [],
          });
        }
        witness.check();
        for (const kind of witness.sent.keys()) kinds.add(kind);
        await world().control.release();
        await cancelAllSubscriptions(world());
      }),
      // Shrinking a failure would take longer than the test may; its seed is printed.
      { numRuns: sized({ usual: 1, soak: 8 }), endOnFailure: true },
    );
    expect(kinds.size).toBeGreaterThan(0);
  });
});
