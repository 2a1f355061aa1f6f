/** Finds out, when a request fails for no reason that the backend names, whether Hark is being updated. */
import { useSyncExternalStore } from "react";
import { SECOND_MS } from "../../convex/shared/durations";
import { readConvexSiteUrl } from "./env";
import { userErrorOf } from "./error-reason";
import { onFailure } from "./failures";
import { isOutdated } from "./outdated";

/** "done": this page is older than what is served. "running": the functions are not those of this page. */
export type Update = "none" | "running" | "done";

/** How Convex refuses a call that a function does not know. A deployment for production hides it. */
const UNKNOWN_CALL = /Could not find public function|ArgumentValidationError/;
const CHECK_AGAIN_AFTER_MS = 10 * SECOND_MS;

let update: Update = "none";
let checkedAtMs: number | null = null;
const listeners = new Set<() => void>();

/** What the backend says on purpose is shown elsewhere. */
onFailure((error) => {
  const isRecent = checkedAtMs !== null && Date.now() - checkedAtMs < CHECK_AGAIN_AFTER_MS;
  if (userErrorOf(error) !== null || update === "done" || isRecent) return;
  checkedAtMs = Date.now();
  void findUpdate(error).then((found) => {
    if (found === "none") return;
    update = found;
    for (const listener of listeners) listener();
  });
});

export function useUpdate(): Update {
  return useSyncExternalStore(listen, () => update);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function findUpdate(error: unknown): Promise<Update> {
  if (await isOutdated()) return "done";
  return UNKNOWN_CALL.test(String(error)) || (await isOfOtherVersion()) ? "running" : "none";
}

/** Parts fit if the first two numbers of their versions are the same: docs/operations.md. */
async function isOfOtherVersion(): Promise<boolean> {
  const own = import.meta.env.VITE_HARK_VERSION;
  try {
    const response = await fetch(`${readConvexSiteUrl(import.meta.env)}/v1/version`);
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === "string" && seriesOf(version) !== seriesOf(own);
  } catch {
    // No connection, or functions that cannot say it.
    return false;
  }
}

function seriesOf(version: string): string {
  return version.split(".", 2).join(".");
}
