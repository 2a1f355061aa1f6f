/** Workflows of Microsoft Teams, as Microsoft documents them: docs/fidelity/messengers.md. */
import { expect, test } from "vitest";
import { withStandIn } from "./stand-in.ts";

const at = withStandIn("teams");
const TYPE = "application/vnd.microsoft.card.adaptive";
const text = (said: string) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text: said, weight: "Bolder" }],
});
const card = (fields: object = {}) => ({
  type: "AdaptiveCard",
  version: "1.4",
  body: [text("Hello")],
  ...fields,
});
const message = (content: object, contentType = TYPE) => ({
  type: "message",
  attachments: [{ contentType, contentUrl: null, content }],
});

test("[Y10] a message with an Adaptive Card is accepted without a body", async () => {
  const actions = [{ type: "Action.OpenUrl", title: "Open", url: "https://hark.example/1" }];
  expect(await at.post(message(card({ actions })))).toMatchObject({ status: 202, text: "" });
  expect(await at.messages()).toMatchObject([{ text: "Hello", links: ["https://hark.example/1"] }]);
});

test.each([
  ["no JSON", "Hello"],
  ["a text", { text: "Hello" }],
  ["no attachment", { type: "message", attachments: [] }],
  ["a card of a connector", message(card(), "application/vnd.microsoft.teams.card.o365connector")],
  ["another type of card", message(card({ type: "Card" }))],
  ["an unknown version", message(card({ version: "9" }))],
  ["an unknown field", message(card({ title: "Hello" }))],
  ["no body", message(card({ body: [] }))],
  ["a run without a text", message(card({ body: [{ type: "RichTextBlock", inlines: [{}] }] }))],
  [
    "another address",
    message(card({ actions: [{ type: "Action.OpenUrl", title: "x", url: "data:,x" }] })),
  ],
])("[Y10] %s is refused", async (_, body) => {
  expect(await at.post(body)).toMatchObject({ status: 400 });
});

test("[Y11] a message of more than 28 KB is refused", async () => {
  const body = Array.from({ length: 30 }, () => text("x".repeat(1_000)));
  expect(await at.post(message(card({ body })))).toMatchObject({ status: 400 });
});

test("[Y11] too many requests are refused", async () => {
  await at.fail({ kind: "rate_limited", seconds: 7 });
  expect(await at.post(message(card()))).toMatchObject({ status: 429, retryAfter: "7" });
});

test("[Y12] a workflow that was deleted, and a missing signature, are told apart", async () => {
  await at.fail({ kind: "gone" });
  expect(await at.post(message(card()))).toMatchObject({
    status: 400,
    text: expect.stringContaining("WorkflowTriggerIsNotEnabled") as string,
  });
  const unsigned = at.address.replace(/&sig=.*/, "");
  expect(await at.postTo(unsigned, message(card()))).toMatchObject({ status: 401 });
});

test("[Y13] markup in a run is shown as it is", async () => {
  await at.post(message(card({ body: [text("**a** [b](https://evil.example)")] })));
  expect(await at.messages()).toMatchObject([
    { text: "**a** [b](https://evil.example)", links: [] },
  ]);
});
