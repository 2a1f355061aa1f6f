import { useAction } from "convex/react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { reasonOf } from "../../../lib/error-reason";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { WEBSITE_TEMPLATE } from "./texts";
import type { WebsiteDraft } from "./website-template";

type WebsiteFieldProps = {
  /** Is read at once. */
  website?: string | undefined;
  onRead: (draft: WebsiteDraft) => void;
  onClose: () => void;
};

/** Asks for the address of a website. It stands in another form, so it is none itself. */
export function WebsiteField({ website, onRead, onClose }: WebsiteFieldProps) {
  const read = useAction(api.websites.draftFromWebsite);
  const [address, setAddress] = useState(website ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();
  const input = useRef<HTMLInputElement>(null);

  function submit() {
    run(async () => {
      setProblem(null);
      try {
        onRead(await read({ address }));
      } catch (error) {
        setProblem(reasonOf(error));
      }
    });
  }

  useEffect(() => {
    input.current?.focus();
    if (website !== undefined) submit();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only when the field appears.
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Otherwise the whole form would be sent or closed.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") submit();
    else onClose();
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-48">
          <Field label={WEBSITE_TEMPLATE.address}>
            {(control) => (
              <input
                {...control}
                ref={input}
                value={address}
                placeholder={WEBSITE_TEMPLATE.example}
                inputMode="url"
                autoCapitalize="none"
                autoComplete="url"
                spellCheck={false}
                aria-invalid={problem !== null}
                onChange={({ target }) => setAddress(target.value)}
                onKeyDown={onKeyDown}
              />
            )}
          </Field>
        </div>
        <Button disabled={isBusy} aria-busy={isBusy} onClick={submit}>
          {isBusy ? WEBSITE_TEMPLATE.reading : WEBSITE_TEMPLATE.read}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {WEBSITE_TEMPLATE.cancel}
        </Button>
      </div>
      <p role="alert" className="text-small text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}
