/** What only the stand-in can do: docs/fidelity/messengers.md. */
import { expect, test } from "vitest";
import { withStandIn } from "./stand-in.ts";

const at = withStandIn("slack");
const HELLO = { text: "Hello <b>" };

test("[F1] a failure concerns the next messages of its vendor only", async () => {
  await at.fail({ kind: "down", times: 2 });
  const statuses = [];
  for (let count = 0; count < 3; count++) statuses.push((await at.post(HELLO)).status);
  expect(statuses).toEqual([500, 500, 200]);
  await at.fail({ vendor: "discord", kind: "down" });
  expect((await at.post(HELLO)).status).toBe(200);
});

test("[F1] a message can arrive although its answer is lost, and be lost itself", async () => {
  await at.fail({ kind: "lost_answer" });
  await expect(at.post(HELLO)).rejects.toThrow();
  expect(await at.messages()).toHaveLength(1);
  await at.fail({ kind: "no_answer" });
  await expect(at.post(HELLO)).rejects.toThrow();
  expect(await at.messages()).toHaveLength(1);
});

test.each([{ kind: "broken" }, { kind: "down", times: 0 }, { kind: "down", vendor: "signal" }])(
  "[F1] the failure %j is refused",
  async (fault) => {
    expect(await at.fail(fault)).toBe(400);
  },
);

test("[F2] the page shows messages without their markup, and refuses pages of other origins", async () => {
  await at.post(HELLO);
  const page = await fetch(at.pageUrl());
  expect(await page.text()).toContain("Hello &lt;b&gt;");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const headers = { Origin: "http://evil.localhost:1" };
  expect((await fetch(at.pageUrl(), { headers })).status).toBe(403);
  expect((await fetch(`${at.pageUrl()}/page.js`)).status).toBe(200);
});
