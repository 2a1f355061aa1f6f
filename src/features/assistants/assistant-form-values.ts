import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../convex/catalog/looks";
import { VOICES } from "../../../convex/catalog/voices";
import { must } from "../../lib/must";

export type NewAssistant = FunctionArgs<typeof api.assistants.createAssistant>;
type AssistantFormValues = Omit<NewAssistant, "embedId">;

export function readAssistantForm(form: FormData): AssistantFormValues {
  return {
    name: textOf(form, "name"),
    systemPrompt: textOf(form, "systemPrompt"),
    assistantGoal: textOf(form, "assistantGoal"),
    voice: choiceOf(
      form,
      "voice",
      VOICES.map(({ id }) => id),
    ),
    widgetColor: choiceOf(
      form,
      "widgetColor",
      WIDGET_COLORS.map(({ value }) => value),
    ),
    widgetIcon: choiceOf(
      form,
      "widgetIcon",
      WIDGET_ICONS.map(({ id }) => id),
    ),
    widgetSize: choiceOf(
      form,
      "widgetSize",
      WIDGET_SIZES.map(({ id }) => id),
    ),
  };
}

export function isFilledIn({ name, systemPrompt, assistantGoal }: AssistantFormValues): boolean {
  return name !== "" && systemPrompt !== "" && assistantGoal !== "";
}

function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.trim() : "";
}

function choiceOf<T extends string>(form: FormData, field: string, choices: readonly T[]): T {
  const value = form.get(field);
  return must(
    choices.find((choice) => choice === value),
    `a known ${field}`,
  );
}
