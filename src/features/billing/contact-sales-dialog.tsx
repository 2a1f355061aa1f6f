import { useQuery } from "convex/react";
import { X } from "lucide-react";
import { useId, type RefObject, type SubmitEvent } from "react";
import { toast } from "../../lib/toast";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "../../../convex/shared/messages";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { readSupportEmail } from "../../lib/env";
import { goToAddress } from "../../lib/go-to-address";
import { LONGEST_MESSAGE, readContactForm, salesMailAddress } from "./sales-mail";
import { CONTACT_SALES } from "./texts";

type ContactSalesDialogProps = { ref: RefObject<HTMLDialogElement | null> };

/** Stays mounted while it is closed, so that the text typed so far is kept. */
export function ContactSalesDialog({ ref }: ContactSalesDialogProps) {
  const contact = useQuery(api.contact.getContactDetails);
  const titleId = useId();

  function close() {
    ref.current?.close();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const to = contact?.salesEmail ?? contact?.supportEmail ?? readSupportEmail(import.meta.env);
    goToAddress(salesMailAddress(to, readContactForm(new FormData(event.currentTarget))));
    toast.success(MESSAGES.openingEmailClient);
    close();
  }

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className="m-auto w-[calc(100%-2rem)] max-w-card rounded-card border border-line bg-raised p-6 text-ink shadow-soft backdrop:bg-black/50"
    >
      <div className="mb-6 flex items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 id={titleId} className="text-lead font-semibold">
            {CONTACT_SALES.title}
          </h2>
          <p className="text-pretty text-muted">{CONTACT_SALES.intro}</p>
        </div>
        <Button
          variant="quiet"
          size="icon"
          className="-mt-2 -mr-3"
          aria-label={CONTACT_SALES.close}
          onClick={close}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      </div>
      <form className="grid gap-4" onSubmit={submit}>
        <Field label={CONTACT_SALES.name}>
          {(control) => <input {...control} name="name" autoComplete="name" required />}
        </Field>
        <Field label={CONTACT_SALES.email}>
          {(control) => (
            <input {...control} type="email" name="email" autoComplete="email" required />
          )}
        </Field>
        <Field label={CONTACT_SALES.company}>
          {(control) => <input {...control} name="company" autoComplete="organization" />}
        </Field>
        <Field label={CONTACT_SALES.message}>
          {(control) => (
            <textarea {...control} name="message" rows={4} maxLength={LONGEST_MESSAGE} required />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{CONTACT_SALES.cancel}</Button>
          <Button type="submit" variant="primary">
            {CONTACT_SALES.submit}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
