/**
 * The tool with which an assistant asks a visitor to type something that must be exact. Each call that belongs to a
 * conversation has it, because only its visitors can type.
 */
import { type LanguageId, languageFor } from "../shared/languages";
import { FIELD_KINDS, MAX_FIELD_LABEL } from "../shared/requestedFields";
import { TYPED_MARK } from "../shared/typedMark";

/** The platform calls a tool by its name. */
export const TYPING_TOOL = "ask_visitor_to_type";

const MARK = TYPED_MARK.trim();

/**
 * In the platform's format, `CreateFunctionToolDTO`. It has no server of its own, so that the platform calls the assistant's
 * server, with its credential: https://docs.vapi.ai/server-url/setting-server-urls. Without a first message the platform
 * would say "Hold on a sec" in English.
 */
export function typingTool(language: LanguageId | null) {
  return {
    type: "function",
    messages: [{ type: "request-start", content: languageFor(language).typeHere }],
    function: {
      name: TYPING_TOOL,
      description:
        "Opens a field on the visitor's screen. Use it whenever you need something that must be spelled exactly, " +
        "such as an email address, a phone number, a name or a customer number, instead of asking the visitor to say or " +
        `spell it. What the visitor types arrives as a message that begins with ${MARK}. Its spelling is exact: do not ask ` +
        "the visitor to spell or repeat it. Ask for one thing at a time. If the visitor would rather say it, listen.",
      parameters: {
        type: "object",
        properties: {
          kind: {
            type: "string",
            enum: [...FIELD_KINDS],
            description: "What the visitor should type.",
          },
          label: {
            type: "string",
            description: `The name of the field, in the visitor's language, such as "Email address". At most ${MAX_FIELD_LABEL} characters.`,
          },
        },
        required: ["kind", "label"],
      },
    },
  };
}

/** What the model is told. */
export const RESULTS = {
  opened:
    "The field is on the visitor's screen, and the visitor has been asked to type. Do not ask again. " +
    `What the visitor types will arrive as a message that begins with ${MARK}. Wait for it.`,
  unknownKind: `There is no such kind. Use one of: ${FIELD_KINDS.join(", ")}.`,
  badLabel: `Give the field a label of 1 to ${MAX_FIELD_LABEL} characters.`,
  oneAtATime: "Ask for one thing at a time.",
  noField: "The visitor cannot type in this call. Ask the visitor to say it.",
} as const;
