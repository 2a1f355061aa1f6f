import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import {
  areAllowed,
  MAX_ALLOWED_SITES,
  readSite,
  SITE_ERRORS,
  type ReadSite,
} from "../../../../convex/shared/sites";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";

import { SETTING_LABELS } from "../texts";
import { ALLOWED_SITES, FORM } from "./texts";

type AllowedSitesProps = {
  value: string[];
  /** Websites that have loaded the button. */
  seen: string[];
  onChange: (sites: string[]) => void;
};

export function AllowedSites({ value, seen, onChange }: AllowedSitesProps) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const statusId = useId();
  const read = text.trim() === "" ? null : unlessListed(value, readSite(text));
  const problem = read !== null && "objection" in read ? read.objection : "";
  const isFull = value.length >= MAX_ALLOWED_SITES;
  const offered = seen.filter(
    (site) => !value.includes(site) && (value.length === 0 || !areAllowed(value, [site])),
  );

  useEffect(() => {
    // Saving the form must not drop a site that was typed and cannot be added.
    input.current?.setCustomValidity(problem);
  }, [problem]);

  function add() {
    if (read === null || "objection" in read) return;
    onChange([...value, read.site]);
    setText("");
  }

  function addByKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    // Enter would save the whole form.
    event.preventDefault();
    add();
  }

  function remove(site: string) {
    onChange(value.filter((one) => one !== site));
    input.current?.focus();
  }

  return (
    <div className="grid gap-3">
      <Field label={FORM.optional(SETTING_LABELS.allowedSites)} hint={ALLOWED_SITES.hint}>
        {({ "aria-describedby": hintId, ...control }) => (
          <div className="flex gap-2">
            <input
              {...control}
              ref={input}
              name="allowedSites"
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={addByKey}
              onBlur={add}
              aria-describedby={`${statusId} ${hintId}`}
              aria-invalid={problem !== ""}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder={ALLOWED_SITES.placeholder}
              disabled={isFull}
            />
            <Button disabled={read === null || problem !== ""} onClick={add}>
              {ALLOWED_SITES.add}
            </Button>
          </div>
        )}
      </Field>
      <p
        id={statusId}
        role="status"
        className={`text-small wrap-anywhere empty:hidden ${problem === "" ? "text-muted" : "text-bad"}`}
      >
        {isFull ? SITE_ERRORS.tooMany : problem}
        {read !== null && "site" in read && ALLOWED_SITES.adds(read.site)}
      </p>
      {value.length > 0 && (
        <ul aria-label={SETTING_LABELS.allowedSites} className="grid gap-1">
          {value.map((site) => (
            <li key={site} className="flex min-w-0 items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{site}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={ALLOWED_SITES.removeLabel(site)}
                onClick={() => remove(site)}
              >
                <X size={16} strokeWidth={1.75} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && !isFull && (
        <div className="grid gap-1.5">
          <p className="text-small text-muted">{ALLOWED_SITES.seenOn}</p>
          <div className="flex flex-wrap gap-2">
            {offered.map((site) => (
              <Button
                key={site}
                className="max-w-full text-small"
                aria-label={ALLOWED_SITES.addLabel(site)}
                onClick={() => onChange([...value, site])}
              >
                <Plus size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
                <span className="min-w-0 wrap-anywhere">{site}</span>
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function unlessListed(sites: string[], read: ReadSite): ReadSite {
  return "site" in read && sites.includes(read.site) ? { objection: SITE_ERRORS.known } : read;
}
