import type { Unsaved } from "../../lib/widget-protocol";
import type { Heard } from "./host-link";

/** The unsaved settings in the dashboard's form. Null if another website sent them. */
export function unsavedOf({ unsaved }: Heard): Unsaved | null {
  return unsaved?.origin === window.location.origin ? unsaved : null;
}
