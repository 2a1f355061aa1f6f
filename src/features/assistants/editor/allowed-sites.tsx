import { Plus, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import {
  areAllowed,
  MAX_ALLOWED_SITES,
  readSite,
  SITE_OBJECTIONS,
  type ReadSite,
} from "../../../../convex/catalog/sites";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";

/** By which the form finds the tab of what is not right. */
export const SITE_FIELD = "allowedSite";
const HINT =
  "With none, the button stands on every website. *.example.com is for all subdomains of example.com, and not for example.com itself.";

type AllowedSitesProps = {
  value: string[];
  /** Websites on which the button was asked for. */
  seen: string[];
  onChange: (sites: string[]) => void;
};

export function AllowedSites({ value, seen, onChange }: AllowedSitesProps) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const saysId = useId();
  const read = text.trim() === "" ? null : within(value, readSite(text));
  const objection = read !== null && "objection" in read ? read.objection : "";
  const isFull = value.length >= MAX_ALLOWED_SITES;
  const offered = seen.filter(
    (site) => !value.includes(site) && (value.length === 0 || !areAllowed(value, [site])),
  );

  useEffect(() => {
    // What was typed and cannot be added must not be lost with the form.
    input.current?.setCustomValidity(objection);
  }, [objection]);

  function add() {
    if (read === null || "objection" in read) return;
    onChange([...value, read.site]);
    setText("");
  }

  function addByKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    // Else it would save the whole form.
    event.preventDefault();
    add();
  }

  function remove(site: string) {
    onChange(value.filter((one) => one !== site));
    input.current?.focus();
  }

  return (
    <div className="grid gap-3">
      <Field label="Allowed sites (optional)" hint={HINT}>
        {({ "aria-describedby": hintId, ...control }) => (
          <div className="flex gap-2">
            <input
              {...control}
              ref={input}
              name={SITE_FIELD}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={addByKey}
              onBlur={add}
              aria-describedby={`${saysId} ${hintId}`}
              aria-invalid={objection !== ""}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder="www.example.com"
              disabled={isFull}
            />
            <Button disabled={read === null || objection !== ""} onClick={add}>
              Add
            </Button>
          </div>
        )}
      </Field>
      <p
        id={saysId}
        role="status"
        className={`text-small wrap-anywhere empty:hidden ${objection === "" ? "text-muted" : "text-bad"}`}
      >
        {isFull ? SITE_OBJECTIONS.tooMany : objection}
        {read !== null && "site" in read && `Adds ${read.site}`}
      </p>
      {value.length > 0 && (
        <ul aria-label="Allowed sites" className="grid gap-1">
          {value.map((site) => (
            <li key={site} className="flex min-w-0 items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{site}</span>
              <Button
                variant="quiet"
                className="px-2.5"
                aria-label={`Remove ${site}`}
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
          <p className="text-small text-muted">The button was asked for on</p>
          <div className="flex flex-wrap gap-2">
            {offered.map((site) => (
              <Button
                key={site}
                className="max-w-full text-small"
                aria-label={`Add ${site}`}
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

function within(sites: string[], read: ReadSite): ReadSite {
  return "site" in read && sites.includes(read.site) ? { objection: SITE_OBJECTIONS.known } : read;
}
