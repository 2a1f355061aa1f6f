import { useQueries, type RequestForQueries } from "convex/react";
import { useState } from "react";

const NOTHING: RequestForQueries = {};

/**
 * Whether each of these queries has answered once, be it by failing: for a page that shows its parts
 * all at once. From then on each part asks for itself, so that one which failed can be asked again.
 */
export function useHaveAnswered(requests: RequestForQueries): boolean {
  const [isOver, setIsOver] = useState(false);
  const answers = useQueries(isOver ? NOTHING : requests);
  const haveAnswered = isOver || Object.keys(requests).every((name) => answers[name] !== undefined);
  if (haveAnswered && !isOver) setIsOver(true);
  return haveAnswered;
}
