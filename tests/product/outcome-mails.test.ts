/** Mail about call outcomes: to the owner, and to others who have agreed. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { callOf } from "./acting.ts";
import { keyIn, withMail } from "./mail-world.ts";
import type { SentMail } from "./mail-world.ts";
import {
  endOfCallReport,
  foundOut,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  voicedAssistant,
} from "./talk.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;
const EACH = { when: "each", assistantId: null, hour: 8, timeZone: "UTC" } as const;

let people = 0;
function newEmail(): string {
  people += 1;
  return `person-${people}@outcomes.test`;
}

withMail((world) => {
  beforeAll(() => world().setVariables({ ...SILENT_PLATFORM, TRIAL_KEYS: "a-key-of-these-tests" }));

  async function confirmed(): Promise<Owner> {
    const owner = await world().signUp(newEmail());
    const key = keyIn(await world().newestTo(owner.email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    return owner;
  }

  /** A call with this outcome. */
  async function call(owner: Owner, found: object, assistant?: { embedId: string }) {
    const { embedId } = assistant ?? (await voicedAssistant(world(), owner, "Bakery"));
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    const startedAtMs = world().clock.now();
    await world().advance(20_000);
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: 20 });
    const send = async () => {
      const artifact = { ...report.artifact, ...foundOut({ found }) };
      expect((await sendReport(world(), { ...report, artifact })).status).toBe(200);
      await world().settle();
    };
    await send();
    return { callId, send };
  }

  async function agreed(owner: Owner, choice: object = {}): Promise<string> {
    const address = newEmail();
    await owner.mutation(api.outcomeMails.addRecipient, { address, ...EACH, ...choice });
    const [question] = await world().mailTo(address);
    const { text } = must(question, "question");
    const key = must(/recipient=([\w.-]+)/.exec(text)?.[1], "key");
    await world().visitor.mutation(api.outcomeMails.confirmRecipient, { key });
    return address;
  }

  /** Without mail about the account and the confirmation. */
  async function entriesTo(address: string): Promise<SentMail[]> {
    const mails = await world().mailTo(address);
    return mails.filter(({ subject }) => !/Confirm your|Do you want/.test(subject));
  }
  const subjectsTo = async (address: string) =>
    (await entriesTo(address)).map(({ subject }) => subject);
  const header = ({ headers }: SentMail, name: string) =>
    headers.find(([one]) => one === name)?.[1];

  test("by default an owner gets one mail for each entry, whose replies go to the visitor", async () => {
    const owner = await confirmed();
    const finding = (label: string, kind: "text" | "email") => ({ label, kind, isRequired: false });
    const findings = [finding("Name", "text"), finding("Order", "text"), finding("Email", "email")];
    const bakery = await voicedAssistant(world(), owner, "Bakery", findings);
    const left = { name: "Maria", order: "two loaves", email: "m@shop.example" };
    const { send } = await call(owner, left, bakery);
    await send();
    const [mail, ...others] = await entriesTo(owner.email);
    expect(others).toEqual([]);
    const { subject, text, html } = must(mail, "mail");
    expect(subject).toBe("Order from Maria: two loaves");
    for (const part of [text, html]) expect(part).toContain("two loaves");
    expect(mail?.replyTo).toEqual(["m@shop.example"]);
    expect(header(must(mail, "mail"), "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  });

  // T12: docs/security.md
  test("nobody gets mail about another owner's assistant", async () => {
    const [owner, stranger] = [await confirmed(), await confirmed()];
    const { assistantId } = await voicedAssistant(world(), owner, "Bakery");
    const args = { address: newEmail(), ...EACH, assistantId };
    await expect(stranger.mutation(api.outcomeMails.addRecipient, args)).rejects.toMatchObject({
      data: { code: "assistant_not_found" },
    });
  });

  // T66: docs/security.md
  test("an unconfirmed owner gets none, and others only after they agreed", async () => {
    const stranger = await world().signUp(newEmail());
    await call(stranger, { name: "Maria" });
    expect(await subjectsTo(stranger.email)).toEqual([]);
    await expect(
      stranger.mutation(api.outcomeMails.addRecipient, { address: newEmail(), ...EACH }),
    ).rejects.toMatchObject({ data: { code: "address_unconfirmed" } });

    const owner = await confirmed();
    const silent = newEmail();
    await owner.mutation(api.outcomeMails.addRecipient, { address: silent, ...EACH });
    const shop = await agreed(owner);
    await call(owner, { name: "Maria" });
    expect(await subjectsTo(silent)).toEqual([]);
    expect(await subjectsTo(shop)).toEqual(["A message from Maria"]);
    expect(await subjectsTo(owner.email)).toEqual(["A message from Maria"]);
  });

  // T66: docs/security.md
  test("only the person who reads the mail can agree for an address, within a week", async () => {
    const owner = await confirmed();
    const [address, other] = [newEmail(), newEmail()];
    const keys: string[] = [];
    for (const to of [address, other]) {
      await owner.mutation(api.outcomeMails.addRecipient, { address: to, ...EACH });
      const [question] = await world().mailTo(to);
      keys.push(must(/recipient=([\w.-]+)/.exec(must(question, "question").text)?.[1], "key"));
    }
    const [key = "", keyOfOther = ""] = keys;
    const [id = "", untilMs = "", signature = ""] = key.split(".");
    const [, untilOfOther = "", signatureOfOther = ""] = keyOfOther.split(".");
    const agree = (made: string) =>
      world().visitor.mutation(api.outcomeMails.confirmRecipient, { key: made });
    const over = { data: { code: "link_refused" } };
    for (const made of [
      ...[
        "",
        id,
        `${id}.${untilMs}`,
        `${id}.${untilMs}.x`,
        `${owner.userId}.${untilMs}.${signature}`,
      ],
      ...[`${id}.${untilMs}.${signatureOfOther}`, `${id}.${untilOfOther}.${signatureOfOther}`],
      ...[`${id}.Infinity.${signature}`],
      `${id}.${Number(untilMs) + HOUR_MS}.${signature}`,
    ]) {
      await expect(agree(made), made).rejects.toMatchObject(over);
    }
    await world().advance(7 * 24 * HOUR_MS + HOUR_MS);
    await expect(agree(key)).rejects.toMatchObject(over);
    const list = await owner.query(api.outcomeMails.listRecipients, {});
    expect(list?.map(({ isConfirmed }) => isConfirmed)).toEqual([true, false, false]);
  });

  // T47, T66: docs/security.md
  test("however many accounts ask, an address gets the question at most five times an hour", async () => {
    const address = newEmail();
    const owners = [await confirmed(), await confirmed(), await confirmed()];
    const refusals: unknown[] = [];
    for (let round = 0; round < 2 * owners.length; round++) {
      const owner = must(owners[round % owners.length], "owner");
      const known = await owner.query(api.outcomeMails.listRecipients, {});
      const recipientId = known?.find((one) => one.address === address)?.id ?? null;
      const asking =
        recipientId === null
          ? owner.mutation(api.outcomeMails.addRecipient, { address, ...EACH })
          : owner.mutation(api.outcomeMails.resendRecipientConfirmation, { recipientId });
      await asking.catch((error: unknown) => refusals.push(error));
      await world().advance(1_000);
    }
    expect(refusals).toMatchObject([{ data: { code: "too_many_requests" } }]);
    expect(await world().mailTo(address)).toHaveLength(5);
  });

  // T66: docs/security.md
  test("a one-click unsubscribe ends mail to that address alone", async () => {
    const owner = await confirmed();
    const shop = await agreed(owner);
    await call(owner, { name: "Maria" });
    for (const address of [shop, owner.email]) {
      const [mail] = await entriesTo(address);
      const stop = must(header(must(mail, "mail"), "List-Unsubscribe"), "header").slice(1, -1);
      const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
      expect((await fetch(stop, { method: "POST", body })).status).toBe(200);
      await call(owner, { name: `Not for ${address}` });
      expect(await subjectsTo(address)).not.toContain(`A message from Not for ${address}`);
    }
    const list = await owner.query(api.outcomeMails.listRecipients, {});
    expect(list).toMatchObject([{ id: null, when: "off" }]);
  });

  test("a daily mail arrives at the chosen hour of the owner's time zone, about the chosen assistant", async () => {
    const owner = await confirmed();
    const chosen = await voicedAssistant(world(), owner, "Garage");
    const { assistantId } = chosen;
    const zone = { timeZone: "Asia/Kathmandu", hour: 8 };
    const shop = await agreed(owner, { when: "daily", ...zone, assistantId });
    await call(owner, { name: "Maria" }, chosen);
    await call(owner, { name: "Grace" }, chosen);
    await call(owner, { name: "Of another" });
    expect(await subjectsTo(shop)).toEqual([]);
    for (let hours = 0; hours < 48; hours++) await world().advance(HOUR_MS);
    const [mail, ...others] = await entriesTo(shop);
    expect(others).toEqual([]);
    const { subject, text } = must(mail, "mail");
    expect(subject).toBe("2 new inbox entries");
    expect(text).toContain("A message from Maria");
    expect(text).not.toContain("Of another");
  });

  test("the daily mail about a quiet assistant arrives although a busy one had a hundred entries before", async () => {
    const owner = await confirmed();
    const quiet = await voicedAssistant(world(), owner, "Garage");
    const { assistantId } = quiet;
    const shop = await agreed(owner, { when: "daily", assistantId });
    const busy = await call(owner, { name: "Of the busy one" });
    const entries = (await world().rows("outcomes")).filter(({ callId }) => callId === busy.callId);
    const { _id, _creationTime, ...entry } = must(entries[0], "entry");
    await world().insert(
      "outcomes",
      Array.from({ length: 100 }, () => entry),
    );
    await call(owner, { name: "Maria" }, quiet);
    for (let hours = 0; hours < 24; hours++) await world().advance(HOUR_MS);
    const [mail, ...others] = await entriesTo(shop);
    expect(others).toEqual([]);
    expect(must(mail, "mail").subject).toBe("1 new inbox entry");
    expect(must(mail, "mail").text).toContain("A message from Maria");
  });

  test("a deleted entry is not mailed, and after an outage of the mail service each mail is sent once", async () => {
    const owner = await confirmed();
    await world().control("faults", { kind: "internal_server_error", times: 100 });
    const kept = await call(owner, { name: "Maria" });
    const gone = await call(owner, { name: "Grace" });
    await owner.mutation(api.calls.deleteCall, { callId: gone.callId });
    await world().recover();
    for (let hours = 0; hours < 8; hours++) await world().advance(HOUR_MS);
    expect(await subjectsTo(owner.email)).toEqual(["A message from Maria"]);
    expect(kept.callId).toBeDefined();
  });

  // T66: docs/security.md
  test("after sixty mails in an hour the rest are combined into one", async () => {
    const owner = await confirmed();
    const assistant = await voicedAssistant(world(), owner, "Bakery");
    for (let count = 0; count < 62; count++) {
      // A button accepts one call a second, and thirty in a burst.
      if (count % 8 === 0) await world().advance(10_000);
      await world().inside.mutation(internal.calls.changes.recordReport, {
        ...(await finished(owner, assistant.embedId)),
      });
    }
    const before = await subjectsTo(owner.email);
    expect(before.length).toBeLessThan(62);
    for (let hours = 0; hours < 3; hours++) await world().advance(HOUR_MS);
    const [last] = await subjectsTo(owner.email);
    const left = 62 - before.length;
    expect(last).toBe(left === 1 ? "1 new inbox entry" : `${left} new inbox entries`);
  });

  async function finished(owner: Owner, embedId: string) {
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    const atMs = world().clock.now();
    const found = [{ key: "name", value: "Maria" }];
    const outcome = { found, unanswered: [], mood: null, language: null };
    const noTexts = { summary: null, isSuccessful: null, transcript: null, messages: [] };
    const report = {
      ...{ startedAtMs: atMs, endedAtMs: atMs, endedReason: null, costMicros: 0, ...noTexts },
      ...{ hasRecording: false, outcome },
    };
    return { callId, platformCallId, by: "report" as const, report };
  }

  // T121: docs/security.md
  test("whoever is asked for a person is mailed at once, also with a daily summary, and again about the rest", async () => {
    const owner = await confirmed();
    const order = { label: "Order", kind: "text", isRequired: false } as const;
    const bakery = await voicedAssistant(world(), owner, "Bakery", [order]);
    const actionId = await owner.mutation(api.actions.save, {
      ...{ assistantId: bakery.assistantId, name: "Ask for a person", description: "Tells us." },
      ...{ changesSomething: false, work: { kind: "person" } },
    });
    const daily = await agreed(owner, { when: "daily" });
    const { use, platformCallId } = await callOf(world(), owner, bakery.embedId, actionId);
    const messages = [{ role: "user", message: "A person, please!", time: 1 }];
    const wish = { wish: "A refund.", contact: "ada@shop.example" };
    await use(wish, { name: "action_ask_for_a_person", artifact: { messages } });
    await world().settle();
    for (const address of [owner.email, daily]) {
      const [mail, ...others] = await entriesTo(address);
      expect(others, address).toEqual([]);
      expect(mail).toMatchObject({ subject: "Asked for a person: A refund." });
      expect(mail?.replyTo).toEqual(["ada@shop.example"]);
      expect(mail?.text).toContain("Said until now:");
      expect(mail?.text).toContain("Visitor: A person, please!");
    }
    const report = endOfCallReport(platformCallId, {
      startedAtMs: world().clock.now(),
      seconds: 5,
    });
    const artifact = { ...report.artifact, ...foundOut({ found: { order: "A cake" } }) };
    await sendReport(world(), { ...report, artifact });
    await world().settle();
    expect(await entriesTo(daily)).toHaveLength(1);
    const [rest, ...before] = await entriesTo(owner.email);
    expect(before).toHaveLength(1);
    expect(rest?.text).toContain("Order: A cake");
    expect(rest?.text).not.toContain("Said until now:");
  });

  test("each question of a conversation is mailed, and a person is asked for once", async () => {
    const owner = await confirmed();
    const bakery = await voicedAssistant(world(), owner, "Bakery");
    const save = async (name: string, kind: "owner" | "person") =>
      await owner.mutation(api.actions.save, {
        ...{ assistantId: bakery.assistantId, name, description: "Tells us." },
        ...{ changesSomething: false, work: { kind } },
      });
    const actionId = await save("Ask you", "owner");
    await save("Ask for a person", "person");
    const { use } = await callOf(world(), owner, bakery.embedId, actionId);
    for (const question of ["Is rye left?", "Is spelt left?"]) {
      const told = use({ question }, { name: "action_ask_you" });
      await eventually(async () => (await owner.query(api.ownerQuestions.open, {})).length > 0);
      await world().settle();
      await world().advance(30_000);
      await told;
    }
    for (const wish of ["A refund.", "A refund, now."]) {
      await use({ wish }, { name: "action_ask_for_a_person" });
      await world().settle();
    }
    expect(await subjectsTo(owner.email)).toEqual([
      "Asked for a person: A refund.",
      "Asked you: Is spelt left?",
      "Asked you: Is rye left?",
    ]);
    const [person, spelt, rye] = await entriesTo(owner.email);
    const keyOf = (mail?: SentMail) => /\/answer\/([\w;-]+)/.exec(mail?.text ?? "")?.[1] ?? null;
    expect(keyOf(person)).toBeNull();
    const show = async (key: string | null) =>
      await world().visitor.query(api.ownerQuestions.showLinked, { key: key ?? "" });
    expect(await show(keyOf(spelt))).toMatchObject({ question: "Is spelt left?" });
    expect(await show(keyOf(rye))).toMatchObject({ question: "Is rye left?" });
  });
});
