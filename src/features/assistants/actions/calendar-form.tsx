import { useAction } from "convex/react";
import { useId, useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { InputField } from "../../../components/input-field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useUnsavedChanges } from "../../../lib/unsaved-changes";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { CALENDAR, FORM } from "./texts";

type CalendarFormProps = { assistantId: Id<"assistants">; onClose: () => void };

/** Adds the free times and the bookings of an event type at Cal.com. */
export function CalendarForm({ assistantId, onClose }: CalendarFormProps) {
  const add = useAction(api.actions.addCalendar);
  const [link, setLink] = useState("");
  const { isBusy, run } = useOneAtATime();
  const titleId = useId();
  useUnsavedChanges(link !== "");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    run(async () => {
      try {
        await add({ assistantId, link, timeZone });
        toast.success(CALENDAR.added);
        onClose();
      } catch (error) {
        toast.error(`${CALENDAR.addFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form aria-labelledby={titleId} className="grid gap-5" onSubmit={submit}>
      <h3 id={titleId} className="font-semibold">
        {CALENDAR.title}
      </h3>
      <p className="text-muted">{CALENDAR.intro}</p>
      <InputField
        label={CALENDAR.link}
        hint={CALENDAR.linkHint}
        value={link}
        onChange={setLink}
        placeholder={CALENDAR.linkExample}
        maxLength={300}
        required
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by the owner's own press
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? CALENDAR.adding : CALENDAR.submit}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          {FORM.cancel}
        </Button>
      </div>
    </form>
  );
}
