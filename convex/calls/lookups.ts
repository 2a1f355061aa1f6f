/**
 * What an assistant looked up in its knowledge during a call or a typed test. Nothing is published about whether the platform
 * reports it (docs/fidelity.md, C26), so a call without lookups says nothing.
 */
import { type Fields, fieldsOf, parseJson } from "../lib/fields";
import { beginningOf } from "../shared/wellFormed";
import type { Lookup } from "./table";

const MAX_LOOKUPS = 20;
/** In characters. */
const MAX_QUERY_LENGTH = 200;

/**
 * The only tool of our assistants is the one that searches the knowledge file. Its name is not published, so every tool
 * call counts, except the one with which a hook ends the call.
 */
const END_CALL = /^end_?call/i;

/** Takes the messages of a call's artifact, or of a session, which are in the form of OpenAI's API. */
export function lookupsIn(messages: unknown): Lookup[] {
  const lookups = new Map<string, Lookup>();
  for (const { id, function: called } of listIn(messages).flatMap(toolCallsOf)) {
    const { name, arguments: given } = fieldsOf(called);
    if (typeof id !== "string" || typeof name !== "string" || END_CALL.test(name)) continue;
    if (lookups.size === MAX_LOOKUPS) break;
    if (!lookups.has(id)) lookups.set(id, queryIn(given));
  }
  return [...lookups.values()];
}

function toolCallsOf({ role, toolCalls, tool_calls: inSession }: Fields): Fields[] {
  if (role === "assistant") return listIn(inSession);
  return role === "tool_calls" ? listIn(toolCalls) : [];
}

/** The arguments are JSON. Their names are not published, so the first text is taken. */
function queryIn(given: unknown): Lookup {
  const values = typeof given === "string" ? Object.values(fieldsOf(parseJson(given))) : [];
  const query = values.find((value) => typeof value === "string" && value.trim() !== "");
  return typeof query === "string" ? beginningOf(query.trim(), MAX_QUERY_LENGTH) : null;
}

function listIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.map((item) => fieldsOf(item)) : [];
}
