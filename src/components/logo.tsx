import { PRODUCT_NAME } from "../../convex/shared/productName";

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-lead font-semibold tracking-tight text-ink">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden>
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M9.5 8v16M16 13v6M22.5 8v16"
          className="stroke-white"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      </svg>
      {PRODUCT_NAME}
    </span>
  );
}
