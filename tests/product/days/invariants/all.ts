import { OF_ASSISTANTS } from "./assistants.ts";
import { OF_CALLS } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { OF_MONEY } from "./money.ts";
import { OF_ORDER } from "./order.ts";
import { OF_SERVING } from "./serving.ts";
import { OF_TELLING } from "./telling.ts";

export const INVARIANTS: Invariant[] = [
  ...OF_CALLS,
  ...OF_ASSISTANTS,
  ...OF_MONEY,
  ...OF_SERVING,
  ...OF_TELLING,
  ...OF_ORDER,
];
