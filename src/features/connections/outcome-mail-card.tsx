import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { MAILS_AN_HOUR, MAX_RECIPIENTS } from "../../../convex/shared/inboxMail";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { AddRecipient } from "./add-recipient";
import { RecipientRow } from "./recipient-row";
import { MAIL } from "./texts";

/** Who gets an email about new entries in the inbox. */
export function OutcomeMailCard() {
  const recipients = useQuery(api.outcomeMails.listRecipients);
  const assistants = useQuery(api.assistants.listAssistants);
  return (
    <Card title={MAIL.title} subtitle={MAIL.subtitle}>
      {recipients === undefined || assistants === undefined ? (
        <Spinner label={MAIL.loading} />
      ) : recipients === null ? (
        <p>{ACCOUNT_MESSAGES.mailUnavailable}</p>
      ) : (
        <>
          <ul className="grid gap-6">
            {recipients.map((recipient) => (
              <RecipientRow
                key={recipient.id}
                recipient={recipient}
                assistants={assistants.map(({ _id, name }) => ({ id: _id, name }))}
              />
            ))}
          </ul>
          <AddRecipient isFull={recipients.length >= MAX_RECIPIENTS} />
          <p className="border-t border-line pt-4 text-small text-muted">
            {MAIL.rules(MAILS_AN_HOUR)}
          </p>
        </>
      )}
    </Card>
  );
}
