import { useMutation, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { toast } from "sonner";
import { api } from "../../convex/_generated/api";
import { Button } from "../components/button";
import { Contained } from "../components/contained";
import { Dialog } from "../components/dialog";
import { Field } from "../components/field";
import { reasonOf } from "../lib/error-reason";
import { useOneAtATime } from "../lib/use-one-at-a-time";

type DeleteAccountDialogProps = { email: string; onClose: () => void };

/** Once it is done the owner is nobody, and the dashboard around this dialog ends by itself. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <Contained what="what ends with your account">
        <DeleteAccountForm email={email} onClose={onClose} />
      </Contained>
    </Dialog>
  );
}

function DeleteAccountForm({ email, onClose }: DeleteAccountDialogProps) {
  const deleteAccount = useMutation(api.account.deleteAccount);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const [typed, setTyped] = useState("");
  const { isBusy, run } = useOneAtATime();
  // Nobody shall confirm before it is known what ends.
  const isKnown = subscription !== undefined;
  const isConfirmed = isKnown && typed.trim().toLowerCase() === email.toLowerCase();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isConfirmed) return;
    run(async () => {
      try {
        await deleteAccount();
        toast.success("Your account was deleted.");
      } catch (error) {
        toast.error(`Failed to delete your account. ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="mt-2 grid gap-4" onSubmit={submit}>
      <p className="text-muted">
        Your assistants, calls, recordings and files are deleted. This cannot be undone.
      </p>
      {subscription != null && (
        <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          Your {subscription.plan.name} subscription ends at once, and nothing more is charged. What
          you have paid is not paid back.
        </p>
      )}
      <Field label="Type your email address to confirm" hint={email}>
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Keep my account</Button>
        <Button type="submit" variant="danger" disabled={!isConfirmed || isBusy}>
          {isBusy ? "Deleting..." : "Delete account"}
        </Button>
      </div>
    </form>
  );
}
