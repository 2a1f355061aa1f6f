import { Inbox } from "lucide-react";
import { Link } from "react-router-dom";
import { buttonClass } from "../../components/button-class";
import { ROUTES } from "../../lib/routes";

export function EmptyInbox() {
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-soft">
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Inbox size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="grid max-w-card gap-1">
        <h2 className="text-lead font-semibold">Nothing here yet</h2>
        <p className="text-muted">
          What visitors leave in a call comes here: a name, a number, an order, a question that had
          no answer. Say in the form of an assistant, under “After the call”, what to find out.
        </p>
      </div>
      <Link to={ROUTES.dashboard} className={buttonClass()}>
        Go to your assistants
      </Link>
    </section>
  );
}
