/** The query parameters: how they are read, and how the document describes them. */
import { CHANNELS } from "../shared/channel";
import { CALL_STATUSES } from "../calls/table";
import { wrongParameter } from "./apiError";
import type { JsonSchema } from "./jsonSchema";
import { OUTCOME_STATUS_NAMES } from "./shapes";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;
/** Far longer than any cursor. */
const MAX_VALUE_LENGTH = 2_000;

export interface Parameter<Value> {
  description: string;
  schema: JsonSchema;
  /** Throws if the text is invalid. The text is null if the parameter is missing. */
  read: (text: string | null, name: string) => Value;
}

/** An RFC 3339 time, or a day in UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}))?$/;

function time(description: string): Parameter<number | null> {
  return {
    description,
    schema: { type: "string", examples: ["2026-11-01", "2026-11-01T09:00:00+01:00"] },
    read(text, name) {
      if (text === null) return null;
      const ms = TIME.test(text) ? Date.parse(text) : NaN;
      if (!Number.isNaN(ms)) return ms;
      throw wrongParameter(
        name,
        `${name} must be a time such as 2026-11-01T09:00:00Z, or a day such as 2026-11-01. Write a plus as %2B.`,
      );
    },
  };
}

function oneOf<const Values extends readonly string[]>(
  description: string,
  values: Values,
): Parameter<Values[number] | null> {
  return {
    description,
    schema: { type: "string", enum: [...values] },
    read(text, name) {
      const found = values.find((value) => value === text);
      if (text === null || found !== undefined) return found ?? null;
      throw wrongParameter(name, `${name} must be one of: ${values.join(", ")}.`);
    },
  };
}

const anyText = (description: string): Parameter<string | null> => ({
  description,
  schema: { type: "string" },
  read: (text) => text,
});

const limit: Parameter<number> = {
  description: "The maximum number of results.",
  schema: { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  read(text, name) {
    const number = Number(text ?? DEFAULT_LIMIT);
    if (text !== null && !/^\d{1,3}$/.test(text)) throw notALimit(name);
    if (number < 1 || number > MAX_LIMIT) throw notALimit(name);
    return number;
  },
};

const notALimit = (name: string) =>
  wrongParameter(name, `${name} must be a whole number from 1 to ${MAX_LIMIT}.`);

const paging = {
  limit,
  cursor: anyText("The nextCursor of the previous page. All other parameters must be the same."),
};
const span = {
  assistant: anyText("Only the assistant with this id."),
  from: time("Only from this time on."),
  to: time("Only before this time."),
};

export const PARAMETERS = {
  assistants: paging,
  assistant: { include: oneOf("Additional fields to return.", ["systemPrompt"]) },
  calls: {
    ...paging,
    ...span,
    channel: oneOf("Only calls by voice, only typed conversations, or only messages.", CHANNELS),
    status: oneOf("Only with this status.", CALL_STATUSES),
  },
  outcomes: { ...paging, ...span, status: oneOf("Only with this status.", OUTCOME_STATUS_NAMES) },
  none: {},
} as const;

type Parameters = Record<string, Parameter<unknown>>;
export type ValuesOf<P extends Parameters> = { [Name in keyof P]: ReturnType<P[Name]["read"]> };

/** Reads all parameters, or throws an error that names the first wrong one. */
export function readParameters<P extends Parameters>(
  parameters: P,
  given: URLSearchParams,
): ValuesOf<P> {
  for (const name of given.keys()) {
    if (!Object.hasOwn(parameters, name)) {
      const known = Object.keys(parameters);
      const others = known.length === 0 ? "None are allowed here." : `Use: ${known.join(", ")}.`;
      throw wrongParameter(shortened(name), `Unknown parameter. ${others}`);
    }
    const [text = "", ...more] = given.getAll(name);
    if (more.length > 0) throw wrongParameter(name, `${name} must occur only once.`);
    if (text.length > MAX_VALUE_LENGTH) throw wrongParameter(name, `${name} is too long.`);
  }
  const values = Object.entries(parameters).map(([name, { read }]) => [
    name,
    read(given.get(name), name),
  ]);
  return Object.fromEntries(values) as ValuesOf<P>;
}

function shortened(name: string): string {
  return name.length > 50 ? `${name.slice(0, 50)}…` : name;
}
