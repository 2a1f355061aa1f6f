import { useQueries, type RequestForQueries } from "convex/react";
import { useState } from "react";

const NO_REQUESTS: RequestForQueries = {};

/**
 * Whether each of these queries has succeeded or failed once, for a page that shows all its parts
 * together. After that each part runs its own query, so that a failed one can be repeated.
 */
export function useHaveAnswered(requests: RequestForQueries): boolean {
  const [isDone, setIsDone] = useState(false);
  const answers = useQueries(isDone ? NO_REQUESTS : requests);
  const haveAnswered = isDone || Object.keys(requests).every((name) => answers[name] !== undefined);
  if (haveAnswered && !isDone) setIsDone(true);
  return haveAnswered;
}
