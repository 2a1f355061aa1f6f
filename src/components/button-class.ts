import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** A link that looks like a button uses this too. */
export function buttonClass(variant: ButtonVariant = "secondary"): string {
  return clsx(
    "inline-flex min-h-10 items-center justify-center gap-2 rounded-control px-4 one-line font-medium transition-colors pointer-coarse:min-h-11",
    "disabled:cursor-not-allowed disabled:opacity-60",
    variant === "primary" && "bg-accent text-white not-disabled:hover:bg-accent-strong",
    variant === "secondary" &&
      "border border-field-line/60 bg-surface text-ink not-disabled:hover:border-field-line not-disabled:hover:bg-raised",
    variant === "danger" && "bg-bad text-surface not-disabled:hover:opacity-90",
    variant === "quiet" && "text-muted not-disabled:hover:bg-line/60 not-disabled:hover:text-ink",
  );
}
