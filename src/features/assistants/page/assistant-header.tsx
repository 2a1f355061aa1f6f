import { useQuery } from "convex/react";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { WidgetIcon } from "../../../components/widget-icon";
import { ROUTES } from "../../../lib/routes";
import { publishAction } from "../list/publish-action";
import { CARD } from "../list/texts";
import { usePublishAssistant } from "../list/use-publish-assistant";
import { VoiceSyncNotice } from "../list/voice-sync-notice";
import { PAGE } from "./texts";

export function AssistantHeader({ assistant }: { assistant: Doc<"assistants"> }) {
  const { name, published, widgetColor, widgetIcon } = assistant;
  const isSubscribed = useQuery(api.usage.checkFreeTrialLimit)?.hasSubscription === true;
  const publishing = usePublishAssistant(assistant, isSubscribed);
  const { text, Icon } = publishAction(published, isSubscribed);
  return (
    <header className="grid gap-3">
      <Link
        to={ROUTES.dashboard}
        className="inline-flex min-h-6 w-fit items-center gap-1.5 rounded-control text-muted hover:text-ink"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        {PAGE.back}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span
          className="flex size-10 shrink-0 items-center justify-center rounded-full text-white"
          style={{ backgroundColor: widgetColor }}
        >
          <WidgetIcon icon={widgetIcon} />
        </span>
        <h1 className="min-w-0 text-title font-semibold wrap-anywhere">{name}</h1>
        {published ? (
          <Badge tone="good">{CARD.live}</Badge>
        ) : (
          <Badge tone="neutral">{CARD.draft}</Badge>
        )}
        <Button
          className="ml-auto max-sm:w-full"
          disabled={publishing.isBusy}
          onClick={publishing.toggle}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {text}
        </Button>
      </div>
      <VoiceSyncNotice assistant={assistant} />
    </header>
  );
}
