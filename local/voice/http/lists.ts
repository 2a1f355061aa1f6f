import { checkedQuery } from "../published/requests.ts";
import type { Filter } from "../store/platform-store.ts";

/** By the end of `createdAtGe` and its like. */
const COMPARISONS = { Gt: ">", Lt: "<", Ge: ">=", Le: "<=" } as const;
const DEFAULT_LIMIT = 100;

/** The query of a list, of which the document says what it may hold. */
export function filterOf(operation: string, { searchParams }: URL): Filter {
  const query = checkedQuery(operation, searchParams);
  const { limit = DEFAULT_LIMIT, id, assistantId, phoneNumberId } = query;
  const times = Object.entries(query).flatMap(([name, value]): Filter["times"] => {
    const [, column, end] = /^(created|updated)At(Gt|Lt|Ge|Le)$/.exec(name) ?? [];
    if (column === undefined) return [];
    const comparison = COMPARISONS[end as keyof typeof COMPARISONS];
    const time = new Date(String(value)).toISOString();
    return [{ column: `${column as "created" | "updated"}_at`, comparison, value: time }];
  });
  return {
    times,
    // No call of this platform has a phone number.
    limit: phoneNumberId === undefined ? Number(limit) : 0,
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof assistantId === "string" ? { assistantId } : {}),
  };
}
