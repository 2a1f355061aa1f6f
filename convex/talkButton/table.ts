import { type Infer, v } from "convex/values";

/** As `tools/start/web/widget-page-parts.ts` writes them. */
export const widgetAssets = v.object({
  headers: v.record(v.string(), v.string()),
  head: v.string(),
  main: v.string(),
  /** What stands in the page, by the icon. */
  faces: v.record(v.string(), v.string()),
  end: v.string(),
});
export type WidgetAssets = Infer<typeof widgetAssets>;
