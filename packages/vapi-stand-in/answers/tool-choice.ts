/**
 * Chooses a tool and its arguments, in place of a model that understands both. Only for tools that ask for something by its
 * kind: one of the values that the first parameter with a list of values may have.
 */
import type { FunctionTool } from "../store/resources.ts";
import type { CalledFunction } from "./tool-wish.ts";

interface Wish {
  words: RegExp;
  kind: string;
  label: string;
}

const WISHES: Wish[] = [
  {
    words: /\b(?:e-?mail|send me an? (?:mail|message)|write (?:to )?me)\b/i,
    kind: "email",
    label: "Email address",
  },
  { words: /\b(?:call|phone|ring) me\b|\bcall ?back\b/i, kind: "phone", label: "Phone number" },
];
/** Whoever has given an address or a number is not asked for it. */
const GIVEN = /@|\d{4}/;

const AFTER = "I am waiting for it.";

/** Null if no tool helps. */
export function chooseTool(question: string, tools: FunctionTool[]): CalledFunction | null {
  const wish = WISHES.find(({ words }) => words.test(question));
  if (wish === undefined || GIVEN.test(question)) return null;
  const tool = tools.find((one) => asksFor(one, wish.kind));
  if (tool === undefined) return null;
  const given = Object.entries(propertiesOf(tool)).map(([name, property]) => [
    name,
    property.enum === undefined ? wish.label : wish.kind,
  ]);
  const values = Object.fromEntries(given) as Record<string, string>;
  return { tool, arguments: values, after: () => AFTER };
}

/** Whether one of the tools asks for something by its kind. */
export function canAsk(tools: FunctionTool[]): boolean {
  return WISHES.some(({ kind }) => tools.some((tool) => asksFor(tool, kind)));
}

/** Whether the text is an address or a number and nothing else, perhaps after a mark. */
export function isValue(text: string): boolean {
  return /^(?:\[\w+\] )?(?:\S+@\S+|[+\d][\d\s()./-]{4,})$/.test(text);
}

function asksFor(tool: FunctionTool, kind: string): boolean {
  return Object.values(propertiesOf(tool)).some((property) => property.enum?.includes(kind));
}

function propertiesOf(tool: FunctionTool) {
  return tool.function.parameters?.properties ?? {};
}
