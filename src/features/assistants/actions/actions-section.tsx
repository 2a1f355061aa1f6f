import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MAX_ACTIONS } from "../../../../convex/shared/actions";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { ActionForm } from "./action-form";
import { ActionRow } from "./action-row";
import { ACTIONS } from "./texts";

/** What the assistant can do besides answering. */
export function ActionsSection({ assistant }: { assistant: Doc<"assistants"> }) {
  const assistantId = assistant._id;
  const actions = useQuery(api.actions.list, { assistantId });
  const [isAdding, setIsAdding] = useState(false);

  return (
    <Card title={ACTIONS.title} subtitle={`${ACTIONS.intro} ${ACTIONS.limits}`}>
      {isAdding ? (
        <ActionForm assistantId={assistantId} onClose={() => setIsAdding(false)} />
      ) : (
        <Button
          className="justify-self-start"
          disabled={actions === undefined || actions.length >= MAX_ACTIONS}
          onClick={() => setIsAdding(true)}
        >
          {ACTIONS.add}
        </Button>
      )}
      {actions === undefined && <p className="text-muted">{ACTIONS.loading}</p>}
      {actions?.length === 0 && !isAdding && <p className="text-muted">{ACTIONS.none}</p>}
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
