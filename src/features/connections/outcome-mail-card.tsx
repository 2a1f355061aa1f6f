import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/shared/accountMessages";
import { MAILS_AN_HOUR, MAX_RECIPIENTS } from "../../../convex/shared/inboxMail";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { AddRecipient } from "./add-recipient";
import { RecipientRow } from "./recipient-row";

/** Who is written to when a call has left something in the inbox. */
export function OutcomeMailCard() {
  const recipients = useQuery(api.outcomeMails.listRecipients);
  const assistants = useQuery(api.assistants.listAssistants);
  return (
    <Card
      title="Mail"
      subtitle="When a call leaves something in the inbox, your address gets a mail with it. An answer to that mail goes to the visitor, if they gave an address. You can turn it off here."
    >
      {recipients === undefined || assistants === undefined ? (
        <Spinner label="Loading where mail goes" />
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
            Others get nothing before somebody has agreed by a link that we mail there, and every
            mail can be ended by who reads it. Of more than {MAILS_AN_HOUR} mails in an hour the
            rest comes in one.
          </p>
        </>
      )}
    </Card>
  );
}
