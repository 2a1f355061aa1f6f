/** A route of the API: its path, its parameters and what it does. */
import { StripeError, invalid } from "../errors.ts";
import type { World } from "../engine/world.ts";
import type { FormObject } from "./form.ts";
import { list, parseFields, text } from "./params.ts";
import type { Parsed, Rule } from "./params.ts";

type Method = "GET" | "POST" | "DELETE";

/** Returning a StripeError instead of throwing it refuses the request but commits its changes. */
type RouteValue = object;

/** The value of a preview. The transaction is rolled back after the response. */
export class Preview {
  readonly value: object;

  constructor(value: object) {
    this.value = value;
  }
}

export interface Call<P> {
  world: World;
  params: P;
  /** The id in the path. Empty for routes without one. */
  id: string;
}

export interface Route {
  method: Method;
  path: string;
  run(world: World, id: string, form: FormObject): { value: RouteValue; expand: string[] };
}

export function route<R extends Record<string, Rule<unknown>>>({
  method,
  path,
  params,
  run,
}: {
  method: Method;
  path: string;
  params: R;
  run: (call: Call<Parsed<R>>) => RouteValue;
}): Route {
  return {
    method,
    path,
    run(world, id, form) {
      const { expand: paths, ...rest } = form;
      const { parsed, expand } = beforeExecution(() => ({
        expand: paths === undefined ? [] : EXPAND.parse(paths, "expand"),
        parsed: parseFields(params, Object.assign(Object.create(null) as FormObject, rest)),
      }));
      return { value: run({ world, params: parsed, id }), expand };
    },
  };
}

function beforeExecution<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof StripeError) error.isBeforeExecution = true;
    throw error;
  }
}

const EXPAND = list(text, { most: 20 });

export function unrecognized(method: string, path: string): StripeError {
  return new StripeError({
    status: 404,
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** At most one of these may be given. */
export function exclusive(params: Record<string, unknown>, ...names: string[]): void {
  const given = names.filter((name) => params[name] !== undefined);
  if (given.length < 2) return;
  throw invalid(
    `You may only specify one of these parameters: ${given.join(", ")}.`,
    "parameters_exclusive",
    given[0],
  );
}
