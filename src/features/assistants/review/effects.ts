/** What publishing changes does to others than the owner. */
import type { Doc } from "../../../../convex/_generated/dataModel";
import { areAllowed } from "../../../../convex/shared/sites";
import { REVIEW } from "./texts";
import type { Draft } from "./use-review";

type Changes = Pick<Draft, "asksToAgree" | "changed" | "edited">;

export function effectsOf(live: Doc<"assistants">, draft: Changes): string[] {
  const { asksToAgree, changed, edited } = draft;
  const { callsKeptDays: days = null, allowedSites = [] } = edited;
  const hadNotice = (live.notice ?? null) !== null;
  const lost = (live.seenSites ?? [])
    .map(({ site }) => site)
    .filter((site) => areAllowed(live.allowedSites ?? [], [site]))
    .filter((site) => !areAllowed(allowedSites, [site]));
  return [
    live.published ? REVIEW.running : REVIEW.notPublished,
    ...(asksToAgree ? [hadNotice ? REVIEW.asksAgain : REVIEW.asksToAgree] : []),
    ...(hadNotice && (edited.notice ?? null) === null ? [REVIEW.noNotice] : []),
    ...(days !== null && days < (live.callsKeptDays ?? Infinity) ? [REVIEW.deletes(days)] : []),
    ...(live.recordsCalls === false && edited.recordsCalls !== false ? [REVIEW.records] : []),
    ...(lost.length > 0 ? [REVIEW.disappears(lost.join(", "))] : []),
    ...(changed.includes("findings") ? [REVIEW.findings] : []),
  ];
}
