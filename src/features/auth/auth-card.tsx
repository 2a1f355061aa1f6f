import type { ReactNode } from "react";

type AuthCardProps = { title: string; intro: ReactNode; children?: ReactNode };

export function AuthCard({ title, intro, children }: AuthCardProps) {
  return (
    <section className="grid w-full max-w-card gap-6 rounded-card border border-line bg-surface p-6 shadow-soft">
      <div className="grid gap-1">
        <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
        <p className="text-muted">{intro}</p>
      </div>
      {children}
    </section>
  );
}

/** A link or a button within a sentence. */
export const INLINE_LINK =
  "rounded-control font-medium text-accent-ink underline-offset-4 hover:underline";

/** The same on a line of its own, where it has to be high enough to press. */
export const LINK_ALONE = `${INLINE_LINK} inline-flex min-h-6 items-center`;
