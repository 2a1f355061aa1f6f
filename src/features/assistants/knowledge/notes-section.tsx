import { useMutation, useQuery } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { MAX_NOTE_LENGTH } from "../../../../convex/shared/sources";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Field } from "../../../components/field";
import { InputField } from "../../../components/input-field";
import { focusMain } from "../../../components/skip-link";
import { reasonOf } from "../../../lib/error-reason";
import { formatDateTime } from "../../../lib/formats";
import { toast } from "../../../lib/toast";
import { useNow } from "../../../lib/use-now";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { endOfNote, NOTE_ENDS, type NoteEnd } from "./note-ends";
import { SourceList } from "./source-list";
import type { ListedNote } from "./sources";
import { NOTES } from "./texts";

/** Notes that end by themselves. */
export function NotesSection({ assistant }: { assistant: Doc<"assistants"> }) {
  const nowMs = useNow();
  const notes = useQuery(api.knowledge.listNotes, { assistantId: assistant._id });
  const current = notes?.filter(({ endsAtMs }) => endsAtMs > nowMs);

  return (
    <Card title={NOTES.title} subtitle={NOTES.intro}>
      <NoteForm assistant={assistant} />
      <SourceList
        label={NOTES.list}
        count={current?.length}
        loading={NOTES.loading}
        none={NOTES.none}
      >
        {current?.map((note) => (
          <NoteRow key={note._id} note={note} />
        ))}
      </SourceList>
    </Card>
  );
}

function NoteForm({ assistant }: { assistant: Doc<"assistants"> }) {
  const { timeZone } = assistant.talk ?? DEFAULT_CONVERSATION;
  const add = useMutation(api.knowledge.addNote);
  const [text, setText] = useState("");
  const [end, setEnd] = useState<NoteEnd>("today");
  const [at, setAt] = useState("");
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const endsAtMs = endOfNote(end, at, timeZone, Date.now());
    if (Number.isNaN(endsAtMs)) {
      toast.error(NOTES.noEnd);
      return;
    }
    run(async () => {
      try {
        await add({ assistantId: assistant._id, text, endsAtMs });
        toast.success(NOTES.added);
        setText("");
      } catch (error) {
        toast.error(`${NOTES.addFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="grid gap-4" onSubmit={submit}>
      <InputField
        label={NOTES.note}
        value={text}
        onChange={setText}
        placeholder={NOTES.example}
        maxLength={MAX_NOTE_LENGTH}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={NOTES.ends} hint={end === "today" ? NOTES.zone(timeZone) : undefined}>
          {(control) => (
            <select
              {...control}
              value={end}
              onChange={({ target }) => setEnd(target.value as NoteEnd)}
            >
              {NOTE_ENDS.map((one) => (
                <option key={one} value={one}>
                  {NOTES.choices[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {end === "at" && (
          <InputField label={NOTES.at} type="datetime-local" value={at} onChange={setAt} required />
        )}
      </div>
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? NOTES.adding : NOTES.add}
      </Button>
    </form>
  );
}

function NoteRow({ note: { _id: noteId, text, endsAtMs } }: { note: ListedNote }) {
  const remove = useMutation(api.knowledge.removeNote);
  const { isBusy, run } = useOneAtATime();

  function pressRemove() {
    run(async () => {
      try {
        await remove({ noteId });
        focusMain();
        toast.success(NOTES.removed);
      } catch (error) {
        toast.error(`${NOTES.removeFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium wrap-anywhere">{text}</p>
        <p className="text-small text-muted">{NOTES.until(formatDateTime(endsAtMs))}</p>
      </div>
      <Button
        variant="quiet"
        className="-my-1 -ml-4 sm:-mr-4 sm:ml-auto"
        disabled={isBusy}
        aria-label={NOTES.removeLabel(text)}
        onClick={pressRemove}
      >
        {NOTES.remove}
      </Button>
    </li>
  );
}
