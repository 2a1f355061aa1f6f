import { literals } from "convex-helpers/validators";
import { PAID_PLANS } from "../shared/plans";

export const paidPlanType = literals(...PAID_PLANS.map(({ type }) => type));
