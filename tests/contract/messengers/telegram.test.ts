/** Telegram's Bot API, as Telegram documents and publishes it: docs/fidelity/messengers.md. */
import { expect, test } from "vitest";
import { withStandIn } from "./stand-in.ts";

const at = withStandIn("telegram");
const html = (text: string) => ({ chat_id: "-1001234567890", text, parse_mode: "HTML" });

test("[Y14] a message is answered with itself", async () => {
  const { status, text } = await at.post(html("<b>Hello</b> &amp; welcome"));
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ ok: true, result: { text: "Hello & welcome" } });
  expect(await at.messages()).toMatchObject([{ channel: "-1001234567890" }]);
});

test.each([
  ["no JSON", "Hello"],
  ["no chat", { text: "Hello" }],
  ["another chat", { chat_id: "bakery", text: "Hello" }],
  ["no text", { chat_id: 1 }],
  ["an unknown mode", { chat_id: 1, text: "Hello", parse_mode: "Marked" }],
  ["an unknown field", { chat_id: 1, text: "Hello", disable_web_preview: true }],
])("[Y14] %s is a bad request with a description", async (_, body) => {
  const { status, text } = await at.post(body);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    ok: false,
    error_code: 400,
    description: expect.stringMatching(/^Bad Request: /) as string,
  });
});

test.each(["a < b", "<b>open", "<x>x</x>", "</b>", "a &nbsp; b", "AT&T", "<b><i>x</b></i>"])(
  "[Y15] the markup %s cannot be read",
  async (text) => {
    expect(await at.post(html(text))).toMatchObject({
      status: 400,
      text: expect.stringContaining("can't parse entities") as string,
    });
  },
);

test("[Y15] the length counts after the markup is read", async () => {
  expect(await at.post(html("&lt;".repeat(4_096)))).toMatchObject({ status: 200 });
  expect(await at.post(html("x".repeat(4_097)))).toMatchObject({
    status: 400,
    text: expect.stringContaining("too long") as string,
  });
});

test("[Y15] a link keeps its address", async () => {
  await at.post(html('<a href="https://hark.example/?a=1&amp;b=2">Open</a>'));
  expect(await at.messages()).toMatchObject([
    { text: "Open", links: ["https://hark.example/?a=1&b=2"] },
  ]);
});

test("[Y16] a wrong token, a blocked bot and an unknown chat are told apart", async () => {
  const wrong = at.address.replace(/bot\d+:/, "bot");
  expect(await at.postTo(wrong, html("x"))).toMatchObject({ status: 401 });
  await at.fail({ kind: "blocked" });
  expect(await at.post(html("x"))).toMatchObject({
    status: 403,
    text: expect.stringContaining("Forbidden: bot was blocked by the user") as string,
  });
});

test("[Y17] too many requests are answered with the seconds to wait, twice", async () => {
  await at.fail({ kind: "rate_limited", seconds: 34 });
  const { status, text, retryAfter } = await at.post(html("x"));
  expect([status, retryAfter]).toEqual([429, "34"]);
  expect(JSON.parse(text)).toMatchObject({ parameters: { retry_after: 34 } });
});
