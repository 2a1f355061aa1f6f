import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useId, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { focusMain } from "../../../components/skip-link";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { ActionForm } from "./action-form";
import { RunLog } from "./run-log";
import { ACTIONS, CALENDAR, READY } from "./texts";
import { TryAction } from "./try-action";

export type ListedAction = FunctionReturnType<typeof api.actions.list>[number];

type Shown = "try" | "log" | null;
type ActionRowProps = { assistantId: Id<"assistants">; action: ListedAction };

export function ActionRow({ assistantId, action }: ActionRowProps) {
  const { name, isOn, changesSomething, description, work } = action;
  const [isEdited, setIsEdited] = useState(false);
  const [shown, setShown] = useState<Shown>(null);
  const partId = useId();

  if (isEdited) {
    return (
      <li className="border-t border-line pt-6">
        <ActionForm assistantId={assistantId} saved={action} onClose={() => setIsEdited(false)} />
      </li>
    );
  }
  const toggle = (part: Shown, open: string, close: string) => (
    <Button
      aria-expanded={shown === part}
      aria-controls={shown === part ? partId : undefined}
      aria-label={ACTIONS.labelFor(shown === part ? close : open, name)}
      onClick={() => setShown(shown === part ? null : part)}
    >
      {shown === part ? close : open}
    </Button>
  );
  return (
    <li aria-label={name} className="grid gap-3 border-t border-line pt-6">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-medium wrap-anywhere">{name}</h3>
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? ACTIONS.on : ACTIONS.off}</Badge>
          <Badge tone="outline">{changesSomething ? ACTIONS.asks : ACTIONS.runsAtOnce}</Badge>
        </div>
        <p className="wrap-anywhere text-muted">{description}</p>
        <p className="text-small wrap-anywhere text-muted">{aboutWork(work)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {toggle("try", ACTIONS.tryIt, ACTIONS.hideTry)}
        {toggle("log", ACTIONS.showLog, ACTIONS.hideLog)}
        <ActionButtons action={action} onEdit={() => setIsEdited(true)} />
      </div>
      {shown !== null && (
        <div id={partId}>
          {shown === "try" ? <TryAction action={action} /> : <RunLog actionId={action._id} />}
        </div>
      )}
    </li>
  );
}

function aboutWork(work: ListedAction["work"]): string {
  switch (work.kind) {
    case "person":
    case "owner":
      return READY[work.kind].of;
    case "http":
      return `${work.method} ${work.url}`;
    default:
      return CALENDAR.of(work.calendar);
  }
}

type ActionButtonsProps = { action: ListedAction; onEdit: () => void };

function ActionButtons({ action: { _id: actionId, name, isOn }, onEdit }: ActionButtonsProps) {
  const setEnabled = useMutation(api.actions.setEnabled);
  const remove = useMutation(api.actions.remove);
  const { isBusy, run } = useOneAtATime();
  const switchText = isOn ? ACTIONS.switchOff : ACTIONS.switchOn;

  function press(failed: string, task: () => Promise<unknown>) {
    run(async () => {
      try {
        await task();
      } catch (error) {
        toast.error(`${failed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <>
      <Button
        disabled={isBusy}
        aria-label={ACTIONS.labelFor(switchText, name)}
        onClick={() => press(ACTIONS.changeFailed, () => setEnabled({ actionId, isOn: !isOn }))}
      >
        {switchText}
      </Button>
      <Button aria-label={ACTIONS.labelFor(ACTIONS.edit, name)} onClick={onEdit}>
        {ACTIONS.edit}
      </Button>
      <Button
        variant="quiet"
        disabled={isBusy}
        aria-label={ACTIONS.labelFor(ACTIONS.delete, name)}
        onClick={() => {
          if (!confirm(ACTIONS.confirmDelete(name))) return;
          press(ACTIONS.deleteFailed, async () => {
            await remove({ actionId });
            focusMain();
            toast.success(ACTIONS.deleted);
          });
        }}
      >
        {ACTIONS.delete}
      </Button>
    </>
  );
}
