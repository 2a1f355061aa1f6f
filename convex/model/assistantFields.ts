import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../catalog/looks";
import { VOICES } from "../catalog/voices";

/** What the owner decides about an assistant. */
export const assistantContent = {
  name: v.string(),
  systemPrompt: v.string(),
  assistantGoal: v.string(),
  voice: literals(...VOICES.map((voice) => voice.id)),
  knowledgeFileId: v.optional(v.id("_storage")),
  knowledgeFileName: v.optional(v.string()),
  widgetColor: literals(...WIDGET_COLORS.map((color) => color.value)),
  widgetIcon: literals(...WIDGET_ICONS.map((icon) => icon.id)),
  widgetSize: literals(...WIDGET_SIZES.map((size) => size.id)),
};

/** What is settled once, when the assistant is created. */
export const assistantIdentity = {
  embedId: v.string(),
  voiceAssistantId: v.optional(v.string()),
};
