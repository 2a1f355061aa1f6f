import type { Endpoint } from "../endpoint.ts";
import { types } from "../published/document.ts";
import { faultsOf } from "../published/faults.ts";
import { askModel } from "./language-model.ts";

/** What the model answers as JSON of a published type. Fails if it answers with anything else. */
export async function askForJson(
  endpoint: Endpoint,
  { type, task, material }: { type: string; task: string; material: string },
  signal: AbortSignal,
): Promise<unknown> {
  const schema = JSON.stringify({ type, types: typesOf(type) });
  const system = [
    task,
    "Answer with JSON alone, without marks around it. This is its type, and the types in it:",
    schema,
  ].join("\n");
  const answer = await askModel(
    endpoint,
    [
      { role: "system", content: system },
      { role: "user", content: material },
    ],
    { signal, maxTokens: MAX_JSON_TOKENS },
  );
  const json = JSON.parse(unfenced(answer)) as unknown;
  const faults = faultsOf({ ref: type }, json, { types });
  if (faults.length > 0) throw new Error(faults.join("; "));
  return json;
}

const MAX_JSON_TOKENS = 3_000;

/** Models put code fences around JSON, whatever they are told. */
export function unfenced(answer: string): string {
  return answer.replace(/^```(?:json)?\s*|\s*```$/g, "");
}

function typesOf(name: string, found: Record<string, unknown> = {}): Record<string, unknown> {
  if (Object.hasOwn(found, name)) return found;
  found[name] = types[name];
  for (const [, ref = ""] of JSON.stringify(types[name]).matchAll(/"ref":"([^"]+)"/g)) {
    typesOf(ref, found);
  }
  return found;
}
