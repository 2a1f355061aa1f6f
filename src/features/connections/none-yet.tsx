import type { LucideIcon } from "lucide-react";

type NoneYetProps = { Icon: LucideIcon; text: string };

/** Stands in place of an empty list. */
export function NoneYet({ Icon, text }: NoneYetProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-control border border-dashed border-line p-6 text-center text-muted">
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <p>{text}</p>
    </div>
  );
}
