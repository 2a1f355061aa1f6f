/** What the doctor reports about Turnstile. */
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

async function findingsWith(changes: Variables = {}) {
  const variables = { ...at.variables, ...changes };
  const findings = await examineTurnstile({ variables } as Target);
  return findings.map(({ verdict, code }) => `${verdict} ${code}`);
}

test("without the keys there is nothing to report", async () => {
  expect(await findingsWith({ TURNSTILE_SITE_KEY: "", TURNSTILE_SECRET_KEY: "" })).toEqual([]);
});

test("a secret key that Turnstile knows is fine, and an unknown one is a fault", async () => {
  expect(await findingsWith()).toEqual(["ok turnstile"]);
  const secret = { TURNSTILE_SECRET_KEY: "0x4AAAnobody" };
  expect(await findingsWith(secret)).toEqual(["fault turnstile-secret-refused"]);
});

test("an unreachable Turnstile is reported", async () => {
  expect(await findingsWith({ TURNSTILE_API_URL: "http://127.0.0.1:9" })).toEqual([
    "unknown turnstile-silent",
  ]);
});
