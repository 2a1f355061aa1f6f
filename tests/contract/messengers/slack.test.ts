/** Slack's incoming webhooks, as Slack documents them: docs/fidelity/messengers.md. */
import { expect, test } from "vitest";
import { withStandIn } from "./stand-in.ts";

const at = withStandIn("slack");
const plain = (text: string) => ({ type: "plain_text", text });

test("[Y1] a text or blocks are accepted with “ok”", async () => {
  expect(await at.post({ text: "Hello" })).toMatchObject({ status: 200, text: "ok" });
  const blocks = [
    { type: "header", text: plain("Title") },
    { type: "section", text: { type: "mrkdwn", text: "<https://hark.example/1|Open>" } },
  ];
  expect(await at.post({ text: "Hello", blocks })).toMatchObject({ status: 200, text: "ok" });
  const [newest] = await at.messages();
  expect(newest).toMatchObject({ text: "Title\nOpen", links: ["https://hark.example/1"] });
});

test.each([
  ["no JSON", "text=Hello"],
  ["a list", []],
  ["an unknown field", { text: "Hello", chanel: "#general" }],
  ["a text of another type", { text: 1 }],
  ["a flag of another type", { text: "Hello", unfurl_links: "no" }],
])("[Y2] %s is an invalid payload", async (_, body) => {
  expect(await at.post(body)).toMatchObject({ status: 400, text: "invalid_payload" });
});

test.each([
  ["no text and no blocks", {}, "no_text"],
  ["an unknown block", { blocks: [{ type: "headline", text: plain("x") }] }, "invalid_blocks"],
  [
    "a header in markup",
    { blocks: [{ type: "header", text: { type: "mrkdwn", text: "x" } }] },
    "invalid_blocks",
  ],
  [
    "a header that is too long",
    { blocks: [{ type: "header", text: plain("x".repeat(151)) }] },
    "invalid_blocks",
  ],
  [
    "a section that is too long",
    { blocks: [{ type: "section", text: plain("x".repeat(3_001)) }] },
    "invalid_blocks",
  ],
  ["an empty section", { blocks: [{ type: "section", text: plain("") }] }, "invalid_blocks"],
])("[Y2] %s is refused", async (_, body, text) => {
  expect(await at.post(body)).toMatchObject({ status: 400, text });
});

test("[Y2] an address that does not exist, or whose channel is archived, says so", async () => {
  await at.fail({ kind: "gone" });
  expect(await at.post({ text: "Hello" })).toMatchObject({ status: 404, text: "no_service" });
  await at.fail({ kind: "blocked" });
  expect(await at.post({ text: "Hello" })).toMatchObject({
    status: 410,
    text: "channel_is_archived",
  });
  const wrong = at.address.replace("/B0", "/X0");
  expect(await at.postTo(wrong, { text: "Hello" })).toMatchObject({ status: 404 });
});

test("[Y3] too many requests are answered with the seconds to wait", async () => {
  await at.fail({ kind: "rate_limited", seconds: 30 });
  expect(await at.post({ text: "Hello" })).toMatchObject({ status: 429, retryAfter: "30" });
});

test("[Y4] entities are read as the characters that they stand for", async () => {
  const blocks = [{ type: "section", text: plain("&lt;!channel&gt; a &amp; b") }];
  await at.post({ blocks });
  expect(await at.messages()).toMatchObject([{ text: "<!channel> a & b", links: [] }]);
});
