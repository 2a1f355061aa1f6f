import { useMutation, useQuery } from "convex/react";
import { useId } from "react";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";

const GROUPS = [
  {
    group: "usage",
    label: "Usage and spending",
    hint: "When most of your minutes, or all of them, are used, and when extra minutes come near to your limit.",
  },
  {
    group: "summary",
    label: "Weekly summary",
    hint: "On Mondays, after a week with calls: how many there were, how long, how they went, and what had no answer.",
  },
] as const;

/** Which mail the owner wants. */
export function MailCard() {
  const choices = useQuery(api.account.getMailChoices);
  return (
    <Card title="Mail" subtitle="What we write to you about.">
      {choices === undefined ? (
        <Spinner label="Loading which mail you want" />
      ) : choices === null ? (
        <p>{ACCOUNT_MESSAGES.mailUnavailable}</p>
      ) : (
        <div className="grid gap-4">
          {GROUPS.map((shown) => (
            <Choice key={shown.group} {...shown} isOn={choices[shown.group]} />
          ))}
          <p className="border-t border-line pt-4 text-small text-muted">
            Mail about sign-ins and your password, payments that fail or wait for you, and a plan
            that begins, changes or ends always comes: without it you could lose money, visitors or
            the account.
          </p>
        </div>
      )}
    </Card>
  );
}

type ChoiceProps = (typeof GROUPS)[number] & { isOn: boolean };

function Choice({ group, label, hint, isOn }: ChoiceProps) {
  const id = useId();
  const choose = useMutation(api.account.chooseMail).withOptimisticUpdate((store, chosen) => {
    const before = store.getQuery(api.account.getMailChoices);
    if (before == null) return;
    store.setQuery(api.account.getMailChoices, {}, { ...before, [chosen.group]: chosen.isOn });
  });

  async function change(wanted: boolean) {
    try {
      await choose({ group, isOn: wanted });
    } catch (error) {
      toast.error(`${ACCOUNT_MESSAGES.mailChoiceNotSaved}. ${reasonOf(error)}`);
    }
  }

  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
      <input
        id={id}
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => void change(target.checked)}
      />
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-small text-faint">
        {hint}
      </p>
    </div>
  );
}
