import { type Fields, fieldsOf, parseJson } from "../lib/fields";

/** One use of a tool, before it is checked. */
export interface ToolCall {
  id: string;
  name: string;
  given: unknown;
}

/** In characters. The platform's ids are shorter. */
export const MAX_ID_LENGTH = 100;

/**
 * The uses of tools in a `tool-calls` message. By the vendor's document the arguments are JSON in `function`; its guides show
 * them as an object, under several names, without `function`.
 */
export function toolCallsIn({ toolCallList }: Fields): ToolCall[] {
  if (!Array.isArray(toolCallList)) return [];
  return toolCallList.flatMap((item): ToolCall[] => {
    const toolCall = fieldsOf(item);
    const called = { ...toolCall, ...fieldsOf(toolCall.function) };
    if (typeof called.name !== "string" || typeof toolCall.id !== "string") return [];
    return [{ id: toolCall.id, name: called.name, given: called.arguments ?? called.parameters }];
  });
}

export function argumentsOf({ given }: ToolCall): Fields {
  return fieldsOf(typeof given === "string" ? parseJson(given) : given);
}
