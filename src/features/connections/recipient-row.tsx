import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MailTime } from "../../../convex/shared/inboxMail";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { focusMain } from "../../components/skip-link";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { hourName, HOURS, ownTimeZone } from "./hours";
import { MAIL, MAIL_STOPS, MAIL_TIMES } from "./texts";

type Recipients = NonNullable<FunctionReturnType<typeof api.outcomeMails.listRecipients>>;
type Recipient = Recipients[number];

type RecipientRowProps = {
  recipient: Recipient;
  assistants: { id: Id<"assistants">; name: string }[];
};

export function RecipientRow({ recipient, assistants }: RecipientRowProps) {
  const { id, address, when, assistantId, hour } = recipient;
  const change = useMutation(api.outcomeMails.changeRecipient).withOptimisticUpdate(
    (store, { recipientId, ...choice }) => {
      const before = store.getQuery(api.outcomeMails.listRecipients);
      if (before == null) return;
      const after = before.map((one) => (one.id === recipientId ? { ...one, ...choice } : one));
      store.setQuery(api.outcomeMails.listRecipients, {}, after);
    },
  );
  const isDeleted = assistantId !== null && assistants.every((one) => one.id !== assistantId);

  async function save(changes: Partial<Pick<Recipient, "when" | "assistantId" | "hour">>) {
    const choice = { when, assistantId, hour, timeZone: ownTimeZone(), ...changes };
    try {
      await change({ recipientId: id, ...choice });
    } catch (error) {
      toast.error(`${MAIL.saveFailed} ${reasonOf(error)}`);
    }
  }

  return (
    <li aria-label={address} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium wrap-anywhere">{address}</p>
        <RecipientBadge recipient={recipient} />
        {id !== null && <RecipientActions id={id} recipient={recipient} />}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={MAIL.when}>
          {(control) => (
            <select
              {...control}
              value={when}
              onChange={({ target }) => void save({ when: target.value as MailTime })}
            >
              {Object.entries(MAIL_TIMES)
                .filter(([name]) => name !== "off" || id === null)
                .map(([name, label]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
            </select>
          )}
        </Field>
        {when !== "off" && (
          <Field label={MAIL.assistant}>
            {(control) => (
              <select
                {...control}
                value={assistantId ?? ""}
                onChange={({ target }) => {
                  const chosen = assistants.find((one) => one.id === target.value);
                  void save({ assistantId: chosen?.id ?? null });
                }}
              >
                <option value="">{MAIL.allAssistants}</option>
                {assistants.map((assistant) => (
                  <option key={assistant.id} value={assistant.id}>
                    {assistant.name}
                  </option>
                ))}
                {isDeleted && <option value={assistantId}>{MAIL.deletedAssistant}</option>}
              </select>
            )}
          </Field>
        )}
        {when === "daily" && (
          <Field label={MAIL.hour} hint={MAIL.timeZone(ownTimeZone())}>
            {(control) => (
              <select
                {...control}
                value={hour}
                onChange={({ target }) => void save({ hour: Number(target.value) })}
              >
                {HOURS.map((one) => (
                  <option key={one} value={one}>
                    {hourName(one)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
    </li>
  );
}

function RecipientBadge({ recipient: { id, isConfirmed, stop } }: { recipient: Recipient }) {
  if (stop !== null) return <Badge tone="bad">{MAIL_STOPS[stop]}</Badge>;
  if (isConfirmed) return id === null ? <Badge tone="neutral">{MAIL.own}</Badge> : null;
  return <Badge tone="warn">{id === null ? MAIL.ownUnconfirmed : MAIL.unconfirmed}</Badge>;
}

type RecipientActionsProps = { id: Id<"outcomeRecipients">; recipient: Recipient };

function RecipientActions({ id, recipient: { address, isConfirmed } }: RecipientActionsProps) {
  const remove = useMutation(api.outcomeMails.removeRecipient);
  const resendConfirmation = useMutation(api.outcomeMails.resendRecipientConfirmation);
  const { isBusy, run } = useOneAtATime();

  function press(task: () => Promise<unknown>, done: string, failed: string) {
    run(async () => {
      try {
        await task();
        toast.success(done);
      } catch (error) {
        toast.error(`${failed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <div className="flex flex-wrap gap-3 sm:ml-auto">
      {!isConfirmed && (
        <Button
          disabled={isBusy}
          aria-label={MAIL.sendAgainLabel(address)}
          onClick={() =>
            press(
              () => resendConfirmation({ recipientId: id }),
              MAIL.sentAgain,
              MAIL.sendAgainFailed,
            )
          }
        >
          {MAIL.sendAgain}
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={isBusy}
        aria-label={MAIL.removeLabel(address)}
        onClick={() =>
          press(
            async () => {
              await remove({ recipientId: id });
              focusMain();
            },
            MAIL.removed(address),
            MAIL.removeFailed,
          )
        }
      >
        {MAIL.remove}
      </Button>
    </div>
  );
}
