/** Turnstile's verification of tokens, as Cloudflare documents it: docs/fidelity.md. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { startTurnstile } from "@hark/turnstile-stand-in";
import type { TurnstileStandIn } from "@hark/turnstile-stand-in";
import { DUMMY_TOKEN, TESTING_SECRETS } from "@hark/turnstile-stand-in/testing-keys";
import { checkToken } from "../../../convex/vendors/turnstile.ts";

const SOLVED = { hostname: "hark.example", action: "call", cdata: "3f2a-an_id" };

const clock = new AdjustableClock();
let at: TurnstileStandIn;
beforeAll(async () => {
  at = await startTurnstile({ clock, hostnames: ["hark.example"], onError: console.error });
});
afterAll(() => at.close());

interface Answer {
  success: boolean;
  "error-codes": string[];
  challenge_ts?: string;
}

async function post(body: BodyInit, type?: string): Promise<Answer> {
  const answer = await fetch(`${at.url}/turnstile/v0/siteverify`, {
    method: "POST",
    ...(type === undefined ? {} : { headers: { "Content-Type": type } }),
    body,
  });
  expect(answer.headers.get("content-type")).toContain("application/json");
  return (await answer.json()) as Answer;
}

const verify = (fields: Record<string, string>) => post(JSON.stringify(fields), "application/json");
const fresh = () => ({ secret: at.widget.secretKey, response: at.solve(SOLVED) });
const refusedWith = (code: string) => ({ success: false, "error-codes": [code] });

test("[V1] a new token is valid, with its hostname, action, custom data and time", async () => {
  const answer = await verify({ ...fresh(), remoteip: "203.0.113.7" });
  expect(answer).toMatchObject({ success: true, "error-codes": [], ...SOLVED });
  expect(Date.parse(answer.challenge_ts ?? "")).toBeCloseTo(clock.now(), -4);
});

test("[V1] forms are accepted like JSON", async () => {
  expect(await post(new URLSearchParams(fresh()))).toMatchObject({ success: true });
  const form = new FormData();
  for (const [name, value] of Object.entries(fresh())) form.append(name, value);
  expect(await post(form)).toMatchObject({ success: true });
});

test("[V2] a missing or wrong field has an error code", async () => {
  const { secret, response } = fresh();
  expect(await verify({ response })).toMatchObject(refusedWith("missing-input-secret"));
  expect(await verify({ response, secret: "0x4AAAnobody" })).toMatchObject(
    refusedWith("invalid-input-secret"),
  );
  expect(await verify({ secret })).toMatchObject(refusedWith("missing-input-response"));
  for (const wrong of ["made up", "a".repeat(2049)]) {
    expect(await verify({ secret, response: wrong })).toMatchObject(
      refusedWith("invalid-input-response"),
    );
  }
  expect(await post("{", "application/json")).toMatchObject(refusedWith("bad-request"));
  // None of these has used the token up.
  expect(await verify({ secret, response })).toMatchObject({ success: true });
});

test("[V3] a token is valid once", async () => {
  const token = fresh();
  expect(await verify(token)).toMatchObject({ success: true });
  expect(await verify(token)).toMatchObject(refusedWith("timeout-or-duplicate"));
});

test("[V3] with the same idempotency key it can be verified again, with another it cannot", async () => {
  const token = { ...fresh(), idempotency_key: crypto.randomUUID() };
  expect(await verify(token)).toMatchObject({ success: true });
  expect(await verify(token)).toMatchObject({ success: true });
  const other = { ...token, idempotency_key: crypto.randomUUID() };
  expect(await verify(other)).toMatchObject(refusedWith("timeout-or-duplicate"));
});

test("[V4] a token is valid for 300 seconds", async () => {
  const [young, old] = [fresh(), fresh()];
  clock.advance(299_000);
  expect(await verify(young)).toMatchObject({ success: true });
  clock.advance(2_000);
  expect(await verify(old)).toMatchObject(refusedWith("timeout-or-duplicate"));
});

test("[V5] the published secrets pass, fail, or report a spent token, and report nothing of the page", async () => {
  const { passes, fails, spent } = TESTING_SECRETS;
  const dummy = { response: DUMMY_TOKEN };
  const metadata = { result_with_testing_key: true };
  const passed = await verify({ ...dummy, secret: passes });
  expect(passed).toMatchObject({ success: true, hostname: "example.com", metadata });
  expect(passed).not.toHaveProperty("cdata");
  expect(await verify({ ...dummy, secret: fails })).toMatchObject(
    refusedWith("invalid-input-response"),
  );
  expect(await verify({ ...dummy, secret: spent })).toMatchObject(
    refusedWith("timeout-or-duplicate"),
  );
  expect(await verify({ ...fresh(), secret: passes })).toMatchObject(
    refusedWith("invalid-input-secret"),
  );
  const { secret } = fresh();
  expect(await verify({ ...dummy, secret })).toMatchObject(refusedWith("invalid-input-response"));
});

test("[V6] an internal error may be retried: Turnstile counts the product's two requests as one", async () => {
  const verifyNew = () => {
    const { secret, response } = fresh();
    const check = { url: at.url, secretKey: secret, token: response, visitorAddress: null };
    return checkToken(check);
  };
  at.setFault("internal-error");
  expect(await verifyNew()).toMatchObject({ kind: "unknown" });
  at.setFault("lost-response");
  expect(await verifyNew()).toMatchObject({ kind: "valid", ...SOLVED });
  at.setFault("none");
});

test("[F1] faults: no response, no script, or a challenge that is never solved", async () => {
  at.setFault("silent");
  await expect(verify(fresh())).rejects.toThrow();
  at.setFault("no-script");
  await expect(fetch(`${at.url}/turnstile/v0/api.js`)).rejects.toThrow();
  at.setFault("none");
  const challenge = async () => {
    const query = new URLSearchParams({ sitekey: at.widget.siteKey, action: "call", id: "1" });
    const headers = { Referer: "https://hark.example/" };
    return await (await fetch(`${at.url}/turnstile/challenge?${query}`, { headers })).text();
  };
  expect(await challenge()).toContain("token");
  at.setFault("unsolved");
  expect(await challenge()).toContain("600010");
  at.setFault("never-solved");
  expect(await challenge()).toBe("");
  at.setFault("none");
});
