import { AudioLines, Trash2 } from "lucide-react";
import type { Doc } from "../../../convex/_generated/dataModel";
import { VOICES } from "../../../convex/catalog/voices";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { WidgetIcon } from "../../components/widget-icon";

type AssistantCardProps = {
  assistant: Doc<"assistants">;
  onDelete: (assistant: Doc<"assistants">) => void;
};

export function AssistantCard({ assistant, onDelete }: AssistantCardProps) {
  const voice = VOICES.find(({ id }) => id === assistant.voice);
  return (
    <article
      aria-label={assistant.name}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-6 shadow-soft"
    >
      <div className="flex items-start gap-3">
        <span
          className="flex size-10 shrink-0 items-center justify-center rounded-full text-white"
          style={{ backgroundColor: assistant.widgetColor }}
        >
          <WidgetIcon icon={assistant.widgetIcon} />
        </span>
        <h2 className="min-w-0 flex-1 py-2 text-lead font-semibold break-words">
          {assistant.name}
        </h2>
        <span className="flex h-10 items-center">
          {assistant.published ? (
            <Badge tone="good">Live</Badge>
          ) : (
            <Badge tone="neutral">Draft</Badge>
          )}
        </span>
      </div>
      <p className="line-clamp-3 break-words text-muted">{assistant.assistantGoal}</p>
      <div className="mt-auto -mb-2 flex items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-small text-faint">
          <AudioLines size={16} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">Voice:</span> {voice?.name ?? assistant.voice}
        </p>
        <Button
          variant="quiet"
          className="-mr-4"
          aria-label={`Delete ${assistant.name}`}
          onClick={() => {
            onDelete(assistant);
          }}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          Delete
        </Button>
      </div>
    </article>
  );
}
