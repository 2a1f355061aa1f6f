import { useAction, useMutation } from "convex/react";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { hasDraft } from "../../../../convex/shared/drafts";
import { MAX_REHEARSALS, usesOf } from "../../../../convex/shared/rehearsals";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { CheckField } from "../../../components/check-field";
import { Menu } from "../../../components/menu";
import { Spinner } from "../../../components/spinner";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { READY_SETS, type ReadySet } from "./ready-sets";
import { NightlyQuestions } from "./nightly-questions";
import { RehearsalForm } from "./rehearsal-form";
import { RehearsalRow } from "./rehearsal-row";
import { SuggestedSituations } from "./suggested-situations";
import { REHEARSALS, SUGGESTED } from "./texts";
import { useRehearsals, type Rehearsal } from "./use-rehearsals";

type RehearsalsSectionProps = {
  assistant: Doc<"assistants">;
  /** The assistant with its changes that are not live. */
  edited: Doc<"assistants">;
};

type Opened =
  { kind: "form"; situation: string } | { kind: "suggested"; situations: string[] } | null;

/** Conversations that a tester holds with the assistant. */
export function RehearsalsSection({ assistant, edited }: RehearsalsSectionProps) {
  const assistantId = assistant._id;
  const listed = useRehearsals(assistantId);
  const start = useMutation(api.rehearsals.run);
  const [opened, setOpened] = useState<Opened>(null);
  const [inVoice, setInVoice] = useState(false);
  const { isBusy, run } = useOneAtATime();
  const close = () => setOpened(null);

  if (listed === undefined) return <Spinner label={REHEARSALS.loading} />;
  const { rehearsals, use, isRunning } = listed;

  function press(chosen: Rehearsal[]) {
    run(async () => {
      try {
        const rehearsalIds = chosen.map(({ _id }) => _id);
        await start({ assistantId, rehearsalIds, ...(inVoice ? { inVoice } : {}) });
      } catch (error) {
        toast.error(`${REHEARSALS.runFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <Card title={REHEARSALS.title} subtitle={REHEARSALS.intro}>
      <div className="grid gap-1 text-small text-muted">
        {hasDraft(assistant) && <p>{REHEARSALS.ofDraft}</p>}
        <p>{REHEARSALS.used(use.used, use.allowed)}</p>
      </div>
      {opened?.kind === "form" && (
        <RehearsalForm assistantId={assistantId} situation={opened.situation} onClose={close} />
      )}
      {opened?.kind === "suggested" && (
        <SuggestedSituations
          situations={opened.situations}
          onUse={(situation) => setOpened({ kind: "form", situation })}
          onClose={close}
        />
      )}
      {opened === null && rehearsals.length > 0 && (
        <CheckField
          label={REHEARSALS.inVoice}
          hint={REHEARSALS.inVoiceHint}
          checked={inVoice}
          onChange={setInVoice}
        />
      )}
      {opened === null && (
        <div className="flex flex-wrap gap-3">
          {rehearsals.length > 0 && (
            <Button
              variant="primary"
              disabled={isBusy || isRunning}
              onClick={() => press(rehearsals)}
            >
              {isRunning
                ? REHEARSALS.running
                : REHEARSALS.runAll(usesOf(rehearsals.length, { inVoice }))}
            </Button>
          )}
          <Adding assistantId={assistantId} rehearsals={rehearsals} onOpen={setOpened} />
        </div>
      )}
      <p role="status" className="sr-only">
        {isRunning ? REHEARSALS.running : ""}
      </p>
      {rehearsals.length === 0 ? (
        <p className="text-muted">{REHEARSALS.none}</p>
      ) : (
        <ul aria-label={REHEARSALS.list} className="grid gap-6">
          {rehearsals.map((rehearsal) => (
            <RehearsalRow
              key={rehearsal._id}
              edited={edited}
              rehearsal={rehearsal}
              inVoice={inVoice}
              isRunning={isRunning || isBusy}
              onRun={() => press([rehearsal])}
            />
          ))}
        </ul>
      )}
      <NightlyQuestions assistantId={assistantId} />
    </Card>
  );
}

type AddingProps = {
  assistantId: Id<"assistants">;
  rehearsals: Rehearsal[];
  onOpen: (opened: Opened) => void;
};

/** Three ways to get a rehearsal: write one, take ready ones, or have situations suggested. */
function Adding({ assistantId, rehearsals, onOpen }: AddingProps) {
  const add = useMutation(api.rehearsals.add);
  const suggest = useAction(api.rehearsals.suggest);
  const { isBusy, run } = useOneAtATime();
  const isFull = rehearsals.length >= MAX_REHEARSALS;
  const known = new Set(rehearsals.map(({ situation }) => situation));

  function addSet(set: ReadySet) {
    const missing = set.rehearsals.filter(({ situation }) => !known.has(situation));
    if (missing.length === 0) {
      toast.info(REHEARSALS.nothingNew);
      return;
    }
    run(async () => {
      try {
        await add({ assistantId, rehearsals: missing });
        toast.success(REHEARSALS.added(missing.length));
      } catch (error) {
        toast.error(`${REHEARSALS.addFailed} ${reasonOf(error)}`);
      }
    });
  }

  function askForSituations() {
    run(async () => {
      try {
        const situations = await suggest({ assistantId });
        const fresh = situations.filter((one) => !known.has(one));
        onOpen({ kind: "suggested", situations: fresh });
      } catch (error) {
        toast.error(`${SUGGESTED.failed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <>
      <Button
        disabled={isFull}
        onClick={() => {
          onOpen({ kind: "form", situation: "" });
        }}
      >
        {REHEARSALS.add}
      </Button>
      <Menu
        trigger={<Button disabled={isFull || isBusy}>{REHEARSALS.addSet}</Button>}
        entries={READY_SETS.map((set) => ({
          kind: "item",
          label: set.name,
          Icon: ListPlus,
          onSelect: () => addSet(set),
        }))}
      />
      <Button disabled={isFull || isBusy} onClick={askForSituations}>
        {isBusy ? REHEARSALS.suggesting : REHEARSALS.suggest}
      </Button>
    </>
  );
}
