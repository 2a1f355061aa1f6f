import { useMutation } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { RECIPIENT_MESSAGES, USUAL_HOUR } from "../../../convex/shared/inboxMail";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { ownTimeZone } from "./hours";
import { MAIL } from "./texts";

export function AddRecipient({ isFull }: { isFull: boolean }) {
  const add = useMutation(api.outcomeMails.addRecipient);
  const [address, setAddress] = useState("");
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        const defaults = { when: "each" as const, assistantId: null, hour: USUAL_HOUR };
        await add({ address, ...defaults, timeZone: ownTimeZone() });
        toast.success(MAIL.added(address.trim()));
        setAddress("");
      } catch (error) {
        toast.error(`${MAIL.addFailed} ${reasonOf(error)}`);
      }
    });
  }

  if (isFull) return <p className="text-muted">{RECIPIENT_MESSAGES.tooMany}</p>;
  return (
    <form className="flex max-w-lg flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="min-w-0 flex-1 basis-56">
        <Field label={MAIL.addressLabel}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              required
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" disabled={isBusy}>
        {isBusy ? MAIL.adding : MAIL.add}
      </Button>
    </form>
  );
}
