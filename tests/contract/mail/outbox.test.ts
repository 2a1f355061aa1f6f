/** What only the stand-in has: ordered faults and the outbox. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../doors/raw-connection.ts";
import { startTestMail } from "./stand-in.ts";
import type { TestMail } from "./stand-in.ts";

let at: TestMail;
beforeAll(async () => void (at = await startTestMail()));
afterAll(() => at.close());
beforeEach(async () => void (await at.outbox("POST", "reset")));

const total = async () => (await at.outbox("GET", "mails")).total;

test("[F1] the next mail fails as ordered, and the one after it does not", async () => {
  const fails: [kind: string, status: number][] = [
    ["rate_limit_exceeded", 429],
    ["daily_quota_exceeded", 429],
    ["internal_server_error", 500],
    ["domain_not_verified", 403],
  ];
  for (const [kind] of fails) await at.outbox("POST", "faults", { kind });
  for (const [, status] of fails) expect((await at.send()).status).toBe(status);
  expect((await at.request("GET", "/domains")).status).toBe(200);
  expect((await at.send()).status).toBe(200);
  expect(await total()).toBe(1);
  await at.outbox("POST", "faults", { kind: "validation_error", times: 3 });
  await at.outbox("DELETE", "faults");
  expect((await at.send()).status).toBe(200);
});

test("[F1] the mail is sent if its response is lost, and not sent without a response", async () => {
  const key = { "Idempotency-Key": "lost" };
  await at.outbox("POST", "faults", { kind: "no_answer" });
  await expect(at.send({}, key)).rejects.toThrow();
  expect(await total()).toBe(0);
  await at.outbox("POST", "faults", { kind: "lost_answer" });
  await expect(at.send({}, key)).rejects.toThrow();
  expect(await total()).toBe(1);
  expect((await at.send({}, key)).status).toBe(200);
  expect(await total()).toBe(1);
});

test("[F3] the outbox lists mail by recipient and words, with codes and links", async () => {
  await at.send({
    to: "Bo <bo@bakery.example>",
    text: "Your code is K7QX-29MD, for 2026. Or follow http://127.0.0.1:1/reset?code=12345678.",
    html: '<p>Hi</p><a href="http://127.0.0.1:1/reset?code=12345678&amp;x=1">Set a password</a>',
  });
  await at.send({ subject: "A bill of $29.00" });
  const found = async (query: string) => {
    const { mails } = await at.outbox("GET", `mails?${query}`);
    return (mails as { id: string; subject: string }[]).map(({ subject }) => subject);
  };
  expect(await found("")).toEqual(["A bill of $29.00", "Hello"]);
  expect(await found("to=BO@bakery.example")).toEqual(["Hello"]);
  expect(await found("to=o@bakery.example")).toEqual([]);
  expect(await found("q=k7qx%20code")).toEqual(["Hello"]);
  const { mails } = await at.outbox("GET", "mails?to=bo@bakery.example");
  const [{ id } = { id: "" }] = mails as { id: string }[];
  expect(await at.outbox("GET", `mails/${id}`)).toMatchObject({
    codes: ["K7QX-29MD"],
    links: [
      { url: "http://127.0.0.1:1/reset?code=12345678&x=1", text: "Set a password" },
      { url: "http://127.0.0.1:1/reset?code=12345678", text: "" },
    ],
    lastEvent: "delivered",
    source: expect.stringContaining("multipart/alternative") as unknown,
  });
});

// T52: docs/security.md
test("[F3] the outbox and the API answer only to this machine's own names", async () => {
  const { url, outboxUrl, apiKey } = at.standIn;
  const headers = { Authorization: `Bearer ${apiKey}`, "User-Agent": "Node" };
  for (const path of [`${new URL(outboxUrl).pathname}/mails`, "/domains"]) {
    expect(await sendRequest(url, path, headers)).toMatch(/^HTTP\/1\.1 200 /);
    const asElsewhere = { ...headers, Host: "evil.example" };
    expect(await sendRequest(url, path, asElsewhere)).toMatch(/^HTTP\/1\.1 421 /);
  }
});

// T52: docs/security.md
test("[F3] pages of other origins cannot use the outbox, and a mail runs no script", async () => {
  const { body } = await at.send();
  const url = at.standIn.outboxUrl;
  for (const origin of ["http://evil.example", "http://127.0.0.1:1", "null"]) {
    const response = await fetch(`${url}/mails`, { method: "DELETE", headers: { origin } });
    expect(response.status).toBe(403);
  }
  expect(await total()).toBe(1);
  const framed = await fetch(`${url}/mails/${String(body.id)}/html`);
  const policy = framed.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox allow-popups");
  expect(await framed.text()).toContain('<base target="_blank">');
});

test("[F4] the newest five hundred mails are stored", async () => {
  const { from } = at.standIn;
  const batch = Array.from({ length: 100 }, (_, index) => ({
    from,
    to: `a${index}@bakery.example`,
    subject: "Many",
    text: "Many.",
  }));
  const { body: first } = await at.send();
  for (let sent = 0; sent < 500; sent += 100) await at.request("POST", "/emails/batch", batch);
  expect(await total()).toBe(500);
  expect((await at.request("GET", `/emails/${String(first.id)}`)).status).toBe(404);
});
