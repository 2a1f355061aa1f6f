import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Doc } from "../../../convex/_generated/dataModel";
import { ROUTES } from "../../lib/routes";
import { buttonClass } from "../../components/button-class";
import { Field } from "../../components/field";
import { Refusal } from "../../components/refusal";
import { STUDIO } from "./texts";

type ChooseAssistantProps = {
  assistants: Doc<"assistants">[];
  problem: string | null;
  onChoose: (embedId: string) => void;
  children: ReactNode;
};

export function ChooseAssistant({ assistants, problem, onChoose, children }: ChooseAssistantProps) {
  return (
    <>
      <div className="grid gap-1">
        <h1 id="studio-title" className="text-title font-semibold">
          {STUDIO.title}
        </h1>
        <p className="text-muted">{STUDIO.intro}</p>
      </div>
      {assistants.length === 0 ? (
        <p className="text-muted">{STUDIO.empty}</p>
      ) : (
        <Field label={STUDIO.assistant}>
          {(control) => (
            <select
              {...control}
              value=""
              onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            >
              <option value="" disabled>
                {STUDIO.choose}
              </option>
              {assistants.map(({ embedId, name }) => (
                <option key={embedId} value={embedId}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {problem !== null && <Refusal>{problem}</Refusal>}
      {children}
      <Link to={ROUTES.dashboard} className={clsx(buttonClass("secondary"), "justify-self-start")}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        {STUDIO.back}
      </Link>
    </>
  );
}
