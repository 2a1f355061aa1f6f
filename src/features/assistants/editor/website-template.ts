import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { languageOfTag } from "../../../../convex/shared/languages";
import { TEXT_LIMITS } from "../../../../convex/shared/limits";
import { WIDGET_COLORS, type WidgetColor } from "../../../../convex/shared/looks";
import { beginningOf } from "../../../../convex/shared/wellFormed";
import type { AssistantValues } from "../settings";
import { MANNERS, TEMPLATES, type Template } from "./templates";
import { WEBSITE_TEMPLATE } from "./texts";

export type WebsiteDraft = FunctionReturnType<typeof api.websites.draftFromWebsite>;

export const WEBSITE_CHOICE = "website";

/** A front desk with what the website says about its business. */
export function templateOf({ start, name, facts, words }: WebsiteDraft): Template {
  const host = new URL(start).host.replace(/^www\./, "");
  const business = beginningOf(name ?? host, TEXT_LIMITS.name);
  const [frontDesk] = TEMPLATES;
  const lines = [words?.about ?? "", listed(facts)].filter((part) => part !== "");
  const known = lines.length === 0 ? "" : `\n\nWhat you know:\n${lines.join("\n")}`;
  const systemPrompt = `You are the front desk of ${business} and answer the visitors of the website ${host}.${known}

Look up everything else in your knowledge. Answer in one or two sentences. If you don't know something, say so and offer a callback: ask for the visitor's name, phone number and question, and repeat the number to make sure it is right.

${MANNERS}`;
  return {
    id: WEBSITE_CHOICE,
    title: host,
    about: WEBSITE_TEMPLATE.about(host, words?.greeting ?? null),
    values: {
      ...frontDesk.values,
      name: business,
      ...(words === null ? {} : { assistantGoal: words.goal }),
      systemPrompt: beginningOf(systemPrompt, TEXT_LIMITS.systemPrompt),
    },
  };
}

function listed(lines: string): string {
  if (lines === "") return "";
  return lines
    .split("\n")
    .map((line) => `- ${line}`)
    .join("\n");
}

/** The language, the greeting and the colour, where the form still has those of a new assistant. */
export function looksOf(
  { language, themeColor, words }: WebsiteDraft,
  values: AssistantValues,
  initial: AssistantValues,
): Partial<AssistantValues> {
  const spoken = languageOfTag(language);
  const { talk } = values;
  const isFirst = (field: "language" | "greeting") => talk[field] === initial.talk[field];
  const color = themeColor === null ? null : nearestColor(themeColor);
  return {
    talk: {
      ...talk,
      ...(spoken !== null && isFirst("language") ? { language: spoken } : {}),
      ...(words !== null && isFirst("greeting") ? { greeting: words.greeting } : {}),
    },
    ...(color !== null && values.widgetColor === initial.widgetColor ? { widgetColor: color } : {}),
  };
}

/** The talk button has eight colours. Greys have none of them. */
function nearestColor(hex: string): WidgetColor | null {
  const wanted = channelsOf(hex);
  if (Math.max(...wanted) - Math.min(...wanted) < MIN_COLORFULNESS) return null;
  const byDistance = WIDGET_COLORS.map(({ value }) => ({
    value,
    distance: distanceOf(wanted, channelsOf(value)),
  })).sort((one, other) => one.distance - other.distance);
  return byDistance[0]?.value ?? null;
}

const MIN_COLORFULNESS = 40;

/** Red, green and blue. */
function channelsOf(hex: string): number[] {
  const digits = hex.length === 4 ? hex.replaceAll(/[\da-f]/gi, "$&$&") : hex;
  const pairs = digits.slice(1).match(/../g) ?? [];
  return pairs.map((pair) => Number.parseInt(pair, 16));
}

function distanceOf(one: number[], other: number[]): number {
  return one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0);
}
