/**
 * What an assistant looked up in its knowledge during a call or a typed test. Nothing is published about whether the platform
 * reports it (docs/fidelity.md, C26), so a call without lookups says nothing.
 */
import { TOOL_PREFIX } from "../assistantActions/toolNames";
import { type Fields, fieldsOf, parseJson } from "../lib/fields";
import { beginningOf } from "../shared/wellFormed";
import { DETAILS_TOOL } from "./detailsTool";
import { PAGE_TOOL_PREFIX } from "./pageTools";
import type { Lookup } from "./table";
import { TYPING_TOOL } from "./typingTool";

const MAX_LOOKUPS = 20;
/** In characters. */
const MAX_QUERY_LENGTH = 200;

/**
 * The name of the tool that searches the knowledge file is not published. So every tool call counts, except those with
 * which a hook ends the call, the assistant asks for something in writing, notes something, or does something.
 */
const OTHER_TOOLS = new RegExp(
  `^(?:end_?call|(?:${TYPING_TOOL}|${DETAILS_TOOL})$|${TOOL_PREFIX}|${PAGE_TOOL_PREFIX})`,
  "i",
);

/** Takes the messages of a call's artifact, or of a session, which are in the form of OpenAI's API. */
export function lookupsIn(messages: unknown): Lookup[] {
  const lookups = new Map<string, Lookup>();
  for (const { id, function: called } of listIn(messages).flatMap(toolCallsOf)) {
    const { name, arguments: given } = fieldsOf(called);
    if (typeof id !== "string" || typeof name !== "string" || OTHER_TOOLS.test(name)) continue;
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
