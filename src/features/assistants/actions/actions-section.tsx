import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MAX_ACTIONS } from "../../../../convex/shared/actions";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { readyDraft } from "./action-draft";
import { ActionForm } from "./action-form";
import { ActionRow } from "./action-row";
import { CalendarForm } from "./calendar-form";
import { ACTIONS, isReady, READY, READY_KINDS, type ReadyKind } from "./texts";

/** What the assistant can do besides answering. */
export function ActionsSection({ assistant }: { assistant: Doc<"assistants"> }) {
  const assistantId = assistant._id;
  const actions = useQuery(api.actions.list, { assistantId });
  const [adding, setAdding] = useState<"request" | "calendar" | ReadyKind | null>(null);
  const isFull = actions === undefined || actions.length >= MAX_ACTIONS;
  const missing = READY_KINDS.filter((kind) => actions?.every(({ work }) => work.kind !== kind));
  const close = () => setAdding(null);

  return (
    <Card title={ACTIONS.title} subtitle={`${ACTIONS.intro} ${ACTIONS.limits}`}>
      {adding === "request" && <ActionForm assistantId={assistantId} onClose={close} />}
      {adding !== null && isReady(adding) && (
        <ActionForm assistantId={assistantId} initial={readyDraft(adding)} onClose={close} />
      )}
      {adding === "calendar" && <CalendarForm assistantId={assistantId} onClose={close} />}
      {adding === null && (
        <div className="flex flex-wrap gap-3">
          {missing.map((kind) => (
            <Button key={kind} disabled={isFull} onClick={() => setAdding(kind)}>
              {READY[kind].add}
            </Button>
          ))}
          <Button disabled={isFull} onClick={() => setAdding("calendar")}>
            {ACTIONS.addCalendar}
          </Button>
          <Button disabled={isFull} onClick={() => setAdding("request")}>
            {ACTIONS.add}
          </Button>
        </div>
      )}
      {actions === undefined && <p className="text-muted">{ACTIONS.loading}</p>}
      {actions?.length === 0 && adding === null && <p className="text-muted">{ACTIONS.none}</p>}
      {actions !== undefined && actions.length > 0 && (
        <ul aria-label={ACTIONS.list} className="grid gap-6">
          {actions.map((action) => (
            <ActionRow key={action._id} assistantId={assistantId} action={action} />
          ))}
        </ul>
      )}
    </Card>
  );
}
