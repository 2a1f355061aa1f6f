import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** What the page knows of its assistant. */
export type WidgetAssistant = NonNullable<
  FunctionReturnType<typeof api.assistants.getAssistantByEmbedId>
>;

/** What a visitor agrees to before a call. */
export type ConsentNotice = NonNullable<WidgetAssistant["notice"]>;
