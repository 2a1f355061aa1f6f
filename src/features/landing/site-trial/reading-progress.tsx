import { TRIAL } from "./texts";

type ReadingProgressProps = { address: string; read: number; of: number };

export function ReadingProgress({ address, read, of }: ReadingProgressProps) {
  const shown = address.trim().replace(/^https?:\/\//i, "");
  return (
    <div className="grid gap-2">
      <p role="status" className="break-words">
        {TRIAL.reading(shown)}
      </p>
      <progress
        aria-label={TRIAL.progress}
        // The first page counts when it is read, so that something can be seen from the start.
        value={read + 0.5}
        max={of === 1 ? 5 : of}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-small text-muted tabular-nums">{TRIAL.readPages(read, of)}</p>
    </div>
  );
}
