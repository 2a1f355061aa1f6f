/** What the doctor says of Turnstile. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTurnstile } from "@hark/turnstile-stand-in";
import type { TurnstileStandIn } from "@hark/turnstile-stand-in";
import type { Variables } from "../../../tools/operate/deployment.ts";
import type { Target } from "../../../tools/operate/examine/target.ts";
import { examineTurnstile } from "../../../tools/operate/examine/turnstile.ts";

let at: TurnstileStandIn;
beforeAll(async () => {
  at = await startTurnstile({ hostnames: ["hark.example"], onError: console.error });
});
afterAll(() => at.close());

async function said(changes: Variables = {}) {
  const variables = { ...at.variables, ...changes };
  const findings = await examineTurnstile({ variables } as Target);
  return findings.map(({ verdict, code }) => `${verdict} ${code}`);
}

test("where the keys are not set there is nothing to say", async () => {
  expect(await said({ TURNSTILE_SITE_KEY: "", TURNSTILE_SECRET_KEY: "" })).toEqual([]);
});

test("a secret key that Turnstile knows is sound, and one that it does not know is a fault", async () => {
  expect(await said()).toEqual(["ok turnstile"]);
  const secret = { TURNSTILE_SECRET_KEY: "0x4AAAnobody" };
  expect(await said(secret)).toEqual(["fault turnstile-secret-refused"]);
});

test("where Turnstile cannot be asked, that is said", async () => {
  expect(await said({ TURNSTILE_API_URL: "http://127.0.0.1:9" })).toEqual([
    "unknown turnstile-silent",
  ]);
});
