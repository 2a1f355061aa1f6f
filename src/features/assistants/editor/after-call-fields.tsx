import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import {
  FINDING_KINDS,
  FINDING_LIMITS,
  FINDING_SETS,
  KIND_NAMES,
  MAX_FINDINGS,
  MOST_CHOICES,
  objectionTo,
  tidied,
  type Finding,
  type FindingKind,
} from "../../../../convex/catalog/findings";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import type { AfterCall } from "./assistant-values";

/** By which the form finds the tab of what is not right. */
export const FINDING_FIELD = "finding";

type AfterCallFieldsProps = {
  values: AfterCall;
  onChange: (changed: Partial<AfterCall>) => void;
};

export function AfterCallFields({ values, onChange }: AfterCallFieldsProps) {
  const { findings, successWords } = values;
  const list = useRef<HTMLOListElement>(null);
  const isAdded = useRef(false);
  const objection = objectionTo(tidied(findings));

  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const labels = list.current?.querySelectorAll<HTMLInputElement>(`[name=${FINDING_FIELD}]`);
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
      <section aria-label="What to find out" className="grid gap-3">
        <div className="grid gap-1.5">
          <h3 className="font-medium">What to find out</h3>
          <p className="text-small text-faint">
            After each call it is looked for in what was said. The assistant asks for what is
            required.
          </p>
        </div>
        {findings.length > 0 && (
          <ol ref={list} className="grid gap-3">
            {findings.map((finding, index) => (
              // Without names of their own, and nothing is moved: its place is what tells one from the others.
              <FindingFields
                key={index}
                finding={finding}
                index={index}
                objection={objection?.index === index ? objection.says : ""}
                onChange={(changed) => change(index, changed)}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={findings.length >= MAX_FINDINGS}
            onClick={() => add([{ label: "", kind: "text", isRequired: false }])}
          >
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            {findings.length === 0 ? "Add one" : "Add another"}
          </Button>
          {findings.length === 0 && (
            <>
              <span className="text-small text-muted">or begin with</span>
              {FINDING_SETS.map(({ name, findings: some }) => (
                <Button key={name} variant="quiet" onClick={() => add(some)}>
                  {name}
                </Button>
              ))}
            </>
          )}
          {findings.length >= MAX_FINDINGS && (
            <span className="text-small text-muted">{`There can be ${MAX_FINDINGS}.`}</span>
          )}
        </div>
      </section>
      <Field
        label="What counts as success (optional)"
        hint="In your own words. Without them a call is judged by the assistant goal."
      >
        {(control) => (
          <textarea
            {...control}
            name="successWords"
            value={successWords}
            onChange={({ target }) => onChange({ successWords: target.value })}
            rows={2}
            placeholder="The visitor left a name and a number, or the question was answered."
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
  objection: string;
  onChange: (changed: Partial<Finding>) => void;
  onRemove: () => void;
};

function FindingFields({ finding, index, objection, onChange, onRemove }: FindingFieldsProps) {
  const { label, kind, choices = [], isRequired } = finding;
  const name = useRef<HTMLInputElement>(null);
  const which = label.trim() === "" ? `thing ${index + 1}` : label.trim();

  useEffect(() => {
    name.current?.setCustomValidity(objection);
  }, [objection]);

  return (
    <li className="grid gap-3 rounded-control border border-line p-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_11rem]">
        <Field label="Name">
          {(control) => (
            <input
              {...control}
              ref={name}
              name={FINDING_FIELD}
              value={label}
              onChange={({ target }) => onChange({ label: target.value })}
              autoComplete="off"
              placeholder="Phone number"
              maxLength={FINDING_LIMITS.label}
              required
            />
          )}
        </Field>
        <Field label="Kind">
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
        <Field label="Answers" hint={`One a line, ${MOST_CHOICES} at most.`}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={choices.join("\n")}
              onChange={({ target }) => onChange({ choices: linesOf(target.value) })}
              placeholder={"Pick-up\nDelivery"}
            />
          )}
        </Field>
      )}
      {objection !== "" && label.trim() !== "" && (
        <p role="status" className="text-small text-bad">
          {objection}
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
          Required
        </label>
        <Button
          variant="quiet"
          className="px-2.5"
          aria-label={`Remove ${which}`}
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
