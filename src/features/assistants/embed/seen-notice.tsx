import { CircleCheck, Globe } from "lucide-react";
import { useEffect, useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { seenOn } from "./seen-on";
import { SEEN } from "./texts";

const TICK_MS = 30_000;

/** Shows that the pasted code works, once a page has loaded the button. */
export function SeenNotice({ seenSites = [] }: Pick<Doc<"assistants">, "seenSites">) {
  const [nowMs, setNowMs] = useState(Date.now);
  const seen = seenOn(seenSites, nowMs);

  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  const Icon = seen === null ? Globe : CircleCheck;
  return (
    <p className={`flex gap-2 wrap-anywhere ${seen === null ? "text-muted" : "text-good"}`}>
      <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
      {seen ?? SEEN.never}
    </p>
  );
}
