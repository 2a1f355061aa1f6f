/**
 * For each invariant, a change to a correct snapshot that violates it, as a fault in the product would. The tests use
 * these to show that each invariant can fail.
 */
import { must } from "@hark/stand-in-kit/must";
import type { Snapshot } from "./snapshot.ts";

/** Changes the snapshot in place. Returns false if it holds nothing to change. */
type Violate = (snapshot: Snapshot) => boolean;

/** Changes the first entry that matches. */
function changeFirst<T>(
  list: T[],
  fits: (one: T) => boolean,
  change: (one: T, at: number) => void,
) {
  const at = list.findIndex(fits);
  if (at === -1) return false;
  change(must(list[at], "what was found"), at);
  return true;
}

const any = () => true;
const removeFirst = <T>(list: T[], fits: (one: T) => boolean = any) =>
  changeFirst(list, fits, (_, at) => void list.splice(at, 1));
const duplicateFirst = <T>(list: T[], fits: (one: T) => boolean = any) =>
  changeFirst(list, fits, (one) => void list.push(one));

const idsOfRemainingOwners = ({ history }: Snapshot) => {
  const stayed = history.owners.filter(({ deletedAtMs }) => deletedAtMs === null);
  return stayed.map(({ person }): string => person.userId);
};

export const VIOLATIONS: Record<string, Violate> = {
  "every finished call is counted once, with the seconds that the platform reports": (snapshot) =>
    changeFirst(
      snapshot.history.calls,
      ({ seconds, hasFalseReport, ownerId }) =>
        (seconds ?? 0) > 0 && !hasFalseReport && idsOfRemainingOwners(snapshot).includes(ownerId),
      (call) => void (call.seconds = (call.seconds ?? 0) + 1),
    ),
  "whatever the platform reports, no call is longer or costs more than possible": ({ tables }) =>
    changeFirst(tables.calls, any, (call) => void (call.seconds = 1e9)),
  "an account's totals are the sums of its calls, also by period, assistant and hour": (snapshot) =>
    changeFirst(
      snapshot.tables.usageHours,
      ({ seconds, ownerId }) => seconds > 0 && idsOfRemainingOwners(snapshot).includes(ownerId),
      (hour) => void (hour.seconds += 1),
    ),
  "Hark and the platform list the same calls": ({ tables }) =>
    removeFirst(tables.calls, ({ platformCallId }) => platformCallId !== undefined),
  "every call has ended and frees its concurrency slot": ({ tables }) =>
    changeFirst(tables.calls, any, (call) => void (call.isLive = true)),
  "a call's outcome and texts are stored once, and deleted with the call": ({ tables }) =>
    duplicateFirst(tables.callTexts),

  "every assistant is as its owner last saved it, in Hark and at the platform": ({
    tables,
    platform,
  }) =>
    changeFirst(
      platform.assistants,
      ({ id }) => tables.assistants.some(({ voiceAssistantId }) => voiceAssistantId === id),
      (assistant) => void (assistant.name = "As it was before"),
    ),
  "every assistant that an owner created exists once, and no other exists": ({ tables }) =>
    removeFirst(tables.assistants),
  "each save makes one version, even if it was sent twice": ({ tables }) =>
    duplicateFirst(tables.assistantVersions),
  "the platform has exactly the assistants, tools and files that Hark's tables list": ({
    platform,
  }) => {
    platform.tools.push({ id: crypto.randomUUID() });
    return true;
  },
  "every referenced file is stored, and every stored file is referenced": ({ stored }) =>
    removeFirst(stored),

  "changes that wait for a review are as their owner last saved them, and only these wait": ({
    history,
  }) =>
    changeFirst(
      history.owners.flatMap(({ assistants }) => assistants),
      ({ isDeleted }) => !isDeleted,
      (assistant) => void (assistant.draftName = "Changes that were lost"),
    ),
  "every rehearsal that was started has ended with a result": ({ tables }) =>
    changeFirst(tables.rehearsalResults, any, (result) => void (result.state = "running")),

  "every paid invoice for extra minutes is in the ledger once, with its amount": ({ tables }) =>
    removeFirst(tables.overageCharges, ({ state }) => state === "paid"),
  "no extra minute was charged twice, without having been used, or on trial": ({ tables }) =>
    duplicateFirst(tables.overageCharges, ({ state }) => state !== "void"),
  "no invoice was paid twice, and nothing was charged without an invoice": ({ stripe }) =>
    duplicateFirst(stripe.money, ({ kind }) => kind === "charge"),
  "an owner is one customer at Stripe, with at most one subscription": ({ stripe }) =>
    duplicateFirst(stripe.customers, ({ metadata }) => metadata.ownerId !== undefined),
  "Hark shows the subscription state that Stripe has": ({ tables }) =>
    changeFirst(
      tables.customers,
      ({ subscription }) => subscription !== null,
      ({ subscription }) => void (must(subscription, "plan").stripeStatus = "as it was before"),
    ),
  "an owner who cancelled pays for no further month": ({ history, stripe }) =>
    changeFirst(
      stripe.customers,
      ({ id }) =>
        stripe.invoices.some(({ customer, amount_paid, billing_reason }) => {
          const isMonth = billing_reason?.startsWith("subscription_") === true;
          return customer === id && amount_paid > 0 && isMonth;
        }),
      ({ metadata }) => {
        const owner = history.owners.find(({ person }) => person.userId === metadata.ownerId);
        must(owner, "owner").lastPlanChoice = { what: "cancel", atMs: 0 };
      },
    ),

  "no call is accepted for an assistant that is deleted or not live, or whose owner was deleted": ({
    history,
  }) => history.wronglyServed.push("Ada took a call") > 0,
  "at each visitor's call its owner had a plan, as far as Hark could know": ({ history }) => {
    history.statusChanges = [];
    history.billingDisturbances = [];
    return history.calls.some(({ isTest }) => !isTest);
  },

  "every queued mail was sent once, and no other mail was sent": ({ mails }) =>
    duplicateFirst(mails),
  "no mail is waiting, and none has failed": ({ tables }) =>
    changeFirst(tables.mails, any, (mail) => void (mail.state = "failed")),
  "every new owner was asked to confirm the address": (snapshot) => {
    snapshot.mails = [];
    return idsOfRemainingOwners(snapshot).length > 0;
  },
  "an owner's server receives each event, with retries until it accepts it, and no other event": ({
    tables,
    history,
  }) => {
    const on = tables.webhookEndpoints.filter(({ isOn }) => isOn).map(({ _id }) => _id);
    return changeFirst(
      history.deliveries,
      ({ endpointId }) => on.includes(endpointId),
      (delivery) => void (delivery.state = "waiting"),
    );
  },
  "an owner's server receives call.started and call.ended once per call": ({ history }) =>
    duplicateFirst(history.deliveries, ({ type }) => type === "call.ended"),

  "only jobs that wait for an owner's payment are left, and failed jobs are shown to the operator":
    (snapshot) => snapshot.tables.jobs.push(leftOver(snapshot, null)) > 0,
  "no job failed that could have succeeded in the end": (snapshot) => {
    const work = leftOver(snapshot, 1);
    snapshot.attention.push(work);
    return snapshot.tables.jobs.push(work) > 0;
  },
  "nothing is left of a deleted account, nor its customer at Stripe unless money is owed": ({
    history,
    tables,
  }) =>
    changeFirst(tables.ownerTotals, any, ({ ownerId }) => {
      const owner = history.owners.find(({ person }) => person.userId === ownerId);
      must(owner, "owner").deletedAtMs = 1;
    }),
  "every refusal has a message written for people": ({ history }) =>
    history.unexpectedErrors.push("save: Error: Server Error") > 0,
  "the database is consistent with all its indexes": ({ disagreements }) =>
    disagreements.push("a row that no index has") > 0,
};

function leftOver({ atMs }: Snapshot, deadAtMs: number | null): Snapshot["tables"]["jobs"][number] {
  return {
    _id: "work" as never,
    _creationTime: atMs,
    kind: "voiceSync",
    key: "an assistant",
    version: 1,
    enqueuedAtMs: atMs,
    attempts: 1,
    lastError: "down",
    dueAtMs: null,
    leaseId: null,
    leaseUntilMs: null,
    deadAtMs,
  };
}
