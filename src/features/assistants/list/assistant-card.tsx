import { AudioLines, FileText } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { Link } from "react-router-dom";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { hasDraft } from "../../../../convex/shared/drafts";
import { VOICES } from "../../../../convex/shared/voices";
import { Badge } from "../../../components/badge";
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { WidgetIcon } from "../../../components/widget-icon";
import { assistantPathFor } from "../../../lib/routes";
import { AssistantActions } from "./assistant-actions";
import { CARD } from "./texts";
import { NotServedNotice, useNotServed } from "./not-served-notice";
import { VoiceSyncNotice } from "./voice-sync-notice";

const DailyLimitBadge = lazyPart(() => import("./daily-limit-notice"), "DailyLimitBadge");
const DailyLimitNotice = lazyPart(() => import("./daily-limit-notice"), "DailyLimitNotice");
const EmbedPanel = lazyPart(() => import("../embed/embed-panel"), "EmbedPanel");

type AssistantCardProps = {
  assistant: Doc<"assistants">;
  isSubscribed: boolean;
  onEdit: (assistant: Doc<"assistants">) => void;
  onDuplicate: (assistant: Doc<"assistants">) => void;
};

export function AssistantCard({ assistant, isSubscribed, ...acts }: AssistantCardProps) {
  const { name, published, knowledgeFileName, visitorDay } = assistant;
  const [isCodeOpen, setIsCodeOpen] = useState(false);
  const codeId = useId();
  const isCodeShown = isCodeOpen && published;
  const notServed = useNotServed(published, isSubscribed);
  // Without a visitor call today, there is nothing to load.
  const mayBeAtDailyLimit = published && visitorDay !== undefined;
  const voice = VOICES.find(({ id }) => id === assistant.voice);
  return (
    <article
      aria-label={name}
      data-code-open={isCodeShown || undefined}
      className="flex min-w-0 flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
    >
      <div className="flex flex-wrap items-start gap-3">
        <span
          className="flex size-10 shrink-0 items-center justify-center rounded-full text-white"
          style={{ backgroundColor: assistant.widgetColor }}
        >
          <WidgetIcon icon={assistant.widgetIcon} />
        </span>
        <h2 className="min-w-0 flex-1 basis-16 py-2 text-lead font-semibold break-words">
          <Link
            to={assistantPathFor(assistant._id)}
            className="rounded-control underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        </h2>
        <span className="flex h-10 items-center gap-2">
          {published ? (
            <Badge tone="good">{CARD.live}</Badge>
          ) : (
            <Badge tone="neutral">{CARD.draft}</Badge>
          )}
          {notServed !== null && <Badge tone="warn">{CARD.paused}</Badge>}
          {notServed === null && mayBeAtDailyLimit && (
            <Suspense>
              <DailyLimitBadge assistant={assistant} />
            </Suspense>
          )}
        </span>
      </div>
      {notServed !== null && <NotServedNotice {...notServed} />}
      {mayBeAtDailyLimit && (
        <Suspense>
          <DailyLimitNotice assistant={assistant} />
        </Suspense>
      )}
      {hasDraft(assistant) && (
        <Link
          to={assistantPathFor(assistant._id)}
          className={`${TEXT_LINK_CLASS} w-fit text-small`}
        >
          {CARD.notLive}
        </Link>
      )}
      <p className="line-clamp-3 break-words text-muted">{assistant.assistantGoal}</p>
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-small text-faint">
        <li className="flex items-center gap-2">
          <AudioLines size={16} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{CARD.voice}</span> {voice?.name ?? assistant.voice}
        </li>
        {knowledgeFileName !== undefined && (
          <li className="flex min-w-0 items-center gap-2">
            <FileText size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
            <span className="sr-only">{CARD.knowledgeFile}</span>
            <span className="truncate">{knowledgeFileName}</span>
          </li>
        )}
      </ul>
      <VoiceSyncNotice assistant={assistant} />
      <AssistantActions
        assistant={assistant}
        isSubscribed={isSubscribed}
        code={{ id: codeId, isShown: isCodeShown, toggle: () => setIsCodeOpen(!isCodeShown) }}
        {...acts}
      />
      {isCodeShown && (
        <Suspense fallback={<Spinner label={CARD.loadingCode} />}>
          <EmbedPanel id={codeId} assistant={assistant} />
        </Suspense>
      )}
    </article>
  );
}
