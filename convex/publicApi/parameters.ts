/** What may stand behind the question mark: how it is read, and how the document describes it. */
import { CALL_STATUSES } from "../calls/table";
import { wrongParameter } from "./apiError";
import type { JsonSchema } from "./jsonSchema";
import { OUTCOME_STATUS_NAMES } from "./shapes";

const USUAL_LIMIT = 25;
const LARGEST_LIMIT = 100;
/** Far longer than any that is given out. */
const LONGEST_VALUE = 2_000;

export interface Parameter<Value> {
  description: string;
  schema: JsonSchema;
  /** Throws where the text is none; null: it was not given. */
  read: (text: string | null, name: string) => Value;
}

/** A time as RFC 3339 writes it, or a day of UTC. */
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
        `${name} is a time such as 2026-11-01T09:00:00Z, or a day such as 2026-11-01. A plus in an address is written %2B.`,
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
      throw wrongParameter(name, `${name} is one of: ${values.join(", ")}.`);
    },
  };
}

const anyText = (description: string): Parameter<string | null> => ({
  description,
  schema: { type: "string" },
  read: (text) => text,
});

const limit: Parameter<number> = {
  description: "How many at the most.",
  schema: { type: "integer", minimum: 1, maximum: LARGEST_LIMIT, default: USUAL_LIMIT },
  read(text, name) {
    const number = Number(text ?? USUAL_LIMIT);
    if (text !== null && !/^\d{1,3}$/.test(text)) throw notALimit(name);
    if (number < 1 || number > LARGEST_LIMIT) throw notALimit(name);
    return number;
  },
};

const notALimit = (name: string) =>
  wrongParameter(name, `${name} is a whole number from 1 to ${LARGEST_LIMIT}.`);

const turning = {
  limit,
  cursor: anyText("What came as nextCursor with the page before, all else being as it was there."),
};
const span = {
  assistant: anyText("Only of the assistant with this id."),
  from: time("Only from this time on."),
  to: time("Only before this time."),
};

export const PARAMETERS = {
  assistants: turning,
  assistant: { include: oneOf("What is to come with it.", ["systemPrompt"]) },
  calls: { ...turning, ...span, status: oneOf("Only in this state.", CALL_STATUSES) },
  outcomes: { ...turning, ...span, status: oneOf("Only in this state.", OUTCOME_STATUS_NAMES) },
  none: {},
} as const;

type Parameters = Record<string, Parameter<unknown>>;
export type ValuesOf<P extends Parameters> = { [Name in keyof P]: ReturnType<P[Name]["read"]> };

/** All of them, or a refusal that names the first that is wrong. */
export function readParameters<P extends Parameters>(
  parameters: P,
  given: URLSearchParams,
): ValuesOf<P> {
  for (const name of given.keys()) {
    if (!Object.hasOwn(parameters, name)) {
      const known = Object.keys(parameters);
      const others = known.length === 0 ? "There is none here." : `There are: ${known.join(", ")}.`;
      throw wrongParameter(shortened(name), `This parameter is not known. ${others}`);
    }
    const [text = "", ...more] = given.getAll(name);
    if (more.length > 0) throw wrongParameter(name, `${name} is given more than once.`);
    if (text.length > LONGEST_VALUE) throw wrongParameter(name, `${name} is too long.`);
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
