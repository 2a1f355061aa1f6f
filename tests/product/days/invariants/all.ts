import { ASSISTANTS } from "./assistants.ts";
import { CALLS } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { BILLING } from "./billing.ts";
import { CONSISTENCY } from "./consistency.ts";
import { ACCESS } from "./access.ts";
import { NOTIFICATIONS } from "./notifications.ts";

export const INVARIANTS: Invariant[] = [
  ...CALLS,
  ...ASSISTANTS,
  ...BILLING,
  ...ACCESS,
  ...NOTIFICATIONS,
  ...CONSISTENCY,
];
