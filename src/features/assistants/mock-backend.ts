import type { RequestForQueries } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";

type Answer = (args: unknown) => unknown;

/** For tests: answers the functions that a component calls, by their names. */
function createMockBackend() {
  const answers = new Map<string, Answer>();
  const calls: [name: string, args: unknown][] = [];

  const useCalled = (reference: FunctionReference<"mutation" | "action">) => {
    const name = getFunctionName(reference);
    return (args: unknown = {}) => {
      calls.push([name, args]);
      return answers.get(name)?.(args) ?? Promise.resolve(null);
    };
  };

  return {
    /** What was called, queries left out. */
    calls,
    answer: (name: string, answer: Answer) => void answers.set(name, answer),
    reset() {
      answers.clear();
      calls.length = 0;
    },
    hooks: {
      useMutation: useCalled,
      useAction: useCalled,
      useQuery: (reference: FunctionReference<"query">, args: unknown = {}) => {
        const answer = answers.get(getFunctionName(reference))?.(args);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      usePaginatedQuery: () => ({ results: [], status: "Exhausted", loadMore: () => undefined }),
      useQueries: (requests: RequestForQueries) =>
        Object.fromEntries(
          Object.entries(requests).map(([key, { query, args }]) => [
            key,
            answers.get(getFunctionName(query))?.(args),
          ]),
        ),
    },
  };
}

export const backend = createMockBackend();
