/** Finds values for the tools that nobody waits for, in place of a model that understands what was said. */
import type { FunctionTool } from "../store/resources.ts";
import { EMAIL, ofType, optionIn } from "./tool-wish.ts";

export interface NotedCall {
  tool: FunctionTool;
  arguments: Record<string, unknown>;
}

type Property = { type: string; description?: string; enum?: string[] };

const PHONE = /\+?\d[\d\s()/-]{5,}\d/;

/** One for each tool of which a value was said. */
export function notedCalls(words: string, tools: FunctionTool[]): NotedCall[] {
  return tools.flatMap((tool) => {
    const properties = Object.entries(tool.function.parameters?.properties ?? {});
    const said = properties.flatMap(([name, property]) => {
      const value = valueIn(words, name, property);
      return value === null ? [] : [[name, value] as const];
    });
    return said.length === 0 ? [] : [{ tool, arguments: Object.fromEntries(said) }];
  });
}

/** By its name, as in "my name is Ada" or "day: Friday", or by what it looks like. */
function valueIn(words: string, name: string, property: Property): unknown {
  const { type, description = "", enum: options } = property;
  if (options !== undefined) return optionIn(words, options);
  const pattern = /\bemail\b/i.test(description)
    ? EMAIL
    : /\bphone\b/i.test(description)
      ? PHONE
      : null;
  if (pattern !== null) return pattern.exec(words)?.[0].trim() ?? null;
  const named = name.replaceAll("_", "[ _]");
  const value = new RegExp(`\\b${named}(?::| is)\\s*([^,;.!?]+)`, "i").exec(words)?.[1]?.trim();
  return value === undefined || value === "" ? null : ofType(type, value);
}
