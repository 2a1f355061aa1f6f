// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mailService, MailServiceError, type OutgoingMail } from "./resend";

const MAIL = {
  from: "Hark <hello@hark.example>",
  to: "ada@hark.example",
  replyTo: null,
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  mailId: "k57",
  unsubscribeUrl: null,
  automatic: null,
  attachments: [],
};

const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const send = (mail: OutgoingMail = MAIL) =>
  mailService({ apiUrl: "https://resend.invalid", apiKey: "re_1" }).send(mail);

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal("fetch", asked);
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As resend.com/docs/api-reference/errors has them. */
function refuse(statusCode: number, name: string) {
  const error = { statusCode, name, message: "In words." };
  asked.mockImplementation(async () => Response.json(error, { status: statusCode }));
}

test("a mail is sent with its id as idempotency key, so that a repeated request sends it once", async () => {
  asked.mockResolvedValue(Response.json({ id: "1" }));
  expect(await send({ ...MAIL, replyTo: "help@hark.example" })).toBe(true);
  const [url, init] = asked.mock.calls[0] ?? [];
  expect(url).toBe("https://resend.invalid/emails");
  expect(new Headers(init?.headers).get("Idempotency-Key")).toBe("mail/k57");
  expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer re_1");
  expect(new Headers(init?.headers).get("User-Agent")).toBe("Hark");
  expect(JSON.parse(init?.body as string)).toEqual({
    from: MAIL.from,
    to: [MAIL.to],
    reply_to: "help@hark.example",
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
    tags: [{ name: "mail", value: "k57" }],
  });
});

test("what can be turned off says where, as mail programs ask it to", async () => {
  asked.mockResolvedValue(Response.json({ id: "1" }));
  await send({ ...MAIL, unsubscribeUrl: "https://hark.example/unsubscribe?key=k" });
  expect(JSON.parse(asked.mock.calls[0]?.[1].body as string)).toMatchObject({
    headers: {
      "List-Unsubscribe": "<https://hark.example/unsubscribe?key=k>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
});

test.each([
  [422, "validation_error"],
  [400, "validation_error"],
  [422, "missing_required_field"],
])("what Resend does not take (%i %s) is not sent again", async (status, name) => {
  refuse(status, name);
  expect(await send()).toBe(false);
});

test.each([
  [401, "missing_api_key"],
  [403, "invalid_api_key"],
  [403, "validation_error"],
  [422, "invalid_from_address"],
  [409, "concurrent_idempotent_requests"],
  [429, "daily_quota_exceeded"],
  [429, "monthly_quota_exceeded"],
  [451, "security_error"],
  [500, "application_error"],
])("what people or time can mend (%i %s) is tried again later", async (status, name) => {
  refuse(status, name);
  await expect(send()).rejects.toMatchObject({ code: name });
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a mail whose answer was lost and that reads otherwise by now was sent", async () => {
  refuse(409, "invalid_idempotent_request");
  expect(await send()).toBe(true);
});

test("a burst is waited for, and not for ever", async () => {
  vi.useFakeTimers();
  refuse(429, "rate_limit_exceeded");
  const sending = expect(send()).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  await vi.runAllTimersAsync();
  await sending;
  expect(asked).toHaveBeenCalledTimes(4);
});

test("no answer, and one that is not Resend's, are tried again later", async () => {
  asked.mockRejectedValue(new TypeError("fetch failed"));
  await expect(send()).rejects.toBeInstanceOf(MailServiceError);
  asked.mockResolvedValue(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(send()).rejects.toMatchObject({ code: "status_502" });
});

test("the address stands in no log", async () => {
  refuse(422, "validation_error");
  await send();
  expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(MAIL.to);
});

test("an automatic mail says so, so that no automatic reply comes back", async () => {
  asked.mockResolvedValue(Response.json({ id: "1" }));
  await send({ ...MAIL, automatic: "auto-replied" });
  expect(JSON.parse(asked.mock.calls[0]?.[1].body as string)).toMatchObject({
    headers: { "Auto-Submitted": "auto-replied" },
  });
});

test("a file is attached in base64, with its type", async () => {
  asked.mockResolvedValue(Response.json({ id: "1" }));
  const file = { filename: "a.ics", content: "aGk=", content_type: "text/calendar" };
  await send({ ...MAIL, attachments: [file] });
  expect(JSON.parse(asked.mock.calls[0]?.[1].body as string)).toMatchObject({
    attachments: [file],
  });
});

const receive = () =>
  mailService({ apiUrl: "https://resend.invalid", apiKey: "re_1" }).receivedMail("a/b");

test("a received mail is read without its pictures, with headers in any case and form", async () => {
  asked.mockResolvedValue(
    Response.json({
      ...{ object: "email", from: "Ada <ada@hark.example>", subject: "Re: Hello", html: null },
      text: "Yes. \ud800",
      headers: {
        From: "Ada",
        "X-Twice": ["a", "b"],
        "x-json": '["c","d"]',
        "x-odd": "[e",
        "x-n": 1,
      },
    }),
  );
  expect(await receive()).toEqual({
    ...{ from: "Ada <ada@hark.example>", subject: "Re: Hello", html: null, text: "Yes. \ufffd" },
    headers: new Map([
      ["from", ["Ada"]],
      ["x-twice", ["a", "b"]],
      ["x-json", ["c", "d"]],
      ["x-odd", ["[e"]],
      ["x-n", []],
    ]),
  });
  expect(asked.mock.calls[0]?.[0]).toBe(
    "https://resend.invalid/emails/receiving/a%2Fb?html_format=cid",
  );
});

test("a received mail without headers, subject and parts is read too", async () => {
  asked.mockResolvedValue(Response.json({ headers: null, subject: null, text: null }));
  expect(await receive()).toEqual({
    ...{ from: "", subject: "", text: null, html: null },
    headers: new Map(),
  });
});

test("a received mail that is too large is not read", async () => {
  asked.mockImplementation(async () => Response.json({ text: "a".repeat(2_000_001) }));
  expect(await receive()).toBeNull();
});

test.each([
  [401, "restricted_api_key"],
  [404, "not_found"],
  [500, "application_error"],
])("a received mail that is refused (%i %s) is asked for again later", async (status, name) => {
  refuse(status, name);
  await expect(receive()).rejects.toMatchObject({ code: name });
});
