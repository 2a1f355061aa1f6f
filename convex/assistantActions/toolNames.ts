/** The names by which the platform calls an assistant's actions. */

/** No other tool of ours begins like this, so that every call of an action is told apart by its name. */
export const TOOL_PREFIX = "action_";

/** The shortest of the platform's limits: `ToolMessage.name` in https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json */
const MAX_LENGTH = 40;

/** A name from the owner's own one. Another action's name is never taken. */
export function toolNameFor(name: string, taken: string[]): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const base = `${TOOL_PREFIX}${words}`;
  for (let number = 1; ; number++) {
    const ending = number === 1 ? "" : `_${number}`;
    const candidate = base.slice(0, MAX_LENGTH - ending.length).replace(/_+$/, "") + ending;
    if (candidate !== TOOL_PREFIX.slice(0, -1) && !taken.includes(candidate)) return candidate;
  }
}
