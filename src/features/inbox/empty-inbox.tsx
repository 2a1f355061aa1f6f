import { Inbox } from "lucide-react";
import { Link } from "react-router-dom";
import { buttonClass } from "../../components/button-class";
import { ROUTES } from "../../lib/routes";
import { EMPTY } from "./texts";

export function EmptyInbox() {
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-soft">
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Inbox size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="grid max-w-card gap-1">
        <h2 className="text-lead font-semibold">{EMPTY.title}</h2>
        <p className="text-muted">{EMPTY.text}</p>
      </div>
      <Link to={ROUTES.dashboard} className={buttonClass()}>
        {EMPTY.link}
      </Link>
    </section>
  );
}
