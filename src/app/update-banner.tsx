import { RefreshCw } from "lucide-react";
import { Button } from "../components/button";
import { reloadAsking } from "../lib/reload";
import { type Update, useUpdate } from "../lib/updates";

type UpdateTexts = Record<Exclude<Update, "none"> | "reload", string>;

/** Shown when something failed because this page and the functions are of different releases. Stays at the end of the screen. */
export function UpdateBanner({ texts }: { texts: UpdateTexts }) {
  const update = useUpdate();
  if (update === "none") return null;
  return (
    <div
      role="alert"
      className="sticky bottom-0 z-10 flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line bg-accent-soft px-4 py-2 font-medium text-accent-ink"
    >
      <span className="flex items-center gap-2">
        <RefreshCw size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
        {texts[update]}
      </span>
      <Button size="small" onClick={reloadAsking}>
        {texts.reload}
      </Button>
    </div>
  );
}
