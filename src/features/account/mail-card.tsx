import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { Card } from "../../components/card";
import { CheckField } from "../../components/check-field";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { EMAILS } from "./texts";

const GROUPS = ["usage", "nightly", "summary"] as const;

/** Lets the owner choose which emails they receive. */
export function MailCard() {
  const choices = useQuery(api.account.getMailChoices);
  return (
    <Card title={EMAILS.title} subtitle={EMAILS.subtitle}>
      {choices === undefined ? (
        <Spinner label={EMAILS.loading} />
      ) : choices === null ? (
        <p>{ACCOUNT_MESSAGES.mailUnavailable}</p>
      ) : (
        <div className="grid gap-4">
          {GROUPS.map((group) => (
            <Choice key={group} group={group} isOn={choices[group]} />
          ))}
          <p className="border-t border-line pt-4 text-small text-muted">{EMAILS.always}</p>
        </div>
      )}
    </Card>
  );
}

type ChoiceProps = { group: (typeof GROUPS)[number]; isOn: boolean };

function Choice({ group, isOn }: ChoiceProps) {
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
    <CheckField {...EMAILS[group]} checked={isOn} onChange={(wanted) => void change(wanted)} />
  );
}
