/** An action that the page's own code does. */
import {
  PAGE_ACTION_LIMITS,
  PAGE_NAME,
  type PageParameter,
  VALUE_TYPES,
} from "../../convex/shared/pageActions";
import type { OfferedAction } from "./page-actions";

/** In characters. */
const MAX_QUESTION = 120;

export function ownAction(name: string, given: unknown): OfferedAction {
  const mistake = (says: string) => new TypeError(`Hark.actions: ${name} ${says}`);
  if (!PAGE_NAME.test(name)) {
    throw mistake("is no name: use at most 30 letters, digits and underscores, a letter first.");
  }
  const { description, parameters = {}, asks, run } = (given ?? {}) as Record<string, unknown>;
  if (!isText(description, PAGE_ACTION_LIMITS.description)) {
    throw mistake("needs a description of at most 300 characters.");
  }
  if (typeof run !== "function") throw mistake("needs a function run.");
  if (asks !== undefined && !isText(asks, MAX_QUESTION)) {
    throw mistake("asks something that is not a text of at most 120 characters.");
  }
  if (typeof parameters !== "object" || parameters === null) {
    throw mistake("has parameters that are not an object.");
  }
  const entries = Object.entries(parameters);
  if (entries.length > PAGE_ACTION_LIMITS.parameters) throw mistake("has over 8 parameters.");
  return {
    ...{ name, description },
    parameters: entries.map(([one, value]) => parameterOf(one, value, mistake)),
    ...(asks === undefined ? {} : { asks }),
    run: run as OfferedAction["run"],
  };
}

/** A text stands for its description. */
function parameterOf(
  name: string,
  given: unknown,
  mistake: (says: string) => TypeError,
): PageParameter {
  const fields = typeof given === "string" ? { description: given } : given;
  const {
    type = "string",
    description,
    options = [],
    optional,
  } = fields as Record<string, unknown>;
  if (!PAGE_NAME.test(name)) {
    throw mistake(`has a parameter ${name}: use letters, digits and underscores, a letter first.`);
  }
  const known = VALUE_TYPES.find((one) => one === type);
  if (known === undefined) {
    throw mistake(`has a parameter ${name} whose type is not ${VALUE_TYPES.join(", ")}.`);
  }
  if (!isText(description, PAGE_ACTION_LIMITS.description)) {
    throw mistake(`needs a description of ${name}, of at most 300 characters.`);
  }
  if (!areOptions(options)) {
    throw mistake(`has options of ${name} that are not at most 30 texts of 80 characters.`);
  }
  return { name, type: known, description, options, isRequired: optional !== true };
}

function areOptions(given: unknown): given is string[] {
  const { options, option } = PAGE_ACTION_LIMITS;
  return (
    Array.isArray(given) && given.length <= options && given.every((one) => isText(one, option))
  );
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= maxLength;
}
