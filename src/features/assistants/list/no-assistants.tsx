import { Mic } from "lucide-react";
import { Button } from "../../../components/button";

export function NoAssistants({ onCreate }: { onCreate: () => void }) {
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-soft">
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Mic size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="grid max-w-card gap-1">
        <h2 className="text-lead font-semibold">No assistants yet</h2>
        <p className="text-muted">
          Give it a name, say what it knows and what it should achieve, and pick a voice.
        </p>
      </div>
      <Button onClick={onCreate}>Create your first assistant</Button>
    </section>
  );
}
