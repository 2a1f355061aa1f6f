import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** The page's data about its assistant. */
export type WidgetAssistant = NonNullable<
  FunctionReturnType<typeof api.assistants.getAssistantByEmbedId>
>;

/** The notice that a visitor agrees to before a call. */
export type ConsentNotice = NonNullable<WidgetAssistant["notice"]>;
