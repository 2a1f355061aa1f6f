/** Discord's webhooks, as Discord documents them: docs/fidelity/messengers.md. */
import { expect, test } from "vitest";
import { withStandIn } from "./stand-in.ts";

const at = withStandIn("discord");
const embed = (fields: object) => ({ embeds: [fields] });

test("[Y5] a content or embeds are accepted without a body, or with the message", async () => {
  expect(await at.post({ content: "Hello" })).toMatchObject({ status: 204, text: "" });
  expect(await at.post(embed({ title: "Hello" }))).toMatchObject({ status: 204 });
  const waited = await at.postTo(`${at.address}?wait=true`, { content: "Hello" });
  expect(waited.status).toBe(200);
  expect(JSON.parse(waited.text)).toMatchObject({ content: "Hello" });
});

test("[Y5] an empty message is refused", async () => {
  expect(await at.post({})).toMatchObject({
    status: 400,
    text: expect.stringContaining("50006") as string,
  });
});

test.each([
  ["no JSON", "content=Hello"],
  ["an unknown field", { content: "Hello", mentions: [] }],
  ["a long content", { content: "x".repeat(2_001) }],
  ["a long title", embed({ title: "x".repeat(257) })],
  ["a long description", embed({ description: "x".repeat(4_097) })],
  ["an embed without text", embed({ url: "https://hark.example" })],
  ["an embed with another address", embed({ title: "x", url: "javascript:1" })],
  ["too many embeds", { embeds: Array.from({ length: 11 }, () => ({ title: "x" })) }],
  [
    "embeds that are too long together",
    { embeds: [1, 2].map(() => ({ description: "x".repeat(3_001) })) },
  ],
  ["other mentions", { content: "x", allowed_mentions: { parse: ["all"] } }],
])("[Y6] %s is an invalid form body", async (_, body) => {
  expect(await at.post(body)).toMatchObject({
    status: 400,
    text: expect.stringContaining("50035") as string,
  });
});

test("[Y7] an unknown webhook and a wrong token have codes", async () => {
  await at.fail({ kind: "gone" });
  expect(await at.post({ content: "x" })).toMatchObject({
    status: 404,
    text: expect.stringContaining("10015") as string,
  });
  const wrong = at.address.slice(0, -40);
  expect(await at.postTo(wrong, { content: "x" })).toMatchObject({
    status: 401,
    text: expect.stringContaining("50027") as string,
  });
});

test("[Y8] too many requests are answered with the seconds to wait, twice", async () => {
  await at.fail({ kind: "rate_limited", seconds: 65 });
  const { status, text, retryAfter } = await at.post({ content: "x" });
  expect([status, retryAfter]).toEqual([429, "65"]);
  expect(JSON.parse(text)).toMatchObject({ retry_after: 65, global: false });
});

test("[Y9] everyone is notified unless mentions are suppressed", async () => {
  await at.post({ content: "@everyone" });
  await at.post({ content: "@everyone", allowed_mentions: { parse: [] } });
  const [quiet, loud] = await at.messages();
  expect(loud?.text).toContain("everyone was notified");
  expect(quiet?.text).toBe("@everyone");
});

test("[Y9] a character after a backslash is shown as it is", async () => {
  await at.post(embed({ description: String.raw`\*two\* \@everyone \[x\]` }));
  expect(await at.messages()).toMatchObject([{ text: "*two* @everyone [x]" }]);
});
