/** What happens to a mail, and the events about it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { signed } from "@hark/resend-stand-in/webhooks/signature";
import { startTestMail } from "./stand-in.ts";
import type { TestMail } from "./stand-in.ts";

let at: TestMail;
beforeEach(async () => void (at = await startTestMail()));
afterEach(() => at.close());

interface Delivery {
  event: string;
  type: string;
  state: string;
  attempts: number;
  nextAttemptAt: number | null;
}

async function deliveries(): Promise<Delivery[]> {
  const { deliveries: all } = await at.outbox("GET", "webhooks/settled");
  return all as Delivery[];
}

const types = () => at.received.map(({ type }) => type);

test("[E1] test addresses have their outcomes, with published events", async () => {
  const { body } = await at.send({
    to: ["delivered+1@resend.dev", "bounced@resend.dev"],
    bcc: "complained@resend.dev",
    tags: [{ name: "kind", value: "welcome" }],
    headers: { "X-Kind": "1" },
  });
  await deliveries();
  expect(at.received).toMatchObject([
    { type: "email.sent", data: { email_id: body.id, tags: { kind: "welcome" } } },
    {
      type: "email.bounced",
      data: { to: ["bounced@resend.dev"], bounce: { type: "Permanent", subType: "General" } },
    },
    {
      type: "email.delivered",
      data: {
        to: ["delivered+1@resend.dev", "complained@resend.dev"],
        headers: [{ name: "X-Kind", value: "1" }],
      },
    },
    { type: "email.complained", data: { to: ["complained@resend.dev"] } },
  ]);
  const { body: mail } = await at.request("GET", `/emails/${String(body.id)}`);
  expect(mail.last_event).toBe("complained");
});

test("[E2] the signature is Svix's: over ID, second and body", () => {
  // The example of Svix's documentation on manual verification.
  const event = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  expect(signed(event, secret, 1_614_265_330_000)).toEqual({
    "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "svix-timestamp": "1614265330",
    "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("[E3] a refused event is retried with its ID and growing delays, eight times in all", async () => {
  at.statuses.push(500);
  await at.send();
  const [first] = await deliveries();
  expect(first).toMatchObject({ type: "email.sent", state: "pending", attempts: 1 });
  at.clock.advance(5_000);
  await expect
    .poll(async () => (await deliveries()).map(({ state }) => state))
    .toEqual(["delivered", "delivered"]);
  expect(at.received.map(({ id }) => id)).toContain(first?.event);

  at.statuses.push(...Array.from({ length: 16 }, () => 503));
  await at.send();
  const waits: number[] = [];
  for (let attempt = 1; attempt < 8; attempt += 1) {
    const attempts = async () => (await deliveries()).slice(2).map((one) => one.attempts);
    await expect.poll(attempts).toEqual([attempt, attempt]);
    const last = (await deliveries()).at(-1);
    const wait = (last?.nextAttemptAt ?? 0) - at.clock.now();
    waits.push(Math.round(wait / 60_000));
    at.clock.advance(wait);
  }
  await expect
    .poll(async () => (await deliveries()).slice(2).map(({ state }) => state))
    .toEqual(["failed", "failed"]);
  expect(waits).toEqual([0, 5, 30, 120, 300, 600, 600]);
});

test("[E4] an address that bounced or complained gets no more mail", async () => {
  const { body } = await at.send();
  await at.outbox("POST", `mails/${String(body.id)}/events`, { type: "email.complained" });
  const { body: next } = await at.send({ to: "Ada <ADA@bakery.example>" });
  await deliveries();
  expect(types()).toEqual([
    ...["email.sent", "email.delivered", "email.complained"],
    ...["email.sent", "email.suppressed"],
  ]);
  expect(at.received.at(-1)?.data).toMatchObject({
    email_id: next.id,
    suppressed: { reason: "previous_complaint" },
  });
});

test("[A11] endpoints are created, changed and deleted, and get the events that they select", async () => {
  const { body: own } = await at.request("GET", "/webhooks");
  const [{ id, endpoint } = { id: "", endpoint: "" }] = own.data as Record<string, string>[];
  const made = await at.request("POST", "/webhooks", { endpoint, events: ["email.bounced"] });
  expect(made).toMatchObject({
    status: 201,
    body: { object: "webhook", signing_secret: expect.stringMatching(/^whsec_/) as unknown },
  });
  const way = `/webhooks/${String(made.body.id)}`;
  expect((await at.request("GET", way)).body).toMatchObject({ status: "enabled" });
  await at.request("PATCH", `/webhooks/${id}`, { status: "disabled" });
  await at.send();
  expect(await deliveries()).toEqual([]);
  expect((await at.request("DELETE", way)).body).toMatchObject({ deleted: true });
  expect((await at.request("GET", way)).status).toBe(404);
  expect((await at.request("POST", "/webhooks", { endpoint })).body).toMatchObject({
    name: "missing_required_field",
    message: "Missing `events` field.",
  });
  const elsewhere = { endpoint: "https://hark.test/mail", events: ["email.sent"] };
  expect((await at.request("POST", "/webhooks", elsewhere)).body.name).toBe("not_simulated");
});

test("[F2] events are held, dropped, doubled, reordered and released", async () => {
  await at.outbox("POST", "webhooks/hold");
  await at.send();
  await at.send({ to: "bounced@resend.dev" });
  const [sent, delivered, sentToo, bounced] = (await deliveries()).map(({ event }) => event);
  expect(at.received).toEqual([]);
  await at.outbox("POST", "webhooks/deliver", { events: [bounced, sentToo, bounced] });
  await at.outbox("POST", "webhooks/drop", { events: [delivered] });
  await at.outbox("POST", "webhooks/release");
  await deliveries();
  expect(at.received.map(({ id }) => id)).toEqual([bounced, sentToo, bounced, sent]);
});

test("[F4] a restart keeps keys, mails and pending events", async () => {
  at.statuses.push(500, 500);
  const { apiKey, webhookSecret } = at.standIn;
  const { body } = await at.send();
  await deliveries();
  await at.restart();
  expect(at.standIn).toMatchObject({ apiKey, webhookSecret });
  expect((await at.request("GET", `/emails/${String(body.id)}`)).status).toBe(200);
  at.clock.advance(5_000);
  await expect.poll(types).toEqual(["email.sent", "email.delivered"]);
});
