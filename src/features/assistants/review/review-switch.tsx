import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { SwitchedSetting } from "../switched-setting";
import { ReviewDialog } from "./review-dialog";
import { SWITCH } from "./texts";
import { useDiscard } from "./use-discard";
import type { Draft } from "./use-review";

type ReviewSwitchProps = { assistant: Doc<"assistants">; draft: Draft | null };

/** Whether changes wait for a review. With changes that wait, switching it off asks what happens to them. */
export function ReviewSwitch({ assistant, draft }: ReviewSwitchProps) {
  const { _id: assistantId, review } = assistant;
  const isOn = review !== undefined;
  const setReview = useMutation(api.drafts.setReview);
  const discard = useDiscard(assistantId);
  const { isBusy, run } = useOneAtATime();
  const [isAsking, setIsAsking] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  const [wasPressed, setWasPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (isAsking) question.current?.focus();
    // The pressed button was disabled or is gone, so it has lost the focus.
    else if (wasPressed && !isBusy) button.current?.focus();
  }, [isAsking, wasPressed, isBusy]);

  async function change(isWanted: boolean): Promise<void> {
    try {
      await setReview({ assistantId, isOn: isWanted });
    } catch (error) {
      toast.error(`${isWanted ? SWITCH.onFailed : SWITCH.offFailed} ${reasonOf(error)}`);
    }
  }

  function press() {
    setWasPressed(true);
    if (draft !== null) setIsAsking(true);
    else run(() => change(!isOn));
  }

  async function discardAndSwitchOff(seen: Draft): Promise<void> {
    if (!(await discard(seen.id))) return;
    setIsAsking(false);
    await change(false);
  }

  return (
    <SwitchedSetting texts={SWITCH} isOn={isOn}>
      {isAsking && draft !== null ? (
        <div className="grid gap-3">
          <p ref={question} tabIndex={-1} className="font-medium outline-none">
            {SWITCH.question}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button disabled={isBusy} onClick={() => setIsReviewing(true)}>
              {SWITCH.publishFirst}
            </Button>
            <Button disabled={isBusy} onClick={() => run(() => discardAndSwitchOff(draft))}>
              {SWITCH.discardFirst}
            </Button>
            <Button variant="quiet" disabled={isBusy} onClick={() => setIsAsking(false)}>
              {SWITCH.cancel}
            </Button>
          </div>
        </div>
      ) : (
        <Button ref={button} className="justify-self-start" disabled={isBusy} onClick={press}>
          {isOn ? SWITCH.switchOff : SWITCH.switchOn}
        </Button>
      )}
      {isReviewing && draft !== null && (
        <ReviewDialog
          assistant={assistant}
          draft={draft}
          onPublished={() => {
            setIsReviewing(false);
            setIsAsking(false);
            run(() => change(false));
          }}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </SwitchedSetting>
  );
}
