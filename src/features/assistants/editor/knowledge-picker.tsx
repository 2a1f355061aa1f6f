import { FileText, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { KNOWLEDGE_EXTENSIONS } from "../../../../convex/catalog/knowledge";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import type { Knowledge } from "./assistant-values";
import { objectionTo } from "./knowledge-file";

const ACCEPT = KNOWLEDGE_EXTENSIONS.join(",");

type KnowledgePickerProps = {
  value: Knowledge;
  saved: Knowledge;
  onChange: (knowledge: Knowledge) => void;
};

export function KnowledgePicker({ value, saved, onChange }: KnowledgePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const isChosen = value.kind === "chosen";
  const objection = isChosen ? objectionTo(value.file) : null;

  useEffect(() => {
    // Else it would go on naming a file that was removed or reset, and refuse to take it again.
    if (!isChosen && input.current !== null) input.current.value = "";
  }, [isChosen]);

  function remove() {
    onChange(isChosen ? saved : { kind: "none" });
    input.current?.focus();
  }

  return (
    <div className="grid gap-2">
      <Field
        label="Knowledge file (optional)"
        hint="PDF, TXT, DOC files. Recommended under 300KB. MD, CSV, JSON, XML and LOG work too."
      >
        {({ className, ...control }) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept={ACCEPT}
            className={`${className} file:mr-3 file:rounded-control file:bg-line/70 file:px-2 file:font-medium`}
            onChange={({ target }) => {
              const file = target.files?.[0];
              onChange(file === undefined ? saved : { kind: "chosen", file });
            }}
          />
        )}
      </Field>
      {value.kind !== "none" && (
        <p className="flex min-w-0 items-center gap-2 text-muted">
          <FileText size={16} strokeWidth={1.75} className="shrink-0 text-faint" aria-hidden />
          <span className="min-w-0 truncate">
            {value.kind === "saved"
              ? `Current file: ${value.name}`
              : `New file: ${value.file.name}`}
          </span>
          <Button
            variant="quiet"
            className="-my-2 px-2.5"
            aria-label="Remove the file"
            onClick={remove}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </p>
      )}
      <p role="alert" className="text-small text-bad empty:hidden">
        {objection}
      </p>
    </div>
  );
}
