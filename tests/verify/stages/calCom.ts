import { Refusal } from "../settings.ts";
import type { CalComLink } from "../settings.ts";
import type { Stage } from "./stage.ts";

/** Reads a public event type, as the product does. Books nothing. */
export function calComStage({ link, url }: CalComLink, run: string): Stage {
  return {
    name: "Cal.com",
    plan: `reads ${link} and its free times, and asks for a booking in the past, which is refused: that books nothing.`,
    files: ["tests/verify/calcom.cases.ts"],
    async check() {
      const answer = await fetch(url ?? "https://cal.com").catch((error: unknown) => String(error));
      if (typeof answer === "string") throw new Refusal(`Cal.com cannot be reached: ${answer}.`);
    },
    begin: () => Promise.resolve({ run, calCom: { link, ...(url === undefined ? {} : { url }) } }),
    clean: () => Promise.resolve(),
    cleanAll: () => Promise.resolve(),
  };
}
