/** Sending mail, and what is refused. */
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { MESSAGE, startTestMail } from "./stand-in.ts";
import type { TestMail } from "./stand-in.ts";

let at: TestMail;
beforeAll(async () => void (at = await startTestMail()));
afterAll(() => at.close());
beforeEach(async () => void (await at.outbox("POST", "reset")));

/** Stands still, so that all requests fall into one second, however long they take. */
class StillClock extends AdjustableClock {
  at = Date.now();
  override now(): number {
    return this.at;
  }
}

const refused = (status: number, name: string, message: unknown = expect.any(String)) => ({
  status,
  body: { statusCode: status, name, message },
});

// T58: docs/security.md
test("[A1] a key is required, and a sending key can only send", async () => {
  const { sendingKey } = at.standIn;
  expect(await at.request("GET", "/emails", undefined, { Authorization: "" })).toMatchObject(
    refused(401, "missing_api_key", "Missing API key in the authorization header."),
  );
  const other = { Authorization: "Bearer re_123456789" };
  const never = expect.stringContaining("a real key must never be sent to it") as string;
  expect(await at.send({}, other)).toMatchObject(refused(403, "invalid_api_key", never));
  const sending = { Authorization: `Bearer ${sendingKey}` };
  expect((await at.send({}, sending)).status).toBe(200);
  expect(await at.request("GET", "/emails", undefined, sending)).toMatchObject(
    refused(401, "restricted_api_key", "This API key is restricted to only send emails."),
  );
});

