/**
 * For each invariant, by its words, a fault in books that are right: what would be there if the product had it. Null
 * where these books have nothing in which it could be.
 */
import { must } from "../../../local/must.ts";
import type { Books } from "./books.ts";

/** On a copy, which it may change; false where it cannot. */
type Plant = (books: Books) => boolean;

/** Changes the first that fits. */
function first<T>(list: T[], fits: (one: T) => boolean, change: (one: T, at: number) => void) {
  const at = list.findIndex(fits);
  if (at === -1) return false;
  change(must(list[at], "what was found"), at);
  return true;
}

const any = () => true;
const drop = <T>(list: T[], fits: (one: T) => boolean = any) =>
  first(list, fits, (_, at) => void list.splice(at, 1));
const again = <T>(list: T[], fits: (one: T) => boolean = any) =>
  first(list, fits, (one) => void list.push(one));

const ofOwnersWhoStayed = ({ lived }: Books) => {
  const stayed = lived.owners.filter(({ deletedAtMs }) => deletedAtMs === null);
  return stayed.map(({ person }): string => person.userId);
};

export const PLANTED: Record<string, Plant> = {
  "every finished call was counted once, with the seconds that the platform tells": (books) =>
    first(
      books.lived.calls,
      ({ seconds, isLiedOf, ownerId }) =>
        (seconds ?? 0) > 0 && !isLiedOf && ofOwnersWhoStayed(books).includes(ownerId),
      (call) => void (call.seconds = (call.seconds ?? 0) + 1),
    ),
  "whatever the platform tells, no call is longer or dearer than it can be": ({ ours }) =>
    first(ours.calls, any, (call) => void (call.seconds = 1e9)),
  "an account's sums are the sums of its calls, by period, assistant and hour as well": (books) =>
    first(
      books.ours.usageHours,
      ({ seconds, ownerId }) => seconds > 0 && ofOwnersWhoStayed(books).includes(ownerId),
      (hour) => void (hour.seconds += 1),
    ),
  "no call is at the platform of which we do not know, and none here that is not there": ({
    ours,
  }) => drop(ours.calls, ({ platformCallId }) => platformCallId !== undefined),
  "every call is over, and its line is free": ({ ours }) =>
    first(ours.calls, any, (call) => void (call.isLive = true)),
  "what a call left behind is kept once, and gone with the call": ({ ours }) =>
    again(ours.callTexts),

  "every assistant is as its owner saved it last, here and at the platform": ({ ours, platform }) =>
    first(
      platform.assistants,
      ({ id }) => ours.assistants.some(({ voiceAssistantId }) => voiceAssistantId === id),
      (assistant) => void (assistant.name = "As it was before"),
    ),
  "what an owner makes is there once, and nothing that nobody made": ({ ours }) =>
    drop(ours.assistants),
  "each save is one version, also where it was sent twice": ({ ours }) =>
    again(ours.assistantVersions),
  "no assistant, tool or file is at the platform that no row of ours knows, and none is missing": ({
    platform,
  }) => {
    platform.tools.push({ id: crypto.randomUUID() });
    return true;
  },
  "every file that is named is stored, and none is stored that nothing names": ({ stored }) =>
    drop(stored),

  "every invoice for extra minutes that was paid stands in the ledger once, with its amount": ({
    ours,
  }) => drop(ours.overageCharges, ({ state }) => state === "paid"),
  "no extra minute was charged twice, none that was not talked, and none on trial": ({ ours }) =>
    again(ours.overageCharges, ({ state }) => state !== "void"),
  "nobody paid an invoice twice, or anything that no invoice asks for": ({ stripe }) =>
    again(stripe.money, ({ kind }) => kind === "charge"),
  "an owner is one customer at Stripe, with one subscription at most": ({ stripe }) =>
    again(stripe.customers, ({ metadata }) => metadata.ownerId !== undefined),
  "what we show of a plan is what Stripe says": ({ ours }) =>
    first(
      ours.customers,
      ({ subscription }) => subscription !== null,
      ({ subscription }) => void (must(subscription, "plan").stripeStatus = "as it was before"),
    ),
  "who cancelled a plan pays for no further month": ({ lived, stripe }) =>
    first(
      stripe.customers,
      ({ id }) =>
        stripe.invoices.some(({ customer, amount_paid, billing_reason }) => {
          const isMonth = billing_reason?.startsWith("subscription_") === true;
          return customer === id && amount_paid > 0 && isMonth;
        }),
      ({ metadata }) => {
        const owner = lived.owners.find(({ person }) => person.userId === metadata.ownerId);
        must(owner, "owner").saidOfPlan = { what: "cancel", atMs: 0 };
      },
    ),

  "nobody talks with an assistant that is deleted or not live, or whose owner is gone": ({
    lived,
  }) => lived.wronglyServed.push("Ada took a call") > 0,
  "for each call of a visitor its owner had a plan at that moment, as far as we could know": ({
    lived,
  }) => {
    lived.standings = [];
    lived.moneyDisturbed = [];
    return lived.calls.some(({ isTest }) => !isTest);
  },

  "every mail that was asked for went out once, and none that was not": ({ mails }) => again(mails),
  "no mail waits, and none was given up": ({ ours }) =>
    first(ours.mails, any, (mail) => void (mail.state = "failed")),
  "whoever signed up was asked to confirm the address": (books) => {
    books.mails = [];
    return ofOwnersWhoStayed(books).length > 0;
  },
  "an owner's server is told of each event, until it has taken it, and of no event that there was not":
    ({ ours, lived }) => {
      const on = ours.webhookEndpoints.filter(({ isOn }) => isOn).map(({ _id }) => _id);
      return first(
        lived.deliveries,
        ({ endpointId }) => on.includes(endpointId),
        (delivery) => void (delivery.state = "waiting"),
      );
    },
  "an owner's server hears of a call's beginning and of its end once each": ({ lived }) =>
    again(lived.deliveries, ({ type }) => type === "call.ended"),

  "no work at a vendor is left over but what waits for an owner's money, and what was given up is shown":
    (books) => books.ours.jobs.push(leftOver(books, null)) > 0,
  "nothing was given up that could be done in the end": (books) => {
    const work = leftOver(books, 1);
    books.attention.push(work);
    return books.ours.jobs.push(work) > 0;
  },
  "of who deleted an account nothing is left here, and no customer at Stripe who owes nothing": ({
    lived,
    ours,
  }) =>
    first(ours.ownerTotals, any, ({ ownerId }) => {
      const owner = lived.owners.find(({ person }) => person.userId === ownerId);
      must(owner, "owner").deletedAtMs = 1;
    }),
  "whoever is told that something cannot be done is told so in words for people": ({ lived }) =>
    lived.surprises.push("save: Error: Server Error") > 0,
  "the database agrees with itself, with every index": ({ disagreements }) =>
    disagreements.push("a row that no index has") > 0,
};

function leftOver({ atMs }: Books, deadAtMs: number | null): Books["ours"]["jobs"][number] {
  return {
    _id: "work" as never,
    _creationTime: atMs,
    kind: "voiceSync",
    key: "an assistant",
    version: 1,
    askedAtMs: atMs,
    attempts: 1,
    lastError: "down",
    dueAtMs: null,
    leaseId: null,
    leaseUntilMs: null,
    deadAtMs,
  };
}
