/** What was done after the visitor's yes, sent by mail to the address that the visitor names. */
import { beforeAll, expect, test } from "vitest";
import { startCalCom } from "@hark/calcom-stand-in";
import { EVENT_TYPES, linkTo } from "@hark/calcom-stand-in/events";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { MAX_SLIP_MAILS, SLIP_MAILS_TO_ADDRESS_A_DAY } from "../../convex/shared/slip";
import { opened } from "../opened.ts";
import { anAction, callOf, callWith, TABLE } from "./acting.ts";
import { json, openActionServer } from "./action-server.ts";
import { keyIn, withMail } from "./mail-world.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import type { Owner } from "./world.ts";

const [TASTING] = EVENT_TYPES;
const MINUTE_MS = 60_000;

function receiptIn(text: string): string {
  return must(/https?:\/\/\S+\/receipt\/\S+/.exec(text)?.[0], "link");
}

let people = 0;
function newEmail(): string {
  people += 1;
  return `person-${people}@slips.test`;
}

withMail((world) => {
  const server = opened(openActionServer);
  const calendar = opened(() => startCalCom({ port: 0, clock: world().clock }));
  beforeAll(() =>
    world().setVariables({
      ...SILENT_PLATFORM,
      WEBHOOK_RECEIVERS: server().url,
      CALCOM_URL: calendar().url,
    }),
  );

  async function confirmed(): Promise<Owner> {
    const owner = await world().signUp(newEmail());
    const key = keyIn(await world().newestTo(owner.email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    return owner;
  }

  type Call = Awaited<ReturnType<typeof callWith>>;

  /** As the page's card does. */
  function slipOf({ callId }: Pick<Call, "callId">) {
    const threadOf = async () => {
      const call = (await world().rows("calls")).find(({ _id }) => _id === callId);
      return must(call?.threadId, "thread");
    };
    const show = async () => {
      const asked = { threadId: await threadOf(), closedId: null, correction: null, detail: null };
      const found = await world().inside.mutation(internal.calls.requestedField.find, asked);
      return found.kind === "limited" ? null : found.slip;
    };
    const mail = async (to: string, id?: string) => {
      const named = id ?? (await show())?.id ?? "";
      const asked = { threadId: await threadOf(), id: named, to };
      const result = await world().inside.mutation(internal.calls.slipMail.send, asked);
      await world().settle();
      return result;
    };
    return { show, mail };
  }

  async function reserved(owner: Owner, values: object = TABLE): Promise<Call> {
    server().behave(json({ table: 7 }));
    const call = await callWith(world(), owner, anAction(`${server().url}/tables`));
    await call.use(values);
    await call.say("Yes.");
    expect(await call.use(values)).toContain("accepted");
    return call;
  }

  test("a booking is mailed with its time as a calendar file", async () => {
    const owner = await confirmed();
    const { assistantId, embedId } = await voicedAssistant(world(), owner, "Bakery");
    const link = linkTo(must(TASTING, "event"));
    const timeZone = "Europe/Berlin";
    await owner.action(api.actions.addCalendar, { assistantId, link, timeZone });
    const [times, booking] = await owner.query(api.actions.list, { assistantId });
    const call = await callOf(world(), owner, embedId, must(booking, "booking")._id);
    const { show, mail } = slipOf(call);
    const toolOf = (name: string) =>
      `action_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}`.slice(0, 40).replace(/_+$/, "");
    const told = await call.use({}, { name: toolOf(must(times, "times").name) });
    const start = must(/\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)\)/.exec(told)?.[1], "a free time");
    const email = newEmail();
    const given = { start, name: "Ada", email };
    const book = () => call.use(given, { name: toolOf(must(booking, "booking").name) });
    await book();
    expect(await show()).toBeNull();
    await call.say("Yes.");
    expect(await book()).toContain("It is booked");
    expect(await show()).toMatchObject({ state: "booked", email, canMail: true });
    expect(await mail(email)).toBe("sent");
    const [sent, ...others] = await world().mailTo(email);
    expect(others).toEqual([]);
    const { subject, text, files, headers, id } = must(sent, "mail");
    expect(subject).toBe("Your booking with Bakery");
    expect(text).toContain("name: Ada");
    expect(text).toContain("(Europe/Berlin), 30 min");
    expect(headers).toContainEqual(["Auto-Submitted", "auto-generated"]);
    expect(files).toMatchObject([{ filename: "appointment.ics" }]);
    const file = await fetch(`${world().standIn.outboxUrl}/mails/${id}/files/0`);
    const startUtc = `${start.slice(0, 16).replaceAll(/[-:]/g, "")}00Z`;
    expect(await file.text()).toContain(`\r\nDTSTART:${startUtc}\r\n`);
  });

  // T126: docs/security.md
  test("nothing that a stranger wrote is a link in the mail, or part of its headers", async () => {
    const owner = await confirmed();
    const day = "Friday https://evil.example/win, write to boss@evil.example";
    const { mail } = slipOf(await reserved(owner, { ...TABLE, day }));
    const address = newEmail();
    await mail(address);
    const { html, text, subject, headers } = await world().newestTo(address);
    for (const written of [html, text]) {
      expect(written.replaceAll(receiptIn(text), "")).not.toMatch(
        /evil\.example|https?:\/\/|www\.|boss@/,
      );
      expect(written).toContain("Friday");
    }
    expect(JSON.stringify([subject, headers])).not.toContain("evil");
  });

  // T126: docs/security.md
  test("a conversation sends two mails, and an address gets a few a day from all of them", async () => {
    const owner = await confirmed();
    const victim = newEmail();
    const results: string[] = [];
    for (let count = 0; count < SLIP_MAILS_TO_ADDRESS_A_DAY; count++) {
      const call = await reserved(owner);
      const { mail } = slipOf(call);
      results.push(await mail(victim));
      await call.end();
      await world().advance(15 * MINUTE_MS);
    }
    expect(results.every((result) => result === "sent")).toBe(true);
    const { mail } = slipOf(await reserved(owner));
    expect(await mail(victim)).toBe("limited");
    for (let count = 0; count < MAX_SLIP_MAILS; count++)
      expect(await mail(newEmail())).toBe("sent");
    expect(await mail(newEmail())).toBe("limited");
    expect(await world().mailTo(victim)).toHaveLength(SLIP_MAILS_TO_ADDRESS_A_DAY);
  });

  // T126: docs/security.md
  test("only what this conversation did after a yes is mailed, and only of a confirmed owner", async () => {
    const owner = await confirmed();
    const done = await reserved(owner);
    const { id } = must(await slipOf(done).show(), "slip");
    await done.end();
    const call = await callWith(world(), owner, anAction(`${server().url}/tables`));
    await call.use();
    const { show, mail } = slipOf(call);
    expect(await show()).toBeNull();
    const address = newEmail();
    expect(await mail(address, id)).toBe("gone");
    const [proposed] = await call.runs();
    expect(await mail(address, must(proposed, "run").id)).toBe("gone");
    expect(await mail(address, "nonsense")).toBe("gone");
    await call.end();
    const unconfirmed = slipOf(await reserved(await world().signUp(newEmail())));
    expect(await unconfirmed.show()).toMatchObject({ state: "sent", canMail: false });
    expect(await unconfirmed.mail(address)).toBe("limited");
    expect(await world().mailTo(address)).toEqual([]);
  });

  async function mailed() {
    const owner = await confirmed();
    const call = await reserved(owner);
    const address = newEmail();
    await slipOf(call).mail(address);
    const receipt = receiptIn((await world().newestTo(address)).text);
    const key = must(receipt.split("/receipt/")[1], "key");
    const { visitor } = world();
    const entry = async () => {
      const paginationOpts = { cursor: null, numItems: 10 };
      const filter = { assistantId: null, status: null };
      const { page } = await owner.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts });
      return page[0] ?? null;
    };
    return {
      ...{ owner, call, key, entry },
      show: async (given = key) => await visitor.query(api.receipts.show, { key: given }),
      withdraw: async (given = key) =>
        await visitor.mutation(api.receipts.withdraw, { key: given }),
      remove: async (given = key) =>
        await visitor.mutation(api.receipts.deleteConversation, { key: given }),
    };
  }

  test("the link in the mail shows the receipt, and the owner is told once that it is withdrawn", async () => {
    const { owner, call, show, withdraw, entry } = await mailed();
    expect(await show()).toMatchObject({ state: "sent", withdrawnAtMs: null, calendarFile: null });
    await call.end();
    await world().settle();
    const done = {
      label: "Sent: Book a table",
      value: "guests: 2, day: Friday. The visitor: “Yes.”",
    };
    expect(must(await entry(), "entry").found).toMatchObject([{ key: "hark_done_1", ...done }]);
    const before = (await world().mailTo(owner.email)).length;
    expect(await withdraw()).toBe(true);
    expect(await withdraw()).toBe(true);
    await world().settle();
    expect((await show())?.withdrawnAtMs).toBeTypeOf("number");
    const { found, isUnread } = must(await entry(), "entry");
    expect(isUnread).toBe(true);
    expect(found).toMatchObject([{ label: "Withdrawn by the visitor" }, done]);
    expect(String(found[0]?.value)).toContain("guests: 2");
    expect(await world().mailTo(owner.email)).toHaveLength(before + 1);
    const [run] = await call.runs();
    expect(run).toMatchObject({ state: "done" });
  });

  test("the visitor deletes the conversation once it has ended, and nothing of it is left", async () => {
    const { owner, call, show, remove, withdraw } = await mailed();
    await expect(remove()).rejects.toMatchObject({ data: { code: "call_going_on" } });
    await call.end();
    expect(await remove()).toBe(true);
    await world().settle();
    expect(await show()).toBeNull();
    expect(await remove()).toBe(false);
    expect(await withdraw()).toBe(false);
    const ofCall = async (table: "calls" | "actionRuns" | "outcomes" | "callTexts") =>
      (await world().rows(table)).filter(({ ownerId }) => ownerId === owner.userId);
    for (const table of ["calls", "actionRuns", "outcomes", "callTexts"] as const) {
      expect(await ofCall(table)).toEqual([]);
    }
    const deletions = await world().rows("callDeletions");
    expect(deletions.filter(({ ownerId }) => ownerId === owner.userId)).toMatchObject([
      { reason: "visitor" },
    ]);
  });

  // T127: docs/security.md
  test("a receipt opens for its own key alone", async () => {
    const { key, show, withdraw, remove } = await mailed();
    const other = await mailed();
    const [id = "", hash = ""] = key.split("-");
    const [otherId = "", otherHash = ""] = other.key.split("-");
    for (const forged of ["", id, `${id}-`, `${id}-${otherHash}`, `${otherId}-${hash}`]) {
      expect(await show(forged)).toBeNull();
      expect(await withdraw(forged)).toBe(false);
      expect(await remove(forged)).toBe(false);
    }
    expect(await show()).not.toBeNull();
  });

  test("the stored mail goes with its conversation", async () => {
    const owner = await confirmed();
    const call = await reserved(owner);
    const address = newEmail();
    await slipOf(call).mail(address);
    const stored = async () =>
      (await world().rows("mails")).filter(({ to }) => to === address).length;
    expect(await stored()).toBe(1);
    await call.end();
    await owner.mutation(api.calls.deleteCall, { callId: call.callId });
    await world().settle();
    expect(await stored()).toBe(0);
  });
});
