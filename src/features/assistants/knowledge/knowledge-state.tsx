import { Check } from "lucide-react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { VoiceSyncNotice } from "../list/voice-sync-notice";
import { STATE } from "./texts";

/** Whether the assistant knows what the page shows. */
export function KnowledgeState({ assistant }: { assistant: Doc<"assistants"> }) {
  const state = assistant.voiceSync?.state ?? "done";
  if (state === "failed") return <VoiceSyncNotice assistant={assistant} />;
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 text-muted">
      {state === "done" && (
        <Check size={16} strokeWidth={1.75} className="shrink-0 text-good" aria-hidden />
      )}
      {STATE[state]}
    </p>
  );
}
