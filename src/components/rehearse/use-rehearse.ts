import type { Id } from "../../../convex/_generated/dataModel";
import { reasonOf } from "../../lib/error-reason";
import { assistantPathFor } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { REHEARSE } from "./texts";

/** Adds a rehearsal, and offers to look at it. */
export function useRehearse(assistantId: Id<"assistants">, add: () => Promise<unknown>) {
  const { isBusy, run } = useOneAtATime();

  function rehearse() {
    run(async () => {
      try {
        await add();
        const path = assistantPathFor(assistantId, "rehearsals");
        toast.success(REHEARSE.added, { label: REHEARSE.open, path });
      } catch (error) {
        toast.error(`${REHEARSE.failed} ${reasonOf(error)}`);
      }
    });
  }

  return { isBusy, rehearse };
}
