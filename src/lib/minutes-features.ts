import { isUnlimited, type Plan } from "../../convex/catalog/plans";
import { formatCost, formatNumber } from "./formats";

/** What a plan says of its minutes, in the list of its features. */
export function minutesFeatures({ includedMinutes, overageRate }: Plan["limits"]): string[] {
  if (isUnlimited(includedMinutes)) return [];
  return [
    `${formatNumber(includedMinutes)} minutes per month`,
    `${formatCost(overageRate / 100)} per extra minute`,
  ];
}
