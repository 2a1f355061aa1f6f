import clsx from "clsx";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Doc } from "../../../convex/_generated/dataModel";
import { ROUTES } from "../../lib/routes";
import { buttonClass } from "../../components/button-class";
import { Field } from "../../components/field";

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
          Widget Testing Studio
        </h1>
        <p className="text-muted">Talk to your assistant as a visitor of a website would.</p>
      </div>
      {assistants.length === 0 ? (
        <p className="text-muted">
          You have no assistants yet. Create one on your dashboard, then come back to talk to it.
        </p>
      ) : (
        <Field label="Assistant">
          {(control) => (
            <select
              {...control}
              value=""
              onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            >
              <option value="" disabled>
                Choose an assistant
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
      {problem !== null && (
        <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
          {problem}
        </p>
      )}
      {children}
      <Link to={ROUTES.dashboard} className={clsx(buttonClass("secondary"), "justify-self-start")}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        Back to Dashboard
      </Link>
    </>
  );
}
