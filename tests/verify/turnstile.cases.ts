/** Cases on Cloudflare's Turnstile that need neither an account nor a browser. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { DUMMY_TOKEN, TESTING_SECRETS } from "@hark/turnstile-stand-in/testing-keys";
import { checkToken } from "../../convex/vendors/turnstile.ts";
import { remote } from "./remote.ts";

const { url } = must(must(remote, "the runner").turnstile, "Turnstile's address");
const { passes, fails, spent } = TESTING_SECRETS;

async function verify(fields: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${url}/turnstile/v0/siteverify`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });
  return await answer.json();
}

const refusedWith = (code: string) => ({ success: false, "error-codes": [code] });

test("[V1] forms are accepted like JSON", async () => {
  const answer = await fetch(`${url}/turnstile/v0/siteverify`, {
    method: "POST",
    body: new URLSearchParams({ secret: passes, response: DUMMY_TOKEN }),
  });
  expect(await answer.json()).toMatchObject({ success: true, "error-codes": [] });
});

test("[V2] a missing or wrong field has an error code", async () => {
  expect(await verify({ response: DUMMY_TOKEN })).toMatchObject(
    refusedWith("missing-input-secret"),
  );
  expect(await verify({ secret: passes })).toMatchObject(refusedWith("missing-input-response"));
  const stranger = { secret: "0x4AAAAAAAnobodys", response: DUMMY_TOKEN };
  expect(await verify(stranger)).toMatchObject(refusedWith("invalid-input-secret"));
});

test("[V5] the published secrets pass, fail, or report a spent token; what passes is not from our page", async () => {
  const dummy = { response: DUMMY_TOKEN };
  expect(await verify({ ...dummy, secret: passes })).toMatchObject({
    success: true,
    hostname: "example.com",
    metadata: { result_with_testing_key: true },
  });
  expect(await verify({ ...dummy, secret: fails })).toMatchObject(
    refusedWith("invalid-input-response"),
  );
  expect(await verify({ ...dummy, secret: spent })).toMatchObject(
    refusedWith("timeout-or-duplicate"),
  );
});

test("[V5] the product's own request is understood", async () => {
  const check = (secretKey: string) =>
    checkToken({ url, secretKey, token: DUMMY_TOKEN, visitorAddress: "203.0.113.7" });
  expect(await check(passes)).toMatchObject({ kind: "valid", hostname: "example.com" });
  expect(await check(fails)).toMatchObject({ kind: "invalid" });
  expect(await check("0x4AAAAAAAnobodys")).toMatchObject({ kind: "unknown" });
});

test("[W1] the script is at its address", async () => {
  const answer = await fetch(`${url}/turnstile/v0/api.js?render=explicit`);
  expect(answer.headers.get("content-type")).toContain("javascript");
  expect(await answer.text()).toContain("turnstile");
});
