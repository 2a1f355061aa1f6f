import type { WidgetIcon as WidgetIconId } from "../../convex/shared/looks";

/** Our own 24 px icon paths: an icon package would be most of the talk button's size. */
export const ICON_PATHS: Record<WidgetIconId, string> = {
  mic: "M9 6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5 11a7 7 0 0 0 14 0M12 18v4M8.5 22h7",
  bot: "M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM12 8V4H9M9 13v2M15 13v2M1.5 13v3M22.5 13v3",
  message: "M12 3.5a8.5 8.5 0 0 1 0 17c-1.4 0-2.8-.3-4-1L3.5 20.5l1-4.5A8.5 8.5 0 0 1 12 3.5z",
  phone:
    "M5 3h3.5l2 5-2.5 2a13 13 0 0 0 6 6l2-2.5 5 2V19a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z",
  headphones:
    "M3 18v-5a9 9 0 0 1 18 0v5M3 15h3a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2zM21 15h-3a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h1a2 2 0 0 0 2-2z",
  settings: "M4 6h8M18 6h2M15 3.5v5M4 12h2M12 12h8M9 9.5v5M4 18h8M18 18h2M15 15.5v5",
};
