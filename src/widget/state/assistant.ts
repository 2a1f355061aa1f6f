import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** What our server says about an assistant. */
export type FoundAssistant = NonNullable<
  FunctionReturnType<typeof api.assistants.getAssistantByEmbedId>
>;

/** The button's data about its assistant. */
export type WidgetAssistant = Omit<FoundAssistant, "greeting">;

/** The notice that a visitor agrees to before a call. */
export type ConsentNotice = NonNullable<WidgetAssistant["notice"]>;
