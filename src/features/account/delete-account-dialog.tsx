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
import { DELETION } from "./texts";

type DeleteAccountDialogProps = { email: string; onClose: () => void };

/** After the deletion the session is over, so the dashboard around this dialog closes on its own. */
export function DeleteAccountDialog({ email, onClose }: DeleteAccountDialogProps) {
  return (
    <Dialog title={DELETION.question} onClose={onClose}>
      <Contained what={DELETION.part}>
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
  // Owners see what ends before they can confirm.
  const isLoaded = subscription !== undefined && owed !== undefined;
  const isConfirmed = isLoaded && typed.trim().toLowerCase() === email.toLowerCase();
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
        toast.success(DELETION.done);
      } catch (error) {
        toast.error(DELETION.failed(reasonOf(error)));
      }
    });
  }

  return (
    <form className="mt-2 grid gap-4" onSubmit={submit}>
      <p className="text-muted">{DELETION.intro}</p>
      {isInDebt ? (
        <StillOwed owed={owed} />
      ) : (
        <WhatEnds plan={subscription?.plan.name ?? null} owed={owed ?? 0} />
      )}
      <Field label={DELETION.confirmLabel} hint={email}>
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
        <Button onClick={onClose}>{DELETION.keep}</Button>
        <Button type="submit" variant="danger" disabled={!isConfirmed || isBusy}>
          {isBusy ? DELETION.submitting : isInDebt ? DELETION.submitUnpaid : DELETION.submit}
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
      {owed > 0 && DELETION.owed(cost)}
      {plan !== null && DELETION.planEnds(plan)}
    </p>
  );
}

/** Owners who cannot pay right now can still delete their account. */
function StillOwed({ owed }: { owed: number }) {
  const payments = useQuery(api.subscriptions.getPaymentsToConfirm) ?? [];
  const page = payments.find(({ what }) => what.startsWith("overage"))?.url;
  const cost = formatCost(owed / 100);
  return (
    <div role="alert" className="grid gap-2 rounded-control bg-bad-soft px-3 py-2 text-bad">
      <p className="font-medium">{DELETION.notCharged(cost)}</p>
      <p className="text-ink">
        {page === undefined ? (
          DELETION.tryAgain
        ) : (
          <>
            <a
              href={page}
              target="_blank"
              rel="noreferrer"
              className="font-medium underline underline-offset-2"
            >
              {DELETION.payNow}
            </a>
            {DELETION.thenDelete}
          </>
        )}{" "}
        {DELETION.ifUnpaid}
      </p>
    </div>
  );
}
