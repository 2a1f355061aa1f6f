import { ACTION_LENGTHS, MAX_HEADERS } from "../../../../convex/shared/actions";
import { Button } from "../../../components/button";
import { InputField } from "../../../components/input-field";
import { type DraftHeader, newHeader, withoutRow, withRow } from "./action-draft";
import { HEADERS } from "./texts";

type HeaderFieldsProps = { headers: DraftHeader[]; onChange: (headers: DraftHeader[]) => void };

/** The values are secrets: those that are saved are not shown, and can only be replaced. */
export function HeaderFields({ headers, onChange }: HeaderFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{HEADERS.title}</legend>
      <p className="text-small text-faint">{HEADERS.intro}</p>
      {headers.map((header, index) => (
        <div
          key={header.key}
          role="group"
          aria-label={HEADERS.group(index + 1)}
          className="grid items-end gap-3 rounded-control border border-line p-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
        >
          <InputField
            label={HEADERS.name}
            value={header.name}
            onChange={(name) => onChange(withRow(headers, { ...header, name }))}
            placeholder={HEADERS.nameExample}
            maxLength={ACTION_LENGTHS.headerName}
            required
            autoCapitalize="off"
            spellCheck={false}
          />
          <InputField
            label={HEADERS.value}
            type="password"
            autoComplete="off"
            value={header.value ?? ""}
            onChange={(value) => onChange(withRow(headers, { ...header, value }))}
            placeholder={header.value === null ? HEADERS.kept : undefined}
            maxLength={ACTION_LENGTHS.headerValue}
            required={header.value !== null}
          />
          <Button
            variant="quiet"
            className="justify-self-end"
            aria-label={HEADERS.removeLabel(index + 1)}
            onClick={() => onChange(withoutRow(headers, header.key))}
          >
            {HEADERS.remove}
          </Button>
        </div>
      ))}
      <Button
        className="justify-self-start"
        disabled={headers.length >= MAX_HEADERS}
        onClick={() => onChange([...headers, newHeader()])}
      >
        {HEADERS.add}
      </Button>
    </fieldset>
  );
}
