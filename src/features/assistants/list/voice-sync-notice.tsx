import { useMutation } from "convex/react";
import { toast } from "../../../lib/toast";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { reasonOf } from "../../../lib/error-reason";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { VOICE_SYNC } from "./texts";

export function VoiceSyncNotice({ assistant }: { assistant: Doc<"assistants"> }) {
  const { _id, name, voiceSync } = assistant;
  const retryVoiceSync = useMutation(api.assistants.retryVoiceSync);
  const { isBusy, run } = useOneAtATime();

  function retry() {
    run(async () => {
      try {
        await retryVoiceSync({ assistantId: _id });
      } catch (error) {
        toast.error(reasonOf(error));
      }
    });
  }

  return (
    <div role="status" className="empty:hidden">
      {voiceSync?.state === "failed" && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-warn-soft py-1 pr-1 pl-3 text-warn">
          {VOICE_SYNC.failed}
          <Button disabled={isBusy} aria-label={VOICE_SYNC.retryLabel(name)} onClick={retry}>
            {VOICE_SYNC.retry}
          </Button>
        </p>
      )}
    </div>
  );
}
