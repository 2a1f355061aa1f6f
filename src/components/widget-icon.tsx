import type { WidgetIcon as WidgetIconId } from "../../convex/shared/looks";
import { ICON_PATHS } from "./widget-icon-paths";

export function WidgetIcon({ icon }: { icon: WidgetIconId }) {
  return <PathIcon path={ICON_PATHS[icon]} />;
}

/** For the talk button's page, which has the path of its own icon only. */
export function PathIcon({ path }: { path: string }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}
