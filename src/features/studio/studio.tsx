import { useState } from "react";
import type { Doc } from "../../../convex/_generated/dataModel";
import { MESSAGES, testLimitReached } from "../../../convex/shared/messages";
import { TestFrame } from "../../components/test-frame";
import type { Phase } from "../../lib/widget-protocol";
import { ClosedNote } from "./closed-note";
import { ChooseAssistant } from "./choose-assistant";
import type { PlanMinutes } from "./plan-minutes-left";
import { TestTime } from "./test-time";
import { TestingActive } from "./testing-active";
import { useLiveUsage, type TestUsage } from "./use-live-usage";

type StudioProps = {
  assistants: Doc<"assistants">[];
  usage: TestUsage;
  plan: PlanMinutes | null;
  chosenId: string | null;
  onChoose: (embedId: string | null) => void;
};

export function Studio({ assistants, usage, plan, chosenId, onChoose }: StudioProps) {
  // The limit also applies to a link with an assistant. If it is reached during a call, the button says so.
  const [isAdmitted, setIsAdmitted] = useState(usage.canUse);
  const [phase, setPhase] = useState<Phase>("idle");
  const [message, setMessage] = useState<string | null>(null);
  const shown = useLiveUsage(usage, plan === null ? phase : "idle");
  const assistant = assistants.find(({ embedId }) => embedId === chosenId);

  function choose(embedId: string) {
    setIsAdmitted(usage.canUse);
    if (usage.canUse) onChoose(embedId);
    else window.alert(testLimitReached(usage.totalMinutesUsed));
  }

  function leave() {
    setPhase("idle");
    setMessage(null);
    onChoose(null);
  }

  const isTesting = assistant !== undefined && isAdmitted;
  const time = <TestTime usage={shown} plan={plan} />;
  if (isTesting) {
    return (
      <>
        <TestingActive
          name={assistant.name}
          phase={phase}
          canTalk={plan === null ? usage.canUse : !plan.isUsedUp}
          message={message}
          onChange={leave}
        >
          <ClosedNote {...assistant} />
          {time}
        </TestingActive>
        <TestFrame
          key={assistant.embedId}
          assistant={assistant}
          className="fixed right-5 bottom-5"
          onPhase={setPhase}
          onMessage={setMessage}
        />
      </>
    );
  }
  return (
    <ChooseAssistant
      assistants={assistants}
      problem={chosenId !== null && assistant === undefined ? MESSAGES.assistantNotFound : null}
      onChoose={choose}
    >
      {time}
    </ChooseAssistant>
  );
}
