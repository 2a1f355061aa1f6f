import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { isOver } from "../../../../convex/shared/rehearsals";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { useRehearsals, type Rehearsal } from "../rehearsals/use-rehearsals";
import { BAR, REVIEW } from "./texts";
import type { Draft } from "./use-review";

export interface Publishing {
  /** The rehearsals that must pass. Undefined while loading. */
  conditions: Rehearsal[] | undefined;
  /** Those of them that have not passed with these changes. */
  unpassed: Rehearsal[];
  isRehearsing: boolean;
  isBusy: boolean;
  failure: string;
  publish: (despiteRehearsals: boolean) => void;
  rehearse: () => void;
  /** The owner leaves the dialog, while rehearsals may go on. */
  leave: () => void;
}

/** Publishes a draft, if need be after the rehearsals that are a condition. */
export function usePublishing(
  { _id: assistantId, published }: Doc<"assistants">,
  { id: draftId }: Draft,
  onPublished: () => void,
): Publishing {
  const publishDraft = useMutation(api.drafts.publishDraft);
  const publishIfPassed = useMutation(api.rehearsals.publishIfPassed);
  const listed = useRehearsals(assistantId);
  const [failure, setFailure] = useState("");
  const { isBusy, run } = useOneAtATime();
  const isRehearsing = listed?.publishes ?? false;
  const done = published ? REVIEW.published : REVIEW.saved;
  const leave = useToldWhenPublished(isRehearsing, done);
  const conditions = listed?.rehearsals.filter(({ isCondition }) => isCondition);

  function press(work: () => Promise<void>) {
    setFailure("");
    run(async () => {
      try {
        await work();
      } catch (error) {
        setFailure(`${REVIEW.failed} ${reasonOf(error)}`);
      }
    });
  }

  return {
    ...{ conditions, isRehearsing, isBusy, failure, leave },
    unpassed: (conditions ?? []).filter((one) => !hasPassed(one)),
    publish: (despiteRehearsals) =>
      press(async () => {
        const choice = despiteRehearsals ? { despiteRehearsals } : {};
        if (await publishDraft({ assistantId, draftId, ...choice })) toast.success(done);
        else toast.info(BAR.gone);
        onPublished();
      }),
    rehearse: () =>
      press(async () => {
        await publishIfPassed({ assistantId, draftId });
      }),
  };
}

function hasPassed({ result }: Rehearsal): boolean {
  return result?.state === "passed" && !result.isOutdated;
}

/** Whether it was run with these changes, and has not passed. */
export function hasFailed({ result }: Rehearsal): boolean {
  return result !== null && isOver(result.state) && result.state !== "passed" && !result.isOutdated;
}

/** Rehearsals that pass publish the draft, and without a draft the dialog is gone. */
function useToldWhenPublished(isRehearsing: boolean, text: string): () => void {
  const isWatching = useRef(false);
  useEffect(() => {
    isWatching.current = isRehearsing;
  }, [isRehearsing]);
  useEffect(
    () => () => {
      if (isWatching.current) toast.success(text);
    },
    [text],
  );
  return () => {
    isWatching.current = false;
  };
}
