import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import {
  FINDING_KINDS,
  FINDING_LIMITS,
  FINDING_SETS,
  KIND_NAMES,
  MAX_FINDINGS,
  MAX_CHOICES,
  problemWithFindings,
  tidyFindings,
  type Finding,
  type FindingKind,
} from "../../../../convex/shared/findings";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import type { Settings } from "../settings";
import { SETTING_LABELS } from "../texts";
import { AFTER_CALL_TAB, FORM } from "./texts";

type AfterCall = Pick<Settings, "findings" | "successWords">;

type AfterCallFieldsProps = {
  values: AfterCall;
  onChange: (changed: Partial<AfterCall>) => void;
};

export function AfterCallFields({ values, onChange }: AfterCallFieldsProps) {
  const { findings, successWords } = values;
  const list = useRef<HTMLOListElement>(null);
  const isAdded = useRef(false);
  const problem = problemWithFindings(tidyFindings(findings));

  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const labels = list.current?.querySelectorAll<HTMLInputElement>('input[name="findings"]');
    labels?.[labels.length - 1]?.focus();
  }, [findings.length]);

  function add(some: readonly Finding[]) {
    isAdded.current = some.length === 1;
    onChange({ findings: [...findings, ...some].slice(0, MAX_FINDINGS) });
  }

  function change(index: number, changed: Partial<Finding>) {
    onChange({
      findings: findings.map((one, at) => (at === index ? { ...one, ...changed } : one)),
    });
  }

  function remove(index: number) {
    onChange({ findings: findings.filter((_, at) => at !== index) });
  }

  return (
    <div className="grid gap-6">
      <section aria-label={SETTING_LABELS.findings} className="grid gap-3">
        <div className="grid gap-1.5">
          <h3 className="font-semibold">{SETTING_LABELS.findings}</h3>
          <p className="text-small text-faint">{AFTER_CALL_TAB.hint}</p>
        </div>
        {findings.length > 0 && (
          <ol ref={list} className="grid gap-3">
            {findings.map((finding, index) => (
              // Two items may have the same name, and items never move, so the index is the key.
              <FindingFields
                key={index}
                finding={finding}
                index={index}
                problem={problem?.index === index ? problem.says : ""}
                onChange={(changed) => change(index, changed)}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            name="findings"
            disabled={findings.length >= MAX_FINDINGS}
            onClick={() => add([{ label: "", kind: "text", isRequired: false }])}
          >
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            {findings.length === 0 ? AFTER_CALL_TAB.addFirst : AFTER_CALL_TAB.addAnother}
          </Button>
          {findings.length === 0 && (
            <>
              <span className="text-small text-muted">{AFTER_CALL_TAB.startWith}</span>
              {FINDING_SETS.map(({ name, findings: some }) => (
                <Button key={name} variant="quiet" onClick={() => add(some)}>
                  {name}
                </Button>
              ))}
            </>
          )}
          {findings.length >= MAX_FINDINGS && (
            <span className="text-small text-muted">{AFTER_CALL_TAB.full(MAX_FINDINGS)}</span>
          )}
        </div>
      </section>
      <Field
        label={FORM.optional(SETTING_LABELS.successWords)}
        hint={AFTER_CALL_TAB.successWordsHint}
      >
        {(control) => (
          <textarea
            {...control}
            name="successWords"
            value={successWords}
            onChange={({ target }) => onChange({ successWords: target.value })}
            rows={2}
            placeholder={AFTER_CALL_TAB.successWordsPlaceholder}
            maxLength={FINDING_LIMITS.successWords}
          />
        )}
      </Field>
    </div>
  );
}

type FindingFieldsProps = {
  finding: Finding;
  index: number;
  problem: string;
  onChange: (changed: Partial<Finding>) => void;
  onRemove: () => void;
};

function FindingFields({ finding, index, problem, onChange, onRemove }: FindingFieldsProps) {
  const { label, kind, choices = [], isRequired } = finding;
  const name = useRef<HTMLInputElement>(null);
  const shownName = label.trim() === "" ? AFTER_CALL_TAB.unnamed(index + 1) : label.trim();

  useEffect(() => {
    name.current?.setCustomValidity(problem);
  }, [problem]);

  return (
    <li className="grid gap-3 rounded-control border border-line p-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_11rem]">
        <Field label={AFTER_CALL_TAB.name}>
          {(control) => (
            <input
              {...control}
              ref={name}
              name="findings"
              value={label}
              onChange={({ target }) => onChange({ label: target.value })}
              autoComplete="off"
              placeholder={AFTER_CALL_TAB.namePlaceholder}
              maxLength={FINDING_LIMITS.label}
              required
            />
          )}
        </Field>
        <Field label={AFTER_CALL_TAB.kind}>
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={({ target }) => onChange({ kind: kindOf(target.value) })}
            >
              {FINDING_KINDS.map((one) => (
                <option key={one} value={one}>
                  {KIND_NAMES[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {kind === "choice" && (
        <Field label={AFTER_CALL_TAB.choices} hint={AFTER_CALL_TAB.choicesHint(MAX_CHOICES)}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={choices.join("\n")}
              onChange={({ target }) => onChange({ choices: linesOf(target.value) })}
              placeholder={AFTER_CALL_TAB.choicesPlaceholder}
            />
          )}
        </Field>
      )}
      {problem !== "" && label.trim() !== "" && (
        <p role="status" className="text-small text-bad">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label className="flex min-h-10 items-center gap-3 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={isRequired}
            onChange={({ target }) => onChange({ isRequired: target.checked })}
          />
          {AFTER_CALL_TAB.required}
        </label>
        <Button
          variant="quiet"
          size="icon"
          aria-label={AFTER_CALL_TAB.remove(shownName)}
          onClick={onRemove}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      </div>
    </li>
  );
}

function kindOf(text: string): FindingKind {
  return FINDING_KINDS.find((kind) => kind === text) ?? "text";
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
