import { TURNSTILE_URL } from "../../../convex/vendors/turnstile.ts";
import { Refusal } from "../settings.ts";
import type { Stage } from "./stage.ts";

/** Uses the keys that Cloudflare publishes for tests, so it needs no account and creates nothing. */
export function turnstileStage({ url = TURNSTILE_URL }: { url?: string }, run: string): Stage {
  return {
    name: "Turnstile",
    plan: `asks ${url} some ten times with the keys that Cloudflare publishes for tests: that costs nothing.`,
    files: ["tests/verify/turnstile.cases.ts"],
    async check() {
      const address = `${url}/turnstile/v0/api.js`;
      const answer = await fetch(address).catch((error: unknown) => String(error));
      if (typeof answer === "string" || !answer.ok) {
        const why = typeof answer === "string" ? answer : String(answer.status);
        throw new Refusal(`Turnstile cannot be reached: ${why}.`);
      }
    },
    begin: () => Promise.resolve({ run, turnstile: { url } }),
    clean: () => Promise.resolve(),
    cleanAll: () => Promise.resolve(),
  };
}
