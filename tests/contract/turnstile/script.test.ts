/** How a page gets a token, as far as it can be tested without a browser: the challenge in Turnstile's own frame. */
import { Script } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTurnstile } from "@hark/turnstile-stand-in";
import type { TurnstileStandIn } from "@hark/turnstile-stand-in";
import { DUMMY_TOKEN } from "@hark/turnstile-stand-in/testing-keys";

let at: TurnstileStandIn;
beforeAll(async () => {
  at = await startTurnstile({ hostnames: ["hark.example"], onError: console.error });
});
afterAll(() => at.close());

async function challenge(siteKey: string, page: string): Promise<string> {
  const query = new URLSearchParams({ sitekey: siteKey, action: "call", cdata: "id", id: "1" });
  const headers = { Referer: page };
  return await (await fetch(`${at.url}/turnstile/challenge?${query}`, { headers })).text();
}

test("[W1] the script is at its URL, and needs no other file", async () => {
  const answer = await fetch(`${at.url}/turnstile/v0/api.js?render=explicit`);
  expect(answer.headers.get("content-type")).toContain("javascript");
  const text = await answer.text();
  expect(() => new Script(text)).not.toThrow();
  expect(text).not.toMatch(/^\s*(import|export)\b/m);
});

test("[W2] a widget works on its hostnames and their subdomains, and nowhere else", async () => {
  const { siteKey } = at.widget;
  expect(await challenge(siteKey, "https://hark.example/")).toContain('"token"');
  expect(await challenge(siteKey, "https://app.hark.example/")).toContain('"token"');
  expect(await challenge(siteKey, "https://nothark.example/")).toContain("110200");
  expect(await challenge("0x4AAAnobody", "https://hark.example/")).toContain("110100");
});

test("[W3] the published site keys pass, fail and ask, on any host", async () => {
  const on = (siteKey: string) => challenge(siteKey, "https://anywhere.example/");
  for (const key of ["1x00000000000000000000AA", "1x00000000000000000000BB"]) {
    expect(await on(key)).toContain(DUMMY_TOKEN);
  }
  for (const key of ["2x00000000000000000000AB", "2x00000000000000000000BB"]) {
    expect(await on(key)).toContain("600010");
  }
  expect(await on("3x00000000000000000000FF")).not.toMatch(/token|error/);
});
