import { useAction, useMutation, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { toast } from "../../lib/toast";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Contained } from "../../components/contained";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { formatCost } from "../../lib/formats";
import { useOneAtATime } from "../../lib/use-one-at-a-time";

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
  const settle = useAction(api.account.settle);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const owed = useQuery(api.account.getAmountOwed);
  const [typed, setTyped] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const { isBusy, run } = useOneAtATime();
  // Nobody shall confirm before it is known what ends.
  const isKnown = subscription !== undefined && owed !== undefined;
  const isConfirmed = isKnown && typed.trim().toLowerCase() === email.toLowerCase();
  const isInDebt = isRefused && owed !== undefined && owed > 0;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isConfirmed) return;
    run(async () => {
      try {
        if (owed > 0 && !isInDebt && (await settle()) > 0) {
          setIsRefused(true);
          return;
        }
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
      {isInDebt ? (
        <StillOwed owed={owed} />
      ) : (
        <WhatEnds plan={subscription?.plan.name ?? null} owed={owed ?? 0} />
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
          {isBusy ? "Deleting..." : isInDebt ? "Delete unpaid" : "Delete account"}
        </Button>
      </div>
    </form>
  );
}

function WhatEnds({ plan, owed }: { plan: string | null; owed: number }) {
  if (plan === null && owed === 0) return null;
  const cost = formatCost(owed / 100);
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {owed > 0 && `Your extra minutes that are not paid yet are charged first: ${cost}. `}
      {plan !== null &&
        `Your ${plan} subscription ends at once. Calls in progress end too, and their extra minutes are charged. What you have paid is not paid back.`}
    </p>
  );
}

/** Who cannot pay now can go all the same. */
function StillOwed({ owed }: { owed: number }) {
  const payments = useQuery(api.subscriptions.getPaymentsToConfirm) ?? [];
  const page = payments.find(({ what }) => what.startsWith("overage"))?.url;
  const cost = formatCost(owed / 100);
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-bad-soft px-3 py-2 text-bad">
      <p className="font-medium">{cost} for extra minutes could not be charged.</p>
      <p className="text-ink">
        {page === undefined ? (
          "Please try again in a moment."
        ) : (
          <>
            <a
              href={page}
              target="_blank"
              rel="noreferrer"
              className="font-medium underline underline-offset-2"
            >
              Pay it now
            </a>{" "}
            and then delete your account.
          </>
        )}{" "}
        Deleted unpaid, the bill stays open: until it is settled the payment service keeps it with
        your email address. Everything else is deleted.
      </p>
    </div>
  );
}
