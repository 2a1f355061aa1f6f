import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ROUTES } from "../../lib/routes";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import type { Phase } from "../../lib/widget-protocol";
import { HINTS, TESTING } from "./texts";

type TestingActiveProps = {
  name: string;
  phase: Phase;
  /** Whether another call may start. */
  canTalk: boolean;
  /** A message of the button. Its frame announces it to screen readers. */
  message: string | null;
  onChange: () => void;
  children: ReactNode;
};

export function TestingActive({
  name,
  phase,
  canTalk,
  message,
  onChange,
  children,
}: TestingActiveProps) {
  return (
    <>
      <div className="grid gap-1">
        <div className="flex items-center justify-between gap-3">
          <h1 id="studio-title" className="text-title font-semibold">
            {TESTING.title}
          </h1>
          {phase === "active" && <Badge tone="good">{TESTING.inCall}</Badge>}
        </div>
        <p className="text-lead font-medium break-words">{name}</p>
        <p role="status" className="text-muted">
          {(phase !== "idle" || canTalk) && HINTS[phase]}
        </p>
        {message !== null && <p className="font-medium break-words text-bad">{message}</p>}
      </div>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onChange}>
          {TESTING.change}
        </Button>
        <Link to={ROUTES.dashboard} className={buttonClass("quiet")}>
          {TESTING.exit}
        </Link>
      </div>
    </>
  );
}