test("[A1] a request without a user agent is refused before anything else", async () => {
  const status = await new Promise((resolve, reject) => {
    const clientRequest = request(`${at.standIn.url}/emails`, { method: "POST" }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    clientRequest.on("error", reject);
    clientRequest.end("{}");
  });
  expect(status).toBe(403);
});

test("[A2] unknown paths, wrong methods and unsimulated resources have different errors", async () => {
  expect(await at.request("GET", "/nothing")).toMatchObject(
    refused(404, "not_found", "The requested endpoint does not exist."),
  );
  expect(await at.request("DELETE", "/emails")).toMatchObject(refused(405, "method_not_allowed"));
  expect(await at.request("POST", "/contacts", {})).toMatchObject(refused(422, "not_simulated"));
  for (const field of ["template", "scheduled_at", "topic_id"]) {
    expect(await at.send({ [field]: "x" })).toMatchObject(refused(422, "not_simulated"));
  }
});

test("[A3] a mail needs a sender, a recipient, a subject and a text", async () => {
  for (const field of ["from", "to", "subject"]) {
    expect(await at.send({ [field]: undefined })).toMatchObject(
      refused(422, "missing_required_field", `Missing \`${field}\` field.`),
    );
  }
  expect(await at.send({ html: undefined, text: undefined })).toMatchObject(
    refused(422, "missing_required_field", "Missing `html` or `text` field."),
  );
  expect((await at.send({ html: undefined })).status).toBe(200);
  expect(await at.send({ subject: 7 })).toMatchObject(refused(422, "validation_error"));
  expect(await at.send({ replyTo: "ada@bakery.example" })).toMatchObject(
    refused(422, "validation_error"),
  );
});

test("[A4] recipients are addresses, at most fifty, and none of a domain that accepts no mail", async () => {
  const wrong = refused(422, "validation_error", expect.stringContaining("Invalid `to` field."));
  for (const to of ["ada", "ada@bakery", ["ada@bakery.example", "x"], "ada@example.com"]) {
    expect(await at.send({ to })).toMatchObject(wrong);
  }
  expect(await at.send({ cc: "ada@test.com" })).toMatchObject(refused(422, "validation_error"));
  const many = Array.from({ length: 51 }, (_, index) => `a${index}@bakery.example`);
  expect(await at.send({ to: many })).toMatchObject(refused(422, "validation_error"));
  expect((await at.send({ to: many.slice(1) })).status).toBe(200);
  expect((await at.send({ to: "Ada <ada@bakery.example>" })).status).toBe(200);
});

test("[A5] only the verified domain may send", async () => {
  expect(await at.send({ from: "hello@other.test" })).toMatchObject(
    refused(
      403,
      "validation_error",
      "The other.test domain is not verified. Please, add and verify your domain on https://resend.com/domains",
    ),
  );
  expect(await at.send({ from: "hello" })).toMatchObject(refused(422, "invalid_from_address"));
  const { body } = await at.request("GET", "/domains");
  expect(body).toMatchObject({ data: [{ name: "hark.test", status: "verified" }] });
});

test("[A6] headers, tags and attachments are sent or refused", async () => {
  const headers = { "List-Unsubscribe": "<https://hark.test/out>" };
  const tags = [{ name: "kind", value: "reset-1" }];
  const attachments = [{ filename: "a.txt", content: "aGk=" }];
  const { body } = await at.send({ headers, tags, attachments, reply_to: "bo@bakery.example" });
  expect(await at.outbox("GET", `mails/${String(body.id)}`)).toMatchObject({
    headers: expect.arrayContaining([
      ["List-Unsubscribe", "<https://hark.test/out>"],
      ["Reply-To", "bo@bakery.example"],
    ]) as unknown,
    tags,
    files: [{ filename: "a.txt", bytes: 2 }],
  });
  expect(await at.send({ tags: [{ name: "kind", value: "a b" }] })).toMatchObject(
    refused(422, "validation_error", expect.stringContaining("Tags should only contain")),
  );
  expect(await at.send({ attachments: [{ filename: "a" }] })).toMatchObject(
    refused(422, "invalid_attachment"),
  );
  for (const odd of [{ content: "hi!" }, { content: "aGk=", content_type: "calendar\r\nX: a" }]) {
    expect(await at.send({ attachments: [{ filename: "a", ...odd }] })).toMatchObject(
      refused(422, "validation_error", expect.stringContaining("attachment")),
    );
  }
  const invitation = {
    content: "aGk=",
    content_type: "text/calendar; charset=utf-8; method=PUBLISH",
  };
  expect(await at.send({ attachments: [{ filename: "a.ics", ...invitation }] })).toMatchObject({
    status: 200,
  });
  const elsewhere = [{ filename: "a", path: "https://hark.test/a" }];
  expect(await at.send({ attachments: elsewhere })).toMatchObject(refused(422, "not_simulated"));
  expect(await at.send({ headers: { "X-A": "a\nB: c" } })).toMatchObject(
    refused(422, "validation_error"),
  );
});

test("[A7] an idempotency key sends a mail once a day, and belongs to one request", async () => {
  const key = { "Idempotency-Key": "welcome/1" };
  const first = await at.send({}, key);
  expect((await at.send({}, key)).body).toEqual(first.body);
  expect(await at.send({ subject: "Other" }, key)).toMatchObject(
    refused(409, "invalid_idempotent_request"),
  );
  expect(await at.outbox("GET", "mails")).toMatchObject({ total: 1 });
  at.clock.advance(24 * 3600 * 1000 + 1);
  expect((await at.send({ subject: "Other" }, key)).status).toBe(200);
  expect(await at.send({}, { "Idempotency-Key": "k".repeat(257) })).toMatchObject(
    refused(400, "invalid_idempotency_key"),
  );
});

test("[A7] a refused request may be repeated with its key, but not one in progress", async () => {
  const key = { "Idempotency-Key": "welcome/2" };
  expect((await at.send({ to: "ada" }, key)).status).toBe(422);
  await at.outbox("POST", "faults", { kind: "slow", seconds: 60 });
  const slow = at.send({}, key);
  const kept = async () => (await at.outbox("GET", "mails")).total;
  await expect.poll(kept).toBe(1);
  expect(await at.send({}, key)).toMatchObject(refused(409, "concurrent_idempotent_requests"));
  at.clock.advance(60_000);
  expect((await slow).body).toEqual((await at.send({}, key)).body);
});

test("[A8] each response says how many requests are left in this second", async () => {
  const clock = new StillClock();
  const limited = await startTestMail({ clock, requestsPerSecond: 2 });
  const answers = [await limited.send(), await limited.send(), await limited.send()];
  expect(answers[0]?.headers.get("ratelimit-policy")).toBe("2;w=1");
  expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual(["1", "0", "0"]);
  expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual([null, null, "1"]);
  expect(answers[2]).toMatchObject(refused(429, "rate_limit_exceeded"));
  clock.at += 1000;
  expect((await limited.send()).status).toBe(200);
  await limited.close();
});

test("[A9] a batch of up to a hundred is sent as a whole or not at all", async () => {
  const { from } = at.standIn;
  const one = { from, ...MESSAGE };
  const strict = { "x-batch-validation": "strict", "Idempotency-Key": "batch/1" };
  const two = [one, { ...one, to: "bo@bakery.example" }];
  const first = await at.request("POST", "/emails/batch", two, strict);
  expect(first).toMatchObject({ status: 200, body: { data: [{}, {}] } });
  expect((await at.request("POST", "/emails/batch", two, strict)).body).toEqual(first.body);
  const bad = await at.request("POST", "/emails/batch", [one, { ...one, to: "bo" }]);
  expect(bad).toMatchObject(refused(422, "validation_error"));
  expect(await at.outbox("GET", "mails")).toMatchObject({ total: 2 });
  const many = Array.from({ length: 101 }, () => one);
  expect((await at.request("POST", "/emails/batch", many)).status).toBe(422);
  const attached = [{ ...one, attachments: [{ filename: "a", content: "aGk=" }] }];
  expect((await at.request("POST", "/emails/batch", attached)).status).toBe(422);
});

test("[A10] a mail is read by its ID, and all mails page by page", async () => {
  const ids: string[] = [];
  for (const subject of ["1", "2", "3"]) ids.unshift(String((await at.send({ subject })).body.id));
  expect((await at.request("GET", `/emails/${String(ids[0])}`)).body).toMatchObject({
    object: "email",
    id: ids[0],
    from: at.standIn.from,
    to: ["ada@bakery.example"],
    subject: "3",
    html: MESSAGE.html,
    text: MESSAGE.text,
    cc: null,
    last_event: "delivered",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00$/) as unknown,
  });
  const listed = async (query: string) => {
    const { body } = await at.request("GET", `/emails${query}`);
    const data = body.data as { id: string }[];
    return { more: body.has_more, ids: data.map(({ id }) => id) };
  };
  expect(await listed("?limit=2")).toEqual({ more: true, ids: ids.slice(0, 2) });
  expect(await listed(`?after=${String(ids[1])}`)).toEqual({ more: false, ids: ids.slice(2) });
  expect(await listed(`?before=${String(ids[1])}`)).toEqual({ more: false, ids: ids.slice(0, 1) });
  expect((await at.request("GET", "/emails?limit=101")).status).toBe(422);
  expect(await at.request("GET", `/emails/${crypto.randomUUID()}`)).toMatchObject(
    refused(404, "not_found", "Email not found"),
  );
  expect(await at.request("GET", "/emails/1")).toMatchObject(refused(422, "invalid_parameter"));
});

test("[A3, A9] whatever the SDK sends is accepted", async () => {
  // resend-node 3f67459: src/resend.ts `post`, src/common/utils/parse-email-to-api-options.ts, src/batch/batch.ts
  const sdk = { "User-Agent": "resend-node:6.18.0", "Idempotency-Key": "sdk/1" };
  const entity = {
    from: at.standIn.from,
    ...MESSAGE,
    to: [MESSAGE.to],
    reply_to: "bo@bakery.example",
    tags: [{ name: "kind", value: "welcome" }],
    attachments: [{ content: "aGk=", filename: "a.txt", content_type: "text/plain" }],
  };
  expect((await at.request("POST", "/emails", entity, sdk)).status).toBe(200);
  const { attachments, ...plain } = entity;
  expect(attachments).toHaveLength(1);
  const batch = { "User-Agent": "resend-node:6.18.0", "x-batch-validation": "strict" };
  expect((await at.request("POST", "/emails/batch", [plain], batch)).status).toBe(200);
});
