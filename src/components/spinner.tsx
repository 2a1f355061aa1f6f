import { LoaderCircle } from "lucide-react";

export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-80 items-center justify-center text-faint">
      <LoaderCircle size={20} strokeWidth={1.75} className="animate-spin" aria-hidden />
      <span className="sr-only">{label}</span>
    </div>
  );
}
