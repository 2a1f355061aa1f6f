import { expect, test } from "vitest";
import type { Id } from "../../_generated/dataModel";
import {
  confirmRecipientLetter,
  outcomeDigestLetter,
  outcomeLetter,
  subjectOf,
} from "./inboxLetters";
import { renderMail } from "./letter";
import type { OutcomeEntry } from "./table";

const ENTRY: OutcomeEntry = {
  callId: "1" as Id<"calls">,
  assistantName: "Bakery",
  atMs: Date.UTC(2026, 10, 25, 14, 5),
  who: "Maria",
  topic: { label: "Order", text: "two loaves" },
  lines: [{ label: "Order", text: "two loaves" }],
  unanswered: [],
  replyTo: null,
};
const question = { unanswered: ["Do you ship?"], topic: null };

// T67: docs/security.md
test.each([
  [{}, "Order from Maria: two loaves"],
  [{ who: null }, "Order: two loaves"],
  [{ topic: null }, "A message from Maria"],
  [{ who: null, ...question }, "Unanswered question: Do you ship?"],
  [{ who: null, topic: null }, "A message from Bakery"],
  [
    { who: "Ma\r\nBcc: all@example.com\u0000", topic: null },
    "A message from Ma Bcc: all@example.com",
  ],
  [{ who: "\u202Emoc.live", topic: null }, "A message from moc.live"],
])("%j is told as %s", (changes, subject) => {
  expect(subjectOf({ ...ENTRY, ...changes })).toBe(subject);
});

test("a typed conversation is not called a call", () => {
  const message = { recipientId: "r" as Id<"outcomeRecipients">, ownerEmail: null };
  const entry = { ...ENTRY, channel: "text" as const };
  const [one, digest] = [
    outcomeLetter(
      { template: "outcome", ...message, callId: entry.callId, entry },
      "https://hark.example",
    ),
    outcomeDigestLetter(
      { template: "outcomeDigest", ...message, fromMs: 0, toMs: 1, entries: [entry], more: 0 },
      "https://hark.example",
    ),
  ].map((letter) => renderMail(letter).text);
  expect(one).toContain("From a typed conversation with Bakery, 25 November 2026, 14:05 UTC.");
  expect(digest).toContain("(Bakery, typed, 25 November 2026, 14:05 UTC)");
});

// T67: docs/security.md
test("a subject is short, and one line, whatever was said", () => {
  const subject = subjectOf({ ...ENTRY, topic: { label: "Order", text: "🥖".repeat(900) } });
  expect(subject.length).toBeLessThanOrEqual(100);
  expect(subject).toMatch(/…$/);
  expect(encodeURIComponent(subject)).toContain("Order");
});

// T67: docs/security.md
test("what visitors say is text, and others are not led to an inbox that is not theirs", () => {
  const lines = [{ label: "Order", text: "<a href=//evil.example>now</a>" }];
  const message = { template: "outcome", recipientId: "r" as Id<"outcomeRecipients"> } as const;
  const letterTo = (ownerEmail: string | null) =>
    renderMail(
      outcomeLetter(
        { ...message, callId: ENTRY.callId, ownerEmail, entry: { ...ENTRY, lines } },
        "https://hark.example",
      ),
    );
  const own = letterTo(null);
  expect(own.html).toContain("&lt;a href=//evil.example&gt;");
  expect(own.html).not.toContain("<a href=//evil");
  expect(own.text).toContain("https://hark.example/dashboard/inbox?call=1");
  expect(letterTo("owner@hark.example").text).not.toContain("/dashboard");
});

// T67: docs/security.md
test("of an answer a mail holds a thousand signs, and none that turn the direction of writing", () => {
  const lines = [{ label: "Or\u202Eder\n", text: `\u202Egnp.exe ${"x".repeat(2_000)}` }];
  const unanswered = ["Do you\u2066 ship?"];
  const message = { template: "outcome", recipientId: "r" as Id<"outcomeRecipients"> } as const;
  const { text } = renderMail(
    outcomeLetter(
      {
        ...{ ...message, callId: ENTRY.callId, ownerEmail: null },
        entry: { ...ENTRY, lines, unanswered },
      },
      "https://hark.example",
    ),
  );
  expect(text).toContain("Or der: ");
  expect(text).toContain("“Do you  ship?”");
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(text.split("x").length).toBeLessThan(1_010);
});

// T46: docs/security.md
test("to others, nothing that an owner chose can be pressed: not the names, and not the address", () => {
  const entry = {
    ...ENTRY,
    assistantName: "https://evil.example/win",
    lines: [{ label: "See evil.example", text: "two loaves" }],
  };
  const ownerEmail = "claim.https@evil.example";
  const message = { template: "outcome", recipientId: "r" as Id<"outcomeRecipients"> } as const;
  const letters = [
    outcomeLetter({ ...message, callId: ENTRY.callId, ownerEmail, entry }, "https://hark.example"),
    confirmRecipientLetter(
      { template: "confirmRecipient", recipientId: message.recipientId, ownerEmail, untilMs: 0 },
      "https://hark.example/link",
    ),
  ];
  for (const letter of letters) {
    const { text, html } = renderMail(letter);
    for (const body of [text, html]) expect(body).not.toMatch(/evil\.example|\/\/evil|@evil/);
    expect(text).toContain("claim (dot) https (at) evil (dot) example");
  }
});
