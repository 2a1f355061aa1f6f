import type { Unsaved } from "../../lib/widget-protocol";
import type { Heard } from "./host-link";

/** What the dashboard's form holds and is not saved; null on any other page. */
export function unsavedOf({ unsaved }: Heard): Unsaved | null {
  return unsaved?.origin === window.location.origin ? unsaved : null;
}
