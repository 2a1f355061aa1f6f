import type { ShownCall } from "../../../lib/shown-calls";
import { TRY_IT } from "./texts";

/** What a test looked up in the knowledge. Nothing if that is not known. */
export function Lookups({ lookups = [] }: Pick<ShownCall, "lookups">) {
  if (lookups.length === 0) return null;
  return (
    <ul className="grid gap-1 text-small wrap-anywhere text-muted">
      {lookups.map((query, index) => (
        <li key={index}>{TRY_IT.lookedUp(query)}</li>
      ))}
    </ul>
  );
}
