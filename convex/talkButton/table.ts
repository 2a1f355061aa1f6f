import { type Infer, v } from "convex/values";

/** The format of `tools/start/web/widget-page-parts.ts`. */
export const widgetAssets = v.object({
  headers: v.record(v.string(), v.string()),
  head: v.string(),
  main: v.string(),
  /** The button's markup, by its icon. */
  faces: v.record(v.string(), v.string()),
  end: v.string(),
});
export type WidgetAssets = Infer<typeof widgetAssets>;
