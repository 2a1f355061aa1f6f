import { ROUTES } from "./routes";

/** The plan that the subscription page opens. */
export const PLAN_PARAM = "plan";

export function planPathFor(planType: string): string {
  return `${ROUTES.subscription}?${new URLSearchParams({ [PLAN_PARAM]: planType }).toString()}`;
}
