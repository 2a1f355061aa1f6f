// @vitest-environment node
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifiedMailEvent } from "./resendEvents";

/** As docs.svix.com/receiving/verifying-payloads/how-manual says. */
const KEY = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SECRET = `whsec_${KEY}`;
const BODY = JSON.stringify({
  type: "email.bounced",
  created_at: "2026-11-22T23:41:12.126Z",
  data: { tags: { mail: "k57" }, bounce: { type: "Permanent", subType: "General" } },
});

function signatureOf(content: string, key = KEY): string {
  const bytes = createHmac("sha256", Buffer.from(key, "base64")).update(content).digest("base64");
  return `v1,${bytes}`;
}

function signed({ atMs = Date.now(), key = KEY, body = BODY } = {}) {
  const [id, timestamp] = ["msg_1", String(Math.floor(atMs / 1000))];
  return { id, timestamp, body, signatures: signatureOf(`${id}.${timestamp}.${body}`, key) };
}

test("what was signed tells which mail it is about", async () => {
  expect(await verifiedMailEvent(signed(), SECRET)).toEqual({
    type: "email.bounced",
    mailId: "k57",
    bounceType: "Permanent",
    received: null,
  });
});

test("one of several signatures is enough, while the secret is being changed", async () => {
  const event = signed();
  const other = signed({ key: "b3RoZXIgc2VjcmV0IG9mIHRoZXNlIHRlc3Rz" }).signatures;
  const both = { ...event, signatures: `v2,abc ${other} ${event.signatures}` };
  expect(await verifiedMailEvent(both, SECRET)).not.toBeNull();
  expect(await verifiedMailEvent({ ...event, signatures: `v2,abc ${other}` }, SECRET)).toBeNull();
});

test("five minutes are the most that a signature holds, in either direction", async () => {
  for (const minutes of [-4, 4]) {
    const event = signed({ atMs: Date.now() + minutes * 60_000 });
    expect(await verifiedMailEvent(event, SECRET)).not.toBeNull();
  }
  for (const minutes of [-6, 6]) {
    const event = signed({ atMs: Date.now() + minutes * 60_000 });
    expect(await verifiedMailEvent(event, SECRET)).toBeNull();
  }
});

test.each([
  { body: `${BODY} ` },
  { id: "msg_2" },
  { timestamp: "soon" },
  // Within the five minutes, and never that of the moment in which the test signs.
  { timestamp: String(Math.floor(Date.now() / 1000) - 60) },
  { signatures: "" },
  { signatures: "v1," },
  { signatures: "v1,***" },
])("what was changed on the way counts for nothing: %j", async (change) => {
  expect(await verifiedMailEvent({ ...signed(), ...change }, SECRET)).toBeNull();
});

test("what names no mail is no fault", async () => {
  const body = JSON.stringify({ type: "domain.updated" });
  expect(await verifiedMailEvent(signed({ body }), SECRET)).toEqual({
    type: "domain.updated",
    mailId: null,
    bounceType: null,
    received: null,
  });
});

test("a mail that arrived is told by its id and all of its addresses", async () => {
  // As resend.com/docs/webhooks/emails/received has it, with `received_for` of resend-node 3f67459.
  const data = {
    email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
    created_at: "2026-02-22T23:41:11.894719+00:00",
    from: "Acme <onboarding@resend.dev>",
    to: ["delivered@resend.dev"],
    bcc: [],
    cc: ["copy@resend.dev"],
    received_for: ["answers@hark.example"],
    message_id: "<example+123>",
    subject: "Sending this example",
    attachments: [],
  };
  const received = async (changes: object = {}) => {
    const body = JSON.stringify({ type: "email.received", data: { ...data, ...changes } });
    return (await verifiedMailEvent(signed({ body }), SECRET))?.received;
  };
  expect(await received()).toEqual({
    receivedId: data.email_id,
    atMs: Date.UTC(2026, 1, 22, 23, 41, 11, 894),
    addresses: ["delivered@resend.dev", "copy@resend.dev", "answers@hark.example"],
  });
  expect(await received({ email_id: 1 })).toBeNull();
  expect(await received({ to: [1, null], cc: undefined })).toMatchObject({
    addresses: ["answers@hark.example"],
  });
});
