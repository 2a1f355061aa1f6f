import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** The one way to size a button: a padding in className would compete with the one below. */
export type ButtonSize = "regular" | "small" | "icon";

/** A link that looks like a button uses this too. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "regular",
): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-control one-line font-medium transition-colors",
    size === "regular" && "min-h-10 px-4 pointer-coarse:min-h-11",
    size === "small" && "min-h-9 px-2.5 pointer-coarse:min-h-11",
    size === "icon" && "size-10 shrink-0 pointer-coarse:size-11",
    "disabled:cursor-not-allowed disabled:opacity-60",
    variant === "primary" && "bg-accent text-white not-disabled:hover:bg-accent-strong",
    variant === "secondary" &&
      "border border-field-line/60 bg-surface text-ink not-disabled:hover:border-field-line not-disabled:hover:bg-raised",
    variant === "danger" && "bg-bad text-surface not-disabled:hover:opacity-90",
    variant === "quiet" && "text-muted not-disabled:hover:bg-line/60 not-disabled:hover:text-ink",
  );
}
