import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";

type Listed = FunctionReturnType<typeof api.rehearsals.list>;
export type Rehearsal = Listed["rehearsals"][number];

/** Undefined while loading. */
export function useRehearsals(assistantId: Id<"assistants">): Listed | undefined {
  return useQuery(api.rehearsals.list, { assistantId });
}
