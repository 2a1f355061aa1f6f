/** Mail that arrives at the domain, and replies to mail of the outbox. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestMail } from "./stand-in.ts";
import type { TestMail } from "./stand-in.ts";

let at: TestMail;
beforeEach(async () => void (at = await startTestMail()));
afterEach(() => at.close());

const ARRIVING = {
  from: "Ada <ada@bakery.example>",
  to: "Answers <answers+1@hark.test>",
  subject: "Re: Your week",
  text: "Yes, on Sundays.",
  html: "<p>Yes, on Sundays.</p>",
  headers: { "auto-submitted": "no" },
};

const arrive = async (mail: object = {}) =>
  String((await at.outbox("POST", "received", { ...ARRIVING, ...mail })).id);
const settled = () => at.outbox("GET", "webhooks/settled");

test("[E5] a mail to the domain is announced, with metadata only", async () => {
  const id = await arrive();
  await settled();
  expect(at.received).toEqual([
    {
      id: expect.stringMatching(/^msg_/) as unknown,
      type: "email.received",
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      data: {
        email_id: id,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        from: ARRIVING.from,
        to: [ARRIVING.to],
        bcc: [],
        cc: [],
        received_for: [ARRIVING.to],
        message_id: expect.stringMatching(/^<.+@bakery\.example>$/) as unknown,
        subject: ARRIVING.subject,
        attachments: [],
      },
    },
  ]);
});

test("[A12] a received mail is read by its id, with its parts and headers", async () => {
  const id = await arrive();
  const read = await at.request("GET", `/emails/receiving/${id}?html_format=cid`);
  expect(read).toMatchObject({
    status: 200,
    body: {
      ...{ object: "email", id, from: ARRIVING.from, to: [ARRIVING.to], html_format: "cid" },
      ...{ text: ARRIVING.text, html: ARRIVING.html, subject: ARRIVING.subject },
      headers: { from: ARRIVING.from, "auto-submitted": "no" },
    },
  });
  const missing = await at.request("GET", `/emails/receiving/${crypto.randomUUID()}`);
  expect(missing).toMatchObject({ status: 404, body: { name: "not_found" } });
  const noId = await at.request("GET", "/emails/receiving/1");
  expect(noId).toMatchObject({ status: 422, body: { name: "invalid_parameter" } });
  const odd = await at.request("GET", `/emails/receiving/${id}?html_format=pdf`);
  expect(odd).toMatchObject({ status: 422, body: { name: "validation_error" } });
  const list = await at.request("GET", "/emails/receiving");
  expect(list).toMatchObject({ status: 422, body: { name: "not_simulated" } });
});

test("[A12] the key for sending does not read received mail", async () => {
  const id = await arrive();
  const headers = { Authorization: `Bearer ${at.standIn.sendingKey}` };
  const read = await at.request("GET", `/emails/receiving/${id}`, undefined, headers);
  expect(read).toMatchObject({ status: 401, body: { name: "restricted_api_key" } });
});

test("[F5] a reply arrives at the reply address, with the mail quoted below it", async () => {
  const { body } = await at.send({ reply_to: "answers+1@hark.test", text: "A question.\n\nBye." });
  const route = `mails/${String(body.id)}/reply`;
  const { id } = await at.outbox("POST", route, { text: "An answer." });
  const { body: reply } = await at.request("GET", `/emails/receiving/${String(id)}`);
  expect(reply).toMatchObject({
    from: "ada@bakery.example",
    to: ["answers+1@hark.test"],
    subject: "Re: Hello",
    html: null,
  });
  const [own, ...quoted] = String(reply.text).split("\n\n");
  expect([own, quoted.join("\n\n")]).toEqual([
    "An answer.",
    expect.stringMatching(/^On .+ wrote:\n\n> A question\.\n>\n> Bye\.\n$/),
  ]);
});

test("[F5] mail to other domains does not arrive, and neither do replies", async () => {
  await expect(arrive({ to: "answers+1@other.test" })).rejects.toThrow("No mail is received");
  await expect(arrive({ to: "nobody" })).rejects.toThrow("No mail is received");
  const { body } = await at.send({ reply_to: "help@other.test" });
  const reply = at.outbox("POST", `mails/${String(body.id)}/reply`, { text: "An answer." });
  await expect(reply).rejects.toThrow("arrive elsewhere");
});
