// @vitest-environment node
import { expect, test } from "vitest";
import type { ReceivedMail } from "../../vendors/resend";
import { hasFailedCheck, isAutomatic, sendersOf } from "./sender";

const mail = (headers: Record<string, string> = {}, changes: Partial<ReceivedMail> = {}) => ({
  ...{ from: "Ada <ada@bakery.example>", subject: "Re: Your week", text: "Yes.", html: null },
  headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
  ...changes,
});

test.each([
  ["Ada@Bakery.example", "ada@bakery.example"],
  ["Ada <ada@bakery.example>", "ada@bakery.example"],
  ['"ada@bakery.example" <eve@evil.example>', "eve@evil.example"],
  ["ada@bakery.example <eve@evil.example>", "eve@evil.example"],
])("the address of %s is %s", (from, address) => {
  expect(sendersOf(mail({}, { from }))).toEqual([address]);
});

test.each([
  "ada@bakery.example, eve@evil.example",
  "<ada@bakery.example> <eve@evil.example>",
  "<eve@evil.example> (<ada@bakery.example>)",
  "",
])("several senders, as in %j, are nobody's address", (from) => {
  expect(sendersOf(mail({}, { from }))).not.toContain("ada@bakery.example");
});

test("the header counts besides the service's field", () => {
  expect(sendersOf(mail({ from: "eve@evil.example" }))).toEqual([
    "ada@bakery.example",
    "eve@evil.example",
  ]);
});

test.each([
  [{ "auto-submitted": "auto-replied" }],
  [{ "auto-submitted": "auto-generated; owner-email=x" }],
  [{ precedence: "auto_reply" }],
  [{ precedence: "Bulk" }],
  [{ "x-autoreply": "yes" }],
  [{ "x-autorespond": "" }],
  [{ "return-path": "<>" }],
  [{ "content-type": 'multipart/report; report-type="delivery-status"' }],
  [{ "list-id": "<all.bakery.example>" }],
])("a mail with %j is automatic", (headers) => {
  expect(isAutomatic(mail(headers))).toBe(true);
});

test.each([
  "Automatic reply: Your week",
  "Out of Office: Your week",
  "Automatische Antwort: Your week",
  "Réponse automatique : Your week",
])("a mail with the subject %s is automatic", (subject) => {
  expect(isAutomatic(mail({}, { subject }))).toBe(true);
});

test.each<Record<string, string>>([
  {},
  { "auto-submitted": "no" },
  { precedence: "normal" },
  { "return-path": "<a@b.example>" },
])("a mail with %j is a person's", (headers) => {
  expect(isAutomatic(mail(headers))).toBe(false);
});

// T107: docs/security.md
test.each([
  [{ "authentication-results": "mx.example; spf=pass; dkim=pass; dmarc=FAIL (p=none)" }],
  [{ "authentication-results": "mx.example; spf=fail smtp.mailfrom=eve.example; dmarc=pass" }],
  [{ "authentication-results": "mx.example; dkim = fail (bad signature)" }],
  [{ "received-spf": "Fail (eve.example does not designate 192.0.2.1)" }],
])("a check failed: %j", (headers) => {
  expect(hasFailedCheck(mail(headers))).toBe(true);
});

test("a second header cannot hide the one of a failed check", () => {
  const headers = new Map([["authentication-results", ["eve; dmarc=pass", "mx; dmarc=fail"]]]);
  expect(hasFailedCheck(mail({}, { headers }))).toBe(true);
});

test.each([
  [{}],
  [{ "authentication-results": "mx.example; spf=softfail; dkim=none; dmarc=none" }],
  [{ "authentication-results": "mx.example; spf=pass; dkim=pass; dmarc=pass" }],
  [{ "received-spf": "pass" }],
])("no check failed: %j", (headers) => {
  expect(hasFailedCheck(mail(headers))).toBe(false);
});
