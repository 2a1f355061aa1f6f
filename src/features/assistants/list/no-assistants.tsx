import { Mic } from "lucide-react";
import { Button } from "../../../components/button";
import { EMPTY } from "./texts";

export function NoAssistants({ onCreate }: { onCreate: () => void }) {
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-soft">
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Mic size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="grid max-w-card gap-1">
        <h2 className="text-lead font-semibold">{EMPTY.title}</h2>
        <p className="text-muted">{EMPTY.text}</p>
      </div>
      <Button onClick={onCreate}>{EMPTY.create}</Button>
    </section>
  );
}
