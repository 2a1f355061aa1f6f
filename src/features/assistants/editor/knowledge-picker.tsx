import { FileText, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { KNOWLEDGE_EXTENSIONS } from "../../../../convex/shared/knowledge";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import type { Knowledge } from "../settings";
import { problemWith } from "./knowledge-file";
import { FORM, SETTINGS_TAB } from "./texts";

const ACCEPT = KNOWLEDGE_EXTENSIONS.join(",");

type KnowledgePickerProps = {
  value: Knowledge;
  saved: Knowledge;
  onChange: (knowledge: Knowledge) => void;
};

export function KnowledgePicker({ value, saved, onChange }: KnowledgePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const isChosen = value.kind === "chosen";
  const problem = isChosen ? problemWith(value.file) : null;

  useEffect(() => {
    // Otherwise the input would still name a removed file, and ignore it when it is chosen again.
    if (!isChosen && input.current !== null) input.current.value = "";
  }, [isChosen]);

  function remove() {
    onChange(isChosen ? saved : { kind: "none" });
    input.current?.focus();
  }

  return (
    <div className="grid gap-2">
      <Field
        label={FORM.optional(SETTINGS_TAB.knowledgeFile)}
        hint={SETTINGS_TAB.knowledgeFileHint}
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
              ? SETTINGS_TAB.currentFile(value.name)
              : SETTINGS_TAB.newFile(value.file.name)}
          </span>
          <Button
            variant="quiet"
            size="icon"
            className="-my-2"
            aria-label={SETTINGS_TAB.removeFile}
            onClick={remove}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </p>
      )}
      <p role="alert" className="text-small text-bad empty:hidden">
        {problem}
      </p>
    </div>
  );
}
