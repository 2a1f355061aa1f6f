import { useMutation } from "convex/react";
import { toast } from "../../../lib/toast";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../../convex/shared/messages";
import { userErrorOf } from "../../../lib/error-reason";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";

type Publishing = { isBusy: boolean; toggle: () => void };

export function usePublishAssistant(
  { _id, published }: Doc<"assistants">,
  isSubscribed: boolean,
): Publishing {
  const togglePublish = useMutation(api.assistants.togglePublishAssistant);
  const { isBusy, run } = useOneAtATime();

  function toggle() {
    if (!published && !isSubscribed) {
      toast.error(MESSAGES.subscriptionRequired);
      return;
    }
    run(async () => {
      try {
        const isPublished = await togglePublish({ assistantId: _id });
        toast.success(isPublished ? MESSAGES.assistantPublished : MESSAGES.assistantUnpublished);
      } catch (error) {
        toast.error(MESSAGES.publishFailed, { description: userErrorOf(error)?.message });
      }
    });
  }

  return { isBusy, toggle };
}
