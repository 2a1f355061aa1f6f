import { ROUTES } from "./routes";

/** Which plan the subscription page leads to. */
export const PLAN_PARAM = "plan";

export function planPathFor(planType: string): string {
  return `${ROUTES.subscription}?${new URLSearchParams({ [PLAN_PARAM]: planType }).toString()}`;
}
