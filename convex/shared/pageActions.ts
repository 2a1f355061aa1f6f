/** What a website's own code lets an assistant do on the page, such as putting something into a cart. */
import { beginningOf, wellFormed } from "./wellFormed";

export const VALUE_TYPES = ["string", "number", "boolean"] as const;

export interface PageParameter {
  name: string;
  type: (typeof VALUE_TYPES)[number];
  description: string;
  /** The only values that a text may have. Empty if it may have any. */
  options: string[];
  isRequired: boolean;
}

export interface PageAction {
  name: string;
  description: string;
  parameters: PageParameter[];
}

export type PageValues = Record<string, string | number | boolean>;

/** One use of an action, for the page. */
export interface PageUse {
  id: string;
  name: string;
  values: PageValues;
}

/** What the page has to say about a use. */
export interface PageAnswer {
  id: string;
  isDone: boolean;
  /** What its code returned, or why it failed. */
  text: string;
}

export const PAGE_ACTIONS_PATH = "/conversation/page";

/** How long the assistant waits for a page, which may ask its visitor. */
export const PAGE_WAIT_SECONDS = 25;

/** Actions, parameters and options, and characters, because every answer costs what the assistant reads. */
export const PAGE_ACTION_LIMITS = {
  ...{ actions: 12, parameters: 8, options: 30, together: 6_000 },
  ...{ description: 300, option: 80, value: 500, answer: 2_000 },
} as const;

/** Letters, digits and underscores, because the voice platform's names of tools and parameters have only those. */
export const PAGE_NAME = /^[a-z]\w{0,29}$/i;

/** Reads them from a browser's request, which anybody can write. What is not an action is left out. */
export function readPageActions(given: unknown): PageAction[] {
  if (!Array.isArray(given)) return [];
  const read = given.slice(0, PAGE_ACTION_LIMITS.actions).flatMap((action) => readAction(action));
  const byName = new Map(read.map((action) => [action.name, action]));
  let length = 0;
  return [...byName.values()].filter((action) => {
    length += JSON.stringify(action).length;
    return length <= PAGE_ACTION_LIMITS.together;
  });
}

function readAction(given: unknown): PageAction[] {
  const { name, description, parameters } = fieldsIn(given);
  if (!isName(name) || !Array.isArray(parameters)) return [];
  const says = oneLine(description, PAGE_ACTION_LIMITS.description);
  if (says === "" || parameters.length > PAGE_ACTION_LIMITS.parameters) return [];
  const read = parameters.flatMap((parameter) => readParameter(parameter));
  return read.length === parameters.length ? [{ name, description: says, parameters: read }] : [];
}

function readParameter(given: unknown): PageParameter[] {
  const { name, type, description, options, isRequired } = fieldsIn(given);
  const known = VALUE_TYPES.find((one) => one === type);
  if (!isName(name) || known === undefined || !Array.isArray(options)) return [];
  const read = options.map((option) => oneLine(option, PAGE_ACTION_LIMITS.option));
  if (read.length > PAGE_ACTION_LIMITS.options || read.includes("")) return [];
  return [
    {
      ...{ name, type: known, options: read, isRequired: isRequired === true },
      description: oneLine(description, PAGE_ACTION_LIMITS.description),
    },
  ];
}

/** Reads the values that a language model gave. Other than texts, numbers and booleans are left out. */
export function readPageValues(given: Record<string, unknown>): PageValues {
  const { parameters, value: longest } = PAGE_ACTION_LIMITS;
  const entries = Object.entries(given)
    .filter(([name]) => PAGE_NAME.test(name))
    .slice(0, parameters)
    .flatMap(([name, value]): [string, string | number | boolean][] => {
      if (typeof value === "string") return [[name, beginningOf(wellFormed(value), longest)]];
      const isPlain = typeof value === "boolean" || Number.isFinite(value);
      return isPlain ? [[name, value as number | boolean]] : [];
    });
  return Object.fromEntries(entries);
}

function isName(name: unknown): name is string {
  return typeof name === "string" && PAGE_NAME.test(name);
}

/** Empty for anything that is not a text. */
export function oneLine(text: unknown, maxLength: number): string {
  if (typeof text !== "string") return "";
  const words = wellFormed(text).replaceAll(/[\p{C}\p{Z}]+/gu, " ");
  return beginningOf(words.trim(), maxLength);
}

function fieldsIn(given: unknown): Record<string, unknown> {
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
}
