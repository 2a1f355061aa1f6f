/** Parameters that several calls share. */
import { invalid, notSimulated } from "../errors.ts";
import type { World } from "../engine/world.ts";
import { fields, oneOf, required, text } from "./params.ts";
import type { Rule } from "./params.ts";

export const TRIAL_SETTINGS = fields({
  end_behavior: required(
    fields({ missing_payment_method: required(oneOf("cancel", "create_invoice", "pause")) }),
  ),
});

/** Flexible is the default of this version, and the only mode that is simulated. */
const MODE: Rule<"flexible"> = {
  parse(value, name) {
    if (text.parse(value, name) === "flexible") return "flexible";
    throw notSimulated("any billing mode but flexible", name);
  },
};

export const BILLING_MODE_PARAM = fields({ type: required(MODE) });

export const PRORATION = oneOf("always_invoice", "create_prorations", "none");

export function requireTrialEnd(world: World, at: number, param: string, least = 0): void {
  if (at > world.now + least) return;
  const when = least === 0 ? "in the future" : `at least ${least / 3600} hours in the future`;
  throw invalid(`The trial end must be ${when}.`, undefined, param);
}
