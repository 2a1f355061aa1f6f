import { useMutation } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { MESSENGER_NAMES, type MessengerKind } from "../../../convex/shared/messengers";
import { WEBHOOK_EVENTS } from "../../../convex/shared/webhooks";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { Refusal } from "../../components/refusal";
import { reasonOf } from "../../lib/error-reason";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { EventChoices } from "./event-choices";
import type { Messenger } from "./messenger-row";
import { MESSENGER_DIALOG } from "./messenger-texts";
import { ENDPOINT_DIALOG } from "./texts";

type MessengerDialogProps = {
  kind: MessengerKind;
  /** Null: a new connection. */
  messenger: Messenger | null;
  onClose: () => void;
};

export function MessengerDialog({ kind, messenger, onClose }: MessengerDialogProps) {
  const add = useMutation(api.messengers.addMessenger);
  const change = useMutation(api.messengers.changeMessenger);
  const [address, setAddress] = useState("");
  const [chatId, setChatId] = useState(messenger?.chatId ?? "");
  const [events, setEvents] = useState<readonly string[]>(messenger?.events ?? ["outcome.created"]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();
  const texts = MESSENGER_DIALOG[kind];

  async function save() {
    const chosen = WEBHOOK_EVENTS.filter((one) => events.includes(one));
    if (messenger === null) {
      const to =
        kind === "telegram" ? { kind, token: address, chatId } : ({ kind, url: address } as const);
      await add({ to, events: chosen });
      return;
    }
    const entered = address.trim() === "" ? {} : newAddress(kind, address);
    const chat = kind === "telegram" ? { chatId } : {};
    await change({ endpointId: messenger.id, ...entered, ...chat, events: chosen });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        await save();
        onClose();
      } catch (error) {
        setRefusal(reasonOf(error));
      }
    });
  }

  const title = messenger === null ? MESSENGER_DIALOG.addTitle : MESSENGER_DIALOG.editTitle;
  return (
    <Dialog title={title(MESSENGER_NAMES[kind])} onClose={onClose}>
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        <ol className="grid list-decimal gap-1 pl-5 text-muted">
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Field
          label={texts.address}
          {...(messenger === null ? {} : { hint: MESSENGER_DIALOG.keeps(messenger.address) })}
        >
          {(control) => (
            <input
              {...control}
              type={kind === "telegram" ? "text" : "url"}
              required={messenger === null}
              autoComplete="off"
              spellCheck={false}
              placeholder={texts.placeholder}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        {kind === "telegram" && (
          <Field label={MESSENGER_DIALOG.chat} hint={MESSENGER_DIALOG.chatHint}>
            {(control) => (
              <input
                {...control}
                type="text"
                required
                autoComplete="off"
                placeholder={MESSENGER_DIALOG.chatPlaceholder}
                value={chatId}
                onChange={({ target }) => setChatId(target.value)}
              />
            )}
          </Field>
        )}
        <EventChoices legend={MESSENGER_DIALOG.events} chosen={events} onChange={setEvents} />
        {refusal !== null && <Refusal>{refusal}</Refusal>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{ENDPOINT_DIALOG.cancel}</Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy
              ? ENDPOINT_DIALOG.saving
              : messenger === null
                ? ENDPOINT_DIALOG.add
                : ENDPOINT_DIALOG.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function newAddress(kind: MessengerKind, entered: string) {
  return kind === "telegram" ? { token: entered } : { url: entered };
}
