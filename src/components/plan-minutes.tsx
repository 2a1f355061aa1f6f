import { PLAN_MINUTES } from "./texts";

const MINUTES_PER_CALL = 2;

/** Explains how a plan's conversations and its minutes fit together. */
export function PlanMinutes({ minutes }: { minutes: number }) {
  return (
    <p className="text-small text-faint">
      {PLAN_MINUTES(minutes, Math.floor(minutes / MINUTES_PER_CALL))}
    </p>
  );
}
